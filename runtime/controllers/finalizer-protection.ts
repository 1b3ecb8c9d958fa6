/**
 * Finalizer for objects that other objects use. It is added to objects without it, and removed from objects in deletion that are unused.
 */
import { ApiError } from '../api/errors.ts';
import { parseWhole } from '../codec/item-form.ts';
import type { JsonObject } from '../model/catalog.ts';
import { finalizersOf, isTerminating, metadataOf, metadataText } from '../verbs/metadata/metadata.ts';
import type { CachedObject } from '../watch/contract.ts';
import type { ControllerContext } from './contract.ts';

export interface Protected {
	readonly storageName: string;
	readonly finalizer: string;
}

export type Need = 'finalizer' | 'removal';

/** Returns whether the finalizer must be added or removed; undefined for neither. */
export function needOf(object: JsonObject, { finalizer }: Protected): Need | undefined {
	const has = finalizersOf(object).includes(finalizer);
	if (isTerminating(object)) return has ? 'removal' : undefined;
	return has ? undefined : 'finalizer';
}

/** Adds or removes the finalizer, unless the object has changed so that this is wrong. Rejects with ApiError. */
export async function meet({ actor }: ControllerContext, what: Protected, item: CachedObject, need: Need): Promise<void> {
	const uid = metadataText(parseWhole(item), 'uid');
	const { storageName, finalizer } = what;
	try {
		await actor.update({ storageName, namespace: item.namespace, name: item.name }, (old) => {
			if (metadataText(old, 'uid') !== uid || needOf(old, what) !== need) return { ...old };
			const others = finalizersOf(old).filter((each) => each !== finalizer);
			return { ...old, metadata: { ...metadataOf(old), finalizers: need === 'finalizer' ? [...others, finalizer] : others } };
		});
	} catch (error) {
		if (!(error instanceof ApiError && error.reason === 'NotFound')) throw error;
	}
}
