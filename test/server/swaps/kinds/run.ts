/** Swaps snapshots of a generated kind while clients write, read, list and watch it, in every version and with every kind of patch. */

import { catalog as builtIn } from '../../../../generated/catalog.ts';
import type { AdmissionPlugin } from '../../../../runtime/admission/contract.ts';
import type { Serving } from '../../../../runtime/serving/serving.ts';
import type { Loose } from '../../../setup/loose.ts';
import { startTestStack, type TestStack } from '../../stack-fixture.ts';
import { type Answered, type Asked, Client } from '../client.ts';
import { Random } from '../random.ts';
import { Watcher } from '../watcher.ts';
import { catalogOf, changed, everything, firstPlan, group, type Plan, type Shape, servingOf, shapeOf, type VersionName, versionNames } from './plan.ts';
import { States } from './states.ts';
import { someName, writer } from './writer.ts';

export interface KindCounts {
	readonly swaps: number;
	readonly writes: number;
	readonly reads: number;
	readonly events: number;
	readonly observations: number;
}

const writers = 4;
/** Number of earlier snapshots that may be swapped in again. */
const kept = 3;

export class KindRun {
	readonly plans: Plan[];
	readonly states: States;
	readonly client: Client;
	readonly failures: string[] = [];
	readonly stack: TestStack;
	readonly shape: Shape;
	readonly random: Random;
	running = true;
	writes = 0;
	reads = 0;
	#waiting: (() => void)[] = [];

	constructor(stack: TestStack, shape: Shape, first: Plan, random: Random) {
		this.stack = stack;
		this.shape = shape;
		this.plans = [first];
		this.states = new States(shape, this.plans);
		this.random = random;
		this.client = new Client(stack);
	}

	get swaps(): number {
		return this.plans.length - 1;
	}

	nextSwap(): Promise<void> {
		return this.running ? new Promise((resolve) => this.#waiting.push(resolve)) : Promise.resolve();
	}

	/** Resolves immediately, after an event loop iteration, or after the next swap. */
	anyTime(): Promise<void> {
		const chosen = this.random.below(5);
		if (chosen === 0) return this.nextSwap();
		return chosen < 4 ? Promise.resolve() : new Promise((resolve) => setImmediate(resolve));
	}

	swap(plan: Plan, serving: Serving): void {
		this.plans.push(plan);
		this.stack.snapshots.swap(serving);
		this.#wake();
	}

	stop(): void {
		this.running = false;
		this.#wake();
	}

	#wake(): void {
		const waiting = this.#waiting;
		this.#waiting = [];
		for (const resolve of waiting) resolve();
	}

	/** Sends a request. Undefined when the version was not served or the answer was wrong, which is recorded. */
	async ask(
		asked: Asked,
		version: VersionName,
		usual: readonly number[],
	): Promise<{ readonly answer: Answered; readonly from: number; readonly to: number } | undefined> {
		const from = this.swaps;
		try {
			const answer = await this.client.ask(asked);
			const to = this.swaps;
			if (usual.includes(answer.status)) return { answer, from, to };
			if (answer.status !== 404 || !this.mayBeUnknown(version, from, to))
				this.fail(`${asked.method} ${asked.path} (swaps ${from} to ${to}): ${answer.status} ${answer.body}`);
		} catch (error) {
			this.fail(`${asked.method} ${asked.path}: ${String(error)}`);
		}
		return undefined;
	}

	/** Returns true when a version was unserved at some time between two swaps. */
	mayBeUnknown(version: VersionName, from: number, to: number): boolean {
		return this.plans.slice(from, to + 1).some(({ served }) => !served.includes(version));
	}

	fail(why: string): void {
		this.failures.push(why);
	}
}

export function pathOf(version: VersionName): string {
	return `/apis/${group}/${version}/namespaces/default/things`;
}

/** Returns a plugin that delays writes in admission. */
function slowAdmission(run: () => KindRun | undefined): AdmissionPlugin {
	return {
		name: 'Slow',
		onByDefault: { from: '1.20' },
		operations: ['CREATE', 'UPDATE', 'DELETE'],
		start: () => ({ mutate: (request) => (request.kind.kind === 'Thing' ? run()?.anyTime() : undefined) }),
	};
}

export async function runKind(seed: number, swaps: number): Promise<{ readonly failures: readonly string[]; readonly counts: KindCounts }> {
	const random = new Random(seed);
	const shape = shapeOf(random);
	const plan = firstPlan(shape, random);
	let run: KindRun | undefined;
	const catalog = catalogOf(everything(shape), shape, builtIn);
	const stack = await startTestStack({ catalog, plugins: [slowAdmission(() => run)] });
	try {
		const first = stack.snapshots.current();
		stack.snapshots.swap(servingOf(plan, shape, first, first));
		run = new KindRun(stack, shape, plan, random);
		return await during(run, first, swaps);
	} finally {
		run?.client.close();
		await stack.close();
	}
}

