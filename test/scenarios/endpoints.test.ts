/**
 * Tests the endpoints of a spec root that only hooks can answer: a review, subresources with own types, connections, and a group of another
 * server.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { wrapUnknown } from '../../runtime/wire/protobuf/unknown.ts';
import { bindProgram, findKubectls } from '../clients/kubectl.ts';
import { expecting, type Loose } from '../setup/loose.ts';
import { type Answer, call, type ServerProcess, startServer } from '../setup/server.ts';

let folder: string;
let outside: Server;
let server: ServerProcess | undefined;

function running(): ServerProcess {
	if (server === undefined) throw new Error('the server has not been started');
	return server;
}
const expectStatus = expecting(running);

/** Sends a request as an authenticated user without rights. */
function asGuest(method: string, path: string, body?: unknown): Promise<Answer> {
	const { url, credentials } = running();
	return call(url, { ca: credentials.ca }, method, path, body, { authorization: 'Bearer guest-token' });
}

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'orch-endpoints-'));
	writeFileSync(join(folder, 'tokens.csv'), 'guest-token,guest,guest-1\n', { mode: 0o600 });
	outside = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			response.writeHead(request.method === 'POST' ? 201 : 200, { 'content-type': 'application/json' });
			const { method, url, headers } = request;
			const list = url === weather && { resources: weatherResources };
			response.end(JSON.stringify({ method, url, user: headers['x-remote-user'], body: Buffer.concat(chunks).toString(), ...list }));
		});
	});
	outside.listen(0, '127.0.0.1');
	await once(outside, 'listening');
	const { port } = outside.address() as AddressInfo;
	server = await startServer(inject('built').extended, {
		flags: ['--token-auth-file', join(folder, 'tokens.csv')],
		env: { WEATHER_SERVER: `http://127.0.0.1:${port}` },
	});
	await expectStatus(201, 'POST', doors, { apiVersion: 'house.example.com/v1', kind: 'Door', metadata: { name: 'front' }, spec: { keys: 3 } });
}, 120_000);
afterAll(async () => {
	await server?.remove();
	outside?.close();
	rmSync(folder, { recursive: true, force: true });
});

const root = '/apis/house.example.com/v1';
const doors = `${root}/namespaces/default/doors`;
const front = `${doors}/front`;
const reviews = `${root}/visitreviews`;
const weather = '/apis/weather.k8s.io/v1';
const weatherResources = [
	{ name: 'clouds', singularName: 'cloud', namespaced: true, kind: 'Cloud', verbs: ['get', 'list'], shortNames: ['cl'] },
	{ name: 'clouds/rain', singularName: '', namespaced: true, group: 'other.k8s.io', version: 'v2', kind: 'Rain', verbs: ['get'] },
];

const visit = (spec: object, more: object = {}) => ({ apiVersion: 'house.example.com/v1', kind: 'VisitReview', ...more, spec });
const keyRequest = (spec: object, more: object = {}) => ({ apiVersion: 'house.example.com/v1', kind: 'KeyRequest', ...more, spec });

describe('a kind of which nothing is stored', () => {
	it('is created, defaulted and answered, but not stored', async () => {
		expect(await expectStatus(201, 'POST', reviews, visit({ visitor: 'ann', secret: 'xyzzy' }))).toEqual({
			kind: 'VisitReview',
			apiVersion: 'house.example.com/v1',
			metadata: { creationTimestamp: null, managedFields: [expect.objectContaining({ operation: 'Update' })] },
			spec: { visitor: 'ann', reason: 'tea' },
			status: { allowed: true, by: 'kubernetes-admin' },
		});
	});

	it('needs no kind and apiVersion in the body, and no name', async () => {
		const { status } = await expectStatus(201, 'POST', reviews, { spec: { visitor: 'bob' } });
		expect(status).toEqual({ allowed: false, by: 'kubernetes-admin' });
	});

	it('ignores metadata that the server sets', async () => {
		const metadata = { name: 'mine', uid: '123', creationTimestamp: '2020-01-01T00:00:00Z', labels: { a: 'b' } };
		expect((await expectStatus(201, 'POST', reviews, visit({ visitor: 'ann' }, { metadata }))).metadata).toEqual({
			name: 'mine',
			creationTimestamp: null,
			labels: { a: 'b' },
			managedFields: [expect.objectContaining({ operation: 'Update' })],
		});
	});

	it('is checked by its rules', async () => {
		const refused = await expectStatus(422, 'POST', reviews, visit({ visitor: 'x' }));
		expect(refused.message).toMatch(/^VisitReview.house.example.com "" is invalid: spec.visitor: Invalid value: "x": /);
		expect(refused.details).toMatchObject({
			group: 'house.example.com',
			kind: 'VisitReview',
			causes: [{ reason: 'FieldValueInvalid', field: 'spec.visitor' }],
		});
	});

	it.each([
		['GET', reviews, 405],
		['DELETE', reviews, 405],
		['PUT', reviews, 405],
		['GET', `${reviews}/one`, 404],
		['POST', `${reviews}/one`, 404],
		['POST', `${root}/namespaces/default/visitreviews`, 404],
	])('%s %s: %i', (method, path, status) => expectStatus(status, method, path, method === 'POST' ? visit({ visitor: 'ann' }) : undefined));
});

