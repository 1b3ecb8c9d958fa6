/** RoleBinding and ClusterRoleBinding: the role reference is immutable, and service account names are valid. */
import type { RoleBinding, RoleRef } from '../../../generated/types/rbac/v1.ts';
import type { KindHooks } from '../../api/hooks.ts';
import { invalidValue } from '../../model/cause.ts';
import { checkDnsSubdomain } from '../../scalars/formats.ts';

export const bindingHooks: KindHooks<Pick<RoleBinding, 'roleRef' | 'subjects'>> = {
	validate: ({ subjects = [] }) =>
		subjects.flatMap(({ kind, name }, index) =>
			kind === 'ServiceAccount' && name !== '' ? checkDnsSubdomain(name).map((why) => invalidValue(`subjects[${index}].name`, name, why)) : [],
		),
	validateUpdate: ({ roleRef }, old) => (isSame(roleRef, old.roleRef) ? [] : [invalidValue('roleRef', roleRef, 'cannot change roleRef')]),
};

function isSame(a: RoleRef, b: RoleRef): boolean {
	return a.apiGroup === b.apiGroup && a.kind === b.kind && a.name === b.name;
}
