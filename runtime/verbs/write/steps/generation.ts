/** Counts changes outside metadata and status in `metadata.generation`. */
import type { JsonObject } from '../../../model/catalog.ts';
import { copy, deepEqual } from '../../../model/equal.ts';
import type { CompiledType } from '../../../schema/compiled.ts';
import { metadataOf } from '../../metadata/metadata.ts';
import type { WriteScope } from '../scope.ts';

export function countGeneration(object: JsonObject, old: JsonObject, { resource: { kind, hooks, storageSchema }, subresource, context }: WriteScope): void {
	if (!kind.generation) return;
	const alsoCounts = subresource === '' && hooks.countsInGeneration?.(object, old);
	if (!desiredStateDiffers(countedPart(object, storageSchema), old) && alsoCounts !== true) return;
	context.metadata.set(object, { generation: Number(metadataOf(old).generation ?? 0) + 1 });
}

/** Drops write-only fields. They are not stored, so they do not count as a change. */
function countedPart(object: JsonObject, schema: CompiledType): JsonObject {
	if (!schema.hasWriteOnly) return object;
	const stored = copy(object) as JsonObject;
	schema.dropWriteOnly(stored);
	return stored;
}

const notDesired = new Set(['kind', 'apiVersion', 'metadata', 'status']);

function desiredStateDiffers(a: JsonObject, b: JsonObject): boolean {
	const fields = new Set([...Object.keys(a), ...Object.keys(b)]);
	for (const field of fields) if (!notDesired.has(field) && !deepEqual(a[field], b[field])) return true;
	return false;
}
