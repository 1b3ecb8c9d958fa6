/** The `ephemeralcontainers` subresource: it adds ephemeral containers to a pod. Existing ones are immutable. */
import type { Pod } from '../../../generated/types/core/v1.ts';
import type { JsonObject } from '../../model/catalog.ts';
import { type Cause, forbiddenField } from '../../model/cause.ts';
import { deepEqual } from '../../model/equal.ts';

/** Restores all other fields, including owner references, in place. */
export function keepAllButEphemeral(pod: Pod, old: Pod): void {
	const { ephemeralContainers } = pod.spec ?? {};
	const { ephemeralContainers: _, ...spec } = old.spec ?? { containers: [] };
	const { resourceVersion: _version, ...metadata } = old.metadata ?? {};
	pod.metadata = metadata;
	pod.spec = { ...spec, ...(ephemeralContainers !== undefined && { ephemeralContainers }) };
	if (old.status !== undefined) pod.status = old.status;
}

export function ephemeralChanges(pod: Pod, old: Pod): Cause[] {
	const found = new Map((pod.spec?.ephemeralContainers ?? []).map((container) => [container.name, container]));
	return (old.spec?.ephemeralContainers ?? []).flatMap((before) => {
		const now = found.get(before.name);
		const what = now === undefined ? 'removed' : 'changed';
		if (now !== undefined && deepEqual(now as object as JsonObject, before as object as JsonObject)) return [];
		return [forbiddenField('spec.ephemeralContainers', `existing ephemeral containers ${JSON.stringify(before.name)} may not be ${what}\n`)];
	});
}