describe('a subresource with types of its own', () => {
	it('is answered by the hook, which gets the object that it belongs to', async () => {
		expect(await expectStatus(201, 'POST', `${front}/key`, keyRequest({}))).toEqual({
			kind: 'KeyGrant',
			apiVersion: 'house.example.com/v1',
			metadata: { name: 'front', creationTimestamp: null },
			key: 'kubernetes-admin:front:3:7',
		});
	});

	it('may answer with a Status', async () => {
		expect(await expectStatus(201, 'POST', `${front}/knock`, { times: 3 })).toEqual({
			kind: 'Status',
			apiVersion: 'v1',
			metadata: {},
			status: 'Success',
			message: 'knocked 3 times',
			code: 201,
		});
	});

	it('is refused where it is wrong', async () => {
		const refused = await expectStatus(422, 'POST', `${front}/key`, keyRequest({ days: 31 }));
		expect(refused.details).toEqual({
			group: 'house.example.com',
			kind: 'KeyRequest',
			causes: [{ reason: 'FieldValueInvalid', field: 'spec.days', message: 'Invalid value: 31: must be less than or equal to 30' }],
		});
		expect(await expectStatus(403, 'POST', `${front}/key`, keyRequest({ days: 13 }))).toMatchObject({
			reason: 'Forbidden',
			message: 'no door opens for 13 days',
		});
		await expectStatus(400, 'POST', `${front}/key`, { ...keyRequest({}), kind: 'Door' });
		await expectStatus(400, 'POST', `${front}/key`, { ...keyRequest({}), apiVersion: 'house.example.com/v2' });
		await expectStatus(400, 'POST', `${front}/key`, keyRequest({}, { metadata: { name: 'back' } }));
		await expectStatus(400, 'POST', `${front}/key`, keyRequest({}, { metadata: { namespace: 'other' } }));
		await expectStatus(415, 'POST', `${front}/key`, '<days/>', { 'content-type': 'text/xml' });
		await expectStatus(406, 'POST', `${front}/key`, keyRequest({}), { accept: 'text/xml' });
	});

	it('needs the object', async () => {
		expect(await expectStatus(404, 'POST', `${doors}/back/key`, keyRequest({}))).toMatchObject({
			message: 'doors.house.example.com "back" not found',
			details: { name: 'back', group: 'house.example.com', kind: 'doors' },
		});
		expect((await expectStatus(404, 'POST', `${root}/namespaces/nowhere/doors/front/key`, keyRequest({}))).details.kind).toBe('namespaces');
	});

	it.each([
		['GET', `${front}/key`, 405],
		['PUT', `${front}/key`, 405],
		['DELETE', `${front}/key`, 405],
		['POST', `${front}/lock`, 404],
		['POST', `${front}/key/more`, 404],
		['POST', `${root}/doors/front/key`, 404],
	])('%s %s: %i', (method, path, status) => expectStatus(status, method, path, method === 'POST' ? keyRequest({}) : undefined));

	it('supports dryRun and fieldValidation, and warns', async () => {
		expect((await expectStatus(201, 'POST', `${front}/key?dryRun=All`, keyRequest({}))).dryRun).toBe(true);
		await expectStatus(422, 'POST', `${front}/key?dryRun=Some`, keyRequest({}));
		const odd = keyRequest({ days: 30, nights: 1 });
		const warned = await running().call('POST', `${front}/key`, odd);
		expect([warned.status, warned.headers.warning]).toEqual([201, '299 - "unknown field \\"spec.nights\\"", 299 - "such a key is easily lost"']);
		const strict = await expectStatus(400, 'POST', `${front}/key?fieldValidation=Strict`, odd);
		expect(strict.message).toBe('KeyRequest in version "v1" cannot be handled as a KeyRequest: strict decoding error: unknown field "spec.nights"');
	});

	it('is asked and answered in protobuf', async () => {
		// KeyRequest{spec: {days: 5}}
		const body = wrapUnknown('house.example.com/v1', 'KeyRequest', Buffer.from([0x12, 0x02, 0x08, 0x05]));
		const media = { 'content-type': 'application/vnd.kubernetes.protobuf', accept: 'application/vnd.kubernetes.protobuf' };
		const answer = await running().call('POST', `${front}/key`, Buffer.from(body), media);
		expect([answer.status, answer.headers['content-type']]).toEqual([201, 'application/vnd.kubernetes.protobuf']);
		expect(answer.bytes.subarray(0, 4).toString()).toBe('k8s\0');
		expect(answer.bytes.toString('latin1')).toContain('kubernetes-admin:front:3:5');
	});
});

