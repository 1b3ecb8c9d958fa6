/**
 * Tests that watchers whose selectors compare one value are evaluated as a group (`runtime/watch/scope-waiters.ts`). Each receives the
 * events that it would receive alone, whatever the others select.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CacheEvent, NamedValue, Selectable } from '../../runtime/watch/contract.ts';
import type { ScopedWaiter } from '../../runtime/watch/waiters.ts';
import { Waiters } from '../../runtime/watch/waiters.ts';
import { seedOfCommit, tries } from '../setup/sample.ts';
import { configMap, type Reader, reader, type Watching } from './read-fixture.ts';

interface State {
	readonly name: string;
	readonly labels: Readonly<Record<string, string>>;
}

/** Selectors with their meaning. */
const selectors: readonly (readonly [query: string, matches: (state: State) => boolean])[] = [
	['', () => true],
	...['web', 'db', '', 'nobody'].flatMap((app): [string, (state: State) => boolean][] => [
		[`labelSelector=app%3D${app}`, ({ labels }) => labels.app === app],
		[`labelSelector=app%21%3D${app}`, ({ labels }) => labels.app !== app],
		[`labelSelector=app+in+(${app})`, ({ labels }) => labels.app === app],
		[`labelSelector=app+notin+(${app})`, ({ labels }) => labels.app !== app],
	]),
	['labelSelector=app+in+(web,db)', ({ labels }) => labels.app === 'web' || labels.app === 'db'],
	['labelSelector=app', ({ labels }) => labels.app !== undefined],
	['labelSelector=%21app', ({ labels }) => labels.app === undefined],
	['labelSelector=app%21%3Dweb,tier%3Dx', ({ labels }) => labels.app !== 'web' && labels.tier === 'x'],
	['labelSelector=tier%21%3Dx', ({ labels }) => labels.tier !== 'x'],
	['labelSelector=constructor%21%3Dx', () => true],
	...['m-0', 'm-1', 'nobody', '%00'].map((name): [string, (state: State) => boolean] => [
		`fieldSelector=metadata.name%21%3D${name}`,
		(state) => state.name !== name,
	]),
	['fieldSelector=metadata.name%21%3Dm-0,metadata.name%21%3Dm-1', ({ name }) => name !== 'm-0' && name !== 'm-1'],
	['fieldSelector=metadata.name%21%3Dm-0&labelSelector=app%3Dweb', ({ name, labels }) => name !== 'm-0' && labels.app === 'web'],
];

const forms = [undefined, 'application/json;as=Table;g=meta.orch.io;v=v1', 'application/json;as=PartialObjectMetadata;g=meta.orch.io;v=v1'];

