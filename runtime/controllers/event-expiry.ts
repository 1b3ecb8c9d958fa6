/**
 * Deletes events a fixed time after their last write, as kube-apiserver does with etcd leases. All events live equally long, so they expire
 * in revision order: a map in this order and one timer suffice. After a restart, the times in the oldest event's metadata decide.
 */
import type { Event } from '../../generated/types/core/v1.ts';
import type { Rule } from '../api/authorization.ts';
import type { Flag } from '../api/flag.ts';
import { duration } from '../api/flag-value.ts';
import { parseWhole } from '../codec/item-form.ts';
import type { Revision } from '../storage/store.ts';
import type { CachedObject, CacheEvent } from '../watch/contract.ts';
import type { ControllerContext, RunningController } from './contract.ts';
import { keepFollowing } from './loop.ts';

const events = 'events';
const controller = 'event-expiry';

export const eventTtl: Flag<number> = {
	name: 'event-ttl',
	value: 'DURATION',
	help: 'Time after their last change for which events are kept.',
	default: 3_600_000,
	shown: '1h0m0s',
	parse: (value) => duration(value, { minMs: 1_000, maxMs: 365 * 24 * 3_600_000 }),
};

export function eventExpiryRules(): readonly Rule[] {
	return [{ verbs: ['list', 'watch'], groups: [''], resources: [events] }];
}

/** Events per commit: the batch size of the store. */
const atOnce = 256;
/** Pause after a failure of the store. */
const retryMs = 5_000;
/** Maximum timer delay; Node's timers overflow at 24 days. */
const longestMs = 24 * 3_600_000;

interface Written {
	readonly namespace: string;
	readonly name: string;
	readonly revision: Revision;
	/** Time of the write, in ms since the epoch; undefined until it is needed. */
	readonly atMs: number | undefined;
}

export function startEventExpiry(context: ControllerContext): RunningController | undefined {
	if (context.verbs.stored(events) === undefined) return undefined;
	return new EventExpiry(context, context.flags.of(eventTtl));
}

class EventExpiry implements RunningController {
	readonly #context: ControllerContext;
	readonly #ttlMs: number;
	/** Events in the order of their last writes. */
	readonly #written = new Map<string, Written>();
	readonly #stopping = new AbortController();
	readonly #following: Promise<void>;
	#working: Promise<void> = Promise.resolve();
	#timer: NodeJS.Timeout | undefined;
	#isListed = false;

	constructor(context: ControllerContext, ttlMs: number) {
		this.#context = context;
		this.#ttlMs = ttlMs;
		const followed = {
			storageName: events,
			seen: (type: CacheEvent['type'], object: CachedObject) => this.#seen(type, object),
			listed: () => this.#sort(),
			slices: context.verbs.slices,
		};
		this.#following = keepFollowing(context, followed, this.#stopping.signal, (subject, error) => this.#report(subject, error));
	}

	async stop(): Promise<void> {
		this.#stopping.abort(new Error('the server is stopping'));
		clearTimeout(this.#timer);
		await Promise.all([this.#following, this.#working]);
	}

	#report(subject: string, error: unknown): void {
		this.#context.report({ controller, subject, error });
	}

	#seen(type: CacheEvent['type'], { namespace, name, revision }: CachedObject): void {
		const key = `${namespace}/${name}`;
		this.#written.delete(key);
		if (type === 'DELETED') return;
		this.#written.set(key, { namespace, name, revision, atMs: this.#isListed ? Date.now() : undefined });
		if (this.#timer === undefined && this.#isListed) this.#wait();
	}

	/** Sorts the events that existed at the start by revision. */
	#sort(): void {
		this.#isListed = true;
		const inOrder = [...this.#written].sort(([, a], [, b]) => a.revision - b.revision);
		this.#written.clear();
		for (const [key, written] of inOrder) this.#written.set(key, written);
		this.#wait();
	}

	/** Sets the timer for the oldest event. */
	#wait(): void {
		clearTimeout(this.#timer);
		this.#timer = undefined;
		const [oldest] = this.#written.values();
		if (oldest === undefined || this.#stopping.signal.aborted) return;
		const leftMs = this.#writtenAtMs(oldest) + this.#ttlMs - Date.now();
		this.#timer = setTimeout(() => this.#expire(), Math.min(Math.max(leftMs, 0), longestMs)).unref();
	}

	#expire(): void {
		this.#working = this.#deleteDue()
			.catch(async (error: unknown) => {
				this.#report(events, error);
				await new Promise((resolve) => setTimeout(resolve, this.#stopping.signal.aborted ? 0 : retryMs).unref());
			})
			.finally(() => this.#wait());
	}

	/** Deletes the expired events, unless they changed meanwhile. */
	async #deleteDue(): Promise<void> {
		const due: Written[] = [];
		for (const written of this.#written.values()) {
			if (due.length === atOnce || this.#writtenAtMs(written) + this.#ttlMs > Date.now()) break;
			due.push(written);
		}
		if (due.length === 0) return;
		await this.#context.verbs.store.commit(due.map(({ namespace, name, revision }) => ({ resource: events, namespace, name, expected: revision })));
		for (const { namespace, name, revision } of due) {
			const key = `${namespace}/${name}`;
			if (this.#written.get(key)?.revision === revision) this.#written.delete(key);
		}
	}

	#writtenAtMs({ namespace, name, atMs }: Written): number {
		if (atMs !== undefined) return atMs;
		const found = this.#context.verbs.cache.get(events, namespace, name);
		return found === undefined ? 0 : lastWriteMs(parseWhole(found) as object as Event);
	}
}

/** Returns the time of the last write from the metadata, in ms since the epoch. */
function lastWriteMs({ metadata = {} }: Event): number {
	const times = [metadata.creationTimestamp, ...(metadata.managedFields ?? []).map(({ time }) => time)];
	return Math.max(0, ...times.flatMap((time) => (time === undefined || time === null ? [] : [Date.parse(time)])));
}
