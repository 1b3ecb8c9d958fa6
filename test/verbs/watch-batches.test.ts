/** Tests events in few large buffers: events common to several watchers are concatenated once, whatever selected them. */
import { describe, expect, it } from 'vitest';
import { type BatchEncoder, EventBatches } from '../../runtime/verbs/context/event-batches.ts';
import type { CacheEvent } from '../../runtime/watch/contract.ts';

const names = ['a', 'b', 'c', 'd', 'e'];
// Batches pass events to an encoder and read none of their fields.
const events = names.map((name) => ({ name })) as unknown as readonly CacheEvent[];
/** Caches the bytes, as events cache their encodings. */
const made = new Map<string, Buffer>();
const bytesOf = (encoding: string, name: string): Buffer => {
	const key = `${encoding}${name} `;
	const bytes = made.get(key) ?? Buffer.from(key);
	made.set(key, bytes);
	return bytes;
};

/** Returns a watcher that selects events whose names are in `chosen`. */
function watcher(key: string, chosen: string, encoding = ''): BatchEncoder {
	return {
		key: `${encoding} ${key}`,
		event: (event) => {
			const { name } = event as unknown as { readonly name: string };
			return chosen.includes(name) ? bytesOf(encoding, name) : undefined;
		},
	};
}

describe('pieces of events', () => {
	it('are one for watchers of different selectors that let the same through', () => {
		const batches = new EventBatches();
		const [first, second, other] = [watcher('not-1', 'abcde'), watcher('not-2', 'abcde'), watcher('not-b', 'acde')].map((encoder) =>
			batches.piece(events, 0, encoder),
		);
		expect(first?.bytes.toString()).toBe('a b c d e ');
		expect(second?.bytes).toBe(first?.bytes);
		expect(second?.sizes).toBe(first?.sizes);
		expect(other?.bytes.toString()).toBe('a c d e ');
	});

	it('are separate for each encoding', () => {
		const batches = new EventBatches();
		expect(batches.piece(events, 0, watcher('all', 'ab'))?.bytes.toString()).toBe('a b ');
		expect(batches.piece(events, 0, watcher('all', 'ab', 'yaml-'))?.bytes.toString()).toBe('yaml-a yaml-b ');
	});

	it('are correct for any number of selectors, in any order', () => {
		const batches = new EventBatches();
		const subsets = Array.from({ length: 31 }, (_, i) => names.filter((_name, bit) => ((i + 1) >> bit) & 1));
		for (const turn of [0, 1, 2]) {
			for (const subset of turn === 1 ? subsets.toReversed() : subsets) {
				const piece = batches.piece(events, 0, watcher(`${turn} ${subset}`, subset.join('')));
				expect(piece?.bytes.toString()).toBe(subset.map((name) => `${name} `).join(''));
				expect(piece?.events).toBe(events.length);
				expect(batches.piece(events, 1, watcher(`${turn} ${subset}`, subset.join('')))).toBeUndefined();
			}
		}
	});
});
