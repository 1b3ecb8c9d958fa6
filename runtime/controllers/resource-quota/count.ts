/** Counts what quotas limit: objects by their number, and those whose content matters by a ledger of their namespace. */

import { mayCount } from '../../admission/plugins/resource-quota/check.ts';
import type { Evaluator } from '../../admission/plugins/resource-quota/evaluators/contract.ts';
import { evaluators } from '../../admission/plugins/resource-quota/evaluators/index.ts';
import { parseWhole } from '../../codec/item-form.ts';
import { BoundedMap } from '../../model/bounded-map.ts';
import type { Catalog } from '../../model/catalog.ts';
import type { Quantity } from '../../scalars/quantity.ts';
import { addQuantities, type ResourceList, wholeNumber, zero } from '../../scalars/resource-list.ts';
import type { CachedObject, CacheEvent } from '../../watch/contract.ts';
import type { ControllerContext } from '../contract.ts';
import { FollowedKinds } from './followed-kinds.ts';
import { type Change, Ledger } from './ledger.ts';
import type { TrackedQuota } from './tracked-quota.ts';

export interface CountParts {
	/** Returns the quotas of a namespace, by name. */
	quotasIn(namespace: string): ReadonlyMap<string, TrackedQuota>;
	/** Queues a quota after a change of its usage. */
	again(namespace: string, quota: string): void;
	/** Called when changes were missed, so that everything is counted again. */
	missed(): void;
	report(subject: string, error: unknown): void;
}

interface Opened {
	readonly ledger: Ledger;
	/** Rejects with StorageDamagedError. */
	readonly filled: Promise<void>;
}

/** Evaluators by storage name, of one catalog. */
interface Served {
	readonly catalog: Catalog;
	readonly evaluators: ReadonlyMap<string, Evaluator>;
	/** Evaluators that count some of the resources, by the names of these resources. */
	readonly counting: BoundedMap<string, readonly Evaluator[]>;
}

/** Maximum number of resource combinations with cached evaluators. Quotas of many namespaces are mostly alike. */
const mostCombinations = 1_000;

export class Count {
	readonly #context: ControllerContext;
	readonly #parts: CountParts;
	readonly #evaluatorOf: ReturnType<typeof evaluators>;
	readonly #kinds: FollowedKinds;
	/** Ledgers by namespace and storage name. */
	readonly #ledgers = new Map<string, Map<string, Opened>>();
	#served: Served | undefined;