const hasBody = (method: string): boolean => method !== 'GET' && method !== 'OPTIONS';

describe('a connection', () => {
	it('reads a part of the object, with options by their type', async () => {
		const answer = await running().call('GET', `${front}/log?lines=5&times&visitor=ann&visitor=bob&unknown=1`);
		expect([answer.status, answer.headers['content-type'], answer.text]).toEqual([
			200,
			'text/plain',
			'front {"lines":5,"times":true,"visitor":["ann","bob"]}\n',
		]);
		expect(answer.headers.warning).toBe('299 - "the log is short"');
		expect((await expectStatus(400, 'GET', `${front}/log?lines=many`)).message).toContain('lines');
		expect((await expectStatus(422, 'GET', `${front}/log?lines=0`)).details).toMatchObject({ name: 'front', kind: 'LogOptions', causes: [{ field: 'lines' }] });
		await expectStatus(404, 'GET', `${doors}/back/log`);
	});

	it.each([
		['GET', '', { options: {}, path: '', verb: 'get' }],
		['GET', '/', { options: { path: '/' }, path: '', verb: 'get' }],
		['POST', '/a/b?light=true', { options: { light: true, path: '/a/b' }, path: 'a/b', verb: 'create' }],
		['PUT', '/a/?path=other', { options: { path: '/a/' }, path: 'a/', verb: 'update' }],
		['PATCH', '/a', { options: { path: '/a' }, path: 'a', verb: 'patch' }],
		['DELETE', '/a', { options: { path: '/a' }, path: 'a', verb: 'delete' }],
		['OPTIONS', '/a', { options: { path: '/a' }, path: 'a', verb: '' }],
	])('%s corridor%s', async (method, rest, expected) => {
		const answer = await expectStatus(200, method, `${front}/corridor${rest}`, hasBody(method) ? 'hello' : undefined);
		expect(answer).toEqual({ ...expected, body: hasBody(method) ? 'hello' : '', door: 'front' });
	});

	it.each([
		['POST', `${front}/log`, 405],
		['GET', `${front}/log/more`, 404],
		['GET', `${root}/doors/front/corridor`, 404],
		['GET', `${doors}/back/corridor`, 404],
	])('%s %s: %i', (method, path, status) => expectStatus(status, method, path));
});

describe('a group of another server', () => {
	it('is answered by the hook itself, or by the server that it asks', async () => {
		expect((await running().call('GET', `${weather}/inside`)).text).toBe('warm, kubernetes-admin');
		expect(await expectStatus(200, 'GET', `${weather}/namespaces/default/clouds?limit=1`)).toEqual({
			method: 'GET',
			url: `${weather}/namespaces/default/clouds`,
			user: 'kubernetes-admin',
			body: '',
		});
		expect(await expectStatus(201, 'POST', `${weather}/clouds`, { a: 1 })).toMatchObject({ method: 'POST', body: '{"a":1}' });
		expect(await expectStatus(200, 'GET', weather)).toMatchObject({ url: weather });
	});

	it('is known by its name', async () => {
		expect(await expectStatus(200, 'GET', '/apis/weather.k8s.io')).toMatchObject({ kind: 'APIGroup', preferredVersion: { version: 'v1' } });
		const { groups } = await expectStatus(200, 'GET', '/apis');
		expect(groups.map(({ name }: Loose) => name)).toContain('weather.k8s.io');
	});
});

