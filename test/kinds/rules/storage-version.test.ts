/** Tests StorageVersion at 1.36: its name, and the statuses that servers may set. */
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import type { JsonObject } from '../../../runtime/model/catalog.ts';
import { type TestServer, testServer } from '../../verbs/write-fixture.ts';
import { merge } from './fixture.ts';

let server: TestServer;
const path = '/apis/internal.apiserver.orch.io/v1alpha1/storageversions';
beforeAll(async () => {
	server = await testServer({ release: '1.36' });
	await server.call('POST', path, { body: { metadata: { name: 'apps.deployments' }, status: { commonEncodingVersion: 'v1' } } });
});
afterAll(() => server.close());

test.each([
	['core.pods', ''],
	['a.b.c', ''],
	['pods', '"pods": name must be in the form of <group>.<resource>'],
	['a/b', 'metadata.name: Invalid value: "a/b": name must be in the form of <group>.<resource>'],
	['A.pods', '"A.pods": the group segment a lowercase RFC 1123 subdomain must consist of'],
	['a.1', '"a.1": the resource segment a DNS-1035 label must consist of'],
])('a name: %s', async (name, wanted) => {
	const { status, body } = await server.call('POST', `${path}?dryRun=All`, { body: { metadata: { name }, spec: {} } });
	expect(status === 201 ? '' : body.message).toEqual(wanted === '' ? '' : expect.stringContaining(wanted));
});

describe('the status reported by servers', () => {
	const said = (...more: JsonObject[]) => ({
		storageVersions: more.map((fields, index) => ({ apiServerID: `s${index}`, encodingVersion: 'v1', decodableVersions: ['v1', 'v2'], ...fields })),
	});
	const agreed = (...more: JsonObject[]) => ({ ...said(...more), commonEncodingVersion: 'v1' });
	const conditions = (...more: JsonObject[]) => ({ conditions: more.map((fields) => ({ type: 'A', status: 'True', reason: 'R', message: 'm', ...fields })) });
	const at = 'status.storageVersions[0]';
	const common = 'status.commonEncodingVersion';
	const rows: readonly (readonly [what: string, status: JsonObject, wanted: string])[] = [
		['one server', agreed({}), ''],
		['two that agree', agreed({}, {}), ''],
		['two that do not', said({}, { encodingVersion: 'v2' }), ''],
		['nothing of what they agree on', said({}), `${common}: Invalid value: null: the common encoding version is v1`],
		['something else', { ...said({}), commonEncodingVersion: 'v2' }, `${common}: Invalid value: "v2": the actual common encoding version is v1`],
		['what none has said', { commonEncodingVersion: 'v1' }, `${common}: Invalid value: "v1": should be nil if servers do not agree`],
		['what not all have said', agreed({}, { encodingVersion: 'v2' }), `${common}: Invalid value: "v1": should be nil if servers do not agree`],
		['a server twice', agreed({ apiServerID: 'a' }, { apiServerID: 'a' }), 'status.storageVersions[1].apiServerID: Duplicate value: "a"'],
		['what is no server', agreed({ apiServerID: 'A_' }), `${at}.apiServerID: Invalid value: "A_": a lowercase RFC 1123 subdomain`],
		[
			'what it cannot read',
			agreed({ decodableVersions: ['v2'] }),
			`${at}.decodableVersions: Invalid value: ["v2"]: decodableVersions must include encodingVersion v1`,
		],
		[
			'nothing that it can read',
			agreed({ decodableVersions: null }),
			`${at}.decodableVersions: Invalid value: null: decodableVersions must include encodingVersion v1`,
		],
		['versions of a group', agreed({ decodableVersions: ['v1', 'a.b/v1'] }), ''],
		['versions of no group', agreed({ decodableVersions: ['v1', '/v2'] }), `${at}.decodableVersions[1]: Invalid value: "/v2": group part: must be non-empty`],
		['no version', agreed({ decodableVersions: ['v1', 'a/'] }), `${at}.decodableVersions[1]: Invalid value: "a/": version part: must be non-empty`],
		['versions of two groups', agreed({ decodableVersions: ['v1', 'a/b/c'] }), 'an apiVersion is a DNS-1035 label, which must consist of'],
		[
			'what it serves and cannot read',
			agreed({ servedVersions: ['v1', 'v3'] }),
			`${at}.servedVersions[1]: Invalid value: "v3": individual served version : v3 must be included in decodableVersions : [v1 v2]`,
		],
		['a condition', conditions({}), ''],
		['a condition twice', conditions({}, {}), 'status[1].type: Invalid value: "A": the type of the condition is not unique, it also appears in conditions[0]'],
		['a condition of no type', conditions({ type: 'a b' }), 'status[0].type: Invalid value: "a b": name part must consist of'],
		['a condition without a reason', conditions({ reason: '' }), 'status[0].reason: Required value'],
		['a condition without a message', conditions({ message: '' }), 'status[0].message: Required value'],
	];
	test.each(rows)('%s', async (_, status, wanted) => {
		const answer = await server.call('PATCH', `${path}/apps.deployments/status?dryRun=All`, { type: merge, body: { status } });
		expect(answer.status === 200 ? '' : answer.body.message).toEqual(wanted === '' ? '' : expect.stringContaining(wanted));
	});

	it('is written through the status subresource and shown', async () => {
		const first = await server.call('GET', `${path}/apps.deployments`);
		expect([first.body.spec, first.body.status]).toEqual([{}, {}]);
		await server.call('PATCH', `${path}/apps.deployments/status`, { type: merge, body: { metadata: { labels: { a: 'b' } }, status: agreed({}, {}, {}, {}) } });
		const { body } = await server.call('PATCH', `${path}/apps.deployments`, { type: merge, body: { status: { commonEncodingVersion: 'v9' } } });
		expect([body.metadata.labels, body.status.commonEncodingVersion]).toEqual([undefined, 'v1']);
		const table = await server.call('GET', `${path}/apps.deployments`, { accept: 'application/json;as=Table;g=meta.orch.io;v=v1' });
		expect(table.body.rows[0].cells.slice(0, 3)).toEqual(['apps.deployments', 'v1', 's0=v1,s1=v1,s2=v1 + 1 more...']);
	});
});

it('validates less in older releases', async () => {
	const older = await testServer({ release: '1.27' });
	try {
		await older.call('POST', path, { body: { metadata: { name: 'a.b' } } });
		const one = { apiServerID: 'a', encodingVersion: 'v1', decodableVersions: ['v1'], servedVersions: ['v3'] };
		const status = { storageVersions: [one, one], commonEncodingVersion: 'v1', conditions: [{ type: 'A', status: 'True', message: 'm' }] };
		const { body } = await older.call('PATCH', `${path}/a.b/status`, { type: merge, body: { status } });
		expect(body.details.causes).toEqual([{ reason: 'FieldValueRequired', field: 'status[0].reason', message: 'Required value: reason cannot be empty' }]);
	} finally {
		await older.close();
	}
});