	constructor(context: ControllerContext, parts: CountParts) {
		const { vocabulary, cache } = context.verbs;
		this.#context = context;
		this.#parts = parts;
		this.#evaluatorOf = evaluators({ release: context.kinds.release, gates: context.kinds.gates, vocabulary, cache });
		this.#kinds = new FollowedKinds(context, {
			seen: (storageName, type, object) => this.#seen(storageName, type, object),
			missed: (storageName) => this.#missed(storageName),
			report: parts.report,
		});
	}

	/** Resolves when the objects that a quota counts are known. */
	async prepare(namespace: string, quota: TrackedQuota): Promise<void> {
		for (const evaluator of this.#evaluatorsFor(quota)) {
			await this.#kinds.follow(evaluator.storageName);
			if (evaluator.isCount !== true) await this.#ledgerOf(namespace, evaluator).filled;
		}
	}

	/** Returns the usage by stored objects, for each resource of the quota that a served kind counts. */
	of(namespace: string, quota: TrackedQuota): ResourceList {
		const { cache } = this.#context.verbs;
		const { limits, conditions } = quota.state;
		const nowMs = Date.now();
		const total = new Map<string, Quantity>();
		for (const evaluator of this.#evaluatorsFor(quota)) {
			const count = evaluator.isCount === true && conditions.length === 0 ? wholeNumber(cache.count(evaluator.storageName, namespace)) : zero;
			const usage = evaluator.isCount === true ? undefined : this.#ledgerOf(namespace, evaluator).ledger.usage(conditions, nowMs);
			for (const name of limits.keys()) {
				if (!evaluator.counts(name)) continue;
				const amount = usage === undefined ? count : (usage.get(name) ?? zero);
				const before = total.get(name);
				total.set(name, before === undefined ? amount : addQuantities(before, amount));
			}
		}
		return total;
	}

	/** Next time at which objects use less without an event, in ms since the epoch. */
	nextEndMs(namespace: string, quota: TrackedQuota): number | undefined {
		const ends = this.#evaluatorsFor(quota).flatMap(({ storageName }) => this.#ledgers.get(namespace)?.get(storageName)?.ledger.nextEndMs ?? []);
		return ends.length === 0 ? undefined : Math.min(...ends);
	}

	/** Reports whether served kinds count all resources of the quota. */
	isComplete(quota: TrackedQuota): boolean {
		const all = this.#evaluatorsFor(quota);
		return [...quota.state.limits.keys()].every((name) => all.some((evaluator) => evaluator.counts(name)));
	}

	/** Stops following kinds that are no longer served. */
	serve(): void {
		this.#kinds.serve();
	}

	forget(namespace: string): void {
		this.#ledgers.delete(namespace);
	}

	/** Forgets all measurements, so that objects are measured again. */
	forgetAll(): void {
		this.#ledgers.clear();
	}

	stop(reason: Error): Promise<void> {
		return this.#kinds.stop(reason);
	}

	#evaluatorsFor({ state }: TrackedQuota): readonly Evaluator[] {
		const { evaluators: all, counting } = this.#servedNow();
		const names = [...state.limits.keys()];
		const key = names.join();
		let found = counting.get(key);
		if (found === undefined) {
			found = [...all.values()].filter(({ counts }) => names.some(counts));
			counting.set(key, found);
		}
		return found;
	}

	#servedNow(): Served {
		const { catalog, stored } = this.#context.verbs;
		if (this.#served?.catalog !== catalog) {
			const served = catalog.kinds.flatMap((kind) => (stored(kind.storageName) === undefined ? [] : (this.#evaluatorOf(kind) ?? [])));
			this.#served = {
				catalog,
				evaluators: new Map(served.map((evaluator) => [evaluator.storageName, evaluator])),
				counting: new BoundedMap(mostCombinations),
			};
		}
		return this.#served;
	}

	#ledgerOf(namespace: string, evaluator: Evaluator): Opened {
		const ofNamespace = this.#ledgers.get(namespace) ?? new Map<string, Opened>();
		this.#ledgers.set(namespace, ofNamespace);
		const opened = ofNamespace.get(evaluator.storageName);
		if (opened !== undefined) return opened;
		const ledger = new Ledger(evaluator);
		const filled = ledger.fill(this.#context.verbs.cache, namespace);
		const made = { ledger, filled };
		ofNamespace.set(evaluator.storageName, made);
		// The next attempt measures an incomplete ledger again.
		filled.catch(() => {
			if (ofNamespace.get(evaluator.storageName) === made) ofNamespace.delete(evaluator.storageName);
		});
		return made;
	}

	#seen(storageName: string, type: CacheEvent['type'], object: CachedObject): void {
		const quotas = this.#parts.quotasIn(object.namespace);
		const evaluator = quotas.size === 0 ? undefined : this.#servedNow().evaluators.get(storageName);
		if (evaluator === undefined) return;
		const ledger = this.#ledgers.get(object.namespace)?.get(storageName)?.ledger;
		const change = (evaluator.isCount === true ? undefined : ledger?.seen(type, object)) ?? changeOf(type, object, evaluator);
		for (const [name, quota] of quotas) {
			if (mayCount(quota.state, evaluator) && quota.changed(object.revision, change)) this.#parts.again(object.namespace, name);
		}
	}

	#missed(storageName: string): void {
		for (const ofNamespace of this.#ledgers.values()) ofNamespace.delete(storageName);
		this.#parts.missed();
	}
}

/** Returns the change of an event without the previous state; undefined when only a ledger knows it. */
function changeOf(type: CacheEvent['type'], object: CachedObject, evaluator: Evaluator): Change {
	if (type === 'MODIFIED') return { before: undefined, after: undefined };
	const measured = evaluator.measure(evaluator.isCount === true ? {} : parseWhole(object));
	return type === 'ADDED' ? { before: undefined, after: measured } : { before: measured, after: undefined };
}
