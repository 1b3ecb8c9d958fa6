/**
 * Swaps variants of a kind while clients write, read and watch it. Every answer is checked against the variants in force and the writes.
 */
import type { AdmissionPlugin } from '../../../runtime/admission/contract.ts';
import type { Serving } from '../../../runtime/serving/serving.ts';
import type { Loose } from '../../setup/loose.ts';
import { startTestStack, type TestStack } from '../stack-fixture.ts';
import { type Answered, type Asked, Client } from './client.ts';
import { contentOf, History } from './history.ts';
import { type Question, wrongBy, wrongObject as wrongOf } from './judge.ts';
import { Random } from './random.ts';
import { readers } from './readers.ts';
import { changed, everyCatalog, firstVariant, group, servingOf, type Variant, type Version } from './variant.ts';
import { Watcher } from './watcher.ts';
import { writer } from './writer.ts';

export interface Counts {
	readonly swaps: number;
	readonly writes: number;
	readonly reads: number;
	readonly events: number;
	readonly watchesEnded: number;
	readonly observations: number;
}

/** Objects that no client writes, large enough that a list of them is sent in pieces. */
const standing = { count: 120, fillerBytes: 20_000 };
const writers = 3;
/** Number of earlier snapshots that may be swapped in again. */
const kept = 3;

export class SwapRun {
	readonly history = new History();
	readonly random: Random;
	readonly client: Client;
	readonly failures: string[] = [];
	readonly stack: TestStack;
	readonly first: Serving;
	running = true;
	writes = 0;
	reads = 0;
	/** Variant before any swap, then one for each swap. */
	readonly variants: Variant[] = [firstVariant];
	#waiting: (() => void)[] = [];

	constructor(stack: TestStack, random: Random) {
		this.stack = stack;
		this.random = random;
		this.first = stack.snapshots.current();
		this.client = new Client(stack);
	}

	get swaps(): number {
		return this.variants.length - 1;
	}

	/** Returns the variants in force at some time since this number of swaps. */
	since(swaps: number): readonly Variant[] {
		return this.variants.slice(swaps);
	}

