/**
 * Rewrites rows that would be written otherwise now: in another version, with other fields beside them, or with another key. The one
 * job that does it, whoever wants it: the controller for all kinds, a StorageVersionMigration, or an administrator, for one. It
 * remembers nothing that it needs: what is left is what is not written as it should be, so it goes on after whatever ended it.
 *
 * Each row is written as any other write is, with a new revision; who has written the object meanwhile wins. Hooks, rules and admission
 * are not asked: the object stays the same.
 */
import { pause } from '../api/pause.ts';
import type { ServedResource } from '../serving/resource.ts';
import type { Mutation } from '../storage/store.ts';
import type { VerbContext } from '../verbs/contract.ts';
import type { CachedObject } from '../watch/contract.ts';
import { leftOf } from './left.ts';

/** What it works with; what it works on is always what is served now. */
export type RewriterContext = Pick<VerbContext, 'cache' | 'store' | 'stored' | 'slices'>;

/** Why rows of a resource stay as they are: one example stands for all. */
export interface Staying {
	readonly objects: number;
	/** `NAMESPACE/NAME`, or NAME. */
	readonly example: string;
	readonly why: string;
}

export interface RewriterOptions {
	/** Nobody else uses the store: it need not leave them time. */
	readonly isAlone?: true;
}

/** Of one commit, so that others wait for few milliseconds of it. */
const rowsPerCommit = 50;
const bytesPerCommit = 256 * 1024;
/** Of one turn: converting an object takes tens of microseconds, or what its size asks for. */
const sliceMs = 3;
/** Those that are written as they should be are passed over quickly, and yet there may be a million of them. */
const lookedAtOnce = 2000;

/** Where somebody waits it takes half of the time, and otherwise a quarter, and some thousand rows a second at most. */
const pauseOfAskedMs = 2;
const pauseOfOthersMs = 20;

/** When what is left is looked at again: what others write in an earlier version meanwhile is told by no event. */
const laterMs = 10_000;

/** Somebody who waits for a resource. */
interface Ask {
	readonly resource: string;
	/** Its turn comes when nobody else asks. */
	readonly isInBackground: boolean;
	readonly done: () => void;
	readonly failed: (error: unknown) => void;
}

/** Once through the objects of a resource. */
class Pass {
	readonly target: ServedResource;
	after: { readonly namespace: string; readonly name: string } | undefined;
	/** What cannot be converted, by `NAMESPACE/NAME`. */
	readonly stays = new Map<string, { readonly object: CachedObject; readonly error: unknown }>();
	rewritten = 0;
	isAtEnd = false;
	/** Nothing is left but what stays. */
	isOver = false;

	constructor(target: ServedResource) {
		this.target = target;
	}
}

export class Rewriter {
	readonly #context: () => RewriterContext;
	readonly #isAlone: boolean;
	readonly #asks = new Set<Ask>();
	readonly #passes = new Map<string, Pass>();
	#isRunning = false;
	/** Ends the pause of whoever sees to all. */
	#wake: (() => void) | undefined;

	/** `context`: the present one. */
	constructor(context: () => RewriterContext, { isAlone = false }: RewriterOptions | { readonly isAlone?: boolean } = {}) {
		this.#context = context;
		this.#isAlone = isAlone;
	}

	/** Resolves when no row of a resource is left but those that cannot be converted, or when it is called off. Rejects when the store refuses. */
	rewrite(resource: string, signal: AbortSignal): Promise<void> {
		// What could not be done is tried again: hooks may convert otherwise now.
		if (this.#passes.get(resource)?.isOver) this.#passes.delete(resource);
		return this.#ask(resource, signal, false);
	}

	/** Sees to all resources, whenever nobody else asks, until it is called off. `report` is told of what fails, and of what stays, once. */
	async rewriteAll(signal: AbortSignal, report: (subject: string, error: unknown) => void): Promise<void> {
		const told = new Map<string, number>();
		while (!signal.aborted) {
			try {
				for (const resource of this.#resourcesLeft()) {
					await this.#ask(resource, signal, true);
					if (!signal.aborted) this.#tell(resource, told, report);
				}
			} catch (error) {
				report('objects of earlier versions', error);
			}
			await this.#pauseUntilWoken(signal);
		}
	}

	/** Something else is served: what is left may be more. */
	look(): void {
		this.#wake?.();
	}

	/** What cannot be converted; undefined: nothing is known of any. */
	staying(resource: string): Staying | undefined {
		const pass = this.#passes.get(resource);
		if (pass === undefined) return undefined;
		this.#forgetMoved(resource, pass);
		const [first] = pass.stays;
		if (first === undefined) return undefined;
		const [example, { error }] = first;
		return { objects: pass.stays.size, example, why: error instanceof Error ? error.message : String(error) };
	}

	async #pauseUntilWoken(signal: AbortSignal): Promise<void> {
		const woken = new AbortController();
		this.#wake = () => woken.abort();
		await pause(laterMs, AbortSignal.any([signal, woken.signal]));
		this.#wake = undefined;
	}

