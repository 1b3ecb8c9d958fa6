/** Connections from kubeconfigs over TLS: certificates, tokens, exec plugins, impersonation, and invalid files. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect as connectSocket } from 'node:net';
import { delimiter, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { parse, stringify } from 'yaml';
import { vocabulary } from '../../../generated/vocabulary.ts';
import type { Client } from '../../../sdk/typescript/client/client.ts';
import type { Definition } from '../../../sdk/typescript/client/definition.ts';
import type { ResourceClient } from '../../../sdk/typescript/client/resource-client.ts';
import { type ConnectOptions, connect } from '../../../sdk/typescript/node.ts';
import { makeScratch, type Scratch } from '../../setup/scratch.ts';
import { type ServerProcess, startServer } from '../../setup/server.ts';

let server: ServerProcess;
let scratch: Scratch;
let config: { clusters: [{ cluster: Record<string, unknown> }]; users: [{ user: Record<string, unknown> }]; contexts: [{ context: Record<string, unknown> }] };

beforeAll(async () => {
	scratch = makeScratch();
	const tokens = join(scratch.path, 'tokens.csv');
	writeFileSync(tokens, 'first-token,ann,1\nsecond-token,bob,2,"writers,readers"\n');
	server = await startServer(inject('built').kubernetes, { flags: ['--token-auth-file', tokens, '--emulated-version', '1.30'] });
});
afterAll(async () => {
	await server?.remove();
	scratch?.remove();
});
beforeEach(() => {
	config = parse(readFileSync(server.kubeconfig, 'utf8'));
});

let files = 0;

/** Writes a kubeconfig with this text or content into a separate folder. */
function write(content: unknown = config, name = 'config'): string {
	const folder = join(scratch.path, String(files++));
	mkdirSync(folder);
	const path = join(folder, name);
	writeFileSync(path, typeof content === 'string' ? content : stringify(content));
	return path;
}

const reviews: Definition = { group: 'authentication.k8s.io', version: 'v1', kind: 'SelfSubjectReview', resource: 'selfsubjectreviews', namespaced: false };

interface Who {
	readonly username: string;
	readonly groups?: readonly string[];
	readonly extra?: Readonly<Record<string, readonly string[]>>;
}

async function whoIs(client: Client): Promise<Who> {
	const resource = client.resource(reviews as never) as ResourceClient;
	return ((await resource.create({})) as { status: { userInfo: Who } }).status.userInfo;
}

async function who(options: ConnectOptions): Promise<string> {
	return (await whoIs(await connect({ retries: { attempts: 0 }, ...options }))).username;
}

