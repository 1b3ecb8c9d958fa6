/**
 * ResourceQuota controller: writes limits and usage to the status of each quota. Admission adds to the usage before it stores an object.
 * The controller subtracts what deletions and shrinking updates free, and corrects the rest by counting. It counts only stored objects, so
 * a restart loses nothing.
 */
import type { ResourceQuota } from '../../../generated/types/core/v1.ts';
import { resourceQuotas } from '../../admission/plugins/resource-quota/quotas.ts';
import { quotaControllerName as name } from '../../admission/plugins/resource-quota/resource-quota.ts';
import { ApiError } from '../../api/errors.ts';
import type { Flag } from '../../api/flag.ts';
import { duration } from '../../api/flag-value.ts';
import { parseWhole } from '../../codec/item-form.ts';
import type { JsonObject } from '../../model/catalog.ts';
import type { CachedObject, CacheEvent } from '../../watch/contract.ts';
import type { Controller, ControllerContext, RunningController } from '../contract.ts';
import { type RunningLoop, startLoop } from '../loop.ts';
import { Count } from './count.ts';
import { TrackedQuota } from './tracked-quota.ts';

const syncPeriod: Flag<number> = {
	name: 'resource-quota-sync-period',
	value: 'DURATION',
	help: 'Time between two counts of everything that quotas limit.',
	default: 300_000,
	shown: '5m0s',
	parse: (value) => duration(value, { minMs: 1_000, maxMs: 24 * 3_600_000 }),
};

export interface QuotaTimes {
	/** Time after which every charged write has ended. Commits take milliseconds, and are refused when the store stalls longer. */
	readonly inFlightMs: number;
	/** The same for charges before the controller's start, in a store with a single server. */
	readonly startingMs: number;
	/** Interval at which resources that no served kind counts are looked up again. */
	readonly unknownMs: number;
}

const usual: QuotaTimes = { inFlightMs: 30_000, startingMs: 5_000, unknownMs: 30_000 };

export function resourceQuotaWith(times: QuotaTimes): Controller {
	return {
		name,
		flags: [syncPeriod],
		purpose: 'counts what the quotas of each namespace limit',
		identity: 'resourcequota-controller',
		rules: [
			{ verbs: ['list', 'watch'], groups: ['*'], resources: ['*'] },
			{ verbs: ['update'], groups: [''], resources: [`${resourceQuotas}/status`] },
		],
		start: (context) => (context.verbs.stored(resourceQuotas) === undefined ? { stop: async () => {} } : new QuotaController(context, times)),
	};
}

export const resourceQuotaController = resourceQuotaWith(usual);

class QuotaController implements RunningController {
	readonly #context: ControllerContext;
	readonly #times: QuotaTimes;
	/** Quotas by namespace and name. */
	readonly #quotas = new Map<string, Map<string, TrackedQuota>>();
	readonly #count: Count;
	readonly #loop: RunningLoop;
	readonly #resync: NodeJS.Timeout;
	readonly #stopListening: () => void;

