/** Watches over WebSocket against the built server, with the client of the package `ws`. */
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { WebSocket } from 'ws';
import { parse } from 'yaml';
import { expecting, type Loose } from '../setup/loose.ts';
import { type ServerProcess, startServer } from '../setup/server.ts';

let folder: string;
let server: ServerProcess;
const expectStatus = expecting(() => server);
const configmaps = '/api/v1/namespaces/default/configmaps';
const protobuf = 'application/vnd.kubernetes.protobuf';
const table = 'application/json;as=Table;v=v1;g=meta.k8s.io';

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'orch-websocket-'));
	writeFileSync(join(folder, 'tokens.csv'), 'root-token,root,1,system:masters\nguest-token,guest,2\n', { mode: 0o600 });
	server = await startServer(inject('built').kubernetes, { flags: ['--token-auth-file', join(folder, 'tokens.csv')] });
});
afterAll(async () => {
	await server.remove();
	rmSync(folder, { recursive: true, force: true });
});

interface Options {
	readonly headers?: Readonly<Record<string, string>>;
	readonly protocols?: readonly string[];
	/** True to connect without the administrator's certificate. */
	readonly anonymous?: boolean;
	readonly of?: ServerProcess;
}

class Client {
	readonly socket: WebSocket;
	readonly messages: Buffer[] = [];
	readonly kinds = new Set<'text' | 'binary'>();
	/** Close code; 1006 without a close frame. */
	readonly closed: Promise<number>;
	readonly #more = new Set<() => void>();

	constructor(query: string, { headers = {}, protocols = [], anonymous = false, of = server }: Options) {
		const { ca, cert, key } = of.credentials;
		const credentials = anonymous ? { ca } : { ca, cert, key };
		this.socket = new WebSocket(`${of.url.replace('https', 'wss')}${configmaps}?${query}`, [...protocols], {
			...credentials,
			origin: anonymous ? 'https://console.example.com' : of.url,
			headers: { ...headers },
		});
		this.closed = new Promise((resolve) => this.socket.once('close', resolve));
		this.socket.on('message', (data: Buffer, isBinary) => {
			this.messages.push(data);
			this.kinds.add(isBinary ? 'binary' : 'text');
			for (const more of this.#more) more();
		});
	}

	get events(): Loose[] {
		return this.messages.map((message) => JSON.parse(message.toString()) as Loose);
	}

	get names(): string[] {
		return this.events.map(({ type, object }) => `${type} ${object.metadata.name}`);
	}

	/** Resolves when this number of messages has arrived. */
	has(count: number): Promise<void> {
		return new Promise((resolve, reject) => {
			const look = (): void => {
				if (this.messages.length < count) return;
				this.#more.delete(look);
				resolve();
			};
			this.#more.add(look);
			void this.closed.then((code) => reject(new Error(`closed with ${code} after ${this.messages.length} of ${count} messages`)));
			look();
		});
	}
}

const clients: Client[] = [];
afterEach(() => {
	for (const { socket } of clients.splice(0)) socket.terminate();
});

function client(query: string, options: Options = {}): Client {
	const made = new Client(query, options);
	made.socket.on('error', () => undefined);
	clients.push(made);
	return made;
}

/** Returns an open watch, which receives all later writes. */
async function watching(query: string, options: Options = {}): Promise<Client> {
	const made = client(query, options);
	await once(made.socket, 'open');
	return made;
}

/** Returns a watch that has ended by itself. */
async function whole(query: string, options: Options = {}): Promise<Client> {
	const made = client(query, options);
	expect(await made.closed).toBe(1000);
	return made;
}

/** Returns the response to a refused upgrade. */
async function refusal(query: string, options: Options = {}): Promise<{ status: number | undefined; reason: string }> {
	const { socket } = client(query, options);
	const [, answer] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage];
	const body: Buffer[] = [];
	for await (const part of answer) body.push(part as Buffer);
	return { status: answer.statusCode, reason: (parse(Buffer.concat(body).toString()) as Loose).reason };
}

async function create(name: string, more: { readonly labels?: Record<string, string>; readonly data?: Record<string, string> } = {}): Promise<Loose> {
	return expectStatus(201, 'POST', configmaps, { metadata: { name, labels: { of: 'websocket', ...more.labels } }, data: more.data });
}

async function now(): Promise<string> {
	return ((await server.call('GET', `${configmaps}?limit=1`)).json() as Loose).metadata.resourceVersion;
}

/** Waits until the controllers have created their objects in each namespace, so that only the tests write afterwards. */
async function untilQuiet(): Promise<void> {
	const counted = async (path: string): Promise<number> => ((await server.call('GET', path)).json() as Loose).items.length;
	const namespaces = await counted('/api/v1/namespaces');
	const made = ['/api/v1/configmaps?fieldSelector=metadata.name=kube-root-ca.crt', '/api/v1/serviceaccounts?fieldSelector=metadata.name=default'];
	for (const path of made) while ((await counted(path)) < namespaces);
}

