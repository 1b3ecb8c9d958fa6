/** Tests logs, shells, ports and proxies of pods and nodes against an agent and a backend that are there. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, isIPv4 } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type TLSSocket } from 'node:tls';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { WebSocketServer } from 'ws';
import { bindProgram, findKubectls, minor } from '../clients/kubectl.ts';
import { expecting, type Loose, patchTypes } from '../setup/loose.ts';
import { type NodeAgent, startNodeAgent } from '../setup/node-agent.ts';
import { type ServerProcess, startServer } from '../setup/server.ts';
import { podsIn } from './pods.ts';

const { pods } = podsIn('default');

let agent: NodeAgent;
let server: ServerProcess;
const expectStatus = expecting(() => server);

/** Address of this machine that a proxy may ask. */
const address = Object.values(networkInterfaces())
	.flat()
	.find((each) => each?.internal === false && isIPv4(each.address) && !each.address.startsWith('169.254.'))?.address;

async function makeNode(expectIn: typeof expectStatus, name: string, port: number, at = '127.0.0.1'): Promise<void> {
	await expectIn(201, 'POST', '/api/v1/nodes', { metadata: { name } });
	const status = { addresses: [{ type: 'InternalIP', address: at }], daemonEndpoints: { kubeletEndpoint: { Port: port } } };
	await expectIn(200, 'PATCH', `/api/v1/nodes/${name}/status`, { status }, patchTypes.merge);
}

async function makePod(expectIn: typeof expectStatus, name: string, nodeName: string): Promise<void> {
	await expectIn(201, 'POST', pods, { metadata: { name }, spec: { nodeName, containers: [{ name: 'c', image: 'i' }] } });
}

beforeAll(async () => {
	agent = await startNodeAgent();
	server = await startServer(inject('built').kubernetes, { flags: agent.flags });
	await makeNode(expectStatus, 'n', agent.port);
	await makePod(expectStatus, 'web', 'n');
});
afterAll(async () => {
	await server.remove();
	await agent.close();
});
beforeEach(() => {
	agent.asked.length = 0;
});

/** Sends a request with an upgrade, and returns the answer's head, the bytes behind it, and the connection. */
async function upgrade(path: string, { method = 'POST', headers = {} }: { method?: string; headers?: Readonly<Record<string, string>> } = {}) {
	const { ca, cert, key } = server.credentials;
	const socket: TLSSocket = connect({ host: '127.0.0.1', port: server.port, ca, cert, key, ALPNProtocols: ['http/1.1'] });
	const all = { host: `127.0.0.1:${server.port}`, connection: 'Upgrade', upgrade: 'SPDY/3.1', ...headers };
	socket.write(
		`${method} ${path} HTTP/1.1\r\n${Object.entries(all)
			.map(([name, value]) => `${name}: ${value}\r\n`)
			.join('')}\r\n`,
	);
	let text = '';
	socket.setEncoding('utf8').on('data', (part: string) => {
		text += part;
	});
	socket.on('error', () => undefined);
	const until = async (wanted: string): Promise<void> => {
		while (!text.includes(wanted) && !socket.closed) await new Promise((resolve) => setTimeout(resolve, 5));
		expect(text).toContain(wanted);
	};
	await until('\r\n\r\n');
	return { socket, until, text: () => text };
}

