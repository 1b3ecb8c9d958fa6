/**
 * Index of a subject's grants by the requests they allow. A decision looks up a few texts, however many bindings the subject has. The index
 * is built on first use and rebuilt after a role changes.
 */
import type { PolicyRule } from '../../../../generated/types/rbac/v1.ts';
import type { RequestInfo } from '../../../api/request.ts';
import type { Grant } from './grant.ts';
import type { RoleRules } from './roles.ts';
import type { CompiledRule } from './rules.ts';

type ResourceInfo = Extract<RequestInfo, { readonly isResource: true }>;

/** Limit of texts generated for one rule; a rule that needs more is scanned instead. */
const mostTexts = 1_000;

export class GrantIndex {
	/** Generation of the roles that the index was built from. */
	readonly generation: number;
	readonly #grants = new Map<string, Grant>();
	readonly #others: { readonly rule: CompiledRule; readonly grant: Grant }[] = [];

	constructor(grants: readonly Grant[], roles: RoleRules) {
		this.generation = roles.generation;
		const seen = new Set<readonly CompiledRule[]>();
		for (const grant of grants) {
			const rules = roles.of(grant.role, grant.namespace);
			// A role that is granted twice adds no permissions the second time.
			if (rules === undefined || seen.has(rules)) continue;
			seen.add(rules);
			for (const rule of rules) this.#add(rule, grant);
		}
	}

	find(info: RequestInfo, path: string): Grant | undefined {
		const known = info.isResource ? this.#ofResource(info) : (this.#grants.get(`${info.verb}\n${path}`) ?? this.#grants.get(`*\n${path}`));
		if (known !== undefined) return known;
		for (const { rule, grant } of this.#others) if (info.isResource ? rule.covers(info) : rule.coversPath(info.verb, path)) return grant;
		return undefined;
	}

	#ofResource(info: ResourceInfo): Grant | undefined {
		const { group, resource, subresource, name } = info;
		const exact = subresource === '' ? resource : `${resource}/${subresource}`;
		for (const verb of [info.verb, '*']) {
			for (const there of [group, '*']) {
				for (const what of subresource === '' ? [exact, '*'] : [exact, `*/${subresource}`, '*']) {
					const found = this.#grants.get(`${verb}\n${there}\n${what}`) ?? this.#grants.get(`${verb}\n${there}\n${what}\n${name}`);
					if (found !== undefined) return found;
				}
			}
		}
		return undefined;
	}

	#add(rule: CompiledRule, grant: Grant): void {
		const texts = textsOf(rule.written);
		if (texts === undefined) this.#others.push({ rule, grant });
		else for (const text of texts) if (!this.#grants.has(text)) this.#grants.set(text, grant);
	}
}

/** Expands a rule to its texts. Returns undefined if the rule has too many, or cannot be expressed as texts. */
function textsOf({ verbs, apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] }: PolicyRule): string[] | undefined {
	if (nonResourceURLs.some((url) => url.endsWith('*')) || (nonResourceURLs.length > 0 && resources.length > 0)) return undefined;
	const count = verbs.length * Math.max(nonResourceURLs.length, apiGroups.length * resources.length * Math.max(1, resourceNames.length));
	if (count > mostTexts) return undefined;
	if (nonResourceURLs.length > 0) return verbs.flatMap((verb) => nonResourceURLs.map((url) => `${verb}\n${url}`));
	const names = resourceNames.length === 0 ? [''] : resourceNames.map((name) => `\n${name}`);
	return verbs.flatMap((verb) => apiGroups.flatMap((group) => resources.flatMap((resource) => names.map((name) => `${verb}\n${group}\n${resource}${name}`))));
}
