import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Loose, type TestServer, testServer } from './write-fixture.ts';

let server: TestServer;
beforeAll(async () => {
	server = await testServer();
});
afterAll(() => server.close());

const configMaps = '/api/v1/namespaces/default/configmaps';
const merge = 'application/merge-patch+json';
const configMap = (name: string, more: object = {}) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { a: '1' }, ...more });

describe('create', () => {
	test('fills in what the server decides and answers 201 with what reads return', async () => {
		const made = await server.call('POST', configMaps, { body: configMap('one') });
		expect(made.status).toBe(201);
		expect(made.body.metadata).toMatchObject({ name: 'one', namespace: 'default' });
		expect(made.body.metadata.uid).toMatch(/^[0-9a-f-]{36}$/);
		expect(made.body.metadata.resourceVersion).toMatch(/^[1-9][0-9]*$/);
		expect(made.body.metadata.creationTimestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
		expect((await server.call('GET', `${configMaps}/one`)).text).toBe(made.text);
	});
	test('drops what only the server may say', async () => {
		const sent = {
			name: 'wiped',
			uid: 'mine',
			creationTimestamp: '2001-01-01T00:00:00Z',
			deletionTimestamp: '2001-01-01T00:00:00Z',
			deletionGracePeriodSeconds: 3,
			selfLink: '/x',
			managedFields: [{ manager: 'me' }],
		};
		const { status, body } = await server.call('POST', configMaps, { body: configMap('x', { metadata: sent }) });
		expect(status).toBe(201);
		expect(Object.keys(body.metadata)).toEqual(['name', 'namespace', 'uid', 'resourceVersion', 'creationTimestamp', 'managedFields']);
		expect(body.metadata.managedFields).toEqual([
			{
				manager: 'unknown',
				operation: 'Update',
				apiVersion: 'v1',
				time: body.metadata.creationTimestamp,
				fieldsType: 'FieldsV1',
				fieldsV1: { 'f:data': { '.': {}, 'f:a': {} } },
			},
		]);
		expect(body.metadata.uid).not.toBe('mine');
		expect(body.metadata.creationTimestamp).not.toContain('2001');
	});
	test('refuses a name that is taken', async () => {
		await server.call('POST', configMaps, { body: configMap('taken') });
		const again = await server.call('POST', configMaps, { body: configMap('taken') });
		expect(again).toMatchObject({ status: 409, body: { reason: 'AlreadyExists', message: 'configmaps "taken" already exists' } });
	});
	test('makes names from generateName', async () => {
		const { body } = await server.call('POST', configMaps, { body: configMap('', { metadata: { generateName: 'gen-' } }) });
		expect(body.metadata.name).toMatch(/^gen-[bcdfghjklmnpqrstvwxz2456789]{5}$/);
		expect(body.metadata.generateName).toBe('gen-');
		const long = await server.call('POST', configMaps, { body: configMap('', { metadata: { generateName: 'a'.repeat(80) } }) });
		expect(long.body.metadata.name).toMatch(/^a{58}.{5}$/);
	});
	test.each([
		['no name', {}, 422, 'ConfigMap "" is invalid: metadata.name: Required value: name or generateName is required'],
		[
			'a bad name',
			{ name: 'Not_Good' },
			422,
			/^ConfigMap "Not_Good" is invalid: metadata.name: Invalid value: "Not_Good": a lowercase RFC 1123 subdomain must consist of/,
		],
		['a resourceVersion', { name: 'v', resourceVersion: '5' }, 400, 'resourceVersion should not be set on objects to be created'],
		['a resourceVersion, after what is invalid', { name: 'v', resourceVersion: '5', finalizers: ['mine'] }, 422, /metadata.finalizers\[0\]: Invalid value/],
		['another namespace', { name: 'v', namespace: 'other' }, 400, 'the namespace of the provided object does not match the namespace sent on the request'],
		['a bad label', { name: 'v', labels: { 'a b': 'c' } }, 422, /metadata.labels: Invalid value: "a b": name part must consist of/],
		[
			'a bad label value',
			{ name: 'v', labels: { a: 'c d' } },
			422,
			/metadata.labels: Invalid value: "c d": a valid label must be an empty string or consist of/,
		],
		['large annotations', { name: 'v', annotations: { a: 'x'.repeat(256 * 1024) } }, 422, /metadata.annotations: Too long: must have at most 262144 bytes/],
		[
			'a short finalizer',
			{ name: 'v', finalizers: ['mine'] },
			422,
			/metadata.finalizers\[0\]: Invalid value: "mine": name is neither a standard finalizer name nor is it fully qualified/,
		],
		[
			'an owner without uid',
			{ name: 'v', ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'p', uid: '' }] },
			422,
			/metadata.ownerReferences.uid: Invalid value: "": uid must not be empty/,
		],
	])('refuses %s', async (_, metadata, status, message) => {
		const answer = await server.call('POST', configMaps, { body: configMap('', { metadata }) });
		expect(answer.body.message).toEqual(typeof message === 'string' ? message : expect.stringMatching(message));
		expect(answer.status).toBe(status);
	});
	test.each([
		['a dry run', '?dryRun=All', '5'],
		['a text that is no version', '', 'x'],
		['a number that no version reaches', '', '18446744073709551616'],
	])('creates in spite of a resourceVersion: %s', async (_, query, resourceVersion) => {
		const body = configMap('', { metadata: { generateName: 'v-', resourceVersion } });
		const made = await server.call('POST', `${configMaps}${query}`, { body });
		expect(made.status).toBe(201);
		expect(made.body.metadata.resourceVersion).not.toBe(resourceVersion);
	});
	test('blames each empty field of an owner once, in the words that clients know', async () => {
		const ownerReferences = [{ kind: 'Pod', name: 'p' }, {}];
		const blamed = (...fields: string[]) =>
			fields.map((field) => ({
				reason: 'FieldValueInvalid',
				field: `metadata.ownerReferences.${field}`,
				message: `Invalid value: "": ${field === 'apiVersion' ? 'version' : field} must not be empty`,
			}));
		const causes = [...blamed('apiVersion', 'uid'), ...blamed('apiVersion', 'kind', 'name', 'uid')];
		const made = await server.call('POST', configMaps, { body: configMap('', { metadata: { name: 'v', ownerReferences } }) });
		expect(made).toMatchObject({ status: 422, body: { details: { causes } } });
		await server.call('POST', configMaps, { body: configMap('owned') });
		const changed = await server.call('PUT', `${configMaps}/owned`, { body: configMap('owned', { metadata: { name: 'owned', ownerReferences } }) });
		expect(changed).toMatchObject({ status: 422, body: { details: { causes } } });
	});
	test('keeps one of owners that are equal and warns; leaves others with the same uid', async () => {
		const owner = { apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'u' };
		const renamed = { ...owner, name: 'q' };
		const about = (when: string) =>
			`.metadata.ownerReferences contains duplicate entries${when}; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: u`;
		const owned = (ownerReferences: object[]) => configMap('shared', { metadata: { name: 'shared', ownerReferences } });
		const made = await server.call('POST', configMaps, { body: owned([owner, renamed, owner]) });
		expect(made).toMatchObject({ status: 201, warnings: [about('')], body: { metadata: { ownerReferences: [owner, renamed] } } });
		const put = await server.call('PUT', `${configMaps}/shared`, { body: owned([owner, owner]) });
		expect(put).toMatchObject({ status: 200, warnings: [about('')], body: { metadata: { ownerReferences: [owner] } } });
		const patched = await server.call('PATCH', `${configMaps}/shared`, {
			body: JSON.stringify([{ op: 'add', path: '/metadata/ownerReferences/-', value: owner }]),
			type: 'application/json-patch+json',
		});
		expect(patched).toMatchObject({ status: 200, warnings: [about(' after mutating admission happens')], body: { metadata: { ownerReferences: [owner] } } });
	});
	test('refuses a namespace that is not there', async () => {
		const answer = await server.call('POST', '/api/v1/namespaces/nowhere/configmaps', { body: configMap('x') });
		expect(answer).toMatchObject({ status: 404, body: { message: 'namespaces "nowhere" not found' } });
	});
	test('dryRun=All stores nothing', async () => {
		const dry = await server.call('POST', `${configMaps}?dryRun=All`, { body: configMap('dry') });
		expect(dry.status).toBe(201);
		expect(dry.body.metadata.uid).toBeDefined();
		expect(dry.body.metadata.resourceVersion).toBeUndefined();
		expect((await server.call('GET', `${configMaps}/dry`)).status).toBe(404);
		await server.call('POST', configMaps, { body: configMap('dry') });
		expect((await server.call('POST', `${configMaps}?dryRun=All`, { body: configMap('dry') })).status).toBe(409);
	});
});

