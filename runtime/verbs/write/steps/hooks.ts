/** Calls the kind's hooks, and takes the steps that its descriptor adds: dropping fields and counting the generation. */
import type { JsonObject } from '../../../model/catalog.ts';
import { copy, deepEqual } from '../../../model/equal.ts';
import type { CompiledType } from '../../../schema/compiled.ts';
import { metadataOf } from '../../metadata/metadata.ts';
import { hookContext, type WriteScope } from '../scope.ts';
import type { Write } from './write.ts';

export function normalize({ operation, scope, object }: Write): void {
	if (operation !== 'DELETE') scope.resource.hooks.normalize?.(object);
}

export function callHooks(write: Write): void {
	const { scope, object } = write;
	const { hooks, storageSchema } = scope.resource;
	switch (write.operation) {
		case 'CREATE':
			storageSchema.dropHeldBack(object);
			hooks.prepareForCreate?.(object, hookContext(scope));
			return;
		case 'UPDATE':
			storageSchema.dropHeldBack(object, write.old);
			hooks.prepareForUpdate?.(object, write.old, hookContext(scope));
			countGeneration(object, write.old, scope);
			return;
		case 'DELETE':
			if (write.deletion.effect === 'mark') hooks.prepareForDelete?.(object, hookContext(scope));
	}
}

/** Removes write-only fields, after hooks and rules have seen them. */
export function dropWriteOnly({ operation, scope, object }: Write): void {
	if (operation !== 'DELETE') scope.resource.storageSchema.dropWriteOnly(object);
}

/** Counts changes outside metadata and status in `metadata.generation`. */
function countGeneration(object: JsonObject, old: JsonObject, { resource: { kind, hooks, storageSchema }, subresource, context }: WriteScope): void {
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
