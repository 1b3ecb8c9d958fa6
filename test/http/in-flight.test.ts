/** Requests as seen by handlers and responses as seen by clients, over both protocols. */
import { once } from 'node:events';
import http2 from 'node:http2';
import https from 'node:https';
import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { ApiResponse, EventWriter } from '../../runtime/api/request.ts';
import { documentOf, respondDocument } from '../../runtime/http/endpoints/document.ts';
import { userOf } from './fixture.ts';
import { fixture, megabytes, serve, text } from './served.ts';

describe.each(['http1', 'http2'] as const)('exchanges over %s', (protocol) => {
	it('maps method, path, query and headers', async () => {
		const ask = await serve(protocol, (request) => text(`${request.method} ${request.path} ${request.query} ${request.header('x-test')}`));
		const answer = await ask('/a%20b?c=d%20e', { method: 'PUT', headers: { 'x-test': 'y' } });
		expect(answer.body.toString()).toBe('PUT /a b c=d%20e y');
		expect(answer.headers['content-length']).toBe(String(answer.body.length));
		expect(answer.headers['cache-control']).toBe('no-cache, private');
	});

	it.each<[string, string | string[], readonly (readonly [string, string])[]]>([
		['Impersonate-Extra-Scopes', 'a, b', [['impersonate-extra-scopes', 'a, b']]],
		[
			'Impersonate-Group',
			['one, two', 'three'],
			[
				['impersonate-group', 'one, two'],
				['impersonate-group', 'three'],
			],
		],
		['impersonate-', 'x', [['impersonate-', 'x']]],
		['Impersonate', 'x', []],
		['x-impersonate-user', 'x', []],
	])('finds headers by the beginning of their names, each by itself: %s', async (name, value, found) => {
		const ask = await serve(protocol, (request) => text(JSON.stringify(request.headersBeginning('impersonate-'))));
		expect(JSON.parse((await ask('/', { headers: { 'x-test': 'impersonate-user', [name]: value } })).body.toString())).toEqual(found);
	});

	it.each<[string, () => ApiResponse['body']]>([
		['text', () => 'häppy'],
		['bytes', () => Buffer.from('häppy')],
		['pieces', () => [Buffer.from('hä'), Buffer.from('ppy')]],
		['a stream', () => Readable.from([Buffer.from('hä'), Buffer.from('ppy')])],
		['a stream of texts', () => Readable.from(['h', 'äppy'])],
		['events', () => ({ kind: 'events', start: async (writer: EventWriter) => void [writer.write(Buffer.from('hä')), writer.write(Buffer.from('ppy'))] })],
	])('writes %s, and a warning in UTF-8', async (_, body) => {
		const ask = await serve(protocol, (request) => {
			request.warnings.push('日本');
			request.outgoing?.push('warning', Buffer.from('日本').toString('latin1'));
			return text(body());
		});
		const answer = await ask('/');
		expect(answer.body.toString()).toBe('häppy');
		expect(Buffer.from(String(answer.headers.warning), 'latin1').toString()).toBe('日本');
		expect((await ask('/', { method: 'HEAD' })).body.length).toBe(0);
	});

	it('an answer without a body has none', async () => {
		const ask = await serve(protocol, () => text('never', 304));
		const answer = await ask('/');
		expect([answer.status, answer.body.length, answer.headers['content-length']]).toEqual([304, 0, undefined]);
	});

	it('appends headers of the stages, repeated if necessary', async () => {
		const ask = await serve(protocol, (request) => {
			request.outgoing?.push('warning', '299 - "a"', 'warning', '299 - "b"');
			return text('');
		});
		expect((await ask('/')).headers.warning).toBe('299 - "a", 299 - "b"');
	});

	it('reads a body, and only up to 3 MiB', async () => {
		const ask = await serve(protocol, async (request) => {
			try {
				return text(`${(await request.body()).length}`);
			} catch (error) {
				return text((error as Error).message, (error as { code: number }).code);
			}
		});
		expect((await ask('/', { method: 'POST', body: 'abc' })).body.toString()).toBe('3');
		expect((await ask('/', { method: 'POST', body: megabytes(3) })).body.toString()).toBe(String(3 * 1024 * 1024));
		const refused = await ask('/', { method: 'POST', body: megabytes(4) }).catch((error: Error) => error);
		// The client may see the response or a closed connection before it has sent the whole body.
		if (!(refused instanceof Error)) expect(refused.status).toBe(413);
	});

	it('a handler that answers without reading the body does not hang the client', async () => {
		const ask = await serve(protocol, () => text('no thanks', 403));
		expect((await ask('/', { method: 'POST', body: megabytes(1) })).status).toBe(403);
		expect((await ask('/', { method: 'POST', body: 'x' })).status).toBe(403);
	});

	it('has the user of a certificate, and no user without one', async () => {
		const ask = await serve(protocol, (request) => text(JSON.stringify(userOf(request)?.groups ?? null)));
		expect((await ask('/', { certificate: true })).body.toString()).toBe('["system:masters","system:authenticated"]');
		expect((await ask('/')).body.toString()).toBe('null');
	});

	it('compresses large answers on request', async () => {
		const ask = await serve(protocol, (request) =>
			text(request.path === '/stream' ? Readable.from([megabytes(1)]) : request.path === '/small' ? 'x' : megabytes(1)),
		);
		for (const path of ['/', '/stream']) {
			const answer = await ask(path, { headers: { 'accept-encoding': 'gzip' } });
			expect(answer.headers['content-encoding']).toBe('gzip');
			expect(gunzipSync(answer.body).equals(megabytes(1))).toBe(true);
		}
		expect((await ask('/small', { headers: { 'accept-encoding': 'gzip' } })).headers['content-encoding']).toBeUndefined();
		expect((await ask('/', { headers: { 'accept-encoding': 'gzip;q=0' } })).headers['content-encoding']).toBeUndefined();
		expect((await ask('/stream')).body.length).toBe(1024 * 1024);
	});

	it('adds Vary: Accept-Encoding to large answers, next to other values', async () => {
		const ask = await serve(protocol, (request) => {
			const body = request.path === '/stream' ? Readable.from([megabytes(1)]) : request.path === '/pieces' ? [megabytes(1)] : megabytes(1);
			const document = documentOf(megabytes(1));
			return request.path === '/document' ? respondDocument(request, document, 'text/plain') : text(body);
		});
		const gzip = { 'accept-encoding': 'gzip' };
		for (const path of ['/', '/stream', '/pieces']) {
			for (const headers of [{}, gzip]) expect((await ask(path, { headers })).headers).toMatchObject({ vary: 'Accept-Encoding' });
		}
		const [plain, compressed] = [await ask('/document'), await ask('/document', { headers: gzip })];
		expect([plain.headers.vary, compressed.headers.vary]).toEqual(['Accept, Accept-Encoding', 'Accept, Accept-Encoding']);
		// The bytes differ, so the strong tags differ too. Either tag validates the document in either encoding.
		expect(compressed.headers.etag).toBe(`W/${plain.headers.etag}`);
		for (const etag of [plain, compressed].map(({ headers }) => String(headers.etag))) {
			for (const headers of [{}, gzip]) {
				const known = await ask('/document', { headers: { ...headers, 'if-none-match': `"other", ${etag}` } });
				expect([known.status, known.body.length, known.headers.etag, known.headers.vary]).toEqual([304, 0, etag, 'Accept, Accept-Encoding']);
			}
		}
	});

	it('a handler that throws answers 500, and the next request is served', async () => {
		const ask = await serve(protocol, (request) => {
			if (request.path === '/boom') throw new Error('boom');
			return text('fine');
		});
		expect((await ask('/boom')).status).toBe(500);
		expect((await ask('/')).body.toString()).toBe('fine');
		expect(fixture?.failures).toHaveLength(1);
	});

	it('survives an answer that cannot be written', async () => {
		const halves = [Buffer.from('half'), { length: 20_000 } as Buffer];
		const ask = await serve(protocol, async (request) => {
			if (request.path === '/begun') return text(halves);
			if (request.path === '/header') return { ...text(''), headers: { 'x test': 'y' } };
			return text('fine');
		});
		// Over HTTP/2 the response has not started yet.
		if (protocol === 'http1') await expect(ask('/begun')).rejects.toThrow();
		else expect(await ask('/begun')).toMatchObject({ status: 500 });
		expect(await ask('/header')).toMatchObject({ status: 500, body: Buffer.from('Internal error occurred\n') });
		expect((await ask('/')).body.toString()).toBe('fine');
		expect(fixture?.failures.length).toBe(2);
	});

	it('a small piece that cannot be written is reported, and the answer fails', async () => {
		const ask = await serve(protocol, (request) => text(request.path === '/' ? 'fine' : [Buffer.from('half'), { length: 15 } as Buffer]));
		expect(await ask('/bad')).toMatchObject({ status: 500, body: Buffer.from('Internal error occurred\n') });
		expect(fixture?.failures).toHaveLength(1);
		expect((await ask('/')).body.toString()).toBe('fine');
	});

	it.each([
		['is no bytes', {}, 1],
		['is no bytes, in a compressed answer', { 'accept-encoding': 'gzip' }, 20_000],
	])('a piece of a streamed answer that %s is reported, and the answer does not look complete', async (_, headers, before) => {
		let pieces = 0;
		const body = () =>
			new Readable({
				read() {
					this.push(pieces++ < before ? Buffer.alloc(16, 'x') : { length: 5 });
				},
			});
		const ask = await serve(protocol, (request) => text(request.path === '/' ? 'fine' : body()));
		await expect(ask('/bad', { headers })).rejects.toThrow();
		expect(fixture?.failures).toHaveLength(1);
		expect(String(fixture?.failures[0])).toContain('chunk');
		expect((await ask('/')).body.toString()).toBe('fine');
	});

	it('an object in a streamed answer is reported, and the answer does not look complete', async () => {
		const ask = await serve(protocol, (request) => text(request.path === '/' ? 'fine' : Readable.from([Buffer.from('half'), { length: 5 }])));
		await expect(ask('/bad')).rejects.toThrow();
		expect(String(fixture?.failures)).toBe('TypeError: a piece of an answer is neither bytes nor text');
		expect((await ask('/')).body.toString()).toBe('fine');
	});

	it('a streamed answer that is closed before its end is reported, and does not look complete', async () => {
		const closedEarly = () => {
			const body = new Readable({ read() {} });
			body.push('half');
			setImmediate(() => body.destroy());
			return body;
		};
		const ask = await serve(protocol, (request) => text(request.path === '/' ? 'fine' : closedEarly()));
		await expect(ask('/bad')).rejects.toThrow();
		expect(String(fixture?.failures)).toBe('Error: a body was closed before its end');
		expect((await ask('/')).body.toString()).toBe('fine');
	});

	it('ends a streamed answer with its client, without a failure', async () => {
		const body = new Readable({ read() {} });
		const closed = once(body, 'close');
		body.push('half');
		await serve(protocol, () => text(body));
		await leaveWhenBegun(protocol);
		await closed;
		expect(fixture?.failures).toEqual([]);
	});

	it('an event body that fails breaks the stream, so that it does not look complete', async () => {
		const ask = await serve(protocol, () =>
			text({
				kind: 'events',
				start: async (writer) => {
					writer.write(Buffer.from('half'));
					throw new Error('lost the store');
				},
			}),
		);
		await expect(ask('/')).rejects.toThrow();
		expect(fixture?.failures).toHaveLength(1);
	});
});

/** Sends a request and disconnects at the first bytes of the response. */
async function leaveWhenBegun(protocol: 'http1' | 'http2'): Promise<void> {
	const url = `https://127.0.0.1:${fixture?.listener.port}`;
	const tls = { ca: fixture?.keys.authority.cert ?? '' };
	if (protocol === 'http2') {
		const session = http2.connect(url, tls);
		await once(session.request({ ':path': '/' }), 'data');
		session.destroy();
		return;
	}
	const request = https.get(url, tls);
	const [response] = (await once(request, 'response')) as [Readable];
	await once(response, 'data');
	request.destroy();
}