describe('options', () => {
	test.each([
		['dryRun=some', 'CreateOptions.meta.orch.io "" is invalid: dryRun: Unsupported value: []string{"some"}: supported values: "All"'],
		[
			'fieldValidation=x',
			'CreateOptions.meta.orch.io "" is invalid: fieldValidation: Unsupported value: "x": supported values: "", "Ignore", "Strict", "Warn"',
		],
		[`fieldManager=${'m'.repeat(129)}`, 'CreateOptions.meta.orch.io "" is invalid: fieldManager: Too long: must have at most 128 bytes'],
		['fieldManager=a%01', 'CreateOptions.meta.orch.io "" is invalid: fieldManager: Invalid value: "a\\u0001": invalid character U+0001 (at position 1)'],
	])('%s is refused', async (query, message) => {
		const answer = await server.call('POST', `${configMaps}?${query}`, { body: configMap('o') });
		expect(answer).toMatchObject({ status: 422, body: { message } });
	});
});

describe('update', () => {
	test('replaces, keeps what the server decides, and moves the version', async () => {
		const made = await server.call('POST', configMaps, { body: configMap('put') });
		const updated = await server.call('PUT', `${configMaps}/put`, { body: configMap('put', { data: { b: '2' } }) });
		expect(updated.status).toBe(200);
		expect(updated.body.data).toEqual({ b: '2' });
		expect(updated.body.metadata.uid).toBe(made.body.metadata.uid);
		expect(updated.body.metadata.creationTimestamp).toBe(made.body.metadata.creationTimestamp);
		expect(Number(updated.body.metadata.resourceVersion)).toBeGreaterThan(Number(made.body.metadata.resourceVersion));
		const same = await server.call('PUT', `${configMaps}/put`, { body: updated.body });
		expect(same.text).toBe(updated.text);
	});
	test('refuses an old version, another uid, another name', async () => {
		const made = await server.call('POST', configMaps, { body: configMap('stale') });
		await server.call('PUT', `${configMaps}/stale`, { body: configMap('stale', { data: { b: '2' } }) });
		const stale = await server.call('PUT', `${configMaps}/stale`, { body: made.body });
		expect(stale).toMatchObject({
			status: 409,
			body: {
				message:
					'Operation cannot be fulfilled on configmaps "stale": the object has been modified; please apply your changes to the latest version and try again',
			},
		});
		const uid = await server.call('PUT', `${configMaps}/stale`, { body: configMap('stale', { metadata: { name: 'stale', uid: 'x' } }) });
		expect(uid.status).toBe(409);
		const name = await server.call('PUT', `${configMaps}/stale`, { body: configMap('other') });
		expect(name).toMatchObject({ status: 400, body: { message: 'the name of the object (other) does not match the name on the URL (stale)' } });
		const odd = await server.call('PUT', `${configMaps}/stale`, { body: configMap('stale', { metadata: { name: 'stale', resourceVersion: 'abc' } }) });
		expect(odd.status).toBe(422);
	});
	test('refuses what a new object cannot have either', async () => {
		await server.call('POST', configMaps, { body: configMap('misspelt') });
		for (const [method, type, body] of [
			['PUT', 'application/json', configMap('misspelt', { metadata: { name: 'misspelt', finalizers: ['mine'] } })],
			['PATCH', merge, { metadata: { finalizers: ['mine'] } }],
			['PATCH', 'application/apply-patch+yaml', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'misspelt', finalizers: ['mine'] } }],
		] as [string, string, Loose][]) {
			const refused = await server.call(method, `${configMaps}/misspelt?fieldManager=a`, { type, body });
			expect(refused).toMatchObject({ status: 422, body: { message: expect.stringContaining('metadata.finalizers[0]: Invalid value: "mine"') } });
		}
	});
	test('creates nothing', async () => {
		expect(await server.call('PUT', `${configMaps}/absent`, { body: configMap('absent') })).toMatchObject({
			status: 404,
			body: { message: 'configmaps "absent" not found' },
		});
	});
	test('creates a lease or an event that is not there', async () => {
		const path = '/apis/coordination.orch.io/v1/namespaces/default/leases/born';
		const lease = { metadata: { name: 'born' }, spec: { holderIdentity: 'me' } };
		expect((await server.call('PUT', path, { body: { metadata: { name: 'born', uid: 'x' } } })).status).toBe(409);
		expect((await server.call('PUT', `${path}?dryRun=All`, { body: lease })).status).toBe(201);
		expect((await server.call('GET', path)).status).toBe(404);
		const made = await server.call('PUT', path, { body: lease });
		expect(made.status).toBe(201);
		expect(made.body.metadata.uid).toBeDefined();
		expect((await server.call('PUT', path, { body: made.body })).text).toBe(made.text);
	});
	test('a lease must name its version', async () => {
		const leases = '/apis/coordination.orch.io/v1/namespaces/default/leases';
		const lease = { apiVersion: 'coordination.orch.io/v1', kind: 'Lease', metadata: { name: 'l' } };
		await server.call('POST', leases, { body: lease });
		const answer = await server.call('PUT', `${leases}/l`, { body: lease });
		expect(answer).toMatchObject({
			status: 422,
			body: { message: 'leases.coordination.orch.io "l" is invalid: metadata.resourceVersion: Invalid value: 0x0: must be specified for an update' },
		});
	});
	test('dry run changes nothing', async () => {
		const made = await server.call('POST', configMaps, { body: configMap('dryput') });
		const dry = await server.call('PUT', `${configMaps}/dryput?dryRun=All`, { body: configMap('dryput', { data: { z: '1' } }) });
		expect(dry.body.data).toEqual({ z: '1' });
		expect((await server.call('GET', `${configMaps}/dryput`)).text).toBe(made.text);
	});
});

