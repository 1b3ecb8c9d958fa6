/** An object as a store or a server gives it. */
import type { JsonObject } from '../../runtime/model/catalog.ts';

export interface StoredObject {
	/** `KindDescriptor.storageName`, in the words of the vocabulary. */
	readonly resource: string;
	/** Empty: in none. */
	readonly namespace: string;
	readonly name: string;
	/** In the version in which it is stored, or a server shows it. */
	readonly object: JsonObject;
}

export function placeOf({ namespace, name }: Pick<StoredObject, 'namespace' | 'name'>): string {
	const place = namespace === '' ? name : `${namespace}/${name}`;
	return /\p{Cc}/u.test(place) ? JSON.stringify(place) : place;
}