describe('a kubeconfig', () => {
	it('with certificates, inline and in files', async () => {
		expect(await who({ kubeconfig: server.kubeconfig })).toBe('kubernetes-admin');
		const { cluster } = config.clusters[0];
		const { user } = config.users[0];
		for (const [holder, field] of [
			[cluster, 'certificate-authority'],
			[user, 'client-certificate'],
			[user, 'client-key'],
		] as const) {
			holder[field] = `${field}.pem`;
		}
		const data = [cluster['certificate-authority-data'], user['client-certificate-data'], user['client-key-data']];
		for (const [holder, field] of [
			[cluster, 'certificate-authority-data'],
			[user, 'client-certificate-data'],
			[user, 'client-key-data'],
		] as const)
			delete holder[field];
		const path = write();
		for (const [index, name] of ['certificate-authority', 'client-certificate', 'client-key'].entries())
			writeFileSync(join(path, '..', `${name}.pem`), Buffer.from(String(data[index]), 'base64'));
		expect(await who({ kubeconfig: path })).toBe('kubernetes-admin');
	});

	it('with a token, inline or in a file that changes, and with a given token instead', async () => {
		config.users[0].user = { token: 'first-token' };
		expect(await who({ kubeconfig: write() })).toBe('ann');
		config.users[0].user = { tokenFile: 'token' };
		const path = write();
		const token = join(path, '..', 'token');
		writeFileSync(token, 'first-token\n');
		const client = await connect({ kubeconfig: path });
		expect((await whoIs(client)).username).toBe('ann');
		writeFileSync(token, 'second-token\n');
		expect((await whoIs(client)).username).toBe('bob');
		expect(await who({ kubeconfig: server.kubeconfig, token: 'second-token' })).toBe('bob');
		await expect(who({ kubeconfig: server.kubeconfig, token: 'no-token' })).rejects.toMatchObject({ status: 401 });
	});

	it('with a token callback, which is called again after a refusal', async () => {
		const given = ['first-token', 'gone-token', 'second-token'];
		const client = await connect({ kubeconfig: server.kubeconfig, token: async () => given.shift() ?? 'no-token' });
		expect((await whoIs(client)).username).toBe('ann');
		expect((await whoIs(client)).username).toBe('bob');
		await expect(whoIs(client)).rejects.toMatchObject({ status: 401 });
		expect(given).toEqual([]);
	});

	it('with impersonation', async () => {
		Object.assign(config.users[0].user, { as: 'eve', 'as-groups': ['one', 'two'], 'as-user-extra': { 'example.com/why': ['a', 'b'] } });
		const { username, groups, extra } = await whoIs(await connect({ kubeconfig: write() }));
		expect([username, groups, extra]).toEqual(['eve', ['one', 'two', 'system:authenticated'], { 'example.com/why': ['a', 'b'] }]);
	});

	it('that skips TLS verification or names another server name', async () => {
		const { cluster } = config.clusters[0];
		cluster.server = String(cluster.server).replace('127.0.0.1', 'localhost');
		expect(await who({ kubeconfig: write() })).toBe('kubernetes-admin');
		cluster['tls-server-name'] = 'another.example';
		await expect(who({ kubeconfig: write() })).rejects.toMatchObject({ name: 'ConnectionError' });
		delete cluster['certificate-authority-data'];
		cluster['insecure-skip-tls-verify'] = true;
		expect(await who({ kubeconfig: write() })).toBe('kubernetes-admin');
	});

	it('through a proxy', async () => {
		const through: string[] = [];
		const proxy = createServer().on('connect', ({ url = '' }, socket, head) => {
			through.push(url);
			const [host, port] = url.split(':');
			const upstream = connectSocket(Number(port), host, () => {
				socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
				upstream.write(head);
				upstream.pipe(socket).pipe(upstream);
			});
			upstream.on('error', () => socket.destroy());
			socket.on('error', () => upstream.destroy());
		});
		await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
		try {
			const address = proxy.address();
			if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
			config.clusters[0].cluster['proxy-url'] = `http://127.0.0.1:${address.port}`;
			expect(await who({ kubeconfig: write() })).toBe('kubernetes-admin');
			expect(through).toEqual([`127.0.0.1:${server.port}`]);
		} finally {
			proxy.closeAllConnections();
			proxy.close();
		}
	});

	it('with several contexts and files: the first value counts', async () => {
		config.contexts[0].context.namespace = 'mine';
		const { current, ...rest } = { current: config, contexts: [], clusters: [] };
		const own = write({ ...current, users: [] });
		const users = write({ ...rest, users: [...config.users, { name: 'ann', user: { token: 'first-token' } }] });
		vi.stubEnv('KUBECONFIG', [join(scratch.path, 'none'), own, users].join(delimiter));
		try {
			expect((await connect()).namespace).toBe('mine');
			expect((await connect({ namespace: 'other' })).namespace).toBe('other');
			expect(await who({})).toBe('kubernetes-admin');
			expect(await who({ user: 'ann' })).toBe('ann');
			await expect(connect({ context: 'none' })).rejects.toThrow('there is no context "none"');
			await expect(connect({ cluster: 'none' })).rejects.toThrow('there is no cluster "none"');
			await expect(connect({ user: 'none' })).rejects.toThrow('there is no user "none"');
		} finally {
			vi.unstubAllEnvs();
		}
	});

	const named = (user: string, cluster = '{server: "https://a"}'): string =>
		`{current-context: a, contexts: [{name: a, context: {cluster: b, user: c}}], clusters: [{name: b, cluster: ${cluster}}], users: [{name: c, user: ${user || '{}'}}]}`;

	it.each([
		['a: [', 'is no YAML'],
		['- a', 'is no kubeconfig'],
		['', 'is no kubeconfig'],
		['{}', 'no context is current'],
		['{clusters: {b: {server: "https://a"}}}', 'clusters is no list'],
		['{users: [{name: c}, null]}', 'users[1] is nothing with a name'],
		['{contexts: [{context: {cluster: b}}]}', 'contexts[0] is nothing with a name'],
		[named('', '{server: "127.0.0.1:6443"}'), 'is no address of a server: it begins with https://'],
		[
			named('', '{server: "https://a", certificate-authority: not-there.crt}'),
			'not-there.crt, which the kubeconfig names as certificate-authority: the file does not exist',
		],
		[named('', '{server: "https://a", certificate-authority-data: "not base64!"}'), 'certificate-authority-data of the kubeconfig, in base64, is no PEM'],
		[named('{client-certificate-data: AAAA}'), 'client-certificate-data of the kubeconfig, in base64, is no PEM'],
		[named('{client-key: config}'), 'config, the client-key of the kubeconfig, is no PEM'],
		['{current-context: a}', 'there is no context "a"'],
		['{current-context: a, contexts: [{name: a, context: {cluster: b}}]}', 'there is no cluster "b"'],
		['{current-context: a, contexts: [{name: a, context: {cluster: b}}], clusters: [{name: b}]}', 'the cluster "b" has no server'],
		[
			'{current-context: a, contexts: [{name: a, context: {cluster: b, user: c}}], clusters: [{name: b, cluster: {server: "https://a"}}], users: [{name: c, user: {auth-provider: {name: gcp}}}]}',
			'auth-provider "gcp"',
		],
		[
			'{current-context: a, contexts: [{name: a, context: {cluster: b, user: c}}], clusters: [{name: b, cluster: {server: "https://a"}}], users: [{name: c, user: {exec: {apiVersion: v0, command: c}}}]}',
			'"v0" is no version of credentials',
		],
	])('that is invalid is reported by name: %s', async (text, message) => {
		await expect(connect({ kubeconfig: write(text) })).rejects.toThrow(message);
	});

	it('that is missing', async () => {
		await expect(connect({ kubeconfig: join(scratch.path, 'none') })).rejects.toThrow('the file does not exist');
		vi.stubEnv('KUBECONFIG', '');
		vi.stubEnv('HOME', scratch.path);
		try {
			await expect(connect()).rejects.toThrow('no server is configured');
		} finally {
			vi.unstubAllEnvs();
		}
	});
});