const sampleOf = (text: string, name: string): number =>
	Number(
		text
			.split('\n')
			.find((line) => line.startsWith(`${name}{`) && isOfWatch(line))
			?.split(' ')
			.at(-1) ?? 0,
	);
const isOfWatch = (line: string): boolean =>
	line.includes('verb="WATCH"') && line.includes('resource="configmaps"') && (!line.includes('code=') || line.includes('code="101"'));

describe('a watch over WebSocket', () => {
	let before: string;
	beforeAll(async () => {
		await untilQuiet();
		before = await now();
		await create('one', { labels: { tier: 'front' }, data: { color: 'blue' } });
		await create('two', { labels: { tier: 'back' } });
		await expectStatus(200, 'PUT', `${configmaps}/one`, { metadata: { name: 'one', labels: { of: 'websocket', tier: 'back' } }, data: { color: 'red' } });
		await expectStatus(200, 'DELETE', `${configmaps}/two`);
	});

	it('sends the same events as over HTTP, one per message', async () => {
		const queries = [
			['the state', 'labelSelector=of=websocket'],
			['the state at any version', 'labelSelector=of=websocket&resourceVersion=0'],
			['a streaming list', 'labelSelector=of=websocket&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true'],
			['changes after a version', `resourceVersion=${before}`],
			['what enters and leaves a selector', `labelSelector=tier=front&resourceVersion=${before}`],
			['one object by its name', `fieldSelector=metadata.name=two&resourceVersion=${before}`],
			['bookmarks', `resourceVersion=${before}&allowWatchBookmarks=true`],
			['a history that is gone', 'resourceVersion=1'],
		];
		const forms: readonly [kind: 'text' | 'binary', accept: string, events: (bytes: Buffer) => Buffer[]][] = [
			['text', 'application/json', linesOf],
			['text', table, linesOf],
			['binary', protobuf, framesOf],
		];
		const all = queries.flatMap(([name, query]) => forms.map((form) => ({ name, query: `watch=1&timeoutSeconds=1&${query}`, form })));
		await Promise.all(
			all.map(async ({ name, query, form: [kind, accept, eventsOf] }) => {
				const [streamed, { messages, kinds }] = await Promise.all([
					server.call('GET', `${configmaps}?${query}`, undefined, { accept }),
					whole(query, { headers: { accept } }),
				]);
				const events = eventsOf(streamed.bytes);
				expect(events.length, name).toBeGreaterThan(0);
				// Masks ages in Tables, which continue to grow.
				const texts = (all: readonly Buffer[]): string[] => all.map((each) => each.toString('latin1').replaceAll(/"\d+[smh]"/g, '"age"'));
				expect([texts(messages), [...kinds]], name).toEqual([texts(events), [kind]]);
			}),
		);
	});

	it('can be limited to one object', async () => {
		const { events } = await whole('watch=1&timeoutSeconds=1&fieldSelector=metadata.name=one');
		expect(events).toMatchObject([{ type: 'ADDED', object: { kind: 'ConfigMap', apiVersion: 'v1', data: { color: 'red' } } }]);
	});

	it('names columns in the first event of a Table alone', async () => {
		const { events } = await whole(`watch=1&timeoutSeconds=1&resourceVersion=${before}`, { headers: { accept: table } });
		const [first, ...more] = events.map(({ object }) => object);
		expect(first.columnDefinitions[0].name).toBe('Name');
		expect(more.map(({ columnDefinitions }) => columnDefinitions)).toEqual(more.map(() => null));
	});

	it('is refused with an HTTP status when it cannot start', async () => {
		const refused = await Promise.all([
			refusal('watch=1&resourceVersion=x'),
			refusal('watch=1&labelSelector=,'),
			refusal('watch=1', { headers: { accept: 'application/yaml' } }),
			refusal('watch=1', { anonymous: true }),
			refusal('watch=1', { anonymous: true, headers: { authorization: 'Bearer nobody' } }),
			refusal('watch=1', { protocols: ['a', 'b'] }),
		]);
		expect(refused).toEqual([
			{ status: 400, reason: 'BadRequest' },
			{ status: 400, reason: 'BadRequest' },
			{ status: 406, reason: 'NotAcceptable' },
			{ status: 403, reason: 'Forbidden' },
			{ status: 401, reason: 'Unauthorized' },
			{ status: 400, reason: 'BadRequest' },
		]);
	});

	it('takes a token from among the subprotocols, as browsers can send it', async () => {
		const shown = (token: string): string => `base64url.bearer.authorization.k8s.io.${Buffer.from(token).toString('base64url')}`;
		const { socket } = await watching('watch=1', { anonymous: true, protocols: [shown('root-token'), 'base64.binary.k8s.io'] });
		expect(socket.protocol).toBe('base64.binary.k8s.io');
		expect(await refusal('watch=1', { anonymous: true, protocols: [shown('guest-token'), 'x'] })).toEqual({ status: 403, reason: 'Forbidden' });
		expect(await refusal('watch=1', { anonymous: true, protocols: [shown('nobody'), 'x'] })).toEqual({ status: 401, reason: 'Unauthorized' });
	});

	it('is not offered for a list', async () => {
		const { socket } = client('limit=1');
		const [, answer] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage];
		expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/json']);
	});

	it('counts as a watch in the metrics, with the status 101', async () => {
		const metrics = async (): Promise<string> => (await server.call('GET', '/metrics')).text;
		const atFirst = await metrics();
		const open = await watching('watch=1');
		expect(sampleOf(await metrics(), 'apiserver_longrunning_requests')).toBe(sampleOf(atFirst, 'apiserver_longrunning_requests') + 1);
		open.socket.close();
		await open.closed;
		let after = await metrics();
		while (sampleOf(after, 'apiserver_request_total') === sampleOf(atFirst, 'apiserver_request_total')) after = await metrics();
		expect(sampleOf(after, 'apiserver_request_total')).toBe(sampleOf(atFirst, 'apiserver_request_total') + 1);
		expect(sampleOf(after, 'apiserver_longrunning_requests')).toBe(sampleOf(atFirst, 'apiserver_longrunning_requests'));
	});

	it('sends an object of a megabyte in one message', async () => {
		const open = await watching(`watch=1&resourceVersion=${await now()}`);
		await create('large', { data: { text: 'x'.repeat(1_000_000) } });
		await open.has(1);
		expect(open.events[0]?.object.data.text).toHaveLength(1_000_000);
		const { events } = await whole('watch=1&timeoutSeconds=1&fieldSelector=metadata.name=large');
		expect(events[0]?.object.data.text).toHaveLength(1_000_000);
		await expectStatus(200, 'DELETE', `${configmaps}/large`);
	});
});

