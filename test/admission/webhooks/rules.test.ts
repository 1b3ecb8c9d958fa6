import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RuleWithOperations } from '../../../generated/types/admissionregistration/v1.ts';
import type { Operation } from '../../../runtime/admission/contract.ts';
import { type NamespacedTarget, ruleCovers, ruleCoversAnyVersion, ruleFits } from '../../../runtime/admission/webhooks/rules.ts';
import { runs } from '../../setup/sample.ts';

const rule: RuleWithOperations = { operations: ['CREATE'], apiGroups: ['apps'], apiVersions: ['v1'], resources: ['deployments'] };
const request: NamespacedTarget = { operation: 'CREATE', group: 'apps', version: 'v1', resource: 'deployments', subresource: '', namespace: 'default' };

describe('a rule', () => {
	it.each<[what: string, change: Partial<RuleWithOperations>, about: Partial<NamespacedTarget>, fits: boolean]>([
		['what it names', {}, {}, true],
		['another operation', {}, { operation: 'UPDATE' }, false],
		['any operation', { operations: ['*'] }, { operation: 'CONNECT' }, true],
		['another group', {}, { group: '' }, false],
		['any group', { apiGroups: ['*'] }, { group: '' }, true],
		['another version', {}, { version: 'v1beta1' }, false],
		['any version', { apiVersions: ['*'] }, { version: 'v1beta1' }, true],
		['another resource', {}, { resource: 'pods' }, false],
		['a subresource of what it names', {}, { subresource: 'status' }, false],
		['the subresource that it names', { resources: ['deployments/status'] }, { subresource: 'status' }, true],
		['the resource of the subresource that it names', { resources: ['deployments/status'] }, {}, false],
		['any resource', { resources: ['*'] }, {}, true],
		['a subresource, where it names any resource', { resources: ['*'] }, { subresource: 'status' }, false],
		['any subresource of it', { resources: ['deployments/*'] }, { subresource: 'scale' }, true],
		['itself, where it names all of one', { resources: ['deployments/*'] }, {}, true],
		['one subresource of all', { resources: ['*/scale'] }, { subresource: 'scale' }, true],
		['another subresource of all', { resources: ['*/scale'] }, { subresource: 'status' }, false],
		['everything', { resources: ['*/*'] }, { subresource: 'status' }, true],
		['everything in namespaces', { scope: 'Namespaced' }, {}, true],
		['what is in none, where it is about namespaces', { scope: 'Namespaced' }, { namespace: '' }, false],
		['what is in none', { scope: 'Cluster' }, { namespace: '' }, true],
		['what is in one, where it is about the cluster', { scope: 'Cluster' }, {}, false],
		['both', { scope: '*' }, { namespace: '' }, true],
		['nothing, where it names none', { resources: [] }, {}, false],
	])('about %s', (_, change, about, fits) => {
		expect(ruleFits({ ...rule, ...change }, { ...request, ...about })).toBe(fits);
	});

	it('matches only if the pre-check matched', () => {
		const word = fc.constantFrom('a', 'b', '*');
		const words = fc.array(word, { maxLength: 2 });
		const resources = fc.array(fc.tuple(word, fc.constantFrom('', '/s', '/t', '/*')), { maxLength: 3 }).map((all) => all.map((parts) => parts.join('')));
		const operation = fc.constantFrom<Operation>('CREATE', 'UPDATE', 'DELETE', 'CONNECT');
		const rules = fc.record({
			operations: fc.array(fc.constantFrom('CREATE', 'UPDATE', '*'), { maxLength: 2 }),
			apiGroups: words,
			apiVersions: words,
			resources,
			scope: fc.constantFrom(undefined, '*', 'Cluster', 'Namespaced'),
		}) as fc.Arbitrary<RuleWithOperations>;
		const name = fc.constantFrom('a', 'b');
		const requests = fc.record({
			operation,
			group: name,
			version: name,
			resource: name,
			subresource: fc.constantFrom('', 's', 't'),
			namespace: fc.constantFrom('', 'n'),
		});
		/** Returns the set of everything that a rule matches, as a reference. */
		const meant = (rule: RuleWithOperations): ReadonlySet<string> => {
			const spread = (names: readonly string[] | undefined, all: readonly string[]): readonly string[] =>
				(names ?? []).flatMap((each) => (each === '*' ? all : [each]));
			const found = new Set<string>();
			for (const operation of spread(rule.operations, ['CREATE', 'UPDATE', 'DELETE', 'CONNECT']))
				for (const group of spread(rule.apiGroups, ['a', 'b']))
					for (const version of spread(rule.apiVersions, ['a', 'b']))
						for (const text of rule.resources ?? []) {
							const [of = '', part = ''] = text.split('/');
							for (const resource of spread([of], ['a', 'b']))
								for (const subresource of spread([part], ['', 's', 't']))
									for (const namespace of { Cluster: [''], Namespaced: ['n'] }[String(rule.scope)] ?? ['', 'n'])
										found.add(JSON.stringify({ operation, group, version, resource, subresource, namespace }));
						}
			return found;
		};
		fc.assert(
			fc.property(rules, requests, (rule, about) => {
				const fits = ruleFits(rule, about);
				expect(fits).toBe(meant(rule).has(JSON.stringify(about)));
				if (fits) expect([ruleCovers(rule, about), ruleCoversAnyVersion(rule, about)]).toEqual([true, true]);
			}),
			{ numRuns: runs(500) },
		);
	});
});
