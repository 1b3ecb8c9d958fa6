/** Tests kinds of 1.36 that must be enabled: LeaseCandidate, ClusterTrustBundle, StorageVersionMigration. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../runtime/model/catalog.ts';
import { type TestServer, testServer } from '../../verbs/write-fixture.ts';
import { merge } from './fixture.ts';
import { certificate, ofJane } from './signing-requests.ts';

let server: TestServer;
beforeAll(async () => {
	server = await testServer({ release: '1.36', gates: { ClusterTrustBundle: true, StorageVersionMigrator: true } });
});
afterAll(() => server.close());

const asTable = { accept: 'application/json;as=Table;g=meta.orch.io;v=v1' };
async function expectSaid(path: string, body: JsonObject, wanted: string): Promise<void> {
	const { status, body: answer } = await server.call('POST', `${path}?dryRun=All`, { body });
	expect(status === 201 ? '' : answer.message).toEqual(wanted === '' ? '' : expect.stringContaining(wanted));
}
async function refusal(path: string, body: JsonObject): Promise<string> {
	const { status, body: answer } = await server.call('PATCH', path, { type: merge, body });
	return status === 200 ? '' : answer.message;
}

describe('LeaseCandidate', () => {
	const path = '/apis/coordination.orch.io/v1beta1/namespaces/default/leasecandidates';
	const spec = { leaseName: 'l', binaryVersion: '1.2.3', emulationVersion: '1.2.0', strategy: 'OldestEmulationVersion' };
	const greater = 'spec.binaryVersion: Invalid value: "{}": must be greater than or equal to `emulationVersion`';
	it.each([
		['whole', {}, ''],
		['no lease', { leaseName: '' }, 'spec.leaseName: Required value'],
		['no version', { binaryVersion: '' }, 'spec.binaryVersion: Required value'],
		['half a version', { binaryVersion: '1.2' }, 'spec.binaryVersion: Invalid value: "1.2": must be a valid semantic version'],
		['a zero in front', { binaryVersion: '1.02.3' }, 'must be a valid semantic version'],
		['an older version', { binaryVersion: '1.1.9' }, greater.replace('{}', '1.1.9')],
		['what comes before it', { binaryVersion: '1.2.0-alpha.1' }, greater.replace('{}', '1.2.0-alpha.1')],
		['the second of what comes before', { binaryVersion: '1.2.0-alpha.10', emulationVersion: '1.2.0-alpha.2' }, ''],
		['a word before a number', { binaryVersion: '1.2.0-1', emulationVersion: '1.2.0-a' }, greater.replace('{}', '1.2.0-1')],
		['a build of it', { binaryVersion: '1.2.0+x' }, ''],
		[
			'nothing that it behaves like',
			{ emulationVersion: '' },
			"spec.emulationVersion: Required value: must be specified when `strategy` is 'OldestEmulationVersion'",
		],
		['no way to choose', { strategy: '' }, 'spec.strategy: Required value'],
		['an unknown way', { strategy: 'X' }, 'spec.strategy: Unsupported value: "X": supported values: "OldestEmulationVersion"'],
		['a way of its own', { strategy: 'example.com/Mine', emulationVersion: '' }, ''],
	])('%s', (_, fields, wanted) => expectSaid(path, { metadata: { name: 'A_b.c' }, spec: { ...spec, ...fields } }, wanted));

	it('has a name like a key, and stays with its lease; v1alpha2 is the same', async () => {
		await expectSaid(path, { metadata: { name: 'a:b' }, spec }, 'metadata.name: Invalid value: "a:b": a valid config key must consist of');
		await server.call('POST', path, { body: { metadata: { name: 'a' }, spec } });
		expect(await refusal(`${path}/a`, { spec: { leaseName: 'm' } })).toContain('spec.leaseName: Invalid value: "m": field is immutable');
		expect((await server.call('GET', `${path.replace('v1beta1', 'v1alpha2')}/a`)).body.spec).toEqual(spec);
		expect((await server.call('GET', `${path}/a`, asTable)).body.rows[0].cells.slice(0, 4)).toEqual(['a', 'l', '1.2.3', '1.2.0']);
	});
});

describe('ClusterTrustBundle', () => {
	const path = '/apis/certificates.orch.io/v1beta1/clustertrustbundles';
	const pem = Buffer.from(certificate, 'base64').toString();
	const refused = (why: string) => `spec.trustBundle: Invalid value: "<value omitted>": ${why}`;
	it.each([
		['for everybody', 'a', { trustBundle: pem }, ''],
		['with words between', 'a', { trustBundle: `# one\n${pem}\n# end\n` }, ''],
		['nothing', 'a', { trustBundle: 'x' }, refused('at least one trust anchor must be provided')],
		['one twice', 'a', { trustBundle: pem + pem }, refused('duplicate trust anchor (indices [0 1])')],
		['a request', 'a', { trustBundle: Buffer.from(ofJane, 'base64').toString() }, refused('entry 0 has bad block type: CERTIFICATE REQUEST')],
		['with headers', 'a', { trustBundle: pem.replace('-----\n', '-----\nA: b\n\n') }, refused('entry 0 has PEM block headers')],
		['what is none', 'a', { trustBundle: pem.replace(/\n[^-]*\n/, '\nAAAA\n') }, refused('entry 0 does not parse as X.509')],
		['for everybody, named like a signer', 'a:b', { trustBundle: pem }, 'ClusterTrustBundle without signer name must not have ":" in its name'],
		['of a signer', 'a.b:c:d', { trustBundle: pem, signerName: 'a.b/c' }, ''],
		['of another signer', 'a.b:d:d', { trustBundle: pem, signerName: 'a.b/c' }, 'ClusterTrustBundle for signerName a.b/c must be named with prefix a.b:c:'],
		[
			'of a signer that is none',
			'x:y',
			{ trustBundle: pem, signerName: 'x' },
			'spec.signerName: Invalid value: "x": must be a fully qualified domain and path',
		],
	])('%s', (_, name, spec, wanted) => expectSaid(path, { metadata: { name }, spec }, wanted));

	it('stays with its signer', async () => {
		await server.call('POST', path, { body: { metadata: { name: 'a.b:c:d' }, spec: { trustBundle: pem, signerName: 'a.b/c' } } });
		expect(await refusal(`${path}/a.b:c:d`, { spec: { signerName: 'a.b/d' } })).toContain('spec.signerName: Invalid value: "a.b/d": field is immutable');
		expect(await refusal(`${path}/a.b:c:d`, { spec: { trustBundle: '' } })).toContain('at least one trust anchor must be provided');
		expect(await refusal(`${path}/a.b:c:d`, { metadata: { labels: { a: 'b' } } })).toBe('');
		expect((await server.call('GET', `${path}/a.b:c:d`, asTable)).body.rows[0].cells.slice(0, 2)).toEqual(['a.b:c:d', 'a.b/c']);
		expect((await server.call('GET', `${path}?fieldSelector=spec.signerName%3Da.b/c`)).body.items).toHaveLength(1);
	});
});

describe('StorageVersionMigration', () => {
	const path = '/apis/storagemigration.orch.io/v1beta1/storageversionmigrations';
	it.each([
		[{ resource: 'pods' }, ''],
		[{ group: 'apps', resource: 'deployments' }, ''],
		[{}, 'spec.resource.resource: Required value: resource is required to be set'],
		[{ resource: 'P_' }, 'spec.resource.resource: Invalid value: "P_": a DNS-1035 label must consist of'],
		[{ resource: 'pods', group: 'A' }, 'spec.resource.group: Invalid value: "A": a lowercase RFC 1123 subdomain'],
	])('for %j', (resource, wanted) => expectSaid(path, { metadata: { name: 'x' }, spec: { resource } }, wanted));

	it('cannot change its final state', async () => {
		await server.call('POST', path, { body: { metadata: { name: 'm' }, spec: { resource: { group: 'apps', resource: 'deployments' } } } });
		const says = (...types: string[]) => types.map((type) => ({ type, status: 'True', reason: 'R', message: '', lastTransitionTime: '2024-01-01T00:00:00Z' }));
		const report = (status: JsonObject) => refusal(`${path}/m/status`, { status });
		const shown = async () => (await server.call('GET', `${path}/m`, asTable)).body.rows[0].cells.slice(0, 3);
		expect(await shown()).toEqual(['m', 'deployments.apps', 'Unknown']);
		expect(await refusal(`${path}/m`, { spec: { resource: { resource: 'pods' } } })).toContain('field is immutable');
		expect(await report({ resourceVersion: 'x' })).toContain('status.resourceVersion: Invalid value: "x": resource version is not well formed: x');
		expect(await report({ resourceVersion: '5', conditions: says('Running') })).toBe('');
		expect(await report({ resourceVersion: '6' })).toContain('status.resourceVersion: Invalid value: "6": field is immutable');
		expect(await report({ conditions: says('Succeeded', 'Failed') })).toContain('Both success and failed conditions cannot be true at the same time');
		expect(await report({ conditions: says('Running', 'Succeeded') })).toBe('');
		expect(await report({ conditions: says('Running') })).toContain('Success condition cannot be set to false once it is true');
		expect(await shown()).toEqual(['m', 'deployments.apps', 'Succeeded']);
	});
});
