/** A quota as the controller last saw it, with charges whose objects are not stored yet. */

import type { ResourceQuota } from '../../../generated/types/core/v1.ts';
import { isCounted } from '../../admission/plugins/resource-quota/check.ts';
import { type Quota, quotaOf } from '../../admission/plugins/resource-quota/quotas.ts';
import type { Quantity } from '../../scalars/quantity.ts';
import { areEqual, excessOf, nothing, only, type ResourceList, readAmounts, writeAmounts, zero } from '../../scalars/resource-list.ts';
import type { Revision } from '../../storage/store.ts';
import { InFlight } from './in-flight.ts';
import type { Change } from './ledger.ts';

type State = Pick<Quota, 'wanted' | 'conditions' | 'hard' | 'used'> & { readonly revision: Revision; readonly limits: ResourceList };

export class TrackedQuota {
	readonly inFlight = new InFlight();
	readonly #inFlightMs: number;
	#state: State;
	/** Usage that the controller itself wrote; undefined once its event has arrived. */
	#written: ResourceList | undefined;
	/** True until the first count: earlier charges are unknown. */
	isFirst = true;

	constructor(revision: Revision, quota: ResourceQuota, inFlightMs: number) {
		this.#inFlightMs = inFlightMs;
		this.#state = stateOf(revision, quota);
	}

	get state(): State {
		return this.#state;
	}

	/** Applies a state of the quota. Usage added by others is a charge. Returns whether the quota must be counted again. */
	observe(revision: Revision, quota: ResourceQuota): boolean {
		const before = this.#state;
		if (revision <= before.revision) return false;
		const now = stateOf(revision, quota);
		this.#state = now;
		const isOwn = this.#written !== undefined && areEqual(now.used, this.#written);
		if (isOwn) this.#written = undefined;
		else this.inFlight.charged(revision, excessOf(only(now.used, before.used), before.used), performance.now() + this.#inFlightMs);
		return !isOwn && (!areEqual(now.limits, now.hard) || !areEqual(now.limits, before.limits) || excessOf(before.used, now.used).size > 0);
	}

	/** Ends the charges of changed objects. Returns whether the change concerns this quota. */
	changed(revision: Revision, { before, after }: Change): boolean {
		const was = before !== undefined && isCounted(this.#state, before) ? before.usage : nothing;
		const is = after !== undefined && isCounted(this.#state, after) ? after.usage : nothing;
		const growth = excessOf(is, was);
		if (growth.size > 0) this.inFlight.grew(revision, only(growth, this.#state.limits), performance.now() + this.#inFlightMs);
		return !areEqual(was, is);
	}

	/** Treats usage in the status beyond the count as charges, for a time: they may precede the controller's start. */
	assume(counted: ResourceList, forMs: number): void {
		this.isFirst = false;
		const { used, revision } = this.#state;
		this.inFlight.charged(revision, excessOf(only(used, counted), counted), performance.now() + forMs);
	}

	/** Records that the last count was not written to the status. */
	forgetWritten(): void {
		this.#written = undefined;
	}

	/** Returns the status after a count; undefined when it is unchanged. `counted`: usage by stored objects. */
	statusAfter(counted: ResourceList): { readonly hard: Readonly<Record<string, string>>; readonly used: Readonly<Record<string, string>> } | undefined {
		const { limits, hard, used } = this.#state;
		const promised = this.inFlight.sum(performance.now());
		const now = new Map<string, Quantity>();
		for (const name of limits.keys()) {
			const amount = usedAfter(used.get(name), counted.get(name), promised.get(name));
			if (amount !== undefined) now.set(name, amount);
		}
		if (areEqual(hard, limits) && areEqual(used, now)) return undefined;
		this.#written = now;
		return { hard: writeAmounts(limits), used: writeAmounts(now) };
	}
}

/** Returns the usage for the status: at least that of stored objects, at most with charges in flight added. Uncounted resources stay. */
function usedAfter(used: Quantity | undefined, counted: Quantity | undefined, promised: Quantity = zero): Quantity | undefined {
	if (counted === undefined || used === undefined) return counted ?? used;
	const most = counted.nano + promised.nano;
	if (used.nano > most) return promised.nano === 0n ? counted : { nano: most, form: used.form };
	return used.nano < counted.nano ? counted : used;
}

function stateOf(revision: Revision, quota: ResourceQuota): State {
	return { revision, ...quotaOf(quota), limits: readAmounts(quota.spec?.hard) };
}
