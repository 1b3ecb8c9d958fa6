/** What `metadata.generation` counts: changes of anything but metadata and status. */
import type { JsonObject } from '../../../model/catalog.ts';
import { deepEqual } from '../../../model/equal.ts';
import { metadataOf } from '../metadata/metadata.ts';
import type { WriteScope } from '../scope.ts';

export function countGeneration(object: JsonObject, old: JsonObject, { resource: { kind, hooks }, subresource, context }: WriteScope): void {
	if (!kind.generation) return;
	const alsoCounts = subresource === '' && hooks.countsInGeneration?.(object, old);
	if (!desiredStateDiffers(object, old) && alsoCounts !== true) return;
	context.metadata.set(object, { generation: Number(metadataOf(old).generation ?? 0) + 1 });
}

const notDesired = new Set(['kind', 'apiVersion', 'metadata', 'status']);

function desiredStateDiffers(a: JsonObject, b: JsonObject): boolean {
	const fields = new Set([...Object.keys(a), ...Object.keys(b)]);
	for (const field of fields) if (!notDesired.has(field) && !deepEqual(a[field], b[field])) return true;
	return false;
}
