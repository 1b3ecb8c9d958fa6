import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ResponseBody } from '../../runtime/api/request.ts';
import { SizedReadable } from '../../runtime/api/sized-readable.ts';
import { wholeForm } from '../../runtime/codec/item-form.ts';
import { storedListBody } from '../../runtime/verbs/read/list-stored.ts';
import type { CachedObject } from '../../runtime/watch/contract.ts';

async function textOf(body: ResponseBody): Promise<string> {
	if (body instanceof Readable) return (await buffer(body)).toString();
	return Array.isArray(body) ? Buffer.concat(body as Buffer[]).toString() : expect.fail('neither pieces nor a stream');
}

/** Objects in buffers of a cache: `gaps` says before which of them something else lies. */
function placed(texts: readonly string[], gaps: readonly boolean[]): CachedObject[] {
	const all = Buffer.from(texts.map((text, i) => `${gaps[i] ? '#dead#' : ''}${text},`).join(''));
	let offset = 0;
	return texts.map((text, i) => {
		if (gaps[i]) offset += '#dead#'.length;
		const length = Buffer.byteLength(text);
		const place = { buffer: all, offset, length };
		offset += length + 1;
		return {
			namespace: '',
			name: String(i),
			labels: {},
			fields: {},
			revision: 1,
			form: wholeForm,
			bytes: all.subarray(place.offset, place.offset + length),
			place,
		};
	});
}

const outside = (text: string): CachedObject => ({ namespace: '', name: text, labels: {}, fields: {}, revision: 1, form: wholeForm, bytes: Buffer.from(text) });

describe('a list of stored objects', () => {
	it('is the head, the objects between commas, and the tail, however they lie', async () => {
		const object = fc.record({
			length: fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 90_000 })),
			gap: fc.boolean(),
			outside: fc.boolean(),
		});
		await fc.assert(
			fc.asyncProperty(fc.array(object, { maxLength: 40 }), async (objects) => {
				const texts = objects.map(({ length }, i) => `"${String(i).padEnd(length, 'x')}"`);
				const cached = placed(
					texts,
					objects.map(({ gap }) => gap),
				).map((one, i) => (objects[i]?.outside ? outside(texts[i] ?? '') : one));
				const body = storedListBody('[', cached, ']');
				const text = await textOf(body);
				expect(text === `[${texts.join(',')}]`).toBe(true);
				if (body instanceof SizedReadable) expect(body.byteLength).toBe(Buffer.byteLength(text));
			}),
			{ numRuns: 200 },
		);
	});

	it('is sent as it is found when it is long, and says its size when it is not', async () => {
		const texts = Array.from({ length: 45_000 }, (_, i) => `"${String(i).padEnd(20, 'x')}"`);
		const long = storedListBody('[', placed(texts, []), ']');
		expect(long).not.toBeInstanceOf(SizedReadable);
		expect(await textOf(long)).toBe(`[${texts.join(',')}]`);
		const shorter = texts.slice(0, 20_000 - 1).map((text) => text.padEnd(40));
		expect(storedListBody('[', placed(shorter, []), ']')).toBeInstanceOf(SizedReadable);
	});

	it('copies nothing that lies together', async () => {
		const texts = Array.from({ length: 1000 }, (_, i) => `"${String(i).padEnd(1000, 'x')}"`);
		const cached = placed(texts, []);
		const memory = cached[0]?.place?.buffer.buffer;
		const pieces: Buffer[] = [];
		for await (const piece of storedListBody('[', cached, ']') as Readable) pieces.push(piece as Buffer);
		expect(pieces.map((piece) => piece.buffer === memory)).toEqual([false, true, true, true, true, false]);
	});

	it('copies nothing of a page that lies together, and hands it over as it is', () => {
		const cached = placed(
			Array.from({ length: 500 }, (_, i) => `"${String(i).padEnd(900, 'x')}"`),
			[],
		);
		const body = storedListBody('[', cached, ']', () => expect.fail('nothing is scattered'));
		const memory = cached[0]?.place?.buffer.buffer;
		expect((body as Buffer[]).map((piece) => piece.buffer === memory)).toEqual([false, true, true, false]);
	});

	it('says that it is scattered when a quarter had to be copied, and not what lies outside the cache', () => {
		const texts = Array.from({ length: 1000 }, (_, i) => `"${String(i).padEnd(900, 'x')}"`);
		const isScattered = (objects: readonly CachedObject[]): boolean => {
			let told = false;
			storedListBody('[', objects, ']', () => {
				told = true;
			});
			return told;
		};
		const gapsIn = (share: number): boolean[] => texts.map((_, i) => i < texts.length * share);
		expect(isScattered(placed(texts, gapsIn(0.5)))).toBe(true);
		expect(isScattered(placed(texts, gapsIn(0.2)))).toBe(false);
		expect(isScattered(placed(texts.slice(0, 60), gapsIn(1)))).toBe(false);
		expect(isScattered(texts.map(outside))).toBe(false);
	});
});