describe('the log of a pod', () => {
	it('is read from the agent, which authenticates the server by its certificate and gets the options', async () => {
		const answer = await server.call('GET', `${pods}/web/log?tailLines=5&timestamps=true&follow=false`, undefined, {
			authorization: 'Bearer x',
			cookie: 'a=b',
		});
		expect([answer.status, answer.text, answer.headers['content-type']]).toEqual([200, 'a line\n', 'text/plain']);
		const [{ url, client, headers }] = agent.asked as [NodeAgent['asked'][number]];
		expect([url, client, headers.authorization, headers.cookie]).toEqual([
			'/containerLogs/default/web/c?tailLines=5&timestamps=true',
			'the-server',
			undefined,
			undefined,
		]);
	});

	it.each([
		[500, 'broken', 500, 'Internal error occurred: broken'],
		[400, 'container "c" is waiting', 400, 'container "c" is waiting'],
		[404, 'gone', 404, 'the server could not find the requested resource ( pods/log web)'],
		[302, '', 500, 'the server responded with the status code 302 but did not return more information ( pods/log web)'],
	])('is refused as the agent refuses: %i', async (status, text, code, message) => {
		agent.answer((_, response) => response.writeHead(status, { location: 'https://127.0.0.1:1/' }).end(text));
		expect((await expectStatus(code, 'GET', `${pods}/web/log`)).message).toBe(message);
		expect(agent.asked).toHaveLength(1);
		agent.answer((_, response) => response.end('a line\n'));
	});

	it('is not read from an unverified agent, unless the reader allows it', async () => {
		const strange = await startServer(inject('built').kubernetes);
		await makeNode(
			expecting(() => strange),
			'n',
			agent.port,
		);
		await makePod(
			expecting(() => strange),
			'web',
			'n',
		);
		const refused = await strange.call('GET', `${pods}/web/log`);
		const why = 'tls: failed to verify certificate: x509: certificate signed by unknown authority';
		expect([refused.status, (refused.json() as Loose).message]).toEqual([500, `Get "https://127.0.0.1:${agent.port}/containerLogs/default/web/c": ${why}`]);
		const read = await strange.call('GET', `${pods}/web/log?insecureSkipTLSVerifyBackend=true`);
		expect([read.status, read.text]).toEqual([200, 'a line\n']);
		await strange.remove();
	});

	it('names the agent that does not answer', async () => {
		await makeNode(expectStatus, 'gone', 1);
		await makePod(expectStatus, 'lost', 'gone');
		expect((await expectStatus(500, 'GET', `${pods}/lost/log`)).message).toBe(
			'Get "https://127.0.0.1:1/containerLogs/default/lost/c": dial tcp 127.0.0.1:1: connect: connection refused',
		);
	});
});

