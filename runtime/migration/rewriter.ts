/**
 * Rewrites rows in an outdated form: another version, other fields in the side column, or another key. The controller runs it for all
 * kinds; a StorageVersionMigration or an administrator runs it for one. It keeps no state that it needs: the remaining rows are the
 * outdated ones, so it resumes after any interruption.
 *
 * Each row is committed like any other write, with a new revision; a concurrent write of the object wins. Hooks, rules and admission do not
 * run, because the object stays the same.
 */
import { sleep } from '../scheduling/sleep.ts';
import type { ServedResource } from '../serving/resource.ts';
import type { Mutation } from '../storage/store.ts';
import type { VerbContext } from '../verbs/contract.ts';
import type { CachedObject } from '../watch/contract.ts';
import { convertedRows } from './convert-rows.ts';
import { countOutdatedRows } from './outdated-rows.ts';

/** Dependencies, read from the current serving snapshot. */
export type RewriterContext = Pick<VerbContext, 'cache' | 'store' | 'stored' | 'slices' | 'conversions'>;

/** Rows of a resource that cannot be rewritten, with one example. */
export interface Unconvertible {
	readonly objects: number;
	/** `NAMESPACE/NAME` or NAME. */
	readonly example: string;
	readonly why: string;
}

export interface RewriterOptions {
	/** True when the rewriter is the only user of the store and need not pause. */
	readonly isAlone?: boolean;
	/** Reports the number of outdated rows of a resource before and after `rewriteAll` works on it. */
	readonly onProgress?: (resource: string, left: number) => void;
}

/** Rows of one commit, which delays other writes by a few milliseconds. */
const rowsPerCommit = 50;
const bytesPerCommit = 256 * 1024;
/** Length of one slice. Converting an object takes tens of microseconds, or more for a large one. */
const sliceMs = 3;
/** Rows scanned in one slice. Current rows are skipped quickly, but there may be a million. */
const lookedAtOnce = 2000;

/** Pauses between commits. A caller that waits gets half of the time, the background a quarter, at most some thousand rows a second. */
const pauseOfAskedMs = 2;
const pauseOfOthersMs = 20;

/** Interval of further scans: no event reports rows that another server writes in an earlier version. */
const laterMs = 10_000;

/** A caller that waits for a resource. */
interface Ask {
	readonly resource: string;
	/** True if the request waits until no other one is left. */
	readonly isInBackground: boolean;
	readonly done: () => void;
	readonly failed: (error: unknown) => void;
}

/** One pass through the objects of a resource. */
class Pass {
	readonly target: ServedResource;
	after: { readonly namespace: string; readonly name: string } | undefined;
	/** Objects that cannot be converted, by `NAMESPACE/NAME`. */
	readonly stays = new Map<string, { readonly object: CachedObject; readonly error: unknown }>();
	rewritten = 0;
	isAtEnd = false;
	/** True when only unconvertible rows remain. */
	isOver = false;

	constructor(target: ServedResource) {
		this.target = target;
	}
}

export class Rewriter {
	readonly #context: () => RewriterContext;
	readonly #isAlone: boolean;
	readonly #onProgress: (resource: string, left: number) => void;
	readonly #asks = new Set<Ask>();
	readonly #passes = new Map<string, Pass>();
	#isRunning = false;
	/** Ends the sleep of `rewriteAll`. */
	#wake: (() => void) | undefined;

	/** `context` returns the current context. */
	constructor(context: () => RewriterContext, { isAlone = false, onProgress = () => undefined }: RewriterOptions = {}) {
		this.#context = context;
		this.#isAlone = isAlone;
		this.#onProgress = onProgress;
	}

