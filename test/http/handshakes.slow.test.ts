/** Clients with slow handshakes, as when thousands connect at once. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { afterEach, expect, it } from 'vitest';
import { type Fixture, start } from './fixture.ts';

let fixture: Fixture | undefined;
afterEach(async () => {
	await fixture?.close();
});

it('a client that begins its handshake a quarter of a minute late is served', async () => {
	fixture = await start(() => ({ status: 200, headers: {}, body: 'fine' }));
	const below = connect(fixture.listener.port, '127.0.0.1');
	await once(below, 'connect');
	let isClosed = false;
	below.once('close', () => {
		isClosed = true;
	});
	await delay(15_000);
	expect(isClosed).toBe(false);
	const socket = connectTls({ socket: below, rejectUnauthorized: false });
	await once(socket, 'secureConnect');
	socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
	const [bytes] = (await once(socket, 'data')) as [Buffer];
	expect(bytes.toString('latin1')).toMatch(/^HTTP\/1.1 200 /);
	socket.destroy();
});
