/** Matches requests against the rules of a webhook (seed 3, "Admission webhook configuration"). */
import type { RuleWithOperations } from '../../../generated/types/admissionregistration/v1.ts';
import type { WriteTarget } from '../contract.ts';

const all = '*';

export interface NamespacedTarget extends WriteTarget {
	/** Empty for cluster-scoped objects. */
	readonly namespace: string;
}

/** Reports whether a rule covers a write, regardless of scope. A covered write may turn out to have the other scope. */
export function ruleCovers(rule: RuleWithOperations, request: WriteTarget): boolean {
	return (
		isAmong(rule.operations, request.operation) && isAmong(rule.apiGroups, request.group) && isAmong(rule.apiVersions, request.version) && covers(rule, request)
	);
}

export function ruleFits(rule: RuleWithOperations, request: NamespacedTarget): boolean {
	return scopeFits(rule.scope, request) && ruleCovers(rule, request);
}

/** Reports whether a rule covers such writes in any group and version. */
export function ruleCoversAnyVersion(rule: RuleWithOperations, request: Pick<WriteTarget, 'operation' | 'resource' | 'subresource'>): boolean {
	return isAmong(rule.operations, request.operation) && covers(rule, request);
}

function isAmong(names: readonly string[] | undefined, name: string): boolean {
	return names !== undefined && (names.includes(name) || names.includes(all));
}

/**
 * `*` matches every resource without its subresources. `x/*` matches a resource with all its subresources. A star before the slash matches
 * one subresource of every resource.
 */
function covers({ resources = [] }: RuleWithOperations, { resource, subresource }: Pick<WriteTarget, 'resource' | 'subresource'>): boolean {
	return resources.some((text) => {
		const slash = text.indexOf('/');
		const [of, part] = slash === -1 ? [text, ''] : [text.slice(0, slash), text.slice(slash + 1)];
		return (of === all || of === resource) && (part === all || part === subresource);
	});
}

/** Reports whether the scope matches. A Namespace is cluster-scoped, also in requests that name it. */
function scopeFits(scope: string | undefined, { namespace }: NamespacedTarget): boolean {
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
