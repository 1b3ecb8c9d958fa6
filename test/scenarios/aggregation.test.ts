/**
 * Tests aggregated APIs through the built server: an APIService forwards the requests of its group version to an extension API server. The
 * conditions, reasons and texts are those of kube-aggregator 0.36.
 */
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import http2 from 'node:http2';
import https from 'node:https';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { issueAuthority, issueLeaf } from '../../runtime/auth/pki/issue.ts';
import { answerJson, type Behaviour, type ExtensionServer, type Received, resourceList, startExtensionServer } from '../setup/extension-server.ts';
import { expecting, type Loose, patchTypes } from '../setup/loose.ts';
import { makeScratch } from '../setup/scratch.ts';
import { type ServerProcess, startServer } from '../setup/server.ts';

/** Bound of a wait for the server, for a busy machine. */
const busyMs = 30_000;

const services = '/apis/apiregistration.k8s.io/v1/apiservices';
const group = 'weather.example.com';
const clouds = `/apis/${group}/v1/namespaces/default/clouds`;
const base64 = (text: string): string => Buffer.from(text).toString('base64');

const scratch = makeScratch();
let server: ServerProcess;
let extension: ExtensionServer;
const expects = expecting(() => server);

beforeAll(async () => {
	extension = await startExtensionServer(['ext.default.svc'], (request, socket) => {
		if (request.url?.includes('refused') === true) {
			socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 2\r\n\r\nno');
			return;
		}
		const protocol = request.headers['sec-websocket-protocol'];
		socket.write(`HTTP/1.1 101 Switching Protocols\r\nconnection: Upgrade\r\nupgrade: ${request.headers.upgrade}\r\n`);
		socket.write(`${protocol === undefined ? '' : `sec-websocket-protocol: ${protocol}\r\n`}\r\nhello `);
		socket.on('data', (bytes: Buffer) => socket.write(bytes.toString().toUpperCase()));
	});
	const proxies = await issueAuthority('the proxies');
	const front = await issueLeaf(proxies, { commonName: 'front', organisations: [], usage: 'client', alternativeNames: [] });
	writeFileSync(join(scratch.path, 'front.crt'), front.cert);
	writeFileSync(join(scratch.path, 'front.key'), front.key);
	writeFileSync(join(scratch.path, 'proxies.crt'), proxies.cert);
	server = await startServer(inject('built').kubernetes, {
		flags: [
			...['--emulated-version', '1.36', '--request-timeout', '3s'],
			...['--proxy-client-cert-file', join(scratch.path, 'front.crt'), '--proxy-client-key-file', join(scratch.path, 'front.key')],
			...['--requestheader-client-ca-file', join(scratch.path, 'proxies.crt'), '--requestheader-username-headers', 'X-Remote-User,X-Other-User'],
			...['--requestheader-extra-headers-prefix', 'X-Remote-Extra-,X-More-', '--requestheader-group-headers', 'X-Remote-Group'],
		],
	});
	await expects(201, 'POST', '/api/v1/namespaces/default/services', {
		metadata: { name: 'ext' },
		spec: { type: 'ExternalName', externalName: 'localhost' },
	});
	await register('v1', { caBundle: base64(extension.authority) });
	await condition('v1', { status: 'True', reason: 'Passed', message: 'all checks passed' });
});
afterEach(() => extension.behave(answerJson({})));
afterAll(async () => {
	await server?.remove();
	await extension?.close();
	scratch.remove();
});

async function register(version: string, spec: Loose, ofGroup = group): Promise<void> {
	await expects(201, 'POST', services, {
		metadata: { name: `${version}.${ofGroup}` },
		spec: {
			...{ group: ofGroup, version, groupPriorityMinimum: 2_000, versionPriority: 10 },
			service: { namespace: 'default', name: 'ext', port: extension.port },
			...spec,
		},
	});
}

async function condition(version: string, expected: Loose, ofGroup = group): Promise<void> {
	await vi.waitFor(
		async () => {
			const { status } = await expects(200, 'GET', `${services}/${version}.${ofGroup}`);
			expect(status.conditions).toEqual([{ type: 'Available', lastTransitionTime: expect.any(String), ...expected }]);
		},
		{ timeout: busyMs },
	);
}

/** Opens a request whose answer is read piece by piece. */
async function open(path: string, headers: Readonly<Record<string, string>> = {}): Promise<{ response: import('node:http').IncomingMessage; end(): void }> {
	const sent = https.request({ host: '127.0.0.1', port: server.port, path, ...server.credentials, agent: false, headers });
	sent.on('error', () => undefined).end();
	const [response] = (await once(sent, 'response')) as [import('node:http').IncomingMessage];
	return { response, end: () => void sent.destroy() };
}