describe('the account of a pod', () => {
	// A package uses the vocabulary of its server; this test uses the project's own.
	const product = vocabulary.product.toUpperCase();

	/** Returns the service account folder and the variables with the server's address. */
	function account(token: string): string {
		const folder = join(scratch.path, String(files++));
		mkdirSync(folder);
		writeFileSync(join(folder, 'token'), `${token}\n`);
		writeFileSync(join(folder, 'ca.crt'), String(server.credentials.ca));
		writeFileSync(join(folder, 'namespace'), 'mine');
		vi.stubEnv(`${product}_SERVICE_HOST`, '127.0.0.1');
		vi.stubEnv(`${product}_SERVICE_PORT`, String(server.port));
		return folder;
	}
	afterEach(() => vi.unstubAllEnvs());

	it('is read again when its token is renewed, and has a namespace', async () => {
		const folder = account('first-token');
		const client = await connect({ account: folder });
		expect([client.namespace, client.server]).toEqual(['mine', `https://127.0.0.1:${server.port}`]);
		expect((await whoIs(client)).username).toBe('ann');
		writeFileSync(join(folder, 'token'), 'second-token');
		expect((await whoIs(client)).username).toBe('bob');
		rmSync(join(folder, 'namespace'));
		expect((await connect({ account: folder })).namespace).toBe('default');
	});

	it('is not used when a token is given, and excludes options of a kubeconfig', async () => {
		const folder = account('first-token');
		expect(await who({ account: folder, token: 'second-token' })).toBe('bob');
		await expect(connect({ account: folder, context: 'a' })).rejects.toThrow('excludes `kubeconfig`');
		await expect(connect({ account: folder, kubeconfig: server.kubeconfig })).rejects.toThrow('excludes `kubeconfig`');
	});

	it('that is missing is reported with the missing part', async () => {
		const folder = account('first-token');
		rmSync(join(folder, 'ca.crt'));
		await expect(connect({ account: folder })).rejects.toThrow(`there is no ${join(folder, 'ca.crt')}`);
		vi.stubEnv(`${product}_SERVICE_HOST`, undefined);
		await expect(connect({ account: folder })).rejects.toThrow(`this is no pod: ${product}_SERVICE_HOST`);
	});
});