describe('watchers whose selectors compare one value', () => {
	let under: Reader;
	const watches: Watching[] = [];
	beforeEach(async () => {
		under = await reader();
	});
	afterEach(async () => {
		for (const watching of watches.splice(0)) await watching.stop();
		await under.close();
	});

	/** Returns the event that a straightforward watcher sends for a change. */
	function told(matches: (state: State) => boolean, before: State | undefined, now: State | undefined): string[] {
		const had = before !== undefined && matches(before);
		const has = now !== undefined && matches(now);
		if (had && has) return [`MODIFIED ${now.name} ${now.labels.app}`];
		if (has) return [`ADDED ${now.name} ${now.labels.app}`];
		return had ? [`DELETED ${before.name} ${before.labels.app}`] : [];
	}

	function seen(line: Record<string, unknown>): string {
		const { type, object } = line as { type: string; object: { metadata?: Metadata; rows?: { object: { metadata: Metadata } }[] } };
		const { name, labels } = object.rows?.[0]?.object.metadata ?? object.metadata ?? { name: '?' };
		return `${type} ${name} ${labels?.app}`;
	}

	const changes = tries({ sample: 60, full: 600 });
	it(`receive what each would receive alone, over ${changes} random changes (seed ${seedOfCommit()})`, async () => {
		let state = seedOfCommit();
		const random = (below: number): number => {
			state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
			return Math.floor((state / 2 ** 32) * below);
		};
		const open = async (index: number) => {
			const [query, matches] = selectors[index % selectors.length] as (typeof selectors)[number];
			const accept = forms[Math.floor(index / selectors.length) % forms.length];
			const path = `/api/v1/namespaces/a/configmaps?watch=1&resourceVersion=${under.cache.revision}&${query}`;
			const watching = await under.watch(path, accept === undefined ? {} : { accept });
			watches.push(watching);
			return { query, accept, matches, watching, expected: [] as string[] };
		};
		const indices = Array.from({ length: 2 * forms.length * selectors.length }, (_, index) => index);
		const all = await Promise.all(indices.map(open));
		const objects = new Map<string, State>();
		const change = async (name: string): Promise<void> => {
			const before = objects.get(name);
			if (before !== undefined && random(4) === 0) {
				objects.delete(name);
				for (const one of all) one.expected.push(...told(one.matches, before, undefined));
				await under.remove('configmaps', 'a', name);
				return;
			}
			const app = [undefined, '', 'web', 'db'][random(4)];
			const labels = { ...(app !== undefined && { app }), ...(random(2) === 0 && { tier: 'x' }) };
			const now = { name, labels };
			objects.set(name, now);
			for (const one of all) one.expected.push(...told(one.matches, before, now));
			await under.put('configmaps', configMap(name, { v: String(random(1_000_000)) }, labels));
		};
		for (let step = 0; step < changes; step++) {
			await change(`m-${random(4)}`);
			// Some watches begin in the middle.
			if (step % 20 === 19) all.push(await open(random(indices.length)));
		}
		for (const { query, accept, watching, expected } of all) {
			const lines = await watching.lines(expected.length);
			expect([query, accept, lines.map(seen)]).toEqual([query, accept, expected]);
		}
	});
});

interface Metadata {
	readonly name: string;
	readonly labels?: Readonly<Record<string, string>>;
}