describe('discovery', () => {
	it('lists the group by its priority, with the resources of the other server', async () => {
		const { groups } = await expects(200, 'GET', '/apis');
		const names: string[] = groups.map(({ name }: Loose) => name);
		expect(groups.find(({ name }: Loose) => name === group)).toEqual({
			name: group,
			versions: [{ groupVersion: `${group}/v1`, version: 'v1' }],
			preferredVersion: { groupVersion: `${group}/v1`, version: 'v1' },
		});
		expect(names.indexOf(group)).toBeGreaterThan(names.indexOf('apps'));
		expect(await expects(200, 'GET', `/apis/${group}`)).toMatchObject({ kind: 'APIGroup', name: group });
		expect(await expects(200, 'GET', `/apis/${group}/v1`)).toEqual(resourceList(`${group}/v1`));
	});

	it('has the resources in the aggregated form', async () => {
		const accept = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
		const answer = await server.call('GET', '/apis', undefined, { accept });
		const found = (answer.json() as Loose).items.find(({ metadata }: Loose) => metadata.name === group);
		const kind = { group, version: 'v1', kind: 'Cloud' };
		expect(found.versions).toEqual([
			{
				version: 'v1',
				freshness: 'Current',
				resources: [
					{
						...{ resource: 'clouds', responseKind: kind, scope: 'Namespaced', singularResource: 'cloud', shortNames: ['cl'] },
						verbs: ['create', 'get', 'list', 'watch'],
						subresources: [{ subresource: 'status', responseKind: kind, verbs: ['get'] }],
					},
				],
			},
		]);
	});
});

describe('OpenAPI', () => {
	const path = `/apis/${group}/v1/clouds`;
	const of = (definitions: Loose, ref: string): Loose => ({
		...{ swagger: '2.0', info: { title: 't', version: 'v' }, definitions },
		paths: {
			[path]: {
				get: { description: 'd', operationId: 'o', tags: [], produces: [], schemes: [], responses: { 200: { description: 'OK', schema: { $ref: ref } } } },
			},
			'/apis/apps/v1/': { get: { responses: {} } },
		},
	});
	const serve = (v2: unknown): void =>
		extension.behave((request, response, seen) => {
			const at = request.url ?? '';
			if (at === '/openapi/v3')
				return answerJson({ paths: { [`apis/${group}/v1`]: { serverRelativeURL: `/openapi/v3/apis/${group}/v1?hash=AB` }, 'apis/apps/v1': {} } })(
					request,
					response,
					seen,
				);
			if (at.startsWith('/openapi/v3/')) return answerJson({ openapi: '3.0.0', url: at })(request, response, seen);
			return answerJson(at === '/openapi/v2' ? v2 : {})(request, response, seen);
		});
	/** Makes the server fetch the documents again. */
	const again = (): Promise<Loose> =>
		expects(200, 'PATCH', `${services}/v1.${group}`, { metadata: { annotations: { now: String(Math.random()) } } }, patchTypes.merge);

	it('has the paths and definitions of the other server, in both versions', async () => {
		serve(of({ Cloud: { type: 'object', description: 'A cloud.' }, Unused: { type: 'object' } }, '#/definitions/Cloud'));
		await again();
		await vi.waitFor(async () => expect((await expects(200, 'GET', '/openapi/v3')).paths[`apis/${group}/v1`]).toBeDefined(), { timeout: busyMs });
		const { paths } = await expects(200, 'GET', '/openapi/v3');
		expect(paths[`apis/${group}/v1`]).toEqual({ serverRelativeURL: `/openapi/v3/apis/${group}/v1?hash=AB` });
		expect(paths['apis/apps/v1'].serverRelativeURL).toMatch(/^\/openapi\/v3\/apis\/apps\/v1\?hash=/);
		expect(await expects(200, 'GET', `/openapi/v3/apis/${group}/v1?hash=AB`)).toEqual({ openapi: '3.0.0', url: `/openapi/v3/apis/${group}/v1?hash=AB` });
		await vi.waitFor(async () => expect((await expects(200, 'GET', '/openapi/v2')).paths).toHaveProperty([path]), { timeout: busyMs });
		const merged = await expects(200, 'GET', '/openapi/v2');
		expect(merged.definitions.Cloud).toEqual({ type: 'object', description: 'A cloud.' });
		expect(merged.definitions).not.toHaveProperty('Unused');
		expect(merged.paths['/apis/apps/v1/'].get.operationId).toBe('getAppsV1APIResources');
	});

	it.each([
		['is no document', []],
		['has a text in place of a schema', of({ Cloud: 'x' }, '#/definitions/Cloud')],
		['cannot be encoded', of({ Cloud: { type: { a: [1] }, required: 7, properties: { a: 5 } } }, '#/definitions/Cloud')],
		['is nested deeply', of({ Cloud: JSON.parse(`${'{"items":'.repeat(500)}{}${'}'.repeat(500)}`) as Loose }, '#/definitions/Cloud')],
	])('leaves out a document that %s', async (_, v2) => {
		serve(v2);
		await again();
		await vi.waitFor(async () => expect((await expects(200, 'GET', '/openapi/v2')).paths).not.toHaveProperty([path]), { timeout: busyMs });
		expect(Object.keys((await expects(200, 'GET', '/openapi/v2')).paths).length).toBeGreaterThan(100);
		const accept = 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf';
		expect((await server.call('GET', '/openapi/v2', undefined, { accept })).status).toBe(200);
	});
});

