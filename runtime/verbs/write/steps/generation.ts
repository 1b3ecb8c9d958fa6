/** What `metadata.generation` counts: changes of anything but metadata and status. */

import type { JsonObject } from '../../model/catalog.ts';
import { deepEqual } from '../../model/equal.ts';

const notDesired = new Set(['kind', 'apiVersion', 'metadata', 'status']);

export function desiredStateDiffers(a: JsonObject, b: JsonObject): boolean {
	const fields = new Set([...Object.keys(a), ...Object.keys(b)]);
	for (const field of fields) if (!notDesired.has(field) && !deepEqual(a[field], b[field])) return true;
	return false;
}