describe('waiters of a class', () => {
	const named = (text: string, negated: boolean): NamedValue => ({ text, negated, valueIn: ({ name }: Selectable) => name });
	const bytes = Buffer.from('made');

	/** Returns an event of an object of that name. `before` is its previous value; null marks a damaged one. */
	function event(name: string, before?: string | null): CacheEvent {
		const object = (one: string) => ({ namespace: '', name: one, labels: {}, fields: {} });
		const damaged = {
			get name(): string {
				throw new Error('damaged');
			},
		};
		const previous = before === undefined ? undefined : before === null ? damaged : object(before);
		return { type: 'MODIFIED', revision: 5, object: object(name), ...(previous && { previous }) } as unknown as CacheEvent;
	}

	interface Told {
		readonly waiter: ScopedWaiter;
		asked: number;
		told: number;
		woken: number;
	}

	/** `made` is the waiter's answer when it is asked; `takes` tells whether it continues to wait after an event or wake-up. */
	function waiter(takerClass: ScopedWaiter['takerClass'], made: Buffer | undefined | null = bytes, takes = true): Told {
		const result: Told = {
			asked: 0,
			told: 0,
			woken: 0,
			waiter: {
				takerClass,
				scope: { namespace: '', name: '' },
				scopeKey: '/',
				madeAlone() {
					result.asked++;
					return made;
				},
				tellAlone() {
					result.told++;
					return !takes;
				},
				wake() {
					result.woken++;
					return !takes;
				},
				fail: () => undefined,
			},
		};
		return result;
	}

	function woken(those: readonly Told[], ...events: readonly CacheEvent[]): Waiters {
		const waiters = new Waiters();
		for (const { waiter } of those) waiters.add(waiter);
		waiters.wake(events, 5);
		return waiters;
	}

	const counts = (those: readonly Told[]) => those.map(({ asked, told, woken }) => [asked, told, woken]);

	it('that exclude a value: one waiter answers for those that name another value', () => {
		const those = ['a', 'b', 'c', 'd'].map((text) => waiter({ name: 'k', named: named(text, true) }));
		woken(those, event('b', 'b'));
		// A waiter whose selector names the value decides by itself.
		expect(counts(those)).toEqual([
			[1, 1, 0],
			[1, 1, 0],
			[0, 1, 0],
			[0, 1, 0],
		]);
	});

	it('that want one value: no other waiter is examined', () => {
		const those = ['a', 'b', 'c', 'd'].map((text) => waiter({ name: 'k', named: named(text, false) }));
		woken(those, event('b', 'c'));
		expect(counts(those)).toEqual([
			[0, 0, 0],
			[1, 1, 0],
			[1, 1, 0],
			[0, 0, 0],
		]);
	});

	it('each is asked of an object that cannot be read', () => {
		const those = ['a', 'b'].map((text) => waiter({ name: 'k', named: named(text, false) }));
		woken(those, event('c', null));
		expect(counts(those)).toEqual([
			[1, 1, 0],
			[1, 1, 0],
		]);
	});

	it('are asked until one has it made', () => {
		const those = [null, null, bytes, null].map((made) => waiter({ name: 'k', named: undefined }, made));
		woken(those, event('a'));
		expect(counts(those)).toEqual([
			[1, 0, 1],
			[1, 0, 1],
			[1, 1, 0],
			[0, 1, 0],
		]);
	});

	it.each([
		['one value: those look themselves that name one of them', false, [0, 1, 0]],
		['all but a value: each looks itself', true, [1, 1, 1]],
	])('with several events, that want %s', (_, negated, expected) => {
		const those = ['a', 'b', 'c'].map((text) => waiter({ name: 'k', named: named(text, negated) }));
		woken(those, event('b'), event('d', 'e'));
		expect(counts(those)).toEqual(expected.map((count) => [0, 0, count]));
	});

	it('are asked by themselves while each is the only one of its class', () => {
		const those = ['a', 'b', 'c'].map((text) => waiter({ name: `k-${text}`, named: named(text, true) }));
		const second = waiter({ name: 'k-b', named: named('x', true) });
		const waiters = woken(those, event('z'));
		expect(counts(those)).toEqual([
			[1, 1, 0],
			[1, 1, 0],
			[1, 1, 0],
		]);
		waiters.add(second.waiter);
		waiters.wake([event('z')], 6);
		// Only one of the two is asked.
		expect(counts([...those, second])).toEqual([
			[2, 2, 0],
			[2, 2, 0],
			[2, 2, 0],
			[0, 1, 0],
		]);
		waiters.remove(those[1]?.waiter as ScopedWaiter);
		waiters.remove(those[0]?.waiter as ScopedWaiter);
		waiters.wake([event('z')], 7);
		expect(counts([...those, second])).toEqual([
			[2, 2, 0],
			[2, 2, 0],
			[3, 3, 0],
			[1, 2, 0],
		]);
		waiters.remove(second.waiter);
		waiters.add(those[0]?.waiter as ScopedWaiter);
		waiters.wake([event('z')], 8);
		expect(counts([...those, second])).toEqual([
			[3, 3, 0],
			[2, 2, 0],
			[4, 4, 0],
			[1, 2, 0],
		]);
	});

	it('in any number end together', () => {
		const those = Array.from({ length: 200_000 }, () => waiter({ name: 'k', named: undefined }, bytes, false));
		const waiters = woken(those, event('a'));
		waiters.wake([event('a')], 6);
		expect(those.every(({ told, woken }) => told + woken === 1)).toBe(true);
	});

	it('are removed once served, in every class', () => {
		const classes = [undefined, { name: 'all', named: undefined }, { name: 'not', named: named('x', true) }, { name: 'is', named: named('b', false) }];
		const those = classes.flatMap((takerClass) => [waiter(takerClass, bytes, false), waiter(takerClass, null, false), waiter(takerClass)]);
		const waiters = woken(those, event('b'));
		waiters.wake([event('b')], 6);
		expect(those.map(({ told, woken }) => told + woken)).toEqual(classes.flatMap(() => [1, 1, 2]));
		for (const { waiter } of those) waiters.remove(waiter);
		waiters.wake([event('b')], 7);
		expect(those.map(({ told, woken }) => told + woken)).toEqual(classes.flatMap(() => [1, 1, 2]));
	});
});
