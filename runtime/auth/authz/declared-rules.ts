/** Rights that rows declare beside what they do: controllers act under names of their own, and may do what their row says and nothing else. */

import { type Attributes, allowed, type Decision, noOpinion, type Rule } from '../../api/authorization.ts';
import type { RequestInfo } from '../../api/request.ts';
import type { AuthorizerRow } from './contract.ts';

export const declaredRules: AuthorizerRow = {
	name: 'DeclaredRules',
	used: 'always',
	start: ({ declared }) => ({
		authorize({ user, info, path }: Attributes): Decision {
			const rules = declared.get(user.name);
			return rules?.some((rule) => covers(rule, info, path)) ? allowed : noOpinion;
		},
		rulesFor: (user) => ({ rules: declared.get(user.name) ?? [], incomplete: false }),
	}),
};

function covers(rule: Rule, info: RequestInfo, path: string): boolean {
	if (!has(rule.verbs, info.verb)) return false;
	if (!info.isResource) return has(rule.paths, path);
	const resource = info.subresource === '' ? info.resource : `${info.resource}/${info.subresource}`;
	return has(rule.groups, info.group) && has(rule.resources, resource) && (rule.names === undefined || rule.names.includes(info.name));
}

function has(words: readonly string[] | undefined, word: string): boolean {
	return words !== undefined && (words.includes(word) || words.includes('*'));
}
