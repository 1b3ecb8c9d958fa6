/** HPACK interoperability with nghttp2, which Node's HTTP/2 client uses. */
import { once } from 'node:events';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { runs } from '../../setup/sample.ts';
import { coded, indexed, withIndexing, withoutIndexing } from './coder.ts';
import { type Answer, type FramedPeer, framedPeer } from './framed-peer.ts';

const open: FramedPeer[] = [];
afterEach(async () => {
	for (const peer of open.splice(0)) await peer.close();
});

async function peerWith(tableSize: number): Promise<FramedPeer> {
	const peer = await framedPeer(tableSize);
	open.push(peer);
	return peer;
}

/** Sends a request and returns the raw headers of its response. */
async function exchanged(peer: FramedPeer, headers: readonly (readonly [name: string, value: string])[], answer: Answer | Buffer): Promise<readonly string[]> {
	peer.answer(answer);
	const request = peer.client.request({ ':path': '/api', ...Object.fromEntries(headers) });
	const [, , raw] = (await once(request, 'response')) as [unknown, unknown, string[]];
	request.resume();
	await once(request, 'close');
	return raw;
}

/** Arbitrary header values: visible latin1 characters with spaces inside. */
const value = fc.oneof(
	fc.constantFrom('application/json', 'a', 'gzip', 'Bearer abc'),
	fc.stringMatching(/^[!-~](?:[ -~]{0,120}[!-~])?$/),
	fc.array(fc.integer({ min: 0xa1, max: 0xff }), { maxLength: 30 }).map((codes) => String.fromCharCode(...codes)),
);
const names = ['accept', 'user-agent', 'authorization', 'etag', 'x-a', 'x-b', 'x-c', 'content-type', 'warning', 'audit-id', 'location'];
const name = fc.oneof(fc.constantFrom(...names), fc.stringMatching(/^x-[a-z0-9-]{1,12}$/));
const headers = fc.uniqueArray(fc.tuple(name, value), { maxLength: 10, selector: ([given]) => given });
const status = fc.oneof(fc.constantFrom(200, 204, 206, 304, 400, 404, 500), fc.integer({ min: 200, max: 599 }));

describe.each([4096, 65_536, 300, 0])('with an announced table of %d bytes', (tableSize) => {
	it('blocks of the client are read as it meant them, and those of answers by it', async () => {
		const peer = await peerWith(tableSize);
		const one = fc.record({ headers, status, answer: headers });
		await fc.assert(
			fc.asyncProperty(fc.array(one, { minLength: 1, maxLength: 8 }), async (exchanges) => {
				for (const given of exchanges) {
					const flat = given.answer.flat();
					expect(await exchanged(peer, given.headers, { status: given.status, flat })).toEqual([':status', String(given.status), ...flat]);
					const request = peer.requests.at(-1) ?? [];
					const regular = request.findIndex((text, i) => i % 2 === 0 && !text.startsWith(':'));
					expect(regular === -1 ? [] : request.slice(regular)).toEqual(given.headers.flat());
					expect(new Set(request.slice(0, regular === -1 ? undefined : regular))).toContain('/api');
				}
			}),
			{ numRuns: runs(40) },
		);
	});
});

it('a client that changes the size of its table reads on', async () => {
	const peer = await peerWith(4096);
	const flat = ['content-type', 'application/json', 'vary', 'Accept', 'x-long', 'x'.repeat(150), 'x-a', 'a'];
	const known = async (): Promise<void> => {
		for (let n = 0; n < 3; n++) expect(await exchanged(peer, [], { status: 200, flat })).toEqual([':status', '200', ...flat]);
	};
	await known();
	for (const headerTableSize of [100, 4096, 0, 65_536, 250]) {
		const acknowledged = once(peer.client, 'localSettings');
		peer.client.settings({ headerTableSize });
		await acknowledged;
		await known();
	}
	for (const headerTableSize of [0, 1_000]) {
		const acknowledged = once(peer.client, 'localSettings');
		peer.client.settings({ headerTableSize });
		await acknowledged;
	}
	await known();
});

it('requests that repeat are a byte for each header that the client has in its table', async () => {
	const peer = await peerWith(4096);
	const same = [
		['accept', 'application/json'],
		['user-agent', 'kubectl/v1.34.0'],
	] as const;
	for (let n = 0; n < 3; n++) await exchanged(peer, same, { status: 200, flat: [] });
	expect(peer.requests[2]).toEqual(peer.requests[0]);
	expect((peer.blocks[2] as Buffer).length).toBeLessThan((peer.blocks[0] as Buffer).length / 2);
});

it('the Huffman code of all valid characters equals that of the client', async () => {
	const peer = await peerWith(4096);
	const all = String.fromCharCode(...Array.from({ length: 0x100 }, (_, i) => i).filter((code) => code > 0x20 && code !== 0x7f));
	const block = Buffer.concat([indexed(8), withoutIndexing('x-all', all, coded), withIndexing('x-tab', 'a\tb c', coded), indexed(62)]);
	expect(await exchanged(peer, [], block)).toEqual([':status', '200', 'x-all', all, 'x-tab', 'a\tb c', 'x-tab', 'a\tb c']);
});
