/**
 * Tests lists in protobuf: sent in chunks with a known length, each large object encoded once on another thread and shared by all requests.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import type { ApiRequest, ResponseBody } from '../../runtime/api/request.ts';
import { SizedReadable } from '../../runtime/api/sized-readable.ts';
import { protobufItem } from '../../runtime/codec/list.ts';
import type { JsonObject } from '../../runtime/model/catalog.ts';
import { TimeSlicer } from '../../runtime/scheduling/time-slicer.ts';
import type { LargeReads, VerbContext } from '../../runtime/verbs/contract.ts';
import { listBody, pieceBytes } from '../../runtime/verbs/list/chunks.ts';
import { listHandler } from '../../runtime/verbs/list/list.ts';
import { unwrapUnknown } from '../../runtime/wire/protobuf/unknown.ts';
import { configMap, type Reader, reader, requestOf } from './read-fixture.ts';

const protobuf = 'application/vnd.orch.protobuf';
const info = {
	isResource: true,
	verb: 'list',
	group: '',
	version: 'v1',
	resource: 'configmaps',
	subresource: '',
	namespace: 'a',
	name: '',
} as const;

/** Replaces the thread of large requests in this thread, and counts its work. */
class LargeHere implements LargeReads {
	made = 0;
	readonly #context: VerbContext;

	constructor(context: VerbContext) {
		this.#context = context;
	}

	serves = () => true;
	encode: LargeReads['encode'] = async ({ representation, item }, resource) => {
		this.made++;
		return protobufItem(resource, this.#context, representation, item);
	};
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('a list in protobuf', () => {
	let under: Reader;
	afterEach(() => under.close());

	/** Creates objects and returns the hashes of their texts. */
	async function withObjects(count: number, textBytes: number, encodingBytes?: number): Promise<readonly string[]> {
		under = await reader(undefined, encodingBytes === undefined ? {} : { encodingBytes });
		const texts = Array.from({ length: count }, () => randomBytes(textBytes / 2).toString('hex'));
		for (const [i, text] of texts.entries()) await under.put('configmaps', configMap(`n-${String(i).padStart(5, '0')}`, { text }));
		return texts.map(hashOf);
	}

	async function listed(context: VerbContext = under.context): Promise<ResponseBody> {
		const signal = new AbortController().signal;
		const request: ApiRequest = Object.defineProperty(requestOf(info, '', { accept: protobuf }), 'signal', { value: signal });
		const resource = context.resource('', 'v1', 'configmaps');
		if (resource === undefined) throw new Error('there are ConfigMaps');
		return (await listHandler(context)(request, resource)).body;
	}

	function hashesOf(bytes: Buffer): string[] {
		const { kind, raw } = unwrapUnknown(bytes);
		expect(kind).toBe('ConfigMapList');
		const { items } = under.context.schemas.type('core/v1.ConfigMapList').decode(raw) as { items: JsonObject[] | null };
		return (items ?? []).map(({ data }) => hashOf(String((data as JsonObject).text)));
	}

	async function bytesOf(body: ResponseBody): Promise<Buffer> {
		if (Buffer.isBuffer(body)) return body;
		if (!(body instanceof SizedReadable)) throw new Error('its length is known');
		const bytes = await buffer(body);
		expect(bytes.length).toBe(body.byteLength);
		return bytes;
	}

	it.each([
		['of nothing', 0, 0],
		['that is short', 3, 1_000],
		['of many small objects', 1_000, 1_000],
		['of objects larger than a piece', 5, 2 * pieceBytes],
	])('%s is whole', async (_, count, textBytes) => {
		const texts = await withObjects(count, textBytes);
		expect(hashesOf(await bytesOf(await listed()))).toEqual(texts);
	});

	it('is complete when no item could be cached', async () => {
		const texts = await withObjects(40, 100_000, 100_000);
		const large = new LargeHere(under.context);
		expect(hashesOf(await bytesOf(await listed()))).toEqual(texts);
		expect(hashesOf(await bytesOf(await listed({ ...under.context, largeReads: large })))).toEqual(texts);
	});

	it('with large objects is encoded once for many unread requests', async () => {
		const texts = await withObjects(4, 2 * pieceBytes);
		const large = new LargeHere(under.context);
		const context: VerbContext = { ...under.context, largeReads: large };
		const bodies = await Promise.all(Array.from({ length: 20 }, () => listed(context)));
		expect(large.made).toBe(4);
		const [first, ...others] = bodies as Readable[];
		expect(hashesOf(await bytesOf(first as Readable))).toEqual(texts);
		expect(large.made).toBe(4);
		for (const body of others) body.destroy();
	});

	it('with more large objects than the cache holds measures none twice', async () => {
		const texts = await withObjects(4, 2 * pieceBytes, 3 * pieceBytes);
		const large = new LargeHere(under.context);
		const context: VerbContext = { ...under.context, largeReads: large };
		expect(hashesOf(await bytesOf(await listed(context)))).toEqual(texts);
		const before = large.made;
		const bodies = await Promise.all(Array.from({ length: 20 }, () => listed(context)));
		// The first object is encoded to learn the length of the list; each list then begins to be written.
		expect(large.made - before).toBeLessThanOrEqual(2);
		for (const body of bodies) (body as Readable).destroy();
	});

	it.each([pieceBytes / 100, (3 * pieceBytes) / 4, 4 * pieceBytes])('with objects of %d bytes and a slow reader holds little memory', async (objectBytes) => {
		await withObjects(Math.ceil((8 * pieceBytes) / objectBytes), 2 * Math.floor(objectBytes / 2));
		const body = (await listed()) as Readable;
		body.once('readable', () => undefined);
		await new Promise((resolve) => setImmediate(resolve));
		expect(body.readableLength).toBeLessThanOrEqual(256 * 1024);
		expect(body.readableLength).toBeGreaterThan(0);
		body.destroy();
	});
});

describe('a list with a declared length', () => {
	it.each([
		['longer', 999_999],
		['shorter', 10],
	])('that turns out %s fails', async (_, said) => {
		const text = { head: '[', lead: '', none: '', separator: ',', tail: ']' } as const;
		const body = listBody(text, [Buffer.alloc(pieceBytes, 'x'), Buffer.alloc(pieceBytes, 'y')], new TimeSlicer(), said);
		await expect(buffer(body as Readable)).rejects.toThrow(`a list of ${said} bytes has`);
	});
});