describe('large requests next to them', () => {
	it('are handled by a thread without access to other servers', async () => {
		const data = Object.fromEntries(Array.from({ length: 3_000 }, (_, i) => [`key-${i}`, '']));
		const { status } = await running().call('POST', '/api/v1/namespaces/default/configmaps', { metadata: { name: 'large' }, data });
		expect(status).toBe(201);
	});
});

describe('metrics and documents', () => {
	it('discovery has them', async () => {
		const { resources } = await expectStatus(200, 'GET', root);
		const own = { group: undefined, version: undefined };
		expect(resources.map(({ name, kind, verbs, namespaced, group, version }: Loose) => ({ name, kind, verbs, namespaced, group, version }))).toEqual([
			{ name: 'doors', kind: 'Door', namespaced: true, ...own, verbs: expect.arrayContaining(['list', 'watch']) },
			{ name: 'doors/corridor', kind: 'CorridorOptions', namespaced: true, ...own, verbs: ['create', 'delete', 'get', 'patch', 'update'] },
			{ name: 'doors/key', kind: 'KeyRequest', namespaced: true, ...own, verbs: ['create'] },
			{ name: 'doors/knock', kind: 'Knock', namespaced: true, ...own, verbs: ['create'] },
			{ name: 'doors/log', kind: 'Door', namespaced: true, ...own, verbs: ['get'] },
			{ name: 'visitreviews', kind: 'VisitReview', namespaced: false, ...own, verbs: ['create'] },
		]);
		const aggregated = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
		const { items } = await expectStatus(200, 'GET', '/apis', undefined, { accept: aggregated });
		const house = items.find(({ metadata }: Loose) => metadata.name === 'house.example.com').versions[0].resources;
		expect(house.find(({ resource }: Loose) => resource === 'doors').subresources).toContainEqual({
			subresource: 'key',
			responseKind: { group: 'house.example.com', version: 'v1', kind: 'KeyRequest' },
			verbs: ['create'],
		});
		expect(house.find(({ resource }: Loose) => resource === 'visitreviews')).toMatchObject({ scope: 'Cluster', verbs: ['create'] });
		expect(items.find(({ metadata }: Loose) => metadata.name === 'weather.k8s.io').versions).toEqual([
			{
				version: 'v1',
				resources: [
					{
						resource: 'clouds',
						responseKind: { group: 'weather.k8s.io', version: 'v1', kind: 'Cloud' },
						scope: 'Namespaced',
						singularResource: 'cloud',
						verbs: ['get', 'list'],
						shortNames: ['cl'],
						subresources: [{ subresource: 'rain', responseKind: { group: 'other.k8s.io', version: 'v2', kind: 'Rain' }, verbs: ['get'] }],
					},
				],
				freshness: 'Current',
			},
		]);
	});

	it('OpenAPI has them', async () => {
		const { paths, definitions } = await expectStatus(200, 'GET', '/openapi/v2');
		const door = `${root}/namespaces/{namespace}/doors/{name}`;
		const bodyOf = ({ parameters }: Loose): Loose => parameters.find(({ in: place }: Loose) => place === 'body').schema;
		expect(bodyOf(paths[`${door}/key`].post)).toEqual({ $ref: '#/definitions/com.example.house.v1.KeyRequest' });
		expect(paths[`${door}/key`].post.responses['201'].schema).toEqual({ $ref: '#/definitions/com.example.house.v1.KeyGrant' });
		expect(paths[`${door}/knock`].post.responses['201'].schema.$ref).toMatch(/meta\.v1\.Status$/);
		expect(definitions['com.example.house.v1.KeyRequest']['x-kubernetes-group-version-kind']).toEqual([
			{ group: 'house.example.com', version: 'v1', kind: 'KeyRequest' },
		]);
		expect(Object.keys(paths[`${reviews}`])).toEqual(expect.arrayContaining(['post']));
		expect(paths[reviews].get).toBeUndefined();
		const log = paths[`${door}/log`];
		expect(log.get['x-kubernetes-action']).toBe('get');
		expect([...(log.get.parameters ?? []), ...log.parameters].map(({ name }: Loose) => name)).toEqual(expect.arrayContaining(['lines', 'times', 'visitor']));
		for (const path of [`${door}/corridor`, `${door}/corridor/{path}`])
			for (const method of ['get', 'put', 'post', 'delete', 'patch', 'head', 'options']) expect(paths[path][method]['x-kubernetes-action']).toBe('connect');
		const v3 = await expectStatus(200, 'GET', `/openapi/v3${root}`);
		expect(v3.paths[`${door}/key`].post.requestBody.content['*/*'].schema.$ref).toBe('#/components/schemas/com.example.house.v1.KeyRequest');
		expect(v3.paths[`${door}/corridor/{path}`].post['x-kubernetes-action']).toBe('connect');
		expect(v3.paths[`${door}/log`].get.responses['200'].content).toHaveProperty('text/plain');
	});

	it.each([
		['POST', reviews, 'visitreviews.house.example.com is forbidden: User "guest" cannot create resource "visitreviews"', 'at the cluster scope'],
		['POST', `${front}/key`, 'doors.house.example.com "front" is forbidden: User "guest" cannot create resource "doors/key"', 'in the namespace "default"'],
		['GET', `${front}/log`, 'doors.house.example.com "front" is forbidden: User "guest" cannot get resource "doors/log"', 'in the namespace "default"'],
		['PATCH', `${front}/corridor/a`, 'doors.house.example.com "front" is forbidden: User "guest" cannot patch resource "doors/corridor"', ''],
		['GET', `${weather}/clouds`, 'clouds.weather.k8s.io is forbidden: User "guest" cannot list resource "clouds" in API group "weather.k8s.io"', ''],
	])('authorization is asked about %s %s', async (method, path, message, where) => {
		const answer = await asGuest(method, path, method === 'GET' ? undefined : {});
		expect(answer.status).toBe(403);
		expect((answer.json() as Loose).message).toContain(message);
		expect((answer.json() as Loose).message).toContain(where);
	});

	it('metrics name them', async () => {
		await expectStatus(201, 'POST', `${front}/key`, keyRequest({}));
		const { text } = await running().call('GET', '/metrics');
		const counted = text.split('\n').filter((line) => line.startsWith('apiserver_request_total{') && line.includes('house.example.com'));
		for (const [verb, resource, subresource] of [
			['POST', 'visitreviews', ''],
			['POST', 'doors', 'key'],
			['GET', 'doors', 'log'],
			// Counted as a connection from 1.27 on.
			['DELETE', 'doors', 'corridor'],
		])
			expect(counted.some((line) => [`verb="${verb}"`, `resource="${resource}"`, `subresource="${subresource}"`].every((label) => line.includes(label)))).toBe(
				true,
			);
		const series = counted.map((line) => line.slice(0, line.lastIndexOf(' ')));
		expect(new Set(series).size).toBe(series.length);
	});
});

