/** Which requests the rules of a webhook are about (seed 3, "Admission webhook configuration"). */
import type { RuleWithOperations } from '../../../generated/types/admissionregistration/v1.ts';
import type { Addressed } from '../contract.ts';

const all = '*';

export interface Ruled extends Addressed {
	/** Empty: in none. */
	readonly namespace: string;
}

/** Where the scope is left out of account, a write may turn out to be in the other one. */
export function ruleCovers(rule: RuleWithOperations, request: Addressed): boolean {
	return (
		isAmong(rule.operations, request.operation) && isAmong(rule.apiGroups, request.group) && isAmong(rule.apiVersions, request.version) && covers(rule, request)
	);
}

export function ruleFits(rule: RuleWithOperations, request: Ruled): boolean {
	return scopeFits(rule.scope, request) && ruleCovers(rule, request);
}

/** Whether it is about such writes in any group and version. */
export function ruleCoversAnyVersion(rule: RuleWithOperations, request: Pick<Addressed, 'operation' | 'resource' | 'subresource'>): boolean {
	return isAmong(rule.operations, request.operation) && covers(rule, request);
}

function isAmong(names: readonly string[] | undefined, name: string): boolean {
	return names !== undefined && (names.includes(name) || names.includes(all));
}

/** `*` is every resource without its subresources, `x/*` one with its own, `* /x` (without the space) one of all. */
function covers({ resources = [] }: RuleWithOperations, { resource, subresource }: Pick<Addressed, 'resource' | 'subresource'>): boolean {
	return resources.some((text) => {
		const slash = text.indexOf('/');
		const [of, part] = slash === -1 ? [text, ''] : [text.slice(0, slash), text.slice(slash + 1)];
		return (of === all || of === resource) && (part === all || part === subresource);
	});
}

/** A namespace is an object of the cluster, also in requests that name it. */
function scopeFits(scope: string | undefined, { namespace }: Ruled): boolean {
	switch (scope) {
		case undefined:
		case all:
			return true;
		case 'Namespaced':
			return namespace !== '';
		case 'Cluster':
			return namespace === '';
		default:
			return false;
	}
}