describe('patch', () => {
	test('merge, JSON and strategic merge patch', async () => {
		await server.call('POST', configMaps, { body: configMap('p') });
		expect((await server.call('PATCH', `${configMaps}/p`, { type: merge, body: { data: { b: '2', a: null } } })).body.data).toEqual({ b: '2' });
		const json = await server.call('PATCH', `${configMaps}/p`, { type: 'application/json-patch+json', body: '[{"op":"add","path":"/data/c","value":"3"}]' });
		expect(json.body.data).toEqual({ b: '2', c: '3' });
		const strategic = await server.call('PATCH', `${configMaps}/p`, {
			type: 'application/strategic-merge-patch+json',
			body: { metadata: { labels: { l: 'x' } } },
		});
		expect(strategic.body.metadata.labels).toEqual({ l: 'x' });
	});
	test('a patch that changes nothing writes nothing', async () => {
		const made = await server.call('POST', configMaps, { body: configMap('noop') });
		expect((await server.call('PATCH', `${configMaps}/noop`, { type: merge, body: { data: { a: '1' } } })).text).toBe(made.text);
	});
	test('many at once on one object all succeed', async () => {
		await server.call('POST', configMaps, { body: configMap('hot', { data: {} }) });
		const answers = await Promise.all(
			Array.from({ length: 64 }, (_, i) => server.call('PATCH', `${configMaps}/hot`, { type: merge, body: { data: { [`k${i}`]: 'x' } } })),
		);
		expect(answers.map((answer) => answer.status)).toEqual(Array(64).fill(200));
		expect(Object.keys((await server.call('GET', `${configMaps}/hot`)).body.data)).toHaveLength(64);
	});
	test('an old version in the patch is a conflict', async () => {
		await server.call('POST', configMaps, { body: configMap('pv') });
		const answer = await server.call('PATCH', `${configMaps}/pv`, { type: merge, body: { metadata: { resourceVersion: '1' }, data: { b: '1' } } });
		expect(answer.status).toBe(409);
	});
	test('of an unsupported media type is 415', async () => {
		expect((await server.call('PATCH', `${configMaps}/p`, { type: 'application/json', body: {} })).status).toBe(415);
	});
	test('must result in an object of the kind', async () => {
		await server.call('POST', configMaps, { body: configMap('bad') });
		const type = await server.call('PATCH', `${configMaps}/bad`, { type: merge, body: { data: { a: 5 } } });
		expect(type.status).toBe(422);
		const name = await server.call('PATCH', `${configMaps}/bad`, { type: merge, body: { metadata: { name: 'else' } } });
		expect(name).toMatchObject({ status: 400, body: { message: 'the name of the object (else) does not match the name on the URL (bad)' } });
		const strict = await server.call('PATCH', `${configMaps}/bad?fieldValidation=Strict`, { type: merge, body: { foo: 1 } });
		expect(strict.status).toBe(422);
		expect(strict.body.message).toContain('strict decoding error: unknown field "foo"');
	});
	test('no patch reaches a prototype', async () => {
		await server.call('POST', configMaps, { body: configMap('proto') });
		const answer = await server.call('PATCH', `${configMaps}/proto`, { type: merge, body: '{"data":{"__proto__":"x","constructor":"y"}}' });
		expect(answer.status).toBe(200);
		expect(JSON.parse(answer.text).data.constructor).toBe('y');
		expect(({} as Record<string, unknown>).x).toBeUndefined();
		expect(answer.text).toContain('"__proto__":"x"');
	});
});

