/**
 * A write of an object that exists: attempts from the newest state that this process knows, until one counts. The write is
 * optimistic: no turn is held while anything outside is waited for, and an attempt whose object has moved meanwhile is made anew.
 * What an attempt refuses, or finds that there is nothing to write, it has found in the cache: it counts once the cache is known
 * to be as new as the store. With one server that is known at once, with several the store is asked. A state that was written since
 * another snapshot is served is none that the write may begin with (`superseded.ts`).
 */
import { ApiError, conflict, notFound } from '../../../api/errors.ts';
import type { Revision } from '../../../storage/store.ts';
import type { CachedObject } from '../../../watch/contract.ts';
import type { WriteScope } from '../scope.ts';
import { Superseded } from './superseded.ts';

export type Attempt<T> =
	/** It is in the store. */
	| { readonly kind: 'written'; readonly result: T }
	/** It writes nothing, since nothing changes or nothing may be written. */
	| { readonly kind: 'idle'; readonly result: T }
	/** The object has moved. `current`: the revision that the store has of it; absent: the cache knows more already. */
	| { readonly kind: 'overtaken'; readonly current?: Revision };

export const overtaken: Attempt<never> = { kind: 'overtaken' };

/** Waits for something outside, such as a plugin's answer, and says whether the object of the attempt has moved meanwhile. */
export type Outside = (pending: Promise<void>) => Promise<boolean>;

/**
 * Attempts before a write gives up. A bound against endless work, not against bad luck: who waits for a turn has it in
 * order, and of three servers that write one object without a pause each loses so often once in 10^80 writes.
 */
export const mostAttempts = 500;
/** What another process has committed arrives within milliseconds; longer means that the store is out of reach. */
const catchUpMs = 3_000;

/** Throws ApiError NotFound, Conflict when every attempt was overtaken, Superseded, and what the attempts throw. */
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

/** When the cache knows of what another has written or, at revision 0, deleted. */
export async function caughtUp({ context: { cache }, caller }: WriteScope, current: Revision): Promise<void> {
	if (current === 0) await cache.consistent(caller);
	else await cache.waitFor(current, catchUpMs, caller.signal);
}

/** One writer of one object, and its turn. */
class Writer {
	readonly #scope: WriteScope;
	readonly #key: string;

	constructor(scope: WriteScope) {
		this.#scope = scope;
		this.#key = `${scope.resource.kind.storageName}/${scope.namespace}/${scope.name}`;
	}

	take(): Promise<void> | undefined {
		return this.#scope.context.turns.take(this.#key);
	}

	give(): void {
		this.#scope.context.turns.give(this.#key);
	}

	/** Throws Superseded. */
	current(): CachedObject | undefined {
		const { context, resource, namespace, name } = this.#scope;
		const { storageName } = resource.kind;
		const current = context.cache.get(storageName, namespace, name);
		if (current !== undefined && context.isSuperseded(storageName, current.revision)) throw new Superseded();
		return current;
	}

	/** Of an object that the cache does not know. Throws ApiError NotFound. */
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

	/** Whether the object has moved beyond the state that a decision was made on. */
	async isOutdated(current: CachedObject): Promise<boolean> {
		const pending = this.#scope.context.cache.consistent(this.#scope.caller);
		return pending !== undefined && this.outside(pending, current);
	}

	/** After a commit that came too late: until the cache knows what won. The turn is kept, since whoever is next would lose to the same. */
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
