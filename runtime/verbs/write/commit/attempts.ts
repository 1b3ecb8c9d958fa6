/**
 * A write of an existing object: attempts from the newest state that this process knows, until one counts. The write is optimistic. The
 * writer gives up its turn while it waits for anything external, and repeats an attempt whose object has changed meanwhile.
 *
 * A refusal, or the finding that the write changes nothing, rests on the cache. It counts once the cache is known to be as new as the
 * store. A single server knows that immediately; several servers ask the store. A write must not begin from a state written after another
 * snapshot was served (`superseded.ts`).
 */
import { ApiError, conflict, notFound } from '../../../api/errors.ts';
import type { Revision } from '../../../storage/store.ts';
import type { CachedObject } from '../../../watch/contract.ts';
import type { WriteScope } from '../scope.ts';
import { Superseded } from './superseded.ts';

export type Attempt<T> =
	/** The write is in the store. */
	| { readonly kind: 'written'; readonly result: T }
	/** Nothing is written, because the object does not change or must not be written. */
	| { readonly kind: 'idle'; readonly result: T }
	/** Another writer has changed the object. `current`: its revision in the store. Absent when the cache already has a newer state. */
	| { readonly kind: 'overtaken'; readonly current?: Revision };

export const overtaken: Attempt<never> = { kind: 'overtaken' };

/** Awaits something external, such as a plugin's answer. Returns whether the object has changed meanwhile. */
export type Outside = (pending: Promise<void>) => Promise<boolean>;

/**
 * Number of attempts after which a write fails: a bound on endless work. Writers of one process take turns. With three servers that write
 * one object continuously, a write loses this often once in 10^80 writes.
 */
export const mostAttempts = 500;
/**
 * Time to wait for the commit of another process. It normally arrives within milliseconds; after this time the store counts as unreachable.
 */
const catchUpMs = 3_000;

/**
 * Runs attempts until the result of one is final. Throws ApiError NotFound, Conflict when every attempt was overtaken, Superseded, and any
 * error of the attempts.
 */
export async function attempts<T>(scope: WriteScope, attempt: (current: CachedObject, outside: Outside) => Promise<Attempt<T>>): Promise<T> {
	const writer = new Writer(scope);
	const warned = scope.warnings.length;
	const waiting = writer.take();
	if (waiting !== undefined) await waiting;
	try {
		for (let made = 0; made < mostAttempts; made++) {
			if (made > 0) scope.caller.signal.throwIfAborted();
			scope.warnings.length = warned;
			const current = writer.current() ?? (await writer.lateCurrent());
			try {
				const outcome = await attempt(current, (pending) => writer.outside(pending, current));
				if (outcome.kind === 'written' || (outcome.kind === 'idle' && !(await writer.isOutdated(current)))) return outcome.result;
				if (outcome.kind === 'overtaken' && outcome.current !== undefined) await writer.catchUp(outcome.current);
			} catch (error) {
				if (!(error instanceof ApiError) || !(await writer.isOutdated(current))) throw error;
			}
		}
		throw conflict(scope.resource.kind.plural, scope.resource.version.group, scope.name);
	} finally {
		writer.give();
	}
}

/** Resolves when the cache has the state that another writer wrote, or its deletion (revision 0). */
export async function caughtUp({ context: { cache }, caller }: WriteScope, current: Revision): Promise<void> {
	if (current === 0) await cache.consistent(caller);
	else await cache.waitFor(current, catchUpMs, caller.signal);
}

/** Writer of one object, which holds the turn. */
class Writer {
	readonly #scope: WriteScope;
	readonly #key: string;

	constructor(scope: WriteScope) {
		this.#scope = scope;
		this.#key = `${scope.resource.kind.storageName}/${scope.namespace}/${scope.name}`;
	}

	take(): Promise<void> | undefined {
		return this.#scope.context.writers.take(this.#key);
	}

	give(): void {
		this.#scope.context.writers.give(this.#key);
	}

	/** Returns the cached object. Throws Superseded. */
	current(): CachedObject | undefined {
		const { context, resource, namespace, name } = this.#scope;
		const { storageName } = resource.kind;
		const current = context.cache.get(storageName, namespace, name);
		if (current !== undefined && context.isSuperseded(storageName, current.revision)) throw new Superseded();
		return current;
	}

	/**
	 * Returns the object, which the cache does not have, after waiting until the cache is as new as the store. Throws ApiError NotFound.
	 */
	async lateCurrent(): Promise<CachedObject> {
		const pending = this.#scope.context.cache.consistent(this.#scope.caller);
		if (pending !== undefined) await this.#aside(pending);
		const late = this.current();
		if (late === undefined) throw notFound(this.#scope.resource.kind.plural, this.#scope.resource.version.group, this.#scope.name);
		return late;
	}

	async outside(pending: Promise<void>, current: CachedObject): Promise<boolean> {
		await this.#aside(pending);
		return this.current()?.revision !== current.revision;
	}

	/** Reports whether the object has changed since the state on which a decision was based. */
	async isOutdated(current: CachedObject): Promise<boolean> {
		const pending = this.#scope.context.cache.consistent(this.#scope.caller);
		return pending !== undefined && this.outside(pending, current);
	}

	/**
	 * After a lost commit, waits until the cache has the state that won. The writer keeps its turn, because the next writer would lose
	 * against the same state.
	 */
	catchUp(current: Revision): Promise<void> {
		return caughtUp(this.#scope, current);
	}

	async #aside(pending: Promise<void>): Promise<void> {
		this.give();
		try {
			await pending;
		} finally {
			const waiting = this.take();
			if (waiting !== undefined) await waiting;
		}
	}
}
