/**
 * Charges: a write waits here until the quotas of its namespace have room for it and their stored status includes it. Writes of one
 * namespace that wait together are decided in order, and charged with one update of each quota. An update requires the quota's revision. If
 * another server has charged the quota meanwhile, the writes are decided again. A charge precedes the object. If the object is then not
 * stored, the quota controller removes the charge.
 */
import { ApiError } from '../../../api/errors.ts';
import type { ResourceList } from '../../../scalars/resource-list.ts';
import type { WatchCache } from '../../../watch/contract.ts';
import { type Charge, check } from './check.ts';
import { type Quota, type Quotas, resourceQuotas } from './quotas.ts';

export interface ChargeParts {
	readonly cache: WatchCache;
	readonly quotas: Quotas;
	/** Updates the usage in the status of a quota. Rejects with ApiError Conflict when the quota has changed. */
	write(quota: Quota, used: ResourceList, signal: AbortSignal): Promise<void>;
	/** Maximum wait for the first status of a new quota. */
	readonly statusMs: number;
	/** Text to add to the refusal when the status stays unknown. */
	readonly unknownHint: string;
	/** Aborted when the server stack stops. */
	readonly signal: AbortSignal;
}

interface Waiter {
	readonly charge: Charge;
	/** End of the wait for the status of a new quota, on the clock of `performance.now()`. */
	readonly untilMs: number;
	/** True after a refusal was decided again with the newest state. */
	isCertain: boolean;
	readonly done: PromiseWithResolvers<void>;
}

/**
 * Maximum number of attempts of one batch. Each lost attempt means that another server's charge was written. With two servers that charge
 * one quota continuously, a batch loses this often once in 10^15 times.
 */
const mostAttempts = 50;
/** Maximum number of concurrent updates. They are requests to the server itself, which bounds those of all its parts. */
const mostUpdates = 32;

export class Charges {
	readonly #parts: ChargeParts;
	/** Waiting writes by namespace, while a batch of the namespace is decided. */
	readonly #waiting = new Map<string, Waiter[]>();
	#updates = 0;
	readonly #updatesDue: (() => void)[] = [];

	constructor(parts: ChargeParts) {
		this.#parts = parts;
	}

	/** Resolves when the write is charged. Rejects with ApiError when it is refused. */
	charge(charge: Charge): Promise<void> {
		const waiter: Waiter = { charge, untilMs: performance.now() + this.#parts.statusMs, isCertain: false, done: Promise.withResolvers() };
		this.#add(waiter);
		return waiter.done.promise;
	}

	#add(waiter: Waiter): void {
		const { namespace } = waiter.charge.request;
		const waiting = this.#waiting.get(namespace);
		if (waiting !== undefined) waiting.push(waiter);
		else void this.#run(namespace, [waiter]);
	}

