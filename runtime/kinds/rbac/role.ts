/** Role and ClusterRole: a rule is for resources or non-resource URLs; selectors of aggregated roles are valid. */
import type { ClusterRole, PolicyRule, Role } from '../../../generated/types/rbac/v1.ts';
import type { KindHooks } from '../../api/hooks.ts';
import { type Cause, invalidValue } from '../../model/cause.ts';
import { isSelector } from '../../select/index.ts';

export const roleHooks: KindHooks<Role> = {
	prepareForCreate: dropEmptyRules,
	prepareForUpdate: dropEmptyRules,
	validate: ({ rules = [] }) =>
		violations(rules, ({ nonResourceURLs: urls }, at) =>
			urls === undefined ? [] : [invalidValue(at, urls, 'namespaced rules cannot apply to non-resource URLs')],
		),
};

export const clusterRoleHooks: KindHooks<ClusterRole> = {
	prepareForCreate: dropEmptyRules,
	prepareForUpdate: dropEmptyRules,
	validate: ({ rules = [], aggregationRule }) => [
		...violations(rules, () => []),
		...(aggregationRule?.clusterRoleSelectors ?? []).flatMap((selector, index) =>
			isSelector(selector as Parameters<typeof isSelector>[0])
				? []
				: [invalidValue(`aggregationRule.clusterRoleSelectors[${index}]`, undefined, 'invalid label selector.')],
		),
	],
};

/** Deletes an empty list of rules. Its field manager still owns the field. */
function dropEmptyRules(role: Role | ClusterRole): void {
	if (role.rules?.length === 0) delete role.rules;
}

/** Validates rules. `ofKind`: further rules of the kind, given the path of a rule's URLs. */
function violations(rules: readonly PolicyRule[] | null, ofKind: (rule: PolicyRule, at: string) => readonly Cause[]): Cause[] {
	return (rules ?? []).flatMap((rule, index) => {
		const at = `rules[${index}].nonResourceURLs`;
		const { nonResourceURLs: urls, apiGroups, resources, resourceNames } = rule;
		const isBoth = urls !== undefined && (apiGroups ?? resources ?? resourceNames) !== undefined;
		return [...ofKind(rule, at), ...(isBoth ? [invalidValue(at, urls, 'rules cannot apply to both regular resources and non-resource URLs')] : [])];
	});
}
