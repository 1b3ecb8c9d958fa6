/** Object as a store or a server returns it. */
import type { JsonObject } from '../../runtime/model/catalog.ts';

export interface StoredObject {
	/** Storage name of the kind (`KindDescriptor.storageName`), in the vocabulary's words. */
	readonly resource: string;
	/** Empty for cluster-scoped objects. */
	readonly namespace: string;
	readonly name: string;
	/** The object, in the version in which it is stored or returned. */
	readonly object: JsonObject;
}

export function placeOf({ namespace, name }: Pick<StoredObject, 'namespace' | 'name'>): string {
	const place = namespace === '' ? name : `${namespace}/${name}`;
	return /\p{Cc}/u.test(place) ? JSON.stringify(place) : place;
}