	/** Decides batches as long as writes wait. */
	async #run(namespace: string, first: Waiter[]): Promise<void> {
		this.#waiting.set(namespace, first);
		// Writes of the same event loop iteration join the first batch.
		await new Promise((resolve) => setImmediate(resolve));
		for (let batch = first; batch.length > 0; batch = this.#waiting.get(namespace) ?? []) {
			this.#waiting.set(namespace, []);
			try {
				await this.#decide(namespace, batch);
			} catch (error) {
				for (const { done } of batch) done.reject(error);
			}
		}
		this.#waiting.delete(namespace);
	}

	async #decide(namespace: string, batch: readonly Waiter[]): Promise<void> {
		let open = batch;
		let names: ReadonlySet<string> | undefined;
		for (let made = 0; open.length > 0; made++) {
			const quotas = this.#parts.quotas.in(namespace);
			const { charged, doubted, running } = this.#checked(open, names === undefined ? quotas : quotas.filter(({ name }) => names?.has(name)));
			const failed = await this.#update(quotas, running);
			if (failed.size === 0) for (const { done } of charged) done.resolve();
			else if (made === mostAttempts) throw [...failed.values()][0];
			if (failed.size > 0 || doubted.length > 0) await this.#parts.cache.consistent({ signal: this.#parts.signal });
			// Quotas whose update succeeded include the charges already.
			names = failed.size === 0 ? undefined : new Set(failed.keys());
			open = [...(failed.size === 0 ? [] : charged), ...this.#toRepeat(namespace, quotas, doubted)];
		}
	}

	/** Settles the writes that change no quota. `doubted`: writes whose refusal may be wrong in a newer state. */
	#checked(open: readonly Waiter[], quotas: readonly Quota[]) {
		const running = new Map<string, ResourceList>();
		const charged: Waiter[] = [];
		const doubted: { readonly waiter: Waiter; readonly error: ApiError }[] = [];
		for (const waiter of open) {
			const verdict = check(waiter.charge, quotas, running);
			if (verdict.kind === 'unknown') void this.#awaitStatus(waiter, verdict.error);
			else if (verdict.kind === 'refused') {
				if (waiter.isCertain) waiter.done.reject(verdict.error);
				else doubted.push({ waiter, error: verdict.error });
			} else if (waiter.charge.request.dryRun || verdict.used.size === 0) waiter.done.resolve();
			else {
				for (const [name, used] of verdict.used) running.set(name, used);
				charged.push(waiter);
			}
		}
		return { charged, doubted, running };
	}

	/** Rejects the refused writes, except those that are decided again because a quota has changed. */
	#toRepeat(namespace: string, before: readonly Quota[], doubted: readonly { readonly waiter: Waiter; readonly error: ApiError }[]): readonly Waiter[] {
		const isNew = doubted.length > 0 && this.#parts.quotas.in(namespace) !== before;
		return doubted.flatMap(({ waiter, error }) => {
			waiter.isCertain = true;
			if (isNew) return [waiter];
			waiter.done.reject(error);
			return [];
		});
	}

	/**
	 * Updates the changed quotas. Returns those that have changed meanwhile or no longer exist, with the errors. Rejects with other errors.
	 */
	async #update(quotas: readonly Quota[], running: ReadonlyMap<string, ResourceList>): Promise<ReadonlyMap<string, ApiError>> {
		const failed = new Map<string, ApiError>();
		const updates = [...running].map(async ([name, used]) => {
			const quota = quotas.find((each) => each.name === name);
			if (quota === undefined) return;
			await this.#takeUpdate();
			try {
				await this.#parts.write(quota, used, this.#parts.signal);
			} catch (error) {
				if (!(error instanceof ApiError && (error.reason === 'Conflict' || error.reason === 'NotFound'))) throw error;
				failed.set(name, error);
			} finally {
				this.#giveUpdate();
			}
		});
		for (const result of await Promise.allSettled(updates)) if (result.status === 'rejected') throw result.reason;
		return failed;
	}

	async #takeUpdate(): Promise<void> {
		if (this.#updates < mostUpdates) this.#updates++;
		else await new Promise<void>((resolve) => this.#updatesDue.push(resolve));
	}

	#giveUpdate(): void {
		const next = this.#updatesDue.shift();
		if (next === undefined) this.#updates--;
		else next();
	}

	/** Decides the write again once a quota of its namespace has changed. */
	async #awaitStatus(waiter: Waiter, error: ApiError): Promise<void> {
		const { cache, signal, unknownHint } = this.#parts;
		const { request } = waiter.charge;
		const leftMs = Math.ceil(waiter.untilMs - performance.now());
		if (leftMs <= 0) {
			waiter.done.reject(new ApiError(error.reason, error.message + unknownHint, error.details));
			return;
		}
		const ended = AbortSignal.any([signal, request.signal(), AbortSignal.timeout(leftMs)]);
		const cursor = cache.cursor(resourceQuotas, cache.revision, { namespace: request.namespace, name: '' });
		try {
			await cursor.next(1, ended);
		} catch (reason) {
			if (signal.aborted || request.signal().aborted) {
				waiter.done.reject(reason);
				return;
			}
			if (!ended.aborted) {
				waiter.done.reject(reason);
				return;
			}
		} finally {
			cursor.close();
		}
		this.#add(waiter);
	}
}