	constructor(context: ControllerContext, times: QuotaTimes) {
		this.#context = context;
		this.#times = times;
		this.#count = new Count(context, {
			quotasIn: (namespace) => this.#quotas.get(namespace) ?? new Map(),
			again: (namespace, quota) => this.#loop.again(`${namespace}/${quota}`),
			missed: () => this.#missed(),
			report: (subject, error) => context.report({ controller: name, subject, error }),
		});
		this.#loop = startLoop(context, {
			name,
			follows: (add, addAfter) => [
				{
					storageName: resourceQuotas,
					seen: (type, object) => this.#seen(type, object, add, addAfter),
					listed: (again) => again && this.#forgetMissing(),
				},
			],
			work: (key) => this.#work(key),
		});
		this.#resync = setInterval(() => this.#countAll(), context.flags.of(syncPeriod)).unref();
		this.#stopListening = context.verbs.snapshots.onSwap(() => this.#count.serve());
	}

	get queue() {
		return this.#loop.queue;
	}

	async stop(): Promise<void> {
		clearInterval(this.#resync);
		this.#stopListening();
		await Promise.all([this.#count.stop(new Error('the controller is stopping')), this.#loop.stop()]);
	}

	#seen(type: CacheEvent['type'], object: CachedObject, add: (key: string) => void, addAfter: (key: string, ms: number) => void): void {
		const key = `${object.namespace}/${object.name}`;
		if (type === 'DELETED') {
			this.#forget(object.namespace, object.name);
			return;
		}
		const known = this.#quotas.get(object.namespace)?.get(object.name);
		const quota = parseWhole(object) as object as ResourceQuota;
		if (known === undefined) {
			this.#track(object, quota);
			add(key);
		} else if (known.observe(object.revision, quota)) add(key);
		else addAfter(key, this.#times.inFlightMs + 1);
	}

	#track({ namespace, name: quotaName, revision }: Pick<CachedObject, 'namespace' | 'name' | 'revision'>, quota: ResourceQuota): void {
		const quotas = this.#quotas.get(namespace) ?? new Map<string, TrackedQuota>();
		quotas.set(quotaName, new TrackedQuota(revision, quota, this.#times.inFlightMs));
		this.#quotas.set(namespace, quotas);
	}

	#forget(namespace: string, quotaName: string): void {
		const quotas = this.#quotas.get(namespace);
		quotas?.delete(quotaName);
		if (quotas?.size !== 0) return;
		this.#quotas.delete(namespace);
		this.#count.forget(namespace);
	}

	/** Drops quotas whose deletion was missed. */
	#forgetMissing(): void {
		const { cache } = this.#context.verbs;
		for (const [namespace, quotas] of this.#quotas)
			for (const quotaName of quotas.keys()) if (cache.get(resourceQuotas, namespace, quotaName) === undefined) this.#forget(namespace, quotaName);
	}

	/** Handles missed events: each quota counts as new and is counted again. Charges whose objects were missed expire. */
	#missed(): void {
		for (const quotas of this.#quotas.values()) for (const tracked of quotas.values()) tracked.isFirst = true;
		this.#queueAll();
	}

	/** Measures and counts everything again. */
	#countAll(): void {
		this.#count.forgetAll();
		this.#queueAll();
	}

	#queueAll(): void {
		for (const [namespace, quotas] of this.#quotas) for (const quotaName of quotas.keys()) this.#loop.again(`${namespace}/${quotaName}`);
	}

	async #work(key: string): Promise<void> {
		const [namespace = '', quotaName = ''] = key.split('/');
		const tracked = this.#quotas.get(namespace)?.get(quotaName);
		if (tracked === undefined) return;
		await this.#count.prepare(namespace, tracked);
		if (this.#statusOf(namespace, tracked) !== undefined) await this.#write(namespace, quotaName, tracked);
		const nextMs = this.#nextMs(namespace, tracked);
		if (nextMs !== undefined) this.#loop.againAfter(key, nextMs);
	}

	#statusOf(namespace: string, tracked: TrackedQuota): JsonObject | undefined {
		const counted = this.#count.of(namespace, tracked);
		if (tracked.isFirst) tracked.assume(counted, this.#context.shared === true ? this.#times.inFlightMs : this.#times.startingMs);
		return tracked.statusAfter(counted);
	}

	async #write(namespace: string, quotaName: string, tracked: TrackedQuota): Promise<void> {
		const target = { storageName: resourceQuotas, namespace, name: quotaName, subresource: 'status' };
		try {
			await this.#context.actor.update(target, (old) => {
				const { resourceVersion } = old.metadata as { readonly resourceVersion: string };
				const revision = Number(resourceVersion);
				// Only this server charges in between, and skipped states hold less, so the sum loses nothing.
				if (this.#context.shared === true && revision > tracked.state.revision) throw new Unseen();
				tracked.observe(revision, old as object as ResourceQuota);
				const status = this.#statusOf(namespace, tracked);
				return status === undefined ? old : { ...old, status };
			});
		} catch (error) {
			tracked.forgetWritten();
			if (error instanceof Unseen) this.#loop.againAfter(`${namespace}/${quotaName}`, unseenMs);
			else if (!(error instanceof ApiError && error.reason === 'NotFound')) throw error;
		}
	}

	/** Returns the time until the quota must be counted without an event. */
	#nextMs(namespace: string, tracked: TrackedQuota): number | undefined {
		const { nextEndMs } = tracked.inFlight;
		const ends = this.#count.nextEndMs(namespace, tracked);
		const times = [
			...(nextEndMs === undefined ? [] : [nextEndMs - performance.now() + 1]),
			...(ends === undefined ? [] : [ends - Date.now() + 1]),
			...(this.#count.isComplete(tracked) ? [] : [this.#times.unknownMs]),
		];
		return times.length === 0 ? undefined : Math.max(1, Math.min(...times));
	}
}

/** Thrown when the quota has a state whose event has not arrived. */
class Unseen extends Error {}
/** Retry delay; an event follows its state within one event loop iteration. */
const unseenMs = 5;
