/**
 * A watcher that does not read costs a cursor and at most 256 KiB, in every version, encoding and protocol, and from every start.
 * `WATCHERS=1000` opens the full count. The test measures two figures. The server's memory after garbage collection is the cost of the
 * watchers. The process's peak memory also bounds garbage and the memory that OpenSSL and the system's allocator retain outside the
 * collector's view.
 */
import { join } from 'node:path';
import { connect, type TLSSocket } from 'node:tls';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { FrameReader, requestFrames, settingsAcknowledged } from '../../bench/http2-frames.ts';
import { upgradeRequest } from '../../bench/websocket-frames.ts';
import { megabytes, residentBytes } from '../setup/resident.ts';
import { shareOf } from '../setup/sample.ts';
import { type ServerProcess, startServer } from '../setup/server.ts';

const watchers = Number(process.env.WATCHERS ?? 100);
const objects = 94;
const objectBytes = 100_000;
/** Limit of each watcher's memory. */
const allowedBytes = 256 * 1024;
/** Shared part of the held memory: log reads that are cached briefly. */
const sharedHeldBytes = 16 * 1024 * 1024;
/** Cost of a TLS connection with its parser, or of a stream, and of a watch that reads. Measured at 60 to 90 KiB for normal clients. */
const connectionBytes = 96 * 1024;
/** Shared part of the process memory: the cache's buffers, and uncollected garbage of the writes. */
const sharedBytes = 256 * 1024 * 1024;
const streamsPerConnection = 50;

interface Watch {
	readonly name: string;
	readonly protocol: 'http1' | 'http2' | 'websocket';
	/** Path of the watch; `{first}` stands for a version before all objects. */
	readonly path: string;
	readonly accept: string;
}

const all = '/api/v1/configmaps?watch=true';
const inNamespace = '/api/v1/namespaces/default/configmaps?watch=true';
const protobuf = 'application/vnd.kubernetes.protobuf;stream=watch';
const table = 'application/json;as=Table;v=v1;g=meta.k8s.io';

const cases: readonly Watch[] = [
	{ name: 'a namespace from an earlier version', protocol: 'http1', path: `${inNamespace}&resourceVersion={first}`, accept: 'application/json' },
	{ name: 'a namespace from an earlier version over HTTP/2', protocol: 'http2', path: `${inNamespace}&resourceVersion={first}`, accept: 'application/json' },
	{
		name: 'a namespace from an earlier version over WebSocket',
		protocol: 'websocket',
		path: `${inNamespace}&resourceVersion={first}`,
		accept: 'application/json',
	},
	{ name: 'a table with whole objects over WebSocket', protocol: 'websocket', path: `${inNamespace}&includeObject=Object`, accept: table },
	{ name: 'all namespaces from an earlier version', protocol: 'http1', path: `${all}&resourceVersion={first}`, accept: 'application/json' },
	{ name: 'protobuf', protocol: 'http1', path: `${inNamespace}&resourceVersion={first}`, accept: protobuf },
	{ name: 'protobuf over HTTP/2', protocol: 'http2', path: `${all}&resourceVersion={first}`, accept: protobuf },
	{ name: 'a table with whole objects', protocol: 'http1', path: `${inNamespace}&includeObject=Object&resourceVersion={first}`, accept: table },
	{ name: 'a selector', protocol: 'http1', path: `${all}&labelSelector=a&resourceVersion={first}`, accept: 'application/json' },
	{ name: 'a state to begin with', protocol: 'http1', path: all, accept: 'application/json' },
	{
		name: 'a streaming list over HTTP/2',
		protocol: 'http2',
		path: `${all}&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true`,
		accept: protobuf,
	},
];

