/** Dependents of the parts that a release removes, by source: objects, rules of webhooks and policies, flags, audit logs, metrics. */
import { describe, expect, it } from 'vitest';
import { catalog } from '../../../generated/catalog.ts';
import { SpecReading, type Specs } from '../../../generator/stored/reading.ts';
import type { StoredObject } from '../../../generator/stored/stored-object.ts';
import { AuditedClients, metricFindings } from '../../../generator/upgrade/clients.ts';
import { ObjectDependencies } from '../../../generator/upgrade/objects.ts';
import { ReleasesCompared } from '../../../generator/upgrade/releases-compared.ts';
import { jsonOf, textOf } from '../../../generator/upgrade/report.ts';
import { ruleFindings } from '../../../generator/upgrade/rules.ts';
import { serviceCidrHooks } from '../../../runtime/kinds/service-cidr.ts';
import type { JsonObject } from '../../../runtime/model/catalog.ts';
import { flagProblems, releasesOf } from '../../../runtime/server/flags-at-release.ts';

const between = (from: string, to: string) => new ReleasesCompared(catalog, { release: from }, { release: to });
const to25 = between('1.24', '1.25');
const stored = (resource: string, name: string, object: JsonObject, namespace = ''): StoredObject => ({
	resource,
	namespace,
	name,
	object: { metadata: { name, ...(namespace && { namespace }) }, ...object },
});
function found(releases: ReleasesCompared, ...objects: readonly StoredObject[]) {
	const dependencies = new ObjectDependencies(releases, {});
	for (const object of objects) dependencies.take(object);
	return dependencies.findings();
}

const policies = 'podsecuritypolicies.policy';
const budget = (version: string) =>
	stored('poddisruptionbudgets.policy', `of-${version}`, { apiVersion: `policy/${version}`, kind: 'PodDisruptionBudget' }, 'default');

describe('stored objects', () => {
	it('of a removed kind are unreachable', () => {
		expect(found(to25, stored(policies, 'open', { apiVersion: 'policy/v1beta1', kind: 'PodSecurityPolicy', spec: {} }))).toEqual([
			expect.objectContaining({
				subject: 'objects',
				name: policies,
				breaks: true,
				count: 1,
				names: ['open'],
				problem: expect.stringContaining('is not served in 1.25'),
			}),
		]);
	});

	it('of a removed version are read in another version', () => {
		expect(found(to25, budget('v1beta1'), budget('v1'))).toEqual([
			expect.objectContaining({ breaks: false, count: 1, problem: 'stored as policy/v1beta1, which is removed: they are read and rewritten as policy/v1' }),
		]);
		expect(found(between('1.25', '1.26'), budget('v1beta1'))).toEqual([]);
	});

	it('lose after a downgrade the fields that the earlier release lacks', () => {
		const gated = { apiVersion: 'v1', kind: 'Service', spec: { ports: [{ port: 80 }], trafficDistribution: 'PreferClose' } };
		const dependent = found(between('1.36', '1.25'), stored('services', 'near', gated, 'default'));
		expect(dependent).toEqual([expect.objectContaining({ breaks: true, problem: expect.stringContaining('spec.trafficDistribution is lost') })]);
	});
});

describe('the objects of the server itself', () => {
	it('are as the server tolerates them: its ServiceCIDR has a condition without a reason', () => {
		const range = catalog.kinds.find(({ kind }) => kind === 'ServiceCIDR');
		const conditions = [{ type: 'Ready', status: 'True', lastTransitionTime: '2026-01-01T00:00:00Z', reason: '', message: 'ready' }];
		const own = stored(range?.storageName ?? '', 'kubernetes', {
			apiVersion: `${range?.versions[0]?.group}/v1`,
			kind: 'ServiceCIDR',
			spec: { cidrs: ['10.0.0.0/24'] },
			status: { conditions },
		});
		const look = (converters: Specs['converters']) => new SpecReading({ catalog, converters }).look(own, { thorough: true, isConfidential: false });
		expect(look({}).map(({ field }) => field)).toEqual(['status.conditions[*].reason']);
		expect(look({ [own.resource]: serviceCidrHooks as Specs['converters'][string] })).toEqual([]);
	});
});

describe('rules of webhooks and policies', () => {
	const rule = (apiVersions: readonly string[], resources = ['poddisruptionbudgets']) => ({ apiGroups: ['policy'], apiVersions, resources, operations: ['*'] });
	const webhook = (...rules: readonly object[]) =>
		ruleFindings(
			stored('validatingwebhookconfigurations.admissionregistration.orch.io', 'guard', {
				webhooks: [{ name: 'a.example.com', rules }],
			} as unknown as JsonObject),
			to25,
		);

	it('that name removed versions alone match nothing', () => {
		expect(webhook(rule(['v1beta1']))).toEqual([
			{
				subject: 'webhook',
				name: 'validatingwebhookconfigurations/guard a.example.com',
				problem: 'a rule names only policy/v1beta1 poddisruptionbudgets, and matches nothing afterwards',
				instead: 'name policy/v1 in the rule',
				breaks: true,
			},
		]);
	});

	it('that name other versions as well continue, and those for all versions are unaffected', () => {
		expect(webhook(rule(['v1beta1', 'v1'])).map(({ breaks }) => breaks)).toEqual([false]);
		expect(webhook(rule(['*']), rule(['v1']), rule(['*'], ['*']))).toEqual([]);
		expect(webhook(rule(['*'], ['podsecuritypolicies/status'])).map(({ instead }) => instead)).toEqual(['remove the rule']);
	});

	it('of policies count too', () => {
		const spec = { matchConstraints: { resourceRules: [rule(['v1beta1'])] } };
		expect(ruleFindings(stored('validatingadmissionpolicies.admissionregistration.orch.io', 'p', { spec } as unknown as JsonObject), to25)[0]?.subject).toBe(
			'policy',
		);
		expect(ruleFindings(budget('v1'), to25)).toEqual([]);
	});
});

