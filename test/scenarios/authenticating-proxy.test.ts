/** Tests an authenticating proxy (seed 3, "Authenticating proxy") and client CAs that change under a running server. */
import { once } from 'node:events';
import { renameSync, writeFileSync } from 'node:fs';
import http2 from 'node:http2';
import https from 'node:https';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { issueAuthority, issueLeaf } from '../../runtime/auth/pki/issue.ts';
import type { PemPair } from '../../runtime/auth/pki/pair.ts';
import { makeScratch } from '../setup/scratch.ts';
import { type ServerProcess, startServer } from '../setup/server.ts';

type Headers = Readonly<Record<string, string | string[]>>;
interface Seen {
	readonly status: number;
	readonly user: { readonly username?: string; readonly uid?: string; readonly groups?: readonly string[]; readonly extra?: object } | undefined;
}

const scratch = makeScratch();
const clientCaFile = join(scratch.path, 'clients.pem');
const proxyCaFile = join(scratch.path, 'proxies.pem');
const review = JSON.stringify({ apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' });
const path = '/apis/authentication.k8s.io/v1/selfsubjectreviews';

const leaf = (authority: PemPair, commonName: string, organisations: readonly string[] = []): Promise<PemPair> =>
	issueLeaf(authority, { commonName, organisations, usage: 'client', alternativeNames: [] });

/** Replaces the file atomically, as an administrator would: readers see all of it or the previous one. */
function replace(file: string, pem: string): void {
	writeFileSync(`${file}.new`, pem);
	renameSync(`${file}.new`, file);
}

describe('an authenticating proxy', () => {
	let server: ServerProcess;
	let clients: PemPair;
	let proxies: PemPair;
	let proxy: PemPair;

	beforeAll(async () => {
		clients = await issueAuthority('the clients');
		// Both CAs have the same name; only their signatures differ.
		proxies = await issueAuthority('the clients');
		proxy = await leaf(proxies, 'front');
		replace(clientCaFile, clients.cert);
		replace(proxyCaFile, proxies.cert);
		server = await startServer(inject('built').kubernetes, {
			flags: [
				...['--emulated-version', '1.36', '--authorization-mode', 'AlwaysAllow', '--client-ca-file', clientCaFile],
				...['--requestheader-client-ca-file', proxyCaFile, '--requestheader-allowed-names', 'front,other'],
				...['--requestheader-username-headers', 'X-Remote-User,X-Other-User', '--requestheader-uid-headers', 'X-Remote-Uid'],
				...['--requestheader-group-headers', 'X-Remote-Group', '--requestheader-extra-headers-prefix', 'X-Remote-Extra-'],
			],
		});
	});
	afterAll(async () => {
		await server.remove();
		scratch.remove();
	});

	/** Returns the user that the server sees in a request. Each call opens a connection. */
	async function ask(pair: PemPair | undefined, headers: Headers = {}, agent: https.Agent | false = false): Promise<Seen> {
		const { port, credentials } = server;
		const sent = https.request({
			host: '127.0.0.1',
			port,
			path,
			method: 'POST',
			ca: credentials.ca,
			...pair,
			agent,
			headers: { ...headers, 'content-type': 'application/json' },
		});
		// Sends bytes: Node would send a string together with the headers, in another encoding than theirs.
		sent.end(Buffer.from(review));
		const [response] = (await once(sent, 'response')) as [import('node:http').IncomingMessage];
		let text = '';
		for await (const part of response.setEncoding('utf8')) text += part;
		const { status } = JSON.parse(text) as { status: string | { userInfo: Seen['user'] } };
		return { status: response.statusCode ?? 0, user: typeof status === 'string' ? undefined : status.userInfo };
	}

	it('is believed about its users: name, uid, groups and more', async () => {
		const headers = {
			'X-Remote-User': 'jane',
			'X-Remote-Uid': 'u-1',
			'X-Remote-Group': ['dev', 'ops, and more'],
			'X-Remote-Extra-Example.com%2fScopes': ['view', 'edit'],
		};
		expect(await ask(proxy, headers)).toEqual({
			status: 201,
			user: { username: 'jane', uid: 'u-1', groups: ['dev', 'ops, and more', 'system:authenticated'], extra: { 'example.com/scopes': ['view', 'edit'] } },
		});
	});

	it('over HTTP/2 as well', async () => {
		const { port, credentials } = server;
		const session = http2.connect(`https://127.0.0.1:${port}`, { ca: credentials.ca, ...proxy });
		const stream = session.request({
			':path': path,
			':method': 'POST',
			'content-type': 'application/json',
			'x-remote-user': 'jane',
			'x-remote-group': ['a', 'b'],
		});
		stream.end(review);
		let text = '';
		for await (const part of stream.setEncoding('utf8')) text += part;
		session.destroy();
		expect(JSON.parse(text)).toMatchObject({ status: { userInfo: { username: 'jane', groups: ['a', 'b', 'system:authenticated'] } } });
	});

	it('the first header that has a value names the user', async () => {
		expect((await ask(proxy, { 'X-Other-User': 'second' })).user?.username).toBe('second');
		expect((await ask(proxy, { 'X-Other-User': 'second', 'X-Remote-User': 'first' })).user?.username).toBe('first');
		expect((await ask(proxy, { 'X-Remote-User': Buffer.from('jürgen').toString('latin1') })).user?.username).toBe('jürgen');
	});

	it('headers without the certificate of the proxy are ignored', async () => {
		const headers = { 'X-Remote-User': 'admin', 'X-Remote-Group': 'system:masters' };
		expect(await ask(undefined, headers)).toEqual({ status: 401, user: undefined });
		const bob = await leaf(clients, 'bob', ['team']);
		expect((await ask(bob, headers)).user).toMatchObject({ username: 'bob', groups: ['team', 'system:authenticated'] });
	});

	it.each<[string, () => Promise<PemPair>, Headers]>([
		['a certificate of the proxy authority identifies no client', async () => leaf(proxies, 'eve', ['system:masters']), {}],
		['nor is the proxy itself, without headers', async () => proxy, {}],
		['a proxy with another name is refused', async () => leaf(proxies, 'eve'), { 'X-Remote-User': 'admin' }],
		['a proxy of an unknown authority is refused', async () => leaf(await issueAuthority('the clients'), 'front'), { 'X-Remote-User': 'admin' }],
		[
			'nor is a chain that only looks as if it led to it',
			async () => {
				const own = await leaf(clients, 'front');
				return { cert: own.cert + proxies.cert, key: own.key };
			},
			{ 'X-Remote-User': 'admin' },
		],
		['a name that is no UTF-8 is refused', async () => proxy, { 'X-Remote-User': '\xff' }],
	])('%s', async (_, pair, headers) => {
		const seen = await ask(await pair(), headers);
		expect(seen.user?.username).not.toBe('admin');
		expect([401, 201]).toContain(seen.status);
		// A certificate that the client CA has signed identifies its client, whatever the headers say.
		if (seen.status === 201) expect(seen.user?.username).toBe('front');
	});

	it('authorities that a file no longer holds are not believed any more, on open connections either', async () => {
		const bob = await leaf(clients, 'bob');
		const agent = new https.Agent({ keepAlive: true, maxSockets: 1 });
		expect((await ask(bob, {}, agent)).user?.username).toBe('bob');
		const others = await issueAuthority('others');
		replace(clientCaFile, others.cert);
		await expect.poll(async () => (await ask(bob, {}, agent)).status, { timeout: 20_000, interval: 200 }).toBe(401);
		const carol = await leaf(others, 'carol');
		expect((await ask(carol)).user?.username).toBe('carol');
		// An invalid CA file changes nothing.
		replace(clientCaFile, 'nothing of the kind');
		await expect.poll(() => server.log(), { timeout: 20_000 }).toContain('its previous CAs stay trusted');
		expect((await ask(carol)).user?.username).toBe('carol');
		agent.destroy();
	});

	it('publishes the configuration for aggregated servers', async () => {
		const { credentials, port } = server;
		const sent = https.get({
			host: '127.0.0.1',
			port,
			path: '/api/v1/namespaces/kube-system/configmaps/extension-apiserver-authentication',
			...credentials,
			agent: false,
		});
		const [response] = (await once(sent, 'response')) as [import('node:http').IncomingMessage];
		let text = '';
		for await (const part of response.setEncoding('utf8')) text += part;
		const { data } = JSON.parse(text) as { data: Record<string, string> };
		expect(data).toMatchObject({
			'requestheader-allowed-names': '["front","other"]',
			'requestheader-client-ca-file': proxies.cert,
			'requestheader-extra-headers-prefix': '["X-Remote-Extra-"]',
			'requestheader-group-headers': '["X-Remote-Group"]',
			'requestheader-uid-headers': '["X-Remote-Uid"]',
			'requestheader-username-headers': '["X-Remote-User","X-Other-User"]',
		});
		expect(data['client-ca-file']).toContain('BEGIN CERTIFICATE');
	});
});
