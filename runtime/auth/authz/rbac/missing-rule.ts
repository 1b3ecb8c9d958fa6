/**
 * Explains an RBAC refusal with the rule that would have allowed the request. It is shown in the audit log and to users who may read roles.
 */
import type { PolicyRule } from '../../../../generated/types/rbac/v1.ts';
import type { Attributes } from '../../../api/authorization.ts';

/** Returns the narrowest rule that would allow the request. A rule with wildcards or without a name could allow it as well. */
export function missingRule({ info, path }: Pick<Attributes, 'info' | 'path'>): string {
	if (!info.isResource) return `${ruleText({ verbs: [info.verb], nonResourceURLs: [path] })} in the cluster`;
	const { verb, group, resource, subresource, name, namespace } = info;
	const rule = { verbs: [verb], apiGroups: [group], resources: [subresource === '' ? resource : `${resource}/${subresource}`] };
	const where = namespace === '' ? 'in the cluster' : `in the namespace ${JSON.stringify(namespace)} or in the cluster`;
	return `${ruleText({ ...rule, ...(name !== '' && { resourceNames: [name] }) })} ${where}`;
}

function ruleText(rule: PolicyRule): string {
	return `the rule ${JSON.stringify(rule)}`;
}