describe('a request', () => {
	it('reaches the other server with method, path, query and body, and its answer returns', async () => {
		extension.behave(answerJson({ made: true }, 201));
		const answer = await server.call('POST', `${clouds}?dryRun=All&x=%2F`, { kind: 'Cloud' });
		expect([answer.status, answer.json()]).toEqual([201, { made: true }]);
		expect(extension.received).toMatchObject([{ method: 'POST', url: `${clouds}?dryRun=All&x=%2F`, body: '{"kind":"Cloud"}', proxy: 'front' }]);
	});

	it('names the client in headers, and carries none of its credentials', async () => {
		const spoofed = { 'x-remote-user': 'root', 'x-remote-group': 'system:masters', 'x-remote-extra-a': 'b', 'x-remote-uid': '0' };
		const others = { 'x-other-user': 'root', 'x-more-scopes': 'all', authorization: 'Bearer stolen', 'x-kept': 'yes' };
		const impersonated = {
			'impersonate-user': Buffer.from('jané').toString('latin1'),
			'impersonate-uid': 'u-1',
			'impersonate-group': 'system:masters',
			'impersonate-extra-a%2fb': 'c',
		};
		await server.call('GET', clouds, undefined, { ...spoofed, ...others, authorization: '', ...impersonated });
		const { headers, lines } = extension.received[0] as Received;
		const given = Object.keys(headers).filter((name) => /^(x-|authorization|impersonate)/.test(name));
		expect(given.sort()).toEqual(['x-forwarded-for', 'x-kept', 'x-remote-extra-a%2fb', 'x-remote-group', 'x-remote-uid', 'x-remote-user']);
		expect(Buffer.from(headers['x-remote-user'] as string, 'latin1').toString()).toBe('jané');
		expect(headers).toMatchObject({ 'x-remote-uid': 'u-1', 'x-remote-extra-a%2fb': 'c', 'x-forwarded-for': '127.0.0.1' });
		expect(lines('x-remote-group')).toEqual(['system:masters', 'system:authenticated']);
		expect(headers['audit-id']).toMatch(/^[\w-]+$/);
	});

	it('needs the rights of its path here', async () => {
		const answer = await server.call('GET', clouds, undefined, { 'impersonate-user': 'nobody' });
		expect([answer.status, (answer.json() as Loose).message]).toEqual([
			403,
			`clouds.${group} is forbidden: User "nobody" cannot list resource "clouds" in API group "${group}" in the namespace "default"`,
		]);
		expect(extension.received).toEqual([]);
	});

	it('comes over HTTP/2 as well', async () => {
		extension.behave(answerJson({ items: [] }));
		const session = http2.connect(server.url, server.credentials);
		const stream = session.request({ ':path': clouds, 'x-remote-user': 'root' });
		let text = '';
		for await (const part of stream.setEncoding('utf8')) text += part;
		session.close();
		expect(text).toBe('{"items":[]}');
		expect(extension.received).toMatchObject([{ url: clouds, headers: { 'x-remote-user': expect.not.stringContaining('root') } }]);
	});
});