async function during(run: KindRun, first: Serving, swaps: number): Promise<{ readonly failures: readonly string[]; readonly counts: KindCounts }> {
	const { stack, shape, states } = run;
	const { body } = await run.client.ask({ method: 'GET', path: pathOf('v1') });
	const start = Number(JSON.parse(body.toString()).metadata.resourceVersion);
	const told = new Set<number>();
	const watchers = (['v1', 'v1beta1'] as const).map((version) => watch(run, version, start, told));
	const load = Promise.all([
		...Array.from({ length: writers }, () => writer(run, new Random(run.random.below(1 << 30)))),
		...[getter, getter, lister].map((reader) => repeated(run, reader, new Random(run.random.below(1 << 30)))),
	]);
	await swapAbout(run, first, swaps);
	// All acknowledged writes are stored and visible to watchers.
	const last = { ...everything(shape), stored: 'v1beta1' as const };
	const sayable = { ...last, known: new Set(shape.filter(({ paths }) => paths.has('v1beta1')).map(({ name }) => name)) };
	run.swap(sayable, servingOf(sayable, shape, first, stack.snapshots.current()));
	run.stop();
	await load;
	const end = await run.client.ask({ method: 'POST', path: pathOf('v1'), body: { metadata: { name: 'last' }, spec: {} } });
	const { metadata } = JSON.parse(end.body.toString()) as Loose;
	const upTo = Number(metadata.resourceVersion);
	while (!watchers.every(({ revision, failures }) => revision >= upTo || failures.length > 0)) await new Promise((resolve) => setImmediate(resolve));
	await Promise.all(watchers.map((watcher) => watcher.stop()));
	const untold = [...states.revisions()].filter((revision) => !told.has(revision)).map((revision) => `no watch was told of ${revision}`);
	const failures = [
		...run.failures,
		...watchers.flatMap((watcher) => watcher.failures),
		...(run.failures.length > 0 ? [] : [...untold, ...states.check()]),
		...stack.logged.filter(({ level }) => level === 'error').map((said) => JSON.stringify(said)),
	];
	const events = watchers.reduce((sum, watcher) => sum + watcher.events, 0);
	return { failures, counts: { swaps: run.swaps, writes: run.writes, reads: run.reads, events, observations: states.observations } };
}

async function swapAbout(run: KindRun, first: Serving, swaps: number): Promise<void> {
	const { random, stack, shape } = run;
	const earlier: { readonly plan: Plan; readonly serving: Serving }[] = [];
	let plan = run.plans[0] as Plan;
	while (run.swaps < swaps && run.failures.length === 0) {
		if (earlier.length === kept && random.once(8)) {
			const back = random.of(earlier);
			plan = back.plan;
			run.swap(plan, back.serving);
		} else {
			plan = changed(plan, shape, random);
			const serving = servingOf(plan, shape, first, stack.snapshots.current());
			run.swap(plan, serving);
			earlier.push({ plan, serving });
			if (earlier.length > kept) earlier.shift();
		}
		const wanted = run.reads + run.writes + random.below(20);
		while (run.reads + run.writes < wanted && run.failures.length === 0) await new Promise((resolve) => setImmediate(resolve));
	}
}

type Reader = (run: KindRun, version: VersionName, random: Random) => Promise<void>;

async function repeated(run: KindRun, reader: Reader, random: Random): Promise<void> {
	while (run.running && run.failures.length === 0) {
		await reader(run, random.of(versionNames), random);
		run.reads++;
	}
}

async function getter(run: KindRun, version: VersionName, random: Random): Promise<void> {
	const { states } = run;
	const name = someName(random);
	const known = states.last(name);
	const isThere = known !== undefined && !known.isDelete;
	const found = await run.ask({ method: 'GET', path: `${pathOf(version)}/${name}` }, version, [200, 404]);
	if (found === undefined) return;
	if (found.answer.status === 404) {
		if (isThere && !run.mayBeUnknown(version, found.from, found.to)) states.sawNone(name, known.revision);
		return;
	}
	const object = JSON.parse(found.answer.body.toString()) as Loose;
	const revision = Number(object.metadata.resourceVersion);
	states.saw({ what: `GET of ${version}`, name, revision, version, object, from: found.from, to: found.to });
	if (known !== undefined && revision < known.revision) run.fail(`GET of ${version}: ${name} at ${revision}, after ${known.revision} was acknowledged`);
}

/** Lists at once or in pages; all pages show one state even when snapshots are swapped between them. */
async function lister(run: KindRun, version: VersionName, random: Random): Promise<void> {
	const { states } = run;
	const limit = random.once(2) ? '' : `limit=${1 + random.below(3)}`;
	const revisions = new Map<string, number>();
	let at = 0;
	for (let token = ''; ; ) {
		const found = await run.ask({ method: 'GET', path: `${pathOf(version)}?${limit}&continue=${token}` }, version, [200]);
		if (found === undefined) return;
		const { metadata, items } = JSON.parse(found.answer.body.toString()) as Loose;
		at ||= Number(metadata.resourceVersion);
		for (const object of items) {
			const { name, resourceVersion } = object.metadata;
			revisions.set(name, Number(resourceVersion));
			states.saw({ what: `LIST ${limit} of ${version}`, name, revision: Number(resourceVersion), version, object, from: found.from, to: found.to });
		}
		token = metadata.continue ?? '';
		if (token === '') break;
		await run.anyTime();
	}
	states.sawList({ what: `LIST ${limit} of ${version}`, at, revisions });
}

/** Watches and checks each event against the snapshots since the watch began. */
function watch(run: KindRun, version: VersionName, from: number, told: Set<number>): Watcher {
	let begun = 0;
	return new Watcher({
		stack: run.stack,
		path: `${pathOf(version)}?watch=1&allowWatchBookmarks=true`,
		from,
		onEvent: ({ type, object, revision }) => {
			if (type === 'BOOKMARK') return;
			const { name } = object.metadata;
			told.add(revision);
			if (type !== 'DELETED' && name !== 'last')
				run.states.saw({ what: `${type} of a watch of ${version}`, name, revision, version, object, from: begun, to: run.swaps });
		},
		swaps: () => {
			begun = run.swaps;
			return begun;
		},
		isRefused: (status, since) => status === 404 && run.mayBeUnknown(version, since, run.swaps),
		nextSwap: () => run.nextSwap(),
	});
}
