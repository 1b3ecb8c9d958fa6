/** Labels that name a stored resource: one label or two, depending on the release. */
import type { Labels } from '../family.ts';

/** `storageName`: such as `deployments.apps`. */
export function ofResource(storageName: string): Labels {
	const dot = storageName.indexOf('.');
	return dot < 0
		? { groupResource: storageName, group: '', resource: storageName }
		: { groupResource: storageName, group: storageName.slice(dot + 1), resource: storageName.slice(0, dot) };
}
