/** Access to the metadata of a parsed object. */
import type { JsonObject } from '../../model/catalog.ts';

/** Standard finalizers. They decide what happens to the dependents of a deleted object. */
export const orphanFinalizer = 'orphan';
export const foregroundFinalizer = 'foregroundDeletion';

export function metadataOf(object: JsonObject): JsonObject {
	const metadata = object.metadata;
	if (metadata === null || typeof metadata !== 'object' || Array.isArray(metadata))
		throw new Error('an object without metadata reached the server: it must be read first');
	return metadata;
}

/** Returns the text of a metadata field. Empty when the field is absent. */
export function metadataText(object: JsonObject, field: string): string {
	const value = metadataOf(object)[field];
	return typeof value === 'string' ? value : '';
}

export function finalizersOf(object: JsonObject): readonly string[] {
	const finalizers = metadataOf(object).finalizers;
	return Array.isArray(finalizers) ? (finalizers as string[]) : [];
}

export function isTerminating(object: JsonObject): boolean {
	return typeof metadataOf(object).deletionTimestamp === 'string';
}
