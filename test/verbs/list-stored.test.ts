import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ResponseBody } from '../../runtime/api/request.ts';
import { SizedReadable } from '../../runtime/api/sized-readable.ts';
import { wholeForm } from '../../runtime/codec/item-form.ts';
import { TimeSlicer } from '../../runtime/scheduling/time-slicer.ts';
import { storedListBody } from '../../runtime/verbs/list/stored.ts';
import type { CachedObject } from '../../runtime/watch/contract.ts';
import { runs } from '../setup/sample.ts';

const envelope = { head: '[', tail: ']' };
const slices = new TimeSlicer();

async function textOf(body: ResponseBody): Promise<string> {
	if (body instanceof Readable) return (await buffer(body)).toString();
	return Array.isArray(body) ? Buffer.concat(body as Buffer[]).toString() : expect.fail('neither pieces nor a stream');
}

/** Returns objects in buffers of a cache; `gaps` tells which are preceded by other bytes. */
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
				const body = storedListBody(envelope, cached, slices);
				const text = await textOf(body);
				expect(text === `[${texts.join(',')}]`).toBe(true);
				if (body instanceof SizedReadable) expect(body.byteLength).toBe(Buffer.byteLength(text));
			}),
			{ numRuns: runs(200) },
		);
	});

	it('is sent as it is found when it is long, and says its size when it is not', async () => {
		const texts = Array.from({ length: 45_000 }, (_, i) => `"${String(i).padEnd(20, 'x')}"`);
		const long = storedListBody(envelope, placed(texts, []), slices);
		expect(long).not.toBeInstanceOf(SizedReadable);
		expect(await textOf(long)).toBe(`[${texts.join(',')}]`);
		const shorter = texts.slice(0, 20_000 - 1).map((text) => text.padEnd(40));
		// The machine may slow any single run down beyond a slice.
		const made = Array.from({ length: 10 }, () => storedListBody(envelope, placed(shorter, []), slices));
		expect(made.find((body) => body instanceof SizedReadable)).toBeDefined();
		for (const body of made) if (body instanceof Readable) body.destroy();
	});

	it('copies nothing that lies together', async () => {
		const texts = Array.from({ length: 1000 }, (_, i) => `"${String(i).padEnd(1000, 'x')}"`);
		const cached = placed(texts, []);
		const memory = cached[0]?.place?.buffer.buffer;
		const pieces: Buffer[] = [];
		for await (const piece of storedListBody(envelope, cached, slices) as Readable) pieces.push(piece as Buffer);
		expect(pieces.map((piece) => piece.buffer === memory)).toEqual([false, true, true, true, true, false]);
	});

	it('hands over a contiguous page without a copy', () => {
		const cached = placed(
			Array.from({ length: 500 }, (_, i) => `"${String(i).padEnd(900, 'x')}"`),
			[],
		);
		const body = storedListBody(envelope, cached, slices, () => expect.fail('nothing is scattered'));
		const memory = cached[0]?.place?.buffer.buffer;
		expect((body as Buffer[]).map((piece) => piece.buffer === memory)).toEqual([false, true, true, false]);
	});

	it('says that it is scattered when a quarter had to be copied, and not what lies outside the cache', () => {
		const texts = Array.from({ length: 1000 }, (_, i) => `"${String(i).padEnd(900, 'x')}"`);
		const isScattered = (objects: readonly CachedObject[]): boolean => {
			let told = false;
			storedListBody(envelope, objects, slices, () => {
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

	describe('whose objects take long to find', () => {
		/**
		 * Returns an object that takes a millisecond, as one that needs a conversion does, and records the event loop iteration of its use.
		 */
		function slow(text: string, found: () => void): CachedObject {
			const [object] = placed([text], []) as [Required<CachedObject>];
			return {
				...object,
				get place() {
					const end = performance.now() + 1;
					while (performance.now() < end);
					found();
					return object.place;
				},
			};
		}

		it('sends its first byte soon', () => {
			let found = 0;
			const objects = Array.from({ length: 300 }, (_, i) => slow(`"${i}"`, () => found++));
			expect(storedListBody(envelope, objects, slices)).toBeInstanceOf(Readable);
			// Five milliseconds, plus the objects found between two looks at the clock.
			expect(found).toBeLessThan(12);
		});

		it('finds what is left in the turns of all, a slice each', async () => {
			const perTurn = new Map<number, number>();
			const texts = Array.from({ length: 60 }, (_, i) => `"${i}"`);
			let turn = 0;
			const nextTurn = (): void => {
				turn++;
				next = setImmediate(nextTurn);
			};
			let next = setImmediate(nextTurn);
			const found = (): unknown => perTurn.set(turn, (perTurn.get(turn) ?? 0) + 1);
			const lists = Array.from({ length: 8 }, () =>
				storedListBody(
					envelope,
					texts.map((text) => slow(text, found)),
					slices,
				),
			);
			for (const text of await Promise.all(lists.map(textOf))) expect(text).toBe(`[${texts.join(',')}]`);
			clearImmediate(next);
			// All lists begin in the first iteration.
			expect(Math.max(...[...perTurn].flatMap(([at, count]) => (at === 0 ? [] : [count])))).toBeLessThan(30);
			expect(perTurn.size).toBeGreaterThan(10);
		});
	});
});