describe('clients', () => {
	const event = (apiVersion: string, more: object = {}) =>
		JSON.stringify({
			stage: 'ResponseComplete',
			user: { username: 'bot' },
			userAgent: 'old/1',
			objectRef: { apiGroup: 'policy', apiVersion, resource: 'poddisruptionbudgets' },
			...more,
		});

	it('in an audit log are counted by user and agent', () => {
		const clients = new AuditedClients(to25);
		for (const line of [event('v1beta1'), event('v1beta1'), event('v1'), event('v1beta1', { stage: 'RequestReceived' }), '', 'no event']) clients.take(line);
		expect(clients.unreadable).toBe(1);
		expect(clients.findings()).toEqual([
			{
				subject: 'client',
				name: 'bot (old/1)',
				problem: 'requests policy/v1beta1 poddisruptionbudgets, which 1.25 does not serve',
				instead: 'use policy/v1 PodDisruptionBudget',
				breaks: true,
				count: 2,
				seenIn: 'audit',
			},
		]);
	});

	it('in metrics have no name', () => {
		const page = [
			'# TYPE apiserver_requested_deprecated_apis gauge',
			'apiserver_requested_deprecated_apis{group="policy",removed_release="1.25",resource="podsecuritypolicies",subresource="",version="v1beta1"} 1',
			'apiserver_requested_deprecated_apis{group="flowcontrol.apiserver.orch.io",removed_release="1.29",resource="flowschemas",subresource="",version="v1beta2"} 1',
		];
		expect(metricFindings(page.join('\n'), to25)).toEqual([
			{
				subject: 'client',
				name: '(some client)',
				problem: 'requests policy/v1beta1 podsecuritypolicies, which 1.25 does not serve',
				breaks: true,
				seenIn: 'metrics',
			},
		]);
	});
});

describe('flags', () => {
	const problems = (from: string, to: string, ...args: readonly string[]) => {
		const { ever, before, after } = between(from, to);
		return flagProblems(args, { ever, before, after }).map(({ flag, problem, breaks }) => `${breaks ? 'breaks' : 'note'} ${flag}: ${problem}`);
	};

	it('name plugins, gates and versions that go', () => {
		expect(problems('1.24', '1.25', '--enable-admission-plugins', 'PodSecurityPolicy,AlwaysPullImages')).toEqual([
			'breaks --enable-admission-plugins PodSecurityPolicy: admission plugin PodSecurityPolicy exists before release 1.25 only; the emulated release is 1.25',
		]);
		expect(problems('1.28', '1.30', '--feature-gates', 'ValidatingAdmissionPolicy=false,SecurityContextDeny=true')).toEqual([
			'breaks --feature-gates ValidatingAdmissionPolicy=false: cannot set feature gate ValidatingAdmissionPolicy to false, feature is locked to true',
			'breaks --feature-gates SecurityContextDeny=true: unrecognized feature gate: SecurityContextDeny',
		]);
		expect(problems('1.24', '1.25', '--runtime-config', 'policy/v1beta1=true')).toEqual(['note --runtime-config policy/v1beta1=true: no longer has an effect']);
		expect(problems('1.24', '1.25')).toEqual([]);
	});

	it('select the emulated releases', () => {
		expect(releasesOf(['--emulated-version', '1.30'])).toMatchObject({ emulatedVersion: '1.30', emulatedProductVersion: undefined });
		expect(() => releasesOf(['--help'])).toThrow('--help: expected the flags with which the server runs');
	});
});

describe('the report', () => {
	it('lists incompatibilities first, with a summary', () => {
		const findings = found(to25, budget('v1beta1'), stored(policies, 'open', { apiVersion: 'policy/v1beta1', kind: 'PodSecurityPolicy', spec: {} }));
		const report = { from: to25.from, to: to25.to, examined: ['data'], findings };
		const lines = textOf(report).split('\n');
		expect(lines.map((line) => line.split(' ', 1)[0])).toEqual(['', 'breaks', 'note', '1.24']);
		expect(lines.at(-1)).toBe('1.24 to 1.25, by data: 1 thing breaks');
		expect(jsonOf(report)).toMatchObject({ to: { release: '1.25' }, summary: { breaks: 1, notes: 1 } });
		expect(textOf({ ...report, findings: [] })).toBe('1.24 to 1.25, by data: nothing breaks');
	});
});
