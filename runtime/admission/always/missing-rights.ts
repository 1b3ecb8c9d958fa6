/** Computes the permissions that a role grants and a user lacks (seed 3, "RBAC"; the Kubernetes rules against privilege escalation). */
import type { PolicyRule } from '../../../generated/types/rbac/v1.ts';
import type { Rule } from '../../api/authorization.ts';

/** Permission for one verb on one resource, one object of a resource, or one path. */
export interface Right {
	readonly verb: string;
	readonly group?: string;
	readonly resource?: string;
	readonly name?: string;
	readonly path?: string;
}

/** Time after which the comparison yields to the event loop. Clients determine the length of both lists. */
const turnMs = 2;
/**
 * Maximum number of permissions to compare. More would take too long for a waiting client. Roles written by people have less than a tenth
 * of it.
 */
const mostRights = 20_000;

export class TooManyRights extends Error {
	constructor() {
		super(`the role grants more than ${mostRights} single rights, too many to compare: use wildcards, or several roles`);
	}
}

/** Returns the missing permissions, in the order of the grants. Rejects with TooManyRights. */
export async function missingRights(held: readonly Rule[], granted: readonly PolicyRule[]): Promise<readonly Right[]> {
	const holders = held.map(holderOf);
	const missing: Right[] = [];
	let beganMs = performance.now();
	let seen = 0;
	for (const rule of granted) {
		for (const right of rightsOf(rule)) {
			if (++seen > mostRights) throw new TooManyRights();
			if (!holders.some((holds) => holds(right))) missing.push(right);
			if (performance.now() - beganMs > turnMs) {
				await new Promise(setImmediate);
				beganMs = performance.now();
			}
		}
	}
	return missing;
}

function* rightsOf({ verbs, apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] }: PolicyRule): Generator<Right> {
	for (const group of apiGroups) {
		for (const resource of resources) {
			for (const verb of verbs) {
				if (resourceNames.length === 0) yield { verb, group, resource };
				for (const name of resourceNames) yield { verb, group, resource, name };
			}
		}
	}
	for (const path of nonResourceURLs) for (const verb of verbs) yield { verb, path };
}

/**
 * Returns a predicate for the permissions that a rule covers. Only a wildcard covers a wildcard, not a list of everything that exists now.
 */
function holderOf({ verbs, groups = [], resources = [], names, paths = [] }: Rule): (right: Right) => boolean {
	const has = (words: ReadonlySet<string>, word: string): boolean => words.has('*') || words.has(word);
	const [ofVerbs, ofGroups, ofResources] = [new Set(verbs), new Set(groups), new Set(resources)];
	const ofNames = names === undefined || names.length === 0 ? undefined : new Set(names);
	const exact = new Set(paths);
	const prefixes = paths.filter((path) => path.endsWith('*')).map((path) => path.replace(/\*+$/, ''));
	return ({ verb, group, resource, name, path }) => {
		if (!has(ofVerbs, verb)) return false;
		if (path !== undefined) return exact.has(path) || prefixes.some((prefix) => path.startsWith(prefix));
		if (group === undefined || resource === undefined || !has(ofGroups, group)) return false;
		if (!has(ofResources, resource) && !ofResources.has(anyOf(resource))) return false;
		return ofNames === undefined || (name !== undefined && ofNames.has(name));
	};
}

/** Returns the pattern for the same subresource of any resource. Returns an empty string for a resource without a subresource. */
function anyOf(resource: string): string {
	const slash = resource.indexOf('/');
	return slash < 0 ? '' : `*${resource.slice(slash)}`;
}

/** Formats permissions as sorted lines in Kubernetes wording. Permissions that differ only in the verb share a line. */
export function rightsText(rights: readonly Right[]): string {
	const verbs = new Map<string, string[]>();
	for (const { verb, group, resource, name, path } of rights) {
		const what =
			path === undefined
				? `APIGroups:${quoted([group])}, Resources:${quoted([resource])}${name === undefined ? '' : `, ResourceNames:${quoted([name])}`}`
				: `NonResourceURLs:${quoted([path])}`;
		verbs.set(what, [...(verbs.get(what) ?? []), verb]);
	}
	return [...verbs]
		.map(([what, of]) => `{${what}, Verbs:${quoted(of)}}`)
		.sort()
		.join('\n');
}

/** Formats a list of strings as Go's `%q` does. */
export function quoted(words: readonly (string | undefined)[]): string {
	return `[${words.map((word) => JSON.stringify(word)).join(' ')}]`;
}