	/** Resolves when the resource has no outdated rows other than unconvertible ones, or when aborted. Rejects when the store refuses. */
	rewrite(resource: string, signal: AbortSignal): Promise<void> {
		// Retries unconvertible rows: hooks may have changed.
		if (this.#passes.get(resource)?.isOver) this.#passes.delete(resource);
		return this.#ask(resource, signal, false);
	}

	/** Rewrites all resources in the background until aborted. Calls `report` once for each failure and for rows that stay. */
	async rewriteAll(signal: AbortSignal, report: (subject: string, error: unknown) => void): Promise<void> {
		const told = new Map<string, number>();
		while (!signal.aborted) {
			try {
				for (const resource of this.#resourcesLeft()) {
					this.#onProgress(resource, this.#left(resource));
					await this.#ask(resource, signal, true);
					if (signal.aborted) break;
					this.#onProgress(resource, this.#left(resource));
					this.#tell(resource, told, report);
				}
			} catch (error) {
				report('outdated objects', error);
			}
			await this.#pauseUntilWoken(signal);
		}
	}

	/** Scans again after a change of the serving snapshot, which may outdate rows. */
	look(): void {
		this.#wake?.();
	}

	/** Returns the unconvertible rows, or undefined when none are known. */
	staying(resource: string): Unconvertible | undefined {
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
		await sleep(laterMs, AbortSignal.any([signal, woken.signal]));
		this.#wake = undefined;
	}

	#resourcesLeft(): readonly string[] {
		return [...this.#context().cache.resources()].filter((resource) => {
			const left = this.#left(resource);
			return left > 0 && left > (this.staying(resource)?.objects ?? 0);
		});
	}

	#left(resource: string): number {
		const { cache, stored } = this.#context();
		return countOutdatedRows(cache, resource, stored(resource));
	}

	#tell(resource: string, told: Map<string, number>, report: (subject: string, error: unknown) => void): void {
		const staying = this.staying(resource);
		const objects = staying?.objects ?? 0;
		const more = objects - (told.get(resource) ?? 0);
		told.set(resource, objects);
		if (staying !== undefined && more > 0) report(`${objects} ${resource} that cannot be converted, such as ${staying.example}`, new Error(staying.why));
	}

	/** Drops objects that were written or deleted since. */
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

	/** Takes the next request: callers take turns, the background comes last. */
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

	/** Makes one commit. Resolves with true when no row remains that can be rewritten. */
	async #step(resource: string): Promise<boolean> {
		const context = this.#context();
		const target = context.stored(resource);
		if (target === undefined) return true;
		const pass = this.#passOf(resource, target);
		const outdated = await context.slices.later(() => someOf(resource, pass, context));
		const mutations = target.kind.conversionWebhook === undefined ? outdated : await convertedBy(context, target, outdated, pass);
		if (mutations.length > 0) await context.store.commit(mutations);
		pass.rewritten += mutations.length;
		if (!pass.isAtEnd) return false;
		// Another server may have written an outdated row behind the current position.
		if (pass.rewritten > 0 && countOutdatedRows(context.cache, resource, target) > pass.stays.size) {
			this.#passes.delete(resource);
			return false;
		}
		pass.isOver = true;
		return true;
	}

	#passOf(resource: string, target: ServedResource): Pass {
		let pass = this.#passes.get(resource);
		// Starts over when the target form changed or the previous pass is complete.
		if (pass === undefined || pass.target !== target || pass.isOver) {
			pass = new Pass(target);
			this.#passes.set(resource, pass);
		}
		return pass;
	}
}

/** Returns the rows of the next commit. */
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

/** Returns the rows that the webhook of their kind converts. When it fails, the pass ends, because further calls would fail as well. */
async function convertedBy(context: RewriterContext, target: ServedResource, rows: readonly Mutation[], pass: Pass): Promise<readonly Mutation[]> {
	try {
		return await convertedRows(context, target, rows);
	} catch (error) {
		for (const { resource, namespace, name } of rows) {
			const object = context.cache.get(resource, namespace, name);
			if (object !== undefined) pass.stays.set(namespace === '' ? name : `${namespace}/${name}`, { object, error });
		}
		pass.isAtEnd = true;
		pass.rewritten = 0;
		return [];
	}
}

const never = new AbortController().signal;

function restAfter(workedMs: number, isInBackground: boolean): Promise<void> {
	return sleep(isInBackground ? Math.max(pauseOfOthersMs, 3 * workedMs) : Math.max(pauseOfAskedMs, workedMs), never);
}