describe('a watch', () => {
	it('passes each event on at once, and ends at the other server when the client leaves', async () => {
		let ended: (() => void) | undefined;
		const isEnded = new Promise<void>((resolve) => {
			ended = resolve;
		});
		let more = (): void => {};
		extension.behave((_, response) => {
			response.writeHead(200, { 'content-type': 'application/json' }).write('{"type":"ADDED"}\n');
			more = () => void response.write('{"type":"MODIFIED"}\n');
			response.on('close', () => ended?.());
		});
		const watch = await open(`${clouds}?watch=true`, { 'accept-encoding': 'gzip' });
		expect(String((await once(watch.response, 'data'))[0])).toBe('{"type":"ADDED"}\n');
		more();
		expect(String((await once(watch.response, 'data'))[0])).toBe('{"type":"MODIFIED"}\n');
		watch.end();
		await isEnded;
	});
});

describe('an upgrade', () => {
	const upgraded = async (path: string, headers: Readonly<Record<string, string>>): Promise<{ status: number; text: string; protocol: unknown }> => {
		const sent = https.request({ host: '127.0.0.1', port: server.port, path, ...server.credentials, agent: false, headers });
		sent.end();
		const first = await Promise.race([
			once(sent, 'upgrade').then(([message, socket, head]) => ({ message, socket, head })),
			once(sent, 'response').then(([message]) => ({ message, socket: undefined, head: Buffer.alloc(0) })),
		]);
		const { message, socket, head } = first;
		if (socket === undefined) {
			let text = '';
			for await (const part of message) text += part;
			return { status: message.statusCode, text, protocol: undefined };
		}
		let text = head.toString();
		socket.on('data', (bytes: Buffer) => {
			text += bytes.toString();
		});
		socket.write('echo');
		await vi.waitFor(() => expect(text).toBe('hello ECHO'), { timeout: busyMs });
		socket.destroy();
		return { status: message.statusCode, text, protocol: message.headers['sec-websocket-protocol'] };
	};

	it.each(['SPDY/3.1', 'websocket'])('to %s joins the client and the other server', async (protocol) => {
		const token = 'base64url.bearer.authorization.k8s.io.c3RvbGVu';
		const answer = await upgraded(`${clouds}/a/exec?command=ls`, {
			...{ connection: 'Upgrade', upgrade: protocol, 'x-remote-user': 'root' },
			...(protocol === 'websocket' && { 'sec-websocket-protocol': 'v5.channel.k8s.io', 'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==' }),
		});
		expect(answer).toMatchObject({ status: 101, text: 'hello ECHO' });
		expect(extension.received).toMatchObject([{ url: `${clouds}/a/exec?command=ls`, headers: { 'x-remote-user': expect.not.stringContaining('root') } }]);
		expect(JSON.stringify(extension.received)).not.toContain(token);
	});

	it('that the other server refuses is answered with its refusal', async () => {
		expect(await upgraded(`${clouds}/refused/exec`, { connection: 'Upgrade', upgrade: 'SPDY/3.1' })).toMatchObject({ status: 403, text: 'no' });
	});
});

