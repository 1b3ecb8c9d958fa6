/** HTTP/2 connections on which nothing is asked are ended, whatever they have begun to say. */
import { once } from 'node:events';
import http2 from 'node:http2';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { Http2Sessions } from '../../runtime/http/http2/sessions.ts';
import { flags, frame, frameTypes, getRoot, preface } from '../faults/stall/frames.ts';

const closing: (() => void)[] = [];
afterEach(() => {
	vi.useRealTimers();
	for (const close of closing.splice(0)) close();
});

it.each([
	['that asks nothing', preface],
	['whose only head does not end', Buffer.concat([preface, frame(frameTypes.headers, flags.endStream, 1, getRoot)])],
])('a connection %s', async (_, bytes) => {
	const sessions = new Http2Sessions(() => undefined);
	const server = http2.createServer().on('session', (session) => sessions.add(session));
	closing.push(() => server.close());
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const opened = once(server, 'session');
	const client = connect((server.address() as AddressInfo).port, '127.0.0.1').resume();
	closing.push(() => client.destroy());
	client.write(bytes);
	const [session] = (await opened) as [http2.ServerHttp2Session];
	await vi.waitFor(() => expect(session.socket.bytesRead).toBe(bytes.length));
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
	const closed = once(session, 'close');
	session.emit('timeout');
	vi.advanceTimersByTime(5_000);
	await closed;
});
