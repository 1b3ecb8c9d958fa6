/** One quota as the controller has seen it: its newest state, and the charges whose objects are not stored yet. */

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
	/** Usage that the controller itself writes; undefined once it has been seen. */
	#written: ResourceList | undefined;
	/** True until the first count: charges made before the quota was seen are unknown. */
	isFirst = true;

	constructor(revision: Revision, quota: ResourceQuota, inFlightMs: number) {
		this.#inFlightMs = inFlightMs;
		this.#state = stateOf(revision, quota);
	}

	get state(): State {
		return this.#state;
	}

	/** Takes a state of the quota. Usage that another has added is a charge. Returns whether the quota has to be counted again. */
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

	/** Notes that objects have changed, which ends charges. Returns whether the change affects what the quota counts. */
	changed(revision: Revision, { before, after }: Change): boolean {
		const was = before !== undefined && isCounted(this.#state, before) ? before.usage : nothing;
		const is = after !== undefined && isCounted(this.#state, after) ? after.usage : nothing;
		const growth = excessOf(is, was);
		if (growth.size > 0) this.inFlight.grew(revision, only(growth, this.#state.limits), performance.now() + this.#inFlightMs);
		return !areEqual(was, is);
	}

	/** Takes over what a status holds beyond the count as charges, for a time: they may have been made before the quota was seen. */
	assume(counted: ResourceList, forMs: number): void {
		this.isFirst = false;
		const { used, revision } = this.#state;
		this.inFlight.charged(revision, excessOf(only(used, counted), counted), performance.now() + forMs);
	}

	/** Notes that the status of the last count was not written. */
	forgetWritten(): void {
		this.#written = undefined;
	}

	/** Returns the status after a count; undefined when it is stated already. `counted`: the usage of stored objects. */
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

/** Returns the usage to state: at least what is stored, and at most that with the charges in flight. Uncounted resources stay. */
function usedAfter(used: Quantity | undefined, counted: Quantity | undefined, promised: Quantity = zero): Quantity | undefined {
	if (counted === undefined || used === undefined) return counted ?? used;
	const most = counted.nano + promised.nano;
	if (used.nano > most) return promised.nano === 0n ? counted : { nano: most, form: used.form };
	return used.nano < counted.nano ? counted : used;
}

function stateOf(revision: Revision, quota: ResourceQuota): State {
	return { revision, ...quotaOf(quota), limits: readAmounts(quota.spec?.hard) };
}
