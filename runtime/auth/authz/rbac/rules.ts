/** Compiled rules of roles: match requests against a rule (seed 3, "RBAC") without allocating objects. */
import type { PolicyRule } from '../../../../generated/types/rbac/v1.ts';
import type { Rule } from '../../../api/authorization.ts';
import type { RequestInfo } from '../../../api/request.ts';

type ResourceInfo = Extract<RequestInfo, { readonly isResource: true }>;

/** Resource pattern of a rule, split at its slash. `*` is a wildcard only as the whole pattern or before the slash. */
interface ResourcePattern {
	readonly resource: string;
	readonly subresource: string;
}

export interface CompiledRule {
	/** Rule in the form of access reviews. */
	readonly shown: Rule;
	readonly written: PolicyRule;
	covers(info: ResourceInfo): boolean;
	coversPath(verb: string, path: string): boolean;
}

export function compileRule(written: PolicyRule): CompiledRule {
	const { verbs, apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] } = written;
	const anyVerb = verbs.includes('*');
	const anyGroup = apiGroups.includes('*');
	const anyResource = resources.includes('*');
	// A pattern that ends in a slash is invalid and covers no resource.
	const patterns = resources.filter((resource) => !resource.endsWith('/')).map(patternOf);
	const prefixes = nonResourceURLs.filter((url) => url.endsWith('*')).map((url) => url.slice(0, -1));
	const isAbout = (info: ResourceInfo): boolean => {
		if (anyResource) return true;
		for (const { resource, subresource } of patterns) {
			if (subresource === info.subresource && (resource === info.resource || resource === '*')) return true;
		}
		return false;
	};
	return {
		shown: shownRule(written),
		written,
		covers: (info) =>
			(anyVerb || verbs.includes(info.verb)) &&
			(anyGroup || apiGroups.includes(info.group)) &&
			isAbout(info) &&
			(resourceNames.length === 0 || resourceNames.includes(info.name)),
		coversPath: (verb, path) => (anyVerb || verbs.includes(verb)) && isAmong(nonResourceURLs, prefixes, path),
	};
}

function patternOf(written: string): ResourcePattern {
	const slash = written.indexOf('/');
	return slash < 0 ? { resource: written, subresource: '' } : { resource: written.slice(0, slash), subresource: written.slice(slash + 1) };
}

function isAmong(urls: readonly string[], prefixes: readonly string[], path: string): boolean {
	if (urls.includes(path)) return true;
	for (const prefix of prefixes) if (path.startsWith(prefix)) return true;
	return false;
}

/** Converts a rule to the form of access reviews. */
export function shownRule({ verbs, apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] }: PolicyRule): Rule {
	if (nonResourceURLs.length > 0) return { verbs, paths: nonResourceURLs };
	return { verbs, groups: apiGroups, resources, ...(resourceNames.length > 0 && { names: resourceNames }) };
}