describe('missing objects', () => {
	test.each([
		['GET', '/api/v1/unknowns', 404, 'the server could not find the requested resource'],
		['GET', '/api/v1/namespaces/default/namespaces/default', 404, undefined],
		['GET', '/apis/storage.orch.io/v1/namespaces/default/storageclasses', 404, 'the server could not find the requested resource'],
		['DELETE', '/apis/storage.orch.io/v1/namespaces/default/storageclasses/x', 404, 'the server could not find the requested resource'],
		['POST', '/api/v1/configmaps', 405, 'the server does not allow this method on the requested resource'],
		['DELETE', '/api/v1/configmaps', 405, 'the server does not allow this method on the requested resource'],
		['POST', '/api/v1/namespaces/default/configmaps/name', 405, 'the server does not allow this method on the requested resource'],
		['PUT', '/api/v1/namespaces/default/configmaps', 405, 'the server does not allow this method on the requested resource'],
		['DELETE', '/api/v1/namespaces', 405, 'the server does not allow this method on the requested resource'],
		['GET', '/api/v1/namespaces/default/configmaps/x/status', 404, 'the server could not find the requested resource'],
		['GET', '/api/v1/configmaps/x', 404, 'the server could not find the requested resource'],
	])('%s %s is %i', async (method, url, status, message) => {
		const answer = await server.call(method, url, { body: {} });
		expect(answer.status).toBe(status);
		if (message !== undefined) expect(answer.body.message).toBe(message);
	});
});
