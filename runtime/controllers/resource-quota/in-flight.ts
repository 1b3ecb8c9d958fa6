/**
 * Charges of one quota whose objects are not stored yet. Admission charges a quota before the object is stored, so a count in between finds
 * less than was charged. A charge ends when objects with that usage appear at a later revision. Otherwise it ends when every write must
 * have ended: the object was then never stored.
 */
import type { Quantity } from '../../scalars/quantity.ts';
import type { ResourceList } from '../../scalars/resource-list.ts';
import type { Revision } from '../../storage/store.ts';

interface Amount {
	readonly revision: Revision;
	readonly untilMs: number;
	readonly form: Quantity['form'];
	nano: bigint;
}

/** Charges and growth of one resource, oldest first. */
interface Sides {
	charges: Amount[];
	/** Growth of objects whose charge has not been seen: events of quotas and objects arrive independently. */
	growth: Amount[];
}

export class InFlight {
	readonly #byResource = new Map<string, Sides>();

	/** Records an addition to the quota's usage at a revision. Times are those of `performance.now()`. */
	charged(revision: Revision, amounts: ResourceList, untilMs: number): void {
		for (const [name, { nano, form }] of amounts) {
			const { charges, growth } = this.#sidesOf(name);
			const rest = consume(growth, nano, (grown) => grown.revision > revision);
			if (rest > 0n) charges.push({ revision, untilMs, form, nano: rest });
		}
	}

	/** Ends charges that correspond to the growth of objects at a revision. */
	grew(revision: Revision, amounts: ResourceList, untilMs: number): void {
		for (const [name, { nano, form }] of amounts) {
			const { charges, growth } = this.#sidesOf(name);
			const rest = consume(charges, nano, (charge) => charge.revision < revision);
			if (rest > 0n) growth.push({ revision, untilMs, form, nano: rest });
		}
	}

	/** Returns the amounts still charged. */
	sum(nowMs: number): ResourceList {
		const sum = new Map<string, Quantity>();
		for (const [name, sides] of this.#byResource) {
			sides.charges = sides.charges.filter(({ untilMs }) => untilMs > nowMs);
			sides.growth = sides.growth.filter(({ untilMs }) => untilMs > nowMs);
			if (sides.charges.length + sides.growth.length === 0) this.#byResource.delete(name);
			const nano = sides.charges.reduce((total, charge) => total + charge.nano, 0n);
			if (nano > 0n) sum.set(name, { nano, form: sides.charges[0]?.form ?? 'decimal' });
		}
		return sum;
	}

	/** Time at which the next charge expires; undefined without charges. */
	get nextEndMs(): number | undefined {
		const ends = [...this.#byResource.values()].flatMap(({ charges: [oldest] }) => oldest?.untilMs ?? []);
		return ends.length === 0 ? undefined : Math.min(...ends);
	}

	#sidesOf(name: string): Sides {
		let sides = this.#byResource.get(name);
		if (sides === undefined) {
			sides = { charges: [], growth: [] };
			this.#byResource.set(name, sides);
		}
		return sides;
	}
}

/** Subtracts an amount from the matching ones, oldest first. Returns the rest. */
function consume(amounts: Amount[], nano: bigint, matches: (amount: Amount) => boolean): bigint {
	let rest = nano;
	for (let at = 0; at < amounts.length && rest > 0n; ) {
		const amount = amounts[at] as Amount;
		if (!matches(amount)) {
			at++;
			continue;
		}
		const taken = amount.nano < rest ? amount.nano : rest;
		amount.nano -= taken;
		rest -= taken;
		if (amount.nano === 0n) amounts.splice(at, 1);
	}
	return rest;
}
