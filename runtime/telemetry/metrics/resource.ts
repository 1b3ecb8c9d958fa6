/** Labels of what is stored together, which releases name in one word or in two. */
import type { Labels } from '../family.ts';

/** `storageName`: of a kind, `deployments.apps`. */
export function ofResource(storageName: string): Labels {
	const dot = storageName.indexOf('.');
	return dot < 0
		? { groupResource: storageName, group: '', resource: storageName }
		: { groupResource: storageName, group: storageName.slice(dot + 1), resource: storageName.slice(0, dot) };
}