const newest = findKubectls().at(-1);
describe.skipIf(newest === undefined)('kubectl, where this machine has one,', () => {
	it('posts to them, reads them, and lists them', async () => {
		if (newest === undefined) throw new Error('there is none');
		const kubectl = bindProgram(newest.path, running().kubeconfig, folder);
		const posted = await kubectl(['create', '--raw', `${front}/key`, '-f', '-'], { input: JSON.stringify(keyRequest({ days: 2 })) });
		expect([posted.code, JSON.parse(posted.stdout).key, posted.stderr]).toEqual([0, 'kubernetes-admin:front:3:2', '']);
		const refused = await kubectl(['create', '--raw', `${front}/key`, '-f', '-'], { input: JSON.stringify(keyRequest({ days: 0 })) });
		expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('spec.days: Invalid value: 0: must be greater than or equal to 1')]);
		expect((await kubectl(['get', '--raw', `${front}/log?lines=2`])).stdout).toBe('front {"lines":2}\n');
		expect((await kubectl(['get', '--raw', `${front}/corridor/a/b`])).stdout).toContain('"path":"a/b"');
		expect((await kubectl(['get', '--raw', `${weather}/inside`])).stdout).toBe('warm, kubernetes-admin');
		const reviewed = await kubectl(['create', '-o', 'jsonpath={.status.by}', '-f', '-'], { input: JSON.stringify(visit({ visitor: 'ann' })) });
		expect([reviewed.code, reviewed.stdout]).toEqual([0, 'kubernetes-admin']);
		const listed = await kubectl(['api-resources', '--api-group', 'house.example.com', '-o', 'name']);
		expect(listed.stdout.trim().split('\n')).toEqual(['doors.house.example.com', 'visitreviews.house.example.com']);
	});
});
