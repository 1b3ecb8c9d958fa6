/** TLS key updates are accepted at the rate that libraries use, and limited so that other clients do not wait. */
import { afterEach, expect, it } from 'vitest';
import { Tls13Client } from '../faults/stall/tls13.ts';
import { type Fixture, start } from './fixture.ts';

let fixture: Fixture;
const clients: Tls13Client[] = [];
afterEach(async () => {
	for (const { socket } of clients.splice(0)) socket.destroy();
	await fixture.close();
});

async function connected(protocol: 'h2' | 'http/1.1'): Promise<Tls13Client> {
	const client = await Tls13Client.connect(fixture.listener.port, protocol);
	client.socket.on('error', () => undefined).resume();
	clients.push(client);
	return client;
}

const request = Buffer.from('GET /after HTTP/1.1\r\nHost: x\r\n\r\n');

it('a client may change its keys ten times at once', async () => {
	const asked = Promise.withResolvers<string>();
	fixture = await start((request) => {
		asked.resolve(request.path);
		return { status: 200, headers: {}, body: 'ok' };
	});
	const client = await connected('http/1.1');
	client.socket.write(Buffer.concat([...Array.from({ length: 10 }, () => client.keyUpdate()), client.record(request)]));
	expect(await asked.promise).toBe('/after');
});

it.each([
	['http/1.1', false],
	['h2', false],
	['http/1.1', true],
	['h2', true],
] as const)('closes a connection that renegotiates keys without a pause, over %s (own updates: %s)', async (protocol, asksBack) => {
	let asked = 0;
	fixture = await start(() => {
		asked++;
		return { status: 200, headers: {}, body: 'ok' };
	});
	const client = await connected(protocol);
	// A reset also counts as an end.
	const closed = new Promise((resolve) => client.socket.once('close', resolve));
	// Sends more than one read returns.
	client.socket.write(Buffer.concat([...Array.from({ length: 5_000 }, () => client.keyUpdate({ asksBack })), client.record(request)]));
	await closed;
	expect(asked).toBe(0);
	expect((await fixture.http1('/')).status).toBe(200);
	expect(fixture.failures).toEqual([]);
});

it('other connections without requests are served afterwards', async () => {
	const asked = Promise.withResolvers<string>();
	fixture = await start((request) => {
		asked.resolve(request.path);
		return { status: 200, headers: {}, body: 'ok' };
	});
	const [hostile, silent] = [await connected('http/1.1'), await connected('http/1.1')];
	const closed = new Promise((resolve) => hostile.socket.once('close', resolve));
	hostile.socket.write(Buffer.concat(Array.from({ length: 5_000 }, () => hostile.keyUpdate())));
	await closed;
	silent.socket.write(silent.record(request));
	expect(await asked.promise).toBe('/after');
});

it.each(['http/1.1', 'h2'] as const)('interleaves other work with several connections that flood together, over %s', async (protocol) => {
	fixture = await start(() => ({ status: 200, headers: {}, body: 'ok' }));
	const floods = 6;
	const hostile = await Promise.all(Array.from({ length: floods }, () => connected(protocol)));
	if (protocol === 'http/1.1') {
		await Promise.all(
			hostile.map((client) => {
				client.socket.write(client.record(request));
				return new Promise((resolve) => client.socket.once('data', resolve));
			}),
		);
	}
	const bystander = await connected('http/1.1');
	const closed = hostile.map(({ socket }) => new Promise((resolve) => socket.once('close', resolve)));
	// The client completes the handshake first.
	while (fixture.listener.connections <= floods) await new Promise(setImmediate);
	for (const client of hostile) client.socket.write(Buffer.concat(Array.from({ length: 3_000 }, () => client.keyUpdate())));
	let mostInTurn = 0;
	for (let open = floods + 1; open > 1; ) {
		await new Promise(setImmediate);
		mostInTurn = Math.max(mostInTurn, open - fixture.listener.connections);
		open = fixture.listener.connections;
	}
	await Promise.all(closed);
	expect(mostInTurn).toBeLessThanOrEqual(2);
	const answered = new Promise((resolve) => bystander.socket.once('data', resolve));
	bystander.socket.write(bystander.record(request));
	await answered;
	expect(fixture.failures).toEqual([]);
});