describe('a program that knows who asks', () => {
	/** Returns an exec plugin that records its input, counts its runs, and prints the content of the file `give`. */
	function program(version = 'client.authentication.k8s.io/v1'): {
		readonly kubeconfig: string;
		give(status: object, more?: object): void;
		runs(): readonly string[];
	} {
		config.users[0].user = {
			exec: { apiVersion: version, command: './who', args: ['--as', 'me'], env: [{ name: 'EXTRA', value: 'more' }], provideClusterInfo: true },
		};
		const kubeconfig = write();
		const folder = join(kubeconfig, '..');
		const path = join(folder, 'who');
		writeFileSync(path, `#!/bin/sh\necho "$* $EXTRA $KUBERNETES_EXEC_INFO" >> '${folder}/runs'\ncat '${folder}/give'\n`);
		chmodSync(path, 0o755);
		return {
			kubeconfig,
			give: (status, more = {}) => writeFileSync(join(folder, 'give'), JSON.stringify({ apiVersion: version, kind: 'ExecCredential', status, ...more })),
			runs: () => readFileSync(join(folder, 'runs'), 'utf8').trim().split('\n'),
		};
	}

	it('is run once, and again when its credential is refused or expired', async () => {
		const { kubeconfig, give, runs } = program();
		give({ token: 'first-token' });
		const client = await connect({ kubeconfig });
		expect(await Promise.all([whoIs(client), whoIs(client)]).then((all) => all.map(({ username }) => username))).toEqual(['ann', 'ann']);
		expect(runs().length).toBe(1);
		expect(runs()[0]).toMatch(
			/^--as me more \{"apiVersion":"client\.authentication\.k8s\.io\/v1","kind":"ExecCredential","spec":\{"interactive":false,"cluster":\{"server":/,
		);
		const other = program();
		other.give({ token: 'gone-token' });
		const second = await connect({ kubeconfig: other.kubeconfig });
		await expect(whoIs(second)).rejects.toMatchObject({ status: 401 });
		other.give({ token: 'second-token', expirationTimestamp: new Date(Date.now() + 1_000).toISOString() });
		expect((await whoIs(second)).username).toBe('bob');
		other.give({ token: 'first-token' });
		expect((await whoIs(second)).username).toBe('ann');
	});

	it('is run once more for all requests that were refused together', async () => {
		const { kubeconfig, give, runs } = program();
		give({ token: 'gone-token' });
		const client = await connect({ kubeconfig });
		await expect(whoIs(client)).rejects.toMatchObject({ status: 401 });
		expect(runs().length).toBe(2);
		give({ token: 'second-token' });
		const all = await Promise.all(Array.from({ length: 8 }, () => whoIs(client)));
		expect(all.map(({ username }) => username)).toEqual(Array.from({ length: 8 }, () => 'bob'));
		expect(runs().length).toBe(3);
	});

	it('is awaited only as long as the caller wants, and still serves other callers', async () => {
		const { kubeconfig, give } = program();
		const folder = join(kubeconfig, '..');
		execFileSync('mkfifo', [join(folder, 'give')]);
		const client = await connect({ kubeconfig });
		const resource = client.resource(reviews as never) as ResourceClient;
		const patient = whoIs(client);
		await expect(resource.create({}, { timeoutMs: 20 })).rejects.toMatchObject({ name: 'TimeoutError' });
		const ending = new AbortController();
		const impatient = resource.create({}, { signal: ending.signal });
		ending.abort(new Error('enough'));
		await expect(impatient).rejects.toThrow('enough');
		give({ token: 'first-token' });
		expect((await patient).username).toBe('ann');
	});

	it("receives the server's data from files, and the kubeconfig's configuration", async () => {
		const { cluster } = config.clusters[0];
		const data = cluster['certificate-authority-data'];
		const { kubeconfig, give, runs } = program();
		const told = parse(readFileSync(kubeconfig, 'utf8'));
		delete told.clusters[0].cluster['certificate-authority-data'];
		Object.assign(told.clusters[0].cluster, {
			'certificate-authority': 'ca.pem',
			extensions: [
				{ name: 'other', extension: { a: 1 } },
				{ name: 'client.authentication.k8s.io/exec', extension: { audience: 'here' } },
			],
		});
		writeFileSync(kubeconfig, stringify(told));
		writeFileSync(join(kubeconfig, '../ca.pem'), Buffer.from(String(data), 'base64'));
		give({ token: 'first-token' });
		expect(await who({ kubeconfig })).toBe('ann');
		expect(JSON.parse(runs()[0]?.replace(/^--as me more /, '') ?? '').spec.cluster).toEqual({
			server: cluster.server,
			'certificate-authority-data': data,
			config: { audience: 'here' },
		});
	});

	it('that needs a terminal is refused', async () => {
		config.users[0].user = { exec: { apiVersion: 'client.authentication.k8s.io/v1', command: 'login', interactiveMode: 'Always' } };
		await expect(connect({ kubeconfig: write() })).rejects.toThrow('"login" needs a terminal (interactiveMode: Always)');
	});

	it('may give a certificate', async () => {
		const { cert, key } = server.credentials;
		const { kubeconfig, give } = program('client.authentication.k8s.io/v1beta1');
		give({ clientCertificateData: String(cert), clientKeyData: String(key) });
		expect(await who({ kubeconfig })).toBe('kubernetes-admin');
	});

	it('that fails reports the reason', async () => {
		const { kubeconfig, give } = program();
		await expect(who({ kubeconfig })).rejects.toThrow('failed: cat:');
		give({});
		await expect(who({ kubeconfig })).rejects.toThrow('neither a token nor a certificate');
		give({ token: 'a' }, { kind: 'Other' });
		await expect(who({ kubeconfig })).rejects.toThrow('ExecCredential was asked for');
		config.users[0].user = { exec: { apiVersion: 'client.authentication.k8s.io/v1', command: 'no-such-program', installHint: 'Install it.' } };
		await expect(who({ kubeconfig: write() })).rejects.toThrow('Install it.');
	});
});

it('plain HTTP works where a server speaks it', async () => {
	const plain = createServer((_, response) => void response.end('{"metadata":{"resourceVersion":"1"},"items":[]}'));
	await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
	const address = plain.address();
	if (address === null || typeof address === 'string') throw new Error('the server has no port');
	config.clusters[0].cluster = { server: `http://127.0.0.1:${address.port}` };
	try {
		const client = await connect({ kubeconfig: write() });
		expect((await (client.resource(reviews as never) as ResourceClient).list()).items).toEqual([]);
	} finally {
		plain.closeAllConnections();
		plain.close();
	}
});