describe.each([
	['exec', 'exec?command=ls&command=-l&stdout=true&stdin=true', '/exec/default/web/c?input=1&output=1&command=ls&command=-l'],
	['attach', 'attach?stderr=true&tty=true', '/attach/default/web/c?error=1&tty=1'],
	['portforward', 'portforward?ports=80', '/portForward/default/web?port=80'],
])('%s', (_what, path, url) => {
	it.each([
		['SPDY', 'POST', { 'x-stream-protocol-version': 'v4.channel.k8s.io' }],
		[
			'WebSocket',
			'GET',
			{ upgrade: 'websocket', 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==', 'sec-websocket-version': '13', 'sec-websocket-protocol': 'v4.channel.k8s.io' },
		],
	])('passes bytes on, over %s', async (_protocol, method, headers) => {
		const { socket, until, text } = await upgrade(`${pods}/web/${path}`, { method, headers: { ...headers, authorization: 'Basic x' } });
		expect(text()).toMatch(/^HTTP\/1\.1 101 /);
		expect(text().toLowerCase()).toContain('x-stream-protocol-version: v4.channel.k8s.io');
		await until('hello ');
		socket.write('echoed');
		await until('echoed');
		const [one] = agent.asked as [NodeAgent['asked'][number]];
		expect([one.method, one.url, one.client, one.headers.authorization]).toEqual([method, url, 'the-server', undefined]);
		for (const [name, value] of Object.entries(headers)) expect(one.headers[name]).toBe(value);
		socket.end();
	});

	it('passes a refusal of the agent on, and follows no redirect', async () => {
		agent.upgrade((_, socket) => socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 3\r\n\r\nno!'));
		const refused = await upgrade(`${pods}/web/${path}`);
		await refused.until('no!');
		expect(refused.text()).toMatch(/^HTTP\/1\.1 403 /);
		agent.upgrade((_, socket) => socket.end('HTTP/1.1 302 Found\r\nLocation: https://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n'));
		const redirected = await upgrade(`${pods}/web/${path}`);
		await redirected.until('is not permitted');
		expect(redirected.text()).toMatch(/^HTTP\/1\.1 502 /);
		agent.upgrade((request, socket) => {
			socket.write(
				`HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: ${request.headers.upgrade}\r\nX-Stream-Protocol-Version: v4.channel.k8s.io\r\n\r\nhello `,
			);
			socket.pipe(socket);
		});
	});

	it("is authorized before the agent is called, and needs an allowed origin for a browser's certificate", async () => {
		const denied = await upgrade(`${pods}/web/${path}`, { headers: { 'impersonate-user': 'jane' } });
		expect(denied.text()).toMatch(/^HTTP\/1\.1 403 /);
		const page = await upgrade(`${pods}/web/${path}`, { headers: { origin: 'https://evil.example.com' } });
		expect(page.text()).toMatch(/^HTTP\/1\.1 403 /);
		expect(agent.asked).toEqual([]);
	});
});

describe.skipIf(address === undefined)('a proxy', () => {
	let backend: Server;
	let port = 0;
	const asked: { method: string | undefined; url: string | undefined; headers: Loose; body: string }[] = [];
	beforeAll(async () => {
		backend = createServer((request, response) => {
			let body = '';
			request.setEncoding('utf8').on('data', (part: string) => {
				body += part;
			});
			request.on('end', () => {
				asked.push({ method: request.method, url: request.url, headers: request.headers, body });
				response
					.writeHead(request.url === '/redirect' ? 302 : 218, { 'x-own': 'yes', location: '/elsewhere', 'content-type': 'text/x' })
					.end(`to ${request.url}`);
			});
		}).listen(0, '0.0.0.0');
		await new Promise((listening) => backend.once('listening', listening));
		port = (backend.address() as AddressInfo).port;
		await makePod(expectStatus, 'app', 'n');
		await expectStatus(200, 'PATCH', `${pods}/app/status`, { status: { podIP: address, podIPs: [{ ip: address }] } }, patchTypes.merge);
		await makeNode(expectStatus, 'proxied', agent.port, address);
		const v1 = '/api/v1/namespaces/default';
		await expectStatus(201, 'POST', `${v1}/services`, { metadata: { name: 'svc' }, spec: { ports: [{ name: 'http', port: 80 }] } });
		const targetRef = { kind: 'Pod', namespace: 'default', name: 'app' };
		await expectStatus(201, 'POST', `${v1}/endpoints`, {
			metadata: { name: 'svc' },
			subsets: [{ addresses: [{ ip: address, targetRef }], ports: [{ name: 'http', port }] }],
		});
	});
	afterAll(() => backend.close());
	beforeEach(() => {
		asked.length = 0;
	});

	it.each([
		['a pod', () => `${pods}/app:${port}/proxy`],
		['a service', () => '/api/v1/namespaces/default/services/svc:http/proxy'],
		['a service by number', () => '/api/v1/namespaces/default/services/svc:80/proxy'],
		['a port of a node', () => `/api/v1/nodes/proxied:${port}/proxy`],
	])('of %s passes requests on, without the credentials', async (_what, path) => {
		const headers = {
			authorization: 'Bearer x',
			'impersonate-user': 'admin',
			'impersonate-group': 'system:masters',
			'x-other': 'o',
			'content-type': 'text/plain',
		};
		const answer = await server.call('POST', `${path()}/a%20b/c?d=e&d=f`, 'sent', headers);
		expect([answer.status, answer.text, answer.headers['x-own'], answer.headers['content-type']]).toEqual([218, 'to /a%20b/c?d=e&d=f', 'yes', 'text/x']);
		const [{ method, url, headers: told, body }] = asked as [(typeof asked)[number]];
		expect([method, url, body, told['x-other'], told.host]).toEqual(['POST', '/a%20b/c?d=e&d=f', 'sent', 'o', `${address}:${port}`]);
		expect(Object.keys(told).filter((name) => /authorization|impersonate/.test(name))).toEqual([]);
		const redirect = await server.call('GET', `${path()}/redirect`);
		expect([redirect.status, redirect.headers.location]).toEqual([302, '/elsewhere']);
		const empty = await server.call('GET', `${path()}?q=1`);
		expect([empty.status, empty.headers.location]).toEqual([301, `${path()}/?q=1`]);
	});

	it('reports unreachable agents', async () => {
		backend.close();
		backend.closeAllConnections();
		const { message } = await expectStatus(503, 'GET', `${pods}/app:${port}/proxy/`);
		expect(message).toBe(`error trying to reach service: dial tcp ${address}:${port}: connect: connection refused`);
	});
});

const newest = findKubectls().at(-1);
describe.skipIf(newest === undefined || minor(newest) < 31)('kubectl of 1.31 or later, where this machine has one,', () => {
	it('reads a log and runs a command', async () => {
		if (newest === undefined) throw new Error('there is none');
		const folder = mkdtempSync(join(tmpdir(), 'orch-agents-'));
		const kubectl = bindProgram(newest.path, server.kubeconfig, folder);
		const log = await kubectl(['logs', 'web', '--tail', '1']);
		expect([log.code, log.stdout]).toEqual([0, 'a line\n']);
		const sockets = new WebSocketServer({ noServer: true, handleProtocols: () => 'v5.channel.k8s.io' });
		agent.upgrade(({ raw }, socket, head) =>
			sockets.handleUpgrade(raw, socket, head, (ws) => {
				ws.send(Buffer.from('\x01ran\n'));
				ws.send(Buffer.from('\x03{"metadata":{},"status":"Success"}'));
				ws.close(1000);
			}),
		);
		const exec = await kubectl(['exec', 'web', '--', 'ls']);
		expect([exec.code, exec.stdout, exec.stderr]).toEqual([0, 'ran\n', '']);
		rmSync(folder, { recursive: true });
	});
});