	#resourcesLeft(): readonly string[] {
		const { cache, stored } = this.#context();
		return [...cache.resources()].filter((resource) => {
			const left = leftOf(cache, resource, stored(resource));
			return left > 0 && left > (this.staying(resource)?.objects ?? 0);
		});
	}

	#tell(resource: string, told: Map<string, number>, report: (subject: string, error: unknown) => void): void {
		const staying = this.staying(resource);
		const objects = staying?.objects ?? 0;
		const more = objects - (told.get(resource) ?? 0);
		told.set(resource, objects);
		if (staying !== undefined && more > 0) report(`${objects} ${resource} that stay as they are stored, such as ${staying.example}`, new Error(staying.why));
	}

	/** What has been written or deleted since is no case of this pass any more. */
	#forgetMoved(resource: string, { stays }: Pass): void {
		const { cache } = this.#context();
		for (const [key, { object }] of stays) if (cache.get(resource, object.namespace, object.name)?.revision !== object.revision) stays.delete(key);
	}

	async #ask(resource: string, signal: AbortSignal, isInBackground: boolean): Promise<void> {
		if (signal.aborted) return;
		const { promise, resolve, reject } = Promise.withResolvers<void>();
		const ask: Ask = { resource, isInBackground, done: resolve, failed: reject };
		this.#asks.add(ask);
		signal.addEventListener('abort', ask.done, { once: true });
		if (!this.#isRunning) void this.#run();
		try {
			await promise;
		} finally {
			this.#asks.delete(ask);
			signal.removeEventListener('abort', ask.done);
		}
	}

	async #run(): Promise<void> {
		this.#isRunning = true;
		for (let ask = this.#next(); ask !== undefined; ask = this.#next()) {
			const { resource, isInBackground } = ask;
			const beganMs = performance.now();
			try {
				if (await this.#step(resource)) this.#end(resource, ({ done }) => done());
			} catch (error) {
				this.#end(resource, ({ failed }) => failed(error));
			}
			if (!this.#isAlone) await restAfter(performance.now() - beganMs, isInBackground);
		}
		this.#isRunning = false;
	}

	/** Those who ask take turns. */
	#next(): Ask | undefined {
		const [first] = [...this.#asks].sort((a, b) => Number(a.isInBackground) - Number(b.isInBackground));
		if (first === undefined) return undefined;
		this.#asks.delete(first);
		this.#asks.add(first);
		return first;
	}

	#end(resource: string, end: (ask: Ask) => void): void {
		for (const ask of [...this.#asks]) {
			if (ask.resource !== resource) continue;
			this.#asks.delete(ask);
			end(ask);
		}
	}

	/** One commit. True: nothing is left that can be rewritten. */
	async #step(resource: string): Promise<boolean> {
		const context = this.#context();
		const target = context.stored(resource);
		if (target === undefined) return true;
		const pass = this.#passOf(resource, target);
		const mutations = await context.slices.later(() => someOf(resource, pass, context));
		if (mutations.length > 0) await context.store.commit(mutations);
		pass.rewritten += mutations.length;
		if (!pass.isAtEnd) return false;
		// A row that somebody else writes in an earlier version while it goes through may lie behind it.
		if (pass.rewritten > 0 && leftOf(context.cache, resource, target) > pass.stays.size) {
			this.#passes.delete(resource);
			return false;
		}
		pass.isOver = true;
		return true;
	}

	#passOf(resource: string, target: ServedResource): Pass {
		let pass = this.#passes.get(resource);
		// What is stored how has changed, or it was gone through before.
		if (pass === undefined || pass.target !== target || pass.isOver) {
			pass = new Pass(target);
			this.#passes.set(resource, pass);
		}
		return pass;
	}
}

/** The rows of the next commit. */
function someOf(resource: string, pass: Pass, { cache }: RewriterContext): readonly Mutation[] {
	const beganMs = performance.now();
	const mutations: Mutation[] = [];
	let bytes = 0;
	let looked = 0;
	for (const object of cache.list(resource, '', pass.after)) {
		const { namespace, name, revision } = object;
		if (cache.isOlder(resource, object)) {
			try {
				const state = cache.rewritten(resource, object);
				if (state !== undefined) {
					mutations.push({ resource, namespace, name, expected: revision, ...state });
					bytes += state.bytes.byteLength;
				}
			} catch (error) {
				pass.stays.set(namespace === '' ? name : `${namespace}/${name}`, { object, error });
			}
		}
		if (mutations.length === rowsPerCommit || bytes >= bytesPerCommit || ++looked === lookedAtOnce || performance.now() - beganMs > sliceMs) {
			pass.after = { namespace, name };
			return mutations;
		}
	}
	pass.isAtEnd = true;
	return mutations;
}

const never = new AbortController().signal;

function restAfter(workedMs: number, isInBackground: boolean): Promise<void> {
	return pause(isInBackground ? Math.max(pauseOfOthersMs, 3 * workedMs) : Math.max(pauseOfAskedMs, workedMs), never);
}
