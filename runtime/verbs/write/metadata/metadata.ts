/** The metadata of an object that has been read. */
import type { JsonObject } from '../../../model/catalog.ts';

/** The platform's own finalizers: what an object that is being deleted does with its dependents. */
export const orphanFinalizer = 'orphan';
export const foregroundFinalizer = 'foregroundDeletion';

export function metadataOf(object: JsonObject): JsonObject {
	const metadata = object.metadata;
	if (metadata === null || typeof metadata !== 'object' || Array.isArray(metadata))
		throw new Error('an object without metadata reached the server: it must be read first');
	return metadata;
}

/** Text of a field of metadata; empty when it is absent. */
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
