/** What `metadata.generation` counts: changes of anything but metadata and status. */
import { deepEqual } from '../schema/equal.ts';
import type { JsonObject } from '../schema/model.ts';

const notDesired = new Set(['kind', 'apiVersion', 'metadata', 'status']);

export function desiredStateDiffers(a: JsonObject, b: JsonObject): boolean {
	const fields = new Set([...Object.keys(a), ...Object.keys(b)]);
	for (const field of fields) if (!notDesired.has(field) && !deepEqual(a[field], b[field])) return true;
	return false;
}
