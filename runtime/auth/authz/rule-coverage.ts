/** Reports whether rules cover a request. `*` matches everything. */
import type { Rule } from '../../api/authorization.ts';
import type { RequestInfo } from '../../api/request.ts';

export function coversOne(rules: readonly Rule[], info: RequestInfo, path: string): boolean {
	for (const rule of rules) if (covers(rule, info, path)) return true;
	return false;
}

function covers(rule: Rule, info: RequestInfo, path: string): boolean {
	if (!has(rule.verbs, info.verb)) return false;
	if (!info.isResource) return has(rule.paths, path);
	const resource = info.subresource === '' ? info.resource : `${info.resource}/${info.subresource}`;
	return has(rule.groups, info.group) && has(rule.resources, resource) && (rule.names === undefined || rule.names.includes(info.name));
}

function has(words: readonly string[] | undefined, word: string): boolean {
	return words !== undefined && (words.includes(word) || words.includes('*'));
}