describe('many at once', () => {
	it('40 watches get every event in order while others are killed', async () => {
		const query = `watch=1&labelSelector=many=yes&resourceVersion=${await now()}`;
		const open = await Promise.all([...Array(40)].map((_, i) => watching(query, { headers: { accept: i % 4 === 3 ? protobuf : 'application/json' } })));
		const names = [...Array(30)].map((_, i) => `many-${i}`);
		for (const [i, name] of names.entries()) {
			await create(name, { labels: { many: 'yes' } });
			if (i === 15) for (const { socket } of open.splice(0, 20)) socket.terminate();
		}
		await Promise.all(open.map((each) => each.has(names.length)));
		for (const each of open) {
			if (each.kinds.has('text')) expect(each.names).toEqual(names.map((name) => `ADDED ${name}`));
			else expect(names.filter((name, i) => !each.messages[i]?.includes(name))).toEqual([]);
		}
	});

	it('a watch that is not read delays no other, and gets every event when it is read', async () => {
		const query = `watch=1&labelSelector=slow=yes&resourceVersion=${await now()}`;
		const [slow, fast] = await Promise.all([watching(query), watching(query)]);
		slow.socket.pause();
		// Exceeds the buffers of the system and the server for a client that does not read.
		const names = [...Array(60)].map((_, i) => `slow-${i}`);
		const data = { text: 'x'.repeat(300_000) };
		for (const name of names) await create(name, { labels: { slow: 'yes' }, data });
		const told = names.map((name) => `ADDED ${name}`);
		await fast.has(names.length);
		expect(fast.names).toEqual(told);
		expect(slow.messages.length).toBeLessThan(names.length);
		slow.socket.resume();
		await slow.has(names.length);
		expect(slow.names).toEqual(told);
	});
});

describe('a server that stops', () => {
	it('ends them with Close 1000, and none holds it up', async () => {
		const other = await startServer(inject('built').kubernetes);
		const open = await Promise.all([...Array(20)].map(() => watching('watch=1', { of: other })));
		// A client that does not read delays the shutdown no longer than others may.
		open[0]?.socket.pause();
		const codes = Promise.all(open.slice(1).map(({ closed }) => closed));
		expect(await other.stop()).toBe(0);
		expect(await codes).toEqual(open.slice(1).map(() => 1000));
		await other.remove();
	});
});

function linesOf(bytes: Buffer): Buffer[] {
	const lines: Buffer[] = [];
	for (let at = 0; at < bytes.length; at += lines.at(-1)?.length ?? 0) lines.push(bytes.subarray(at, bytes.indexOf('\n', at) + 1));
	return lines;
}

/** Returns the frames without their length prefixes. */
function framesOf(bytes: Buffer): Buffer[] {
	const frames: Buffer[] = [];
	for (let at = 0; at < bytes.length; at += 4 + (frames.at(-1)?.length ?? 0)) frames.push(bytes.subarray(at + 4, at + 4 + bytes.readUInt32BE(at)));
	return frames;
}