describe('the condition Available', () => {
	const of = 'others.example.com';
	const spec = (name: string, port = 443): Loose => ({ service: { namespace: 'default', name, port }, insecureSkipTLSVerify: true });
	const unavailable = async (version: string): Promise<void> => {
		const answer = await server.call('GET', `/apis/${of}/${version}/clouds`);
		expect([answer.status, answer.headers['content-type'], answer.text]).toEqual([503, 'text/plain; charset=utf-8', 'service unavailable\n']);
	};

	beforeAll(async () => {
		const ports = [{ name: 'https', port: 443, targetPort: 8443 }];
		for (const name of ['bare', 'empty', 'other', 'unnamed'])
			await expects(201, 'POST', '/api/v1/namespaces/default/services', { metadata: { name }, spec: { ports } });
		await expects(201, 'POST', '/apis/discovery.k8s.io/v1/namespaces/default/endpointslices', {
			metadata: { name: 'empty-1', labels: { 'kubernetes.io/service-name': 'empty' } },
			addressType: 'IPv4',
			endpoints: [{ addresses: ['192.0.2.1'], conditions: { ready: false } }],
			ports: [{ name: 'https', port: 8443 }],
		});
	});

	it.each([
		['v1', 'gone', 443, 'ServiceNotFound', 'service/gone in "default" is not present'],
		['v2', 'bare', 444, 'ServicePortError', 'service/bare in "default" is not listening on port 444'],
		['v3', 'bare', 443, 'EndpointsNotFound', 'cannot find endpointslices for service/bare in "default"'],
		['v4', 'empty', 443, 'MissingEndpoints', 'endpointslices for service/empty in "default" have no addresses with port name "https"'],
	])('%s says %s with port %i: %s', async (version, name, port, reason, message) => {
		await register(version, spec(name, port), of);
		await condition(version, { status: 'False', reason, message }, of);
		await unavailable(version);
	});

	it('tells of a certificate that no known CA has signed', async () => {
		await register('v5', {}, of);
		const url = `https://localhost:${extension.port}/apis/${of}/v5`;
		const why = 'tls: failed to verify certificate: x509: certificate signed by unknown authority';
		const message = `failing or missing response from ${url}: Get "${url}": ${why}`;
		await condition('v5', { status: 'False', reason: 'FailedDiscoveryCheck', message }, of);
		await expects(200, 'PATCH', `${services}/v5.${of}`, { spec: { insecureSkipTLSVerify: true } }, patchTypes.merge);
		await condition('v5', { status: 'True', reason: 'Passed', message: 'all checks passed' }, of);
	});

	it('tells of a refused resource list, and discovery marks the version as stale', async () => {
		extension.list(answerJson({}, 404));
		await register('v6', { insecureSkipTLSVerify: true }, of);
		const url = `https://localhost:${extension.port}/apis/${of}/v6`;
		const message = `failing or missing response from ${url}: bad status from ${url}: 404`;
		await condition('v6', { status: 'False', reason: 'FailedDiscoveryCheck', message }, of);
		const accept = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
		const { items } = (await server.call('GET', '/apis', undefined, { accept })).json() as Loose;
		const { versions } = items.find(({ metadata }: Loose) => metadata.name === of);
		expect(versions.find(({ version }: Loose) => version === 'v6')).toEqual({ version: 'v6', resources: [], freshness: 'Stale' });
		extension.list((request, response, seen) => answerJson(resourceList((request.url ?? '').slice('/apis/'.length)))(request, response, seen));
		await condition('v6', { status: 'True', reason: 'Passed', message: 'all checks passed' }, of);
	});

	it('is counted in the metrics', async () => {
		const { text } = await server.call('GET', '/metrics');
		expect(text).toContain('aggregator_unavailable_apiservice{name="v1.others.example.com"} 1');
		expect(text).toContain('aggregator_unavailable_apiservice{name="v1.weather.example.com"} 0');
		expect(text).toMatch(/aggregator_unavailable_apiservice_total\{name="v1.others.example.com",reason="ServiceNotFound"\} 1/);
	});

	it('ends with the APIService', async () => {
		await expects(200, 'DELETE', `${services}/v1.${of}`);
		await vi.waitFor(() => expects(404, 'GET', `/apis/${of}/v1/clouds`), { timeout: busyMs });
		const { text } = await server.call('GET', '/metrics');
		expect(text).not.toContain('name="v1.others.example.com"');
	});
});

describe('an APIService of a served group', () => {
	it('diverts no request', async () => {
		const service = { namespace: 'default', name: 'ext', port: extension.port };
		await expects(200, 'PATCH', `${services}/v1.apps`, { spec: { service, insecureSkipTLSVerify: true } }, patchTypes.merge);
		expect(await expects(200, 'GET', '/apis/apps/v1/deployments')).toMatchObject({ kind: 'DeploymentList' });
		expect(extension.received).toEqual([]);
	});
});