	nextSwap(): Promise<void> {
		return this.running ? new Promise((resolve) => this.#waiting.push(resolve)) : Promise.resolve();
	}

	/** Resolves immediately, after an event loop iteration, or after the next swap. */
	anyTime(): Promise<void> {
		const chosen = this.random.below(5);
		if (chosen < 2) return this.nextSwap();
		return chosen < 4 ? Promise.resolve() : new Promise((resolve) => setImmediate(resolve));
	}

	swap(variant: Variant, serving: Serving): void {
		this.variants.push(variant);
		this.stack.snapshots.swap(serving);
		const waiting = this.#waiting;
		this.#waiting = [];
		for (const resolve of waiting) resolve();
	}

	stop(): void {
		this.running = false;
		for (const resolve of this.#waiting) resolve();
	}

	/** Sends a request. Undefined when the answer was wrong, which is recorded. */
	async ask(asked: Asked, question: Question): Promise<{ readonly answer: Answered; readonly variants: readonly Variant[] } | undefined> {
		const begun = this.swaps;
		const what = `${asked.method} ${asked.path}`;
		try {
			const answer = await this.client.ask(asked);
			const variants = this.since(begun);
			const wrong = wrongBy(variants, question, answer);
			if (wrong === undefined) return { answer, variants };
			this.failures.push(`${what} (swaps ${begun} to ${this.swaps}): ${wrong}`);
		} catch (error) {
			this.failures.push(`${what}: ${String(error)}`);
		}
		return undefined;
	}
}

export function pathOf(version: Version): string {
	return `/apis/${group}/${version}/namespaces/default/widgets`;
}

/** Returns a plugin that delays writes in admission. */
function slowAdmission(run: () => SwapRun | undefined): AdmissionPlugin {
	return {
		name: 'Slow',
		onByDefault: { from: '1.20' },
		operations: ['CREATE', 'UPDATE', 'DELETE'],
		start: () => ({ mutate: (request) => (request.kind.kind === 'Widget' ? run()?.anyTime() : undefined) }),
	};
}

export async function runSwaps(seed: number, swaps: number): Promise<{ readonly failures: readonly string[]; readonly counts: Counts }> {
	let run: SwapRun | undefined;
	const stack = await startTestStack({ catalog: everyCatalog, plugins: [slowAdmission(() => run)] });
	try {
		const random = new Random(seed);
		const started = new SwapRun(stack, random);
		stack.snapshots.swap(servingOf(firstVariant, started.first, started.first));
		await makeStanding(started);
		run = started;
		return await during(started, swaps);
	} finally {
		run?.client.close();
		await stack.close();
	}
}

async function makeStanding({ client, history }: SwapRun): Promise<void> {
	for (let i = 0; i < standing.count; i++) {
		const name = `standing-${i}`;
		const spec = { look: { colour: `c${i}` }, team: `team-${i % 3}`, filler: 'x'.repeat(standing.fillerBytes) };
		const { status, body } = await client.ask({ method: 'POST', path: pathOf('v1'), body: { metadata: { name, labels: { standing: 'yes' } }, spec } });
		if (status !== 201) throw new Error(`${name} could not be made: ${body}`);
		const made = JSON.parse(body.toString()) as Loose;
		history.wrote(name, Number(made.metadata.resourceVersion), contentOf(made));
	}
}

async function during(run: SwapRun, swaps: number): Promise<{ readonly failures: readonly string[]; readonly counts: Counts }> {
	const from = Math.max(...[...run.history.names].map((name) => run.history.last(name)?.revision ?? 0));
	const watchers = new Watchers(run, from);
	const load = Promise.all([...Array.from({ length: writers }, (_, i) => writer(run, `w${i}`, new Random(i))), ...readers(run)]);
	await swapAbout(run, swaps);
	// All acknowledged writes are stored and visible to watchers.
	run.swap(firstVariant, servingOf(firstVariant, run.first, run.stack.snapshots.current()));
	run.stop();
	await load;
	await watchers.finish();
	const failures = [
		...run.failures,
		...watchers.failures,
		...run.history.check(),
		...run.stack.logged.filter(({ level }) => level === 'error').map((said) => JSON.stringify(said)),
	];
	const { writes, reads, history } = run;
	return { failures, counts: { swaps: run.swaps, writes, reads, events: watchers.events, watchesEnded: watchers.ended, observations: history.observations } };
}

async function swapAbout(run: SwapRun, swaps: number): Promise<void> {
	const { random, stack } = run;
	let variant = firstVariant;
	const earlier: { readonly variant: Variant; readonly serving: Serving }[] = [];
	while (run.swaps < swaps && run.failures.length === 0) {
		if (earlier.length === kept && random.once(10)) {
			const back = random.of(earlier);
			variant = back.variant;
			run.swap(variant, back.serving);
		} else {
			variant = changed(variant, random);
			const serving = servingOf(variant, run.first, stack.snapshots.current());
			run.swap(variant, serving);
			earlier.push({ variant, serving });
			if (earlier.length > kept) earlier.shift();
		}
		// Most variants answer some requests; sometimes two swaps follow immediately.
		const wanted = run.reads + run.writes + random.below(25);
		while (run.reads + run.writes < wanted && run.failures.length === 0) await new Promise((resolve) => setImmediate(resolve));
	}
}

/** Watchers of all objects, of a label selector and of a field selector. */
class Watchers {
	readonly #run: SwapRun;
	readonly #from: number;
	readonly #whole: { readonly watcher: Watcher; readonly told: Set<number> }[];
	readonly #selecting: { readonly watcher: Watcher; readonly there: Set<string>; readonly selects: (content: Loose) => boolean }[];
	readonly #failures: string[] = [];

	constructor(run: SwapRun, from: number) {
		this.#run = run;
		this.#from = from;
		this.#whole = (['v1', 'v1beta1'] as const).map((version) => {
			const told = new Set<number>();
			const watcher = this.#watch(version, 'watch=1&allowWatchBookmarks=true', undefined, ({ type, object, revision }) => {
				if (type === 'BOOKMARK') return;
				const { name } = object.metadata;
				told.add(revision);
				if (type === 'DELETED') run.history.deletedAt(name, revision);
				else run.history.saw({ what: `${type} of a watch of ${version}`, name, revision, content: contentOf(object) });
			});
			return { watcher, told };
		});
		this.#selecting = [
			this.#select('v1', 'labelSelector=odd%3Dyes', undefined, ({ labels }) => labels.odd === 'yes'),
			this.#select('v1beta1', 'fieldSelector=spec.team%3Dteam-1', 'spec.team', ({ team }) => team === 'team-1'),
		];
	}

	get events(): number {
		return this.#all.reduce((sum, { events }) => sum + events, 0);
	}

	get ended(): number {
		return this.#all.reduce((sum, { ended }) => sum + ended, 0);
	}

	get failures(): readonly string[] {
		return [...this.#failures, ...this.#all.flatMap(({ failures }) => failures)];
	}

	/** Waits until each watcher has received all writes, or records the missing ones. */
	async finish(): Promise<void> {
		const { client } = this.#run;
		const name = 'last';
		const { body } = await client.ask({
			method: 'POST',
			path: pathOf('v1'),
			body: { metadata: { name, labels: { odd: 'yes' } }, spec: { look: { colour: 'last' }, team: 'team-1' } },
		});
		const made = JSON.parse(body.toString()) as Loose;
		const revision = Number(made.metadata.resourceVersion);
		this.#run.history.wrote(name, revision, contentOf(made));
		await until(() => this.#all.every((watcher) => watcher.revision >= revision || watcher.failures.length > 0));
		await Promise.all(this.#all.map((watcher) => watcher.stop()));
		for (const { told } of this.#whole) {
			for (const written of this.#run.history.written(this.#from)) {
				if (!told.has(written.revision)) this.#failures.push(`a watch was not told of ${written.name} at ${written.revision}`);
			}
		}
		for (const { there, selects } of this.#selecting) {
			for (const name of this.#run.history.names) {
				const content = this.#run.history.present(name);
				const isThere = content !== undefined && selects(JSON.parse(content));
				if (isThere !== there.has(name)) this.#failures.push(`a watch with a selector ends ${isThere ? 'without' : 'with'} ${name}: ${content}`);
			}
		}
	}

	get #all(): readonly Watcher[] {
		return [...this.#whole, ...this.#selecting].map(({ watcher }) => watcher);
	}

	/** Returns a check that each event follows from the previous ones. */
	#select(version: Version, selector: string, field: string | undefined, selects: (content: Loose) => boolean) {
		const there = new Set<string>();
		for (const name of this.#run.history.names) {
			const content = this.#run.history.present(name);
			if (content !== undefined && selects(JSON.parse(content))) there.add(name);
		}
		const watcher = this.#watch(version, `watch=1&${selector}`, field, ({ type, object, revision }) => {
			const { name } = object.metadata;
			if ((type === 'ADDED') === there.has(name)) this.#failures.push(`a watch with ${selector} was told ${type} of ${name} at ${revision}`);
			if (type === 'DELETED') there.delete(name);
			else there.add(name);
			if (type !== 'DELETED') this.#run.history.saw({ what: `${type} of a watch with ${selector}`, name, revision, content: contentOf(object) });
		});
		return { watcher, there, selects };
	}

	#watch(version: Version, query: string, field: string | undefined, onEvent: ConstructorParameters<typeof Watcher>[0]['onEvent']): Watcher {
		const run = this.#run;
		return new Watcher({
			stack: run.stack,
			path: `${pathOf(version)}?${query}`,
			from: this.#from,
			onEvent: (told) => {
				const wrong = told.type === 'BOOKMARK' ? undefined : wrongOf(told.object, version);
				if (wrong !== undefined) this.#failures.push(`${told.type} ${wrong}`);
				onEvent(told);
			},
			swaps: () => run.swaps,
			isRefused: (status, since) =>
				wrongBy(run.since(since), { version, usual: [], ...(field !== undefined && { field }) }, { status, mediaType: '', body: Buffer.of() }) === undefined,
			nextSwap: () => run.nextSwap(),
		});
	}
}

async function until(holds: () => boolean): Promise<void> {
	while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}
