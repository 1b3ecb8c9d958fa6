/**
 * Usage of one kind in one namespace. Each stored state of an object is measured once. Each combination of scopes has a sum, so that a
 * recount takes the same time for any number of objects.
 */
import type { Evaluator, Measured, ScopeCondition } from '../../admission/plugins/resource-quota/evaluators/contract.ts';
import { parseWhole } from '../../codec/item-form.ts';
import type { Quantity } from '../../scalars/quantity.ts';
import { nothing, type ResourceList } from '../../scalars/resource-list.ts';
import type { Revision } from '../../storage/store.ts';
import type { CachedObject, CacheEvent, WatchCache } from '../../watch/contract.ts';
import { eachObject } from '../each-object.ts';

interface Entry {
	readonly revision: Revision;
	readonly measured: Measured;
}

/** Usage of an object before and after an event. */
export interface Change {
	readonly before: Measured | undefined;
	readonly after: Measured | undefined;
}

interface Sum {
	readonly conditions: readonly ScopeCondition[];
	readonly amounts: Map<string, Quantity>;
}

export class Ledger {
	readonly evaluator: Evaluator;
	readonly #entries = new Map<string, Entry>();
	readonly #sums = new Map<string, Sum>();
	/** Times at which objects begin to use less, by object name, in ms since the epoch. */
	readonly #ends = new Map<string, number>();

	constructor(evaluator: Evaluator) {
		this.evaluator = evaluator;
	}

	/** Measures the existing objects; events may arrive meanwhile. Rejects with StorageDamagedError. */
	async fill(cache: WatchCache, namespace: string): Promise<void> {
		const { storageName } = this.evaluator;
		await eachObject(cache.list(storageName, namespace), async (listed) => {
			// An object that changed since the list is measured in its newest state.
			const object = cache.get(storageName, namespace, listed.name);
			if (object !== undefined) this.#set(object);
		});
	}

	/** Applies an event. Returns undefined for a known state. */
	seen(type: CacheEvent['type'], object: CachedObject): Change | undefined {
		const known = this.#entries.get(object.name);
		if (known !== undefined && known.revision >= object.revision) return undefined;
		if (type === 'DELETED') {
			this.#remove(object.name);
			return { before: known?.measured, after: undefined };
		}
		return { before: known?.measured, after: this.#set(object) };
	}

	/** Returns the usage of the objects in the scopes. `nowMs`: since the epoch. */
	usage(conditions: readonly ScopeCondition[], nowMs: number): ResourceList {
		this.#end(nowMs);
		const key = JSON.stringify(conditions);
		let sum = this.#sums.get(key);
		if (sum === undefined) {
			sum = { conditions, amounts: new Map() };
			this.#sums.set(key, sum);
			for (const { measured } of this.#entries.values()) add(sum, measured, 1n);
		}
		return sum.amounts;
	}

	/** Time at which the next object begins to use less, in ms since the epoch. */
	get nextEndMs(): number | undefined {
		return this.#ends.size === 0 ? undefined : Math.min(...this.#ends.values());
	}

	#set(object: CachedObject): Measured {
		const known = this.#entries.get(object.name);
		if (known !== undefined && known.revision >= object.revision) return known.measured;
		const measured = this.evaluator.measure(parseWhole(object));
		this.#remove(object.name);
		this.#put(object.name, { revision: object.revision, measured });
		return measured;
	}

	#put(name: string, entry: Entry): void {
		this.#entries.set(name, entry);
		if (entry.measured.ends !== undefined) this.#ends.set(name, entry.measured.ends.atMs);
		for (const sum of this.#sums.values()) add(sum, entry.measured, 1n);
	}

	#remove(name: string): void {
		const known = this.#entries.get(name);
		if (known === undefined) return;
		this.#entries.delete(name);
		this.#ends.delete(name);
		for (const sum of this.#sums.values()) add(sum, known.measured, -1n);
	}

	#end(nowMs: number): void {
		for (const [name, atMs] of this.#ends) {
			const entry = this.#entries.get(name);
			if (atMs > nowMs || entry === undefined) continue;
			const { isIn, ends } = entry.measured;
			this.#remove(name);
			this.#put(name, { revision: entry.revision, measured: { isIn, usage: ends?.usage ?? nothing } });
		}
	}
}

function add({ conditions, amounts }: Sum, measured: Measured, sign: 1n | -1n): void {
	if (!conditions.every((condition) => measured.isIn(condition))) return;
	for (const [name, { nano, form }] of measured.usage) {
		const before = amounts.get(name);
		const after = (before?.nano ?? 0n) + sign * nano;
		amounts.set(name, { nano: after, form: before === undefined || before.nano === 0n ? form : before.form });
	}
}