describe('a hostile server or client', () => {
	const of = 'hostile.example.com';
	const hostile = `/apis/${of}/v1/namespaces/default/things`;
	beforeAll(async () => {
		await register('v1', { insecureSkipTLSVerify: true }, of);
		await condition('v1', { status: 'True', reason: 'Passed', message: 'all checks passed' }, of);
	});

	const reading = 'error trying to reach service: ';
	it.each<[what: string, Behaviour, expected: { status: number; text: string | RegExp }]>([
		[
			'redirects to another host',
			(_, response) => void response.writeHead(302, { location: 'https://127.0.0.1:1/' }).end(),
			{ status: 502, text: 'the backend attempted to redirect this request, which is not permitted' },
		],
		[
			'sends huge headers',
			(_, response) => void response.writeHead(200, { 'x-huge': 'x'.repeat(100_000) }).end(),
			{ status: 503, text: /^error trying to reach service: .*Header overflow/ },
		],
		['closes the connection', (request) => void request.socket.destroy(), { status: 503, text: `${reading}EOF\n` }],
		['sends no HTTP', (request) => void request.socket.end('hello\r\n\r\n'), { status: 503, text: /^error trying to reach service: / }],
		['never answers', () => undefined, { status: 504, text: /request did not complete within the allotted timeout/ }],
		[
			'switches to another protocol unasked',
			(request) => void request.socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: Upgrade\r\nupgrade: h2c\r\n\r\n'),
			{ status: 503, text: /^error trying to reach service: / },
		],
	])('that %s gets no further', async (_, behaviour, { status, text }) => {
		extension.behave(behaviour);
		const answer = await server.call('GET', hostile);
		expect(answer.status).toBe(status);
		if (typeof text === 'string') expect(answer.text).toBe(text);
		else expect(answer.text).toMatch(text);
		expect(await expects(200, 'GET', '/api/v1/namespaces/default')).toMatchObject({ kind: 'Namespace' });
	});

	it.each<[what: string, Behaviour]>([
		[
			'an endless body',
			(_, response) => {
				response.writeHead(200, { 'content-type': 'application/json' });
				const more = (): void => {
					while (!response.destroyed && response.write(Buffer.alloc(64 * 1024)));
				};
				response.on('drain', more);
				more();
			},
		],
		[
			'a body of a byte now and then',
			(_, response) => {
				response.writeHead(200, { 'content-type': 'application/json' });
				const slowly = setInterval(() => response.write('x'), 50);
				response.on('close', () => clearInterval(slowly));
			},
		],
	])('%s ends with the request timeout', async (_, behaviour) => {
		let ended: (() => void) | undefined;
		const isEnded = new Promise<void>((resolve) => {
			ended = resolve;
		});
		extension.behave((request, response, seen) => {
			response.on('close', () => ended?.());
			behaviour(request, response, seen);
		});
		const { response } = await open(hostile);
		const failed = once(response, 'error');
		response.resume();
		await Promise.all([isEnded, failed]);
	});

	it.each([
		['/apis/hostile.example.com/v1/../../apps/v1/deployments', 400],
		['/apis/hostile.example.com/v1/%2e%2e/x', 400],
		['/apis/hostile.example.com/v1/a%2fb', 400],
		['/apis/hostile.example.com/v1/a%5cb', 400],
		['/apis/hostile.example.com/v1/a//b', 400],
		['/apis/hostile.example.com%2fv1/things', 400],
		['/apis/hostile.example.com/v1/things/a%0d%0ax-remote-user:root', 400],
		['/apis/hostile.example.com/v2/things', 404],
	])('the path %s is answered with %i, and not forwarded', async (path, status) => {
		expect((await server.call('GET', path)).status).toBe(status);
		expect(extension.received).toEqual([]);
	});

	it('a method that is for servers is not forwarded', async () => {
		expect((await server.call('TRACE', hostile)).status).toBe(405);
		expect(extension.received).toEqual([]);
	});

	it('names in paths arrive as they were sent', async () => {
		await server.call('GET', `${hostile}/a%20b%3Fc%23d?x=a%20b`);
		expect(extension.received).toMatchObject([{ url: `${hostile}/a%20b%3Fc%23d?x=a%20b` }]);
	});

	it('a body above 3 MiB is refused', async () => {
		expect((await server.call('POST', hostile, Buffer.alloc(3 * 1024 * 1024 + 1, 'x'))).status).toBe(413);
		expect(extension.received).toEqual([]);
	});

	it('a resource list that is too long, or no list, leaves the others in discovery', async () => {
		const long = JSON.stringify({ resources: Array.from({ length: 8_000 }, (_, i) => ({ name: `r${i}`, kind: 'x'.repeat(150) })) });
		for (const list of [long, '[]', '{"resources":[null,{"name":7},{"name":"ok","verbs":"x"}]}', '{'.repeat(100_000)]) {
			extension.list((_, response) => void response.writeHead(200).end(list));
			await expects(200, 'PATCH', `${services}/v1.${of}`, { metadata: { annotations: { now: String(Math.random()) } } }, patchTypes.merge);
			const accept = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
			await vi.waitFor(
				async () => {
					const { items } = (await server.call('GET', '/apis', undefined, { accept })).json() as Loose;
					const found = items.find(({ metadata }: Loose) => metadata.name === of).versions[0];
					expect(found.resources.map(({ resource }: Loose) => resource)).toEqual(list.includes('ok') ? ['ok'] : []);
					expect(items.find(({ metadata }: Loose) => metadata.name === 'apps').versions[0].freshness).toBe('Current');
				},
				{ timeout: busyMs },
			);
		}
		extension.list((request, response, seen) => answerJson(resourceList((request.url ?? '').slice('/apis/'.length)))(request, response, seen));
	});
});
