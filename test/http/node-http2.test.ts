/** HTTP/2 by Node's own server (`--http2 node`): the same answers to clients as the server's own implementation. */
import { once } from 'node:events';
import http2 from 'node:http2';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { ApiRequest, ApiResponse } from '../../runtime/api/request.ts';
import { userOf } from './fixture.ts';
import { fixture, megabytes, serve, text } from './served.ts';

const onNode = (handler: (request: ApiRequest) => ApiResponse | Promise<ApiResponse>) => serve('http2', handler, { http2: 'node' });

/** Opens a session of a client, which the fixture's end closes. */
function session(): http2.ClientHttp2Session {
	const { listener, keys } = fixture ?? expect.fail('no listener');
	return http2.connect(`https://127.0.0.1:${listener.port}`, { ca: keys.authority.cert });
}

describe("Node's HTTP/2 server", () => {
	const large = megabytes(1);
	it.each<readonly [string, ApiResponse, number]>([
		['a text', text('fine'), 4],
		['bytes', text(Buffer.from('bytes')), 5],
		['pieces', text([large.subarray(0, 10), large.subarray(10)]), large.length],
		['a stream', text(Readable.from([large, Buffer.from('end')])), large.length + 3],
		['events', text({ kind: 'events', start: async (writer) => void writer.write(large) }), large.length],
		['no body', { status: 304, headers: {}, body: '' }, 0],
	])('sends %s', async (_, response, bytes) => {
		const ask = await onNode(() => response);
		const { status, body, headers } = await ask('/');
		expect([status, body.length]).toEqual([response.status, bytes]);
		expect(headers['cache-control']).toBe('no-cache, private');
		expect(fixture?.failures).toEqual([]);
	});

	it('passes on method, path, headers, user and body', async () => {
		const seen: ApiRequest[] = [];
		const ask = await onNode(async (request) => {
			seen.push(request);
			request.outgoing?.push('warning', '299 - "a"', 'warning', '299 - "b"');
			return text(String((await request.body()).length));
		});
		const headers = { 'X-Remote-Extra-A': '1', expect: '100-continue' };
		const { body, headers: answered } = await ask('/a?b=c', { method: 'POST', headers, body: large, certificate: true });
		const [request] = seen as [ApiRequest];
		expect([request.method, request.path, request.query]).toEqual(['POST', '/a', 'b=c']);
		expect(request.headersBeginning('x-remote-')).toEqual([['x-remote-extra-a', '1']]);
		expect(userOf(request)?.name).toBe('admin');
		expect(body.toString()).toBe(String(large.length));
		expect(answered.warning).toBe('299 - "a", 299 - "b"');
	});

	it('refuses too many headers', async () => {
		const ask = await onNode(() => text('never'));
		const headers = Object.fromEntries(Array.from({ length: 201 }, (_, i) => [`x-${i}`, 'a']));
		const { status, body } = await ask('/', { headers });
		expect([status, body.toString()]).toEqual([431, 'a request has at most 200 headers\n']);
	});

	it('answers 500 where the handler fails, and serves on', async () => {
		const ask = await onNode(({ path }) => {
			if (path === '/fails') throw new Error('broken');
			return text('fine');
		});
		expect((await ask('/fails')).status).toBe(500);
		expect((await ask('/')).status).toBe(200);
		expect(fixture?.failures.map(String)).toEqual(['Error: broken']);
	});

	it('aborts a watch that its client resets', async () => {
		const aborted = Promise.withResolvers<void>();
		await onNode(() =>
			text({
				kind: 'events',
				start: (writer) => {
					writer.write(Buffer.from('event\n'));
					return new Promise((resolve) => {
						writer.signal.addEventListener('abort', () => {
							aborted.resolve();
							resolve();
						});
					});
				},
			}),
		);
		const client = session();
		const stream = client.request({ ':path': '/watch' });
		expect(String((await once(stream, 'data'))[0])).toBe('event\n');
		stream.close(http2.constants.NGHTTP2_CANCEL);
		await aborted.promise;
		client.close();
	});

	it('drains: watches end, requests finish, and the connection closes', async () => {
		const begun = Promise.withResolvers<void>();
		const answer = Promise.withResolvers<ApiResponse>();
		await onNode(({ path }) => {
			if (path === '/slow') {
				begun.resolve();
				return answer.promise;
			}
			return text({ kind: 'events', start: (writer) => new Promise((resolve) => writer.signal.addEventListener('abort', () => resolve())) });
		});
		const client = session();
		const watch = client.request({ ':path': '/watch' });
		await once(watch, 'response');
		const slow = client.request({ ':path': '/slow' });
		const ended = Promise.all([once(watch.resume(), 'end'), once(slow.resume(), 'end'), once(client, 'close')]);
		await begun.promise;
		const drained = fixture?.listener.drain(10_000);
		answer.resolve(text('done'));
		await Promise.all([drained, ended]);
		expect([fixture?.listener.active, fixture?.failures]).toEqual([0, []]);
	});
});
