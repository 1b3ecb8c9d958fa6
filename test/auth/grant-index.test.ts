/** The index of a subject's grants finds the same result as a scan of all grants. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { PolicyRule } from '../../generated/types/rbac/v1.ts';
import { allowed } from '../../runtime/api/authorization.ts';
import type { RequestInfo } from '../../runtime/api/request.ts';
import type { Grant } from '../../runtime/auth/authz/rbac/grant.ts';
import { GrantIndex } from '../../runtime/auth/authz/rbac/grant-index.ts';
import type { RoleRules } from '../../runtime/auth/authz/rbac/roles.ts';
import { type CompiledRule, compileRule } from '../../runtime/auth/authz/rbac/rules.ts';
import { runs } from '../setup/sample.ts';

const some = (...words: string[]) => fc.subarray(words, { minLength: 1 });
const maybe = (...words: string[]) => fc.subarray(words);
const rule: fc.Arbitrary<PolicyRule> = fc.oneof(
	fc.record({
		verbs: some('get', 'list', '*'),
		apiGroups: some('', 'apps', '*'),
		resources: some('pods', 'pods/log', 'things', '*', '*/log', 'pods/*'),
		resourceNames: maybe('a', 'b', ''),
	}),
	fc.record({ verbs: some('get', '*'), nonResourceURLs: some('/a', '/a/b', '/a/*', '*', '/') }),
);
const info: fc.Arbitrary<RequestInfo> = fc.oneof(
	fc.record({
		isResource: fc.constant(true as const),
		verb: fc.constantFrom('get', 'list', 'watch'),
		group: fc.constantFrom('', 'apps', 'other'),
		version: fc.constant('v1'),
		resource: fc.constantFrom('pods', 'things'),
		subresource: fc.constantFrom('', 'log', 'status'),
		namespace: fc.constant(''),
		name: fc.constantFrom('', 'a', 'c'),
	}) as fc.Arbitrary<RequestInfo>,
	fc.record({ isResource: fc.constant(false as const), verb: fc.constantFrom('get', 'post') }) as fc.Arbitrary<RequestInfo>,
);

it('finds the same grants as a full scan', () => {
	fc.assert(
		fc.property(
			fc.array(fc.array(rule, { maxLength: 3 }), { maxLength: 6 }),
			fc.array(fc.tuple(info, fc.constantFrom('/a', '/a/b', '/a/b/c', '/b', '/')), { minLength: 10, maxLength: 40 }),
			(roles, asked) => {
				const compiled = new Map<string, readonly CompiledRule[]>(roles.map((rules, i) => [String(i), rules.map(compileRule)]));
				const grants: Grant[] = roles.map((_, i) => ({ role: { apiGroup: '', kind: 'ClusterRole', name: String(i) }, namespace: '', decision: allowed }));
				const index = new GrantIndex(grants, { generation: 0, of: ({ name }: { name: string }) => compiled.get(name) } as unknown as RoleRules);
				for (const [of, path] of asked) {
					const covers = (each: CompiledRule) => (of.isResource ? each.covers(of) : each.coversPath(of.verb, path));
					const found = index.find(of, path);
					expect(found !== undefined, JSON.stringify([of, path])).toBe([...compiled.values()].flat().some(covers));
					if (found !== undefined) expect(compiled.get(found.role.name)?.some(covers)).toBe(true);
				}
			},
		),
		{ numRuns: runs(1000) },
	);
});

it('a rule of more than a thousand texts is gone through', () => {
	const many = Array.from({ length: 2000 }, (_, i) => `name-${i}`);
	const rules = [compileRule({ verbs: ['get'], apiGroups: [''], resources: ['pods'], resourceNames: many })];
	const grant: Grant = { role: { apiGroup: '', kind: 'ClusterRole', name: 'r' }, namespace: '', decision: allowed };
	const index = new GrantIndex([grant], { generation: 0, of: () => rules } as unknown as RoleRules);
	const of = (name: string): RequestInfo => ({
		isResource: true,
		verb: 'get',
		group: '',
		version: 'v1',
		resource: 'pods',
		subresource: '',
		namespace: '',
		name,
	});
	expect(index.find(of('name-1999'), '')).toBe(grant);
	expect(index.find(of('name-2000'), '')).toBeUndefined();
});