describe(`${watchers} watchers that read nothing`, () => {
	let server: ServerProcess;
	let first: string;
	const open: TLSSocket[] = [];

	// A process does not return its peak memory, so each case starts its own.
	beforeEach(async () => {
		server = await startServer(inject('built').kubernetes, { env: { NODE_OPTIONS: `--import ${join(import.meta.dirname, 'held-memory.ts')}` } });
		const { metadata } = (await server.call('GET', '/api/v1/namespaces/default/configmaps?limit=1')).json() as { metadata: { resourceVersion: string } };
		first = metadata.resourceVersion;
		await write('POST', () => '/api/v1/namespaces/default/configmaps');
		// Writes more than the in-memory history holds, so that watches from an earlier version read the log.
		for (let i = 0; i < 3; i++) await write('PUT', (name) => `/api/v1/namespaces/default/configmaps/${name}`);
	});
	afterEach(async () => {
		for (const socket of open) socket.destroy();
		await server?.remove();
	});

	async function write(method: string, path: (name: string) => string): Promise<void> {
		for (let i = 0; i < objects; i++) {
			const name = `large-${i}`;
			const body = { metadata: { name, labels: { a: 'b' } }, data: { text: 'x'.repeat(objectBytes), at: String(performance.now()) } };
			const answer = await server.call(method, path(name), body);
			expect(answer.status).toBe(method === 'POST' ? 201 : 200);
		}
	}

	function connected(protocol: string): Promise<TLSSocket> {
		return new Promise((resolve, reject) => {
			const socket = connect({ ...server.credentials, host: '127.0.0.1', port: server.port, ALPNProtocols: [protocol] }, () => resolve(socket));
			socket.on('error', reject);
			open.push(socket);
		});
	}

	/** Sends the request and reads until the response starts. */
	async function overHttp1({ path, accept, protocol }: Watch): Promise<void> {
		const socket = await connected('http/1.1');
		const isUpgrade = protocol === 'websocket';
		socket.write(isUpgrade ? upgradeRequest(path, { accept }) : `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAccept: ${accept}\r\n\r\n`);
		await new Promise<void>((resolve) => {
			socket.once('readable', () => {
				expect(socket.read(12)?.toString()).toBe(isUpgrade ? 'HTTP/1.1 101' : 'HTTP/1.1 200');
				resolve();
			});
		});
	}

	async function overHttp2({ path, accept }: Watch, streams: number): Promise<void> {
		const socket = await connected('h2');
		socket.write(requestFrames(Array(streams).fill(path), { accept }));
		await new Promise<void>((resolve) => {
			let answered = 0;
			const reader = new FrameReader({
				answered: () => {
					if (++answered === streams) {
						socket.pause();
						resolve();
					}
				},
				data: () => undefined,
				settings: () => socket.write(settingsAcknowledged),
			});
			socket.on('data', (chunk: Buffer) => reader.take(chunk));
		});
	}

	it.each(shareOf(cases, 6))('$name', async (hostile) => {
		const watch = { ...hostile, path: hostile.path.replace('{first}', first) };
		const heldBefore = await heldBytes(server);
		const before = residentBytes(server);
		let peak = before;
		const sampling = setInterval(() => {
			peak = Math.max(peak, residentBytes(server));
		}, 50);
		if (watch.protocol !== 'http2')
			for (let i = 0; i < watchers; i += 20) await Promise.all(Array.from({ length: Math.min(20, watchers - i) }, () => overHttp1(watch)));
		else for (let i = 0; i < watchers; i += streamsPerConnection) await overHttp2(watch, Math.min(streamsPerConnection, watchers - i));
		// Waits until the last watcher has been written to and the sampler has run.
		for (let i = 0; i < 20; i++) {
			expect((await server.call('GET', '/livez')).status).toBe(200);
			await new Promise((resolve) => setTimeout(resolve, 50));
		}
		clearInterval(sampling);
		const held = (await heldBytes(server)) - heldBefore;
		console.info(`${hostile.name}: ${watchers} hold ${megabytes(held)}; the process had ${megabytes(before)} before, ${megabytes(peak)} at most`);
		for (const socket of open.splice(0)) socket.destroy();
		expect(held).toBeLessThan(watchers * allowedBytes + sharedHeldBytes);
		expect(peak - before).toBeLessThan(watchers * (allowedBytes + connectionBytes) + sharedBytes);
	});
});

/** Returns the memory of the server's main thread after garbage collection. */
async function heldBytes(server: ServerProcess): Promise<number> {
	const known = heldIn(server).length;
	server.process.kill('SIGUSR2');
	return await vi.waitFor(
		() => {
			const bytes = heldIn(server)[known];
			if (bytes === undefined) throw new Error('the server has not said what it holds');
			return bytes;
		},
		{ timeout: 30_000, interval: 20 },
	);
}

function heldIn(server: ServerProcess): number[] {
	return [...server.log().matchAll(/^held bytes: (\d+)$/gm)].map(([, bytes]) => Number(bytes));
}
