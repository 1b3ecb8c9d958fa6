/**
 * Bytes after an HTTP/1.1 request neither replace the response of another request nor become a request when they could mean something else.
 */
import { once } from 'node:events';
import tls from 'node:tls';
import { afterEach, expect, it } from 'vitest';
import { type Fixture, start } from './fixture.ts';

let fixture: Fixture | undefined;
afterEach(async () => {
	await fixture?.close();
	fixture = undefined;
});

const upgrade = 'Connection: Upgrade\r\nUpgrade: anything\r\n';
const next = 'GET /next HTTP/1.1\r\nHost: x\r\n\r\n';

/**
 * Sends portions until the server closes the connection, and returns the responses. Each portion waits for the request of the one before
 * it.
 */
async function exchange(
	portions: readonly string[],
	answer: (path: string) => Promise<void> = async () => undefined,
): Promise<{ received: string; asked: string[] }> {
	const asked: string[] = [];
	let heard = Promise.withResolvers<void>();
	fixture = await start(async (request) => {
		heard.resolve();
		const body = await request.body();
		asked.push(`${request.method} ${request.path} ${body.toString()}`);
		await answer(request.path);
		return { status: 200, headers: {}, body: `${request.path};` };
	});
	const socket = tls.connect({ port: fixture.listener.port, host: '127.0.0.1', rejectUnauthorized: false });
	await once(socket, 'secureConnect');
	let received = '';
	socket.on('error', () => undefined).on('data', (data: Buffer) => (received += data.toString('latin1')));
	const closed = once(socket, 'close');
	for (const portion of portions) {
		heard = Promise.withResolvers();
		socket.write(portion);
		if (portion !== portions.at(-1)) await heard.promise;
	}
	await closed;
	return { received, asked };
}

const statuses = (received: string): string[] => [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status as string);
/** Delays a response. */
const later = async (): Promise<void> => {
	for (let i = 0; i < 20; i++) await new Promise(setImmediate);
};

it.each([
	['a request without a body', [`GET /first HTTP/1.1\r\nHost: x\r\n${upgrade}\r\n${next}`], 'GET /first '],
	['a body', [`POST /first HTTP/1.1\r\nHost: x\r\n${upgrade}Content-Length: 2\r\n\r\n{}${next}`], 'POST /first {}'],
	['a body that comes later', [`POST /first HTTP/1.1\r\nHost: x\r\n${upgrade}Content-Length: 2\r\n\r\n`, `{}${next}`], 'POST /first {}'],
	['chunks', [`POST /first HTTP/1.1\r\nHost: x\r\n${upgrade}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n${next}`], 'POST /first {}'],
	[
		'half a request',
		[`GET /first HTTP/1.1\r\nHost: x\r\n${upgrade}\r\nPOST /next HTTP/1.1\r\nHost: x\r\nContent-Length: ${next.length}\r\n\r\n`, next],
		'GET /first ',
	],
])('an unknown upgrade is answered, and ends the connection: %s', async (_, portions, first) => {
	const { received, asked } = await exchange(portions, later);
	expect(statuses(received)).toEqual(['200']);
	expect(received).toMatch(/connection: close/i);
	expect(asked).toEqual([first]);
});

it('requests before an upgrade are answered', async () => {
	const { received, asked } = await exchange([`${next}GET /first HTTP/1.1\r\nHost: x\r\n${upgrade}\r\n${next}`], later);
	expect(statuses(received)).toEqual(['200', '200']);
	expect(asked).toEqual(['GET /next ', 'GET /first ']);
});

it.each([
	['GET', 'GET /first HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
	['POST', 'POST /first HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}'],
])('%s with Connection: close is answered, and later bytes are ignored', async (_, request) => {
	for (const following of [next, 'garbage', 'x'.repeat(20_000)]) {
		const { received, asked } = await exchange([request + following], later);
		expect(statuses(received)).toEqual(['200']);
		expect(received).toContain('/first;');
		expect(asked).toHaveLength(1);
		await fixture?.close();
	}
});

it.each([
	['what is no request', 'nonsense\r\n\r\n', ['200', '200', '400']],
	['a head beyond its bound', `GET / HTTP/1.1\r\nHost: x\r\nx: ${'y'.repeat(1_100_000)}`, ['200', '200', '431']],
])('%s after requests is refused after their answers', async (_, malformed, expected) => {
	const { received } = await exchange([`${next}${next}${malformed}`], later);
	expect(statuses(received)).toEqual(expected);
});

it('an unreadable body does not affect the answer to an earlier request', async () => {
	const bad = 'POST /bad HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nno size\r\n';
	const { received } = await exchange([`${next}${bad}`], later);
	expect(statuses(received)).not.toContain('400');
});

const post = (path: string, framing: string, body: string): string => `POST ${path} HTTP/1.1\r\nHost: x\r\n${framing}\r\n\r\n${body}`;

/** Returns the responses to a half-closed client that still reads; resolves after this number of responses. */
async function halfClosed(bytes: string, answers: number): Promise<string[]> {
	fixture = await start(async (request) => {
		if (request.path === '/read') await request.body();
		return { status: 403, headers: {}, body: `${request.path};` };
	});
	// Node's types do not know that the option reaches the underlying connection.
	const options: tls.ConnectionOptions & { allowHalfOpen: boolean } = {
		port: fixture.listener.port,
		host: '127.0.0.1',
		rejectUnauthorized: false,
		allowHalfOpen: true,
	};
	const socket = tls.connect(options);
	await once(socket, 'secureConnect');
	let received = '';
	socket.on('data', (data: Buffer) => (received += data.toString('latin1')));
	const ended = once(socket, 'end');
	socket.write(bytes);
	while (statuses(received).length < answers) await once(socket, 'data');
	socket.end();
	await ended;
	socket.destroy();
	return statuses(received);
}

it.each([
	['of a known length', 'Content-Length: 100', '{"a":'],
	['of which nothing came', 'Content-Length: 100', ''],
	['in chunks', 'Transfer-Encoding: chunked', '5\r\n{"a":\r\n'],
	['within a chunk', 'Transfer-Encoding: chunked', '50\r\n{"a":'],
])('a body %s that is cut off gets 400 or its earlier answer, and no second one', async (_, framing, body) => {
	expect(await halfClosed(post('/read', framing, body), 0)).toEqual(['400']);
	await fixture?.close();
	expect(await halfClosed(post('/unread', framing, body), 1)).toEqual(['403']);
	await fixture?.close();
	expect(await halfClosed(next + post('/unread', framing, body), 2)).toEqual(['403', '403']);
});

it.each([
	['chunks that cannot be read, in a body that has its answer', 'Transfer-Encoding: chunked', 'no size\r\n', ['403']],
	['what is no request, behind a body that came after its answer', 'Content-Length: 5', '12345nonsense\r\n\r\n', ['403', '400']],
] as const)('%s', async (_, framing, following, expected) => {
	fixture = await start(() => ({ status: 403, headers: {}, body: 'no;' }));
	const socket = tls.connect({ port: fixture.listener.port, host: '127.0.0.1', rejectUnauthorized: false });
	let received = '';
	socket.on('data', (data: Buffer) => (received += data.toString('latin1')));
	const answered = once(socket, 'data');
	const closed = once(socket, 'close');
	socket.write(post('/', framing, ''));
	await answered;
	socket.write(following);
	await closed;
	expect(statuses(received)).toEqual(expected);
});
