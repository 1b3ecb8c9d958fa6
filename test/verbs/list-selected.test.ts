/** Tests that evaluating a selector on many objects yields to other requests. */
import { describe, expect, it } from 'vitest';
import { TimeSlicer } from '../../runtime/scheduling/time-slicer.ts';
import type { Predicate, Selectable } from '../../runtime/select/index.ts';
import { newSizes } from '../../runtime/verbs/context/watch-event-metrics.ts';
import { select } from '../../runtime/verbs/list/select.ts';
import type { EventEncoder } from '../../runtime/verbs/watch/encode.ts';
import { InitialState } from '../../runtime/verbs/watch/initial.ts';
import type { CachedObject } from '../../runtime/watch/contract.ts';

const objects = Array.from({ length: 1_000 }, (_, i) => ({ name: String(i) }) as CachedObject);
const every = Number.POSITIVE_INFINITY;
const caller = () => ({ caller: new AbortController(), slices: new TimeSlicer() });

/** Returns the maximum number of objects examined in one event loop iteration. Each object takes as long as one that needs a conversion. */
async function longestTurn(work: (look: () => void) => Promise<unknown>): Promise<number> {
	let longest = 0;
	let looked = 0;
	let isOver = false;
	const turn = (): void => {
		looked = 0;
		if (!isOver) setImmediate(turn);
	};
	setImmediate(turn);
	await work(() => {
		longest = Math.max(longest, ++looked);
		const end = performance.now() + 0.2;
		while (performance.now() < end);
	});
	isOver = true;
	return longest;
}

/** Objects that fit a slice of 10 ms, counted twice: for the work in progress and the work that begins. */
const mostInTurn = 150;

describe('the state that a watch begins with', () => {
	/** Writes all objects, each with its name as the event. */
	async function told(matches: Predicate): Promise<string> {
		const encoder = {
			initial: ({ name }: CachedObject) => Buffer.from(`${name} `),
			isElsewhere: () => false,
			told: () => undefined,
		} as unknown as EventEncoder;
		const state = new InitialState({ objects, matches }, encoder, newSizes(), new TimeSlicer());
		const { signal } = new AbortController();
		let text = '';
		await state.ahead(signal);
		for (let piece = state.next(); piece !== undefined; piece = state.next()) {
			text += piece;
			await state.ahead(signal);
		}
		return text;
	}

	it.each([
		['nothing', () => false, ''],
		['few', ({ name }: Selectable) => name.endsWith('00'), '100 200 300 400 500 600 700 800 900 '],
	])('that takes long with %s matches yields to other work', async (_, matches, text) => {
		const longest = await longestTurn(async (look) => {
			const slow = (object: Selectable): boolean => {
				look();
				return matches(object);
			};
			expect(await told(slow)).toBe(text);
		});
		expect(longest).toBeLessThan(mostInTurn);
	});

	it('is whole', async () => {
		expect(await told(() => true)).toBe(`${objects.map(({ name }) => name).join(' ')} `);
	});
});

describe('a selection', () => {
	it('that takes long yields to other work', async () => {
		const longest = await longestTurn(async (look) => {
			const matches = (): boolean => {
				look();
				return false;
			};
			expect(await select(objects, matches, every, caller())).toEqual([]);
		});
		expect(longest).toBeLessThan(mostInTurn);
	});

	it('that is short is synchronous', () => {
		// The machine may pause any single run for longer than an event loop iteration.
		const found = Array.from({ length: 20 }, () => select(objects, ({ name }) => name.endsWith('99'), every, caller()));
		expect(found.find(Array.isArray)).toHaveLength(10);
	});

	it('ends when it has found enough', () => {
		let looked = 0;
		const matches = (): boolean => ++looked > 0;
		expect(select(objects, matches, 6, caller())).toHaveLength(6);
		expect(looked).toBe(6);
	});

	it('ends when its caller has gone', async () => {
		const gone = new AbortController();
		const begun = performance.now();
		const many = Array.from({ length: 1_000 }, () => objects).flat();
		const matches = (): boolean => {
			if (performance.now() > begun + 30) gone.abort(new Error('gone'));
			return false;
		};
		await expect(select(many, matches, every, { caller: gone, slices: new TimeSlicer() })).rejects.toThrow('gone');
	});
});
