/**
 * Owners that wait for each other in a ring: none of them would ever go. Who may be in one follows from who blocks whom, whatever
 * waits, and is remembered until that changes: of a chain that goes all at once, each would walk to its end.
 */
import type { Slices } from '../../api/slices.ts';
import { type Dependents, type Identity, keyOf, type Place } from './dependents.ts';

export interface RingsOptions {
	readonly dependents: Pick<Dependents, 'blockedBy'>;
	readonly isWaiting: (owner: Identity) => boolean;
	readonly slices: () => Pick<Slices, 'hasRoom' | 'later'>;
}

/** An object whose owners are being looked at. */
interface Step {
	readonly key: string;
	readonly order: number;
	/** The first of those that it was come from and that can be reached from it. */
	lowest: number;
	readonly owners: Identity[];
	ownsItself: boolean;
}

export class Rings {
	readonly #options: RingsOptions;
	/** By place: whether it is in a ring of those that block each other. What ceases to block makes no ring. */
	#known = new Map<string, boolean>();
	#changes = 0;

	constructor(options: RingsOptions) {
		this.#options = options;
	}

	/** An object that has dependents blocks an owner that it did not block before: nothing else closes a ring. */
	changed(): void {
		this.#known = new Map();
		this.#changes++;
	}

	/** It is gone. */
	forget(place: Place): void {
		this.#known.delete(keyOf(place));
	}

	/** Whether an owner blocks one that waits, which blocks one that waits, and so on until itself. */
	async has(owner: Identity): Promise<boolean> {
		return (await this.#mayHave(owner)) && this.#isInRing(owner);
	}

	async #mayHave(place: Place): Promise<boolean> {
		const key = keyOf(place);
		const known = this.#known.get(key);
		if (known !== undefined) return known;
		const before = this.#changes;
		const found = await this.#walk(place);
		if (before !== this.#changes) return true;
		for (const [each, isInRing] of found) this.#known.set(each, isInRing);
		return found.get(key) ?? true;
	}

	/** All that can be reached from it and is not known, in the components that reach each other (Tarjan). */
	async #walk(from: Place): Promise<ReadonlyMap<string, boolean>> {
		const found = new Map<string, boolean>();
		const orders = new Map<string, number>();
		const open: string[] = [];
		const path: Step[] = [];
		const enter = (place: Place): void => {
			const key = keyOf(place);
			const order = orders.size;
			orders.set(key, order);
			open.push(key);
			path.push({ key, order, lowest: order, owners: [...this.#options.dependents.blockedBy(place)], ownsItself: false });
		};
		enter(from);
		for (let step = path.at(-1); step !== undefined; step = path.at(-1)) {
			await this.#turn();
			const owner = step.owners.pop();
			if (owner !== undefined) {
				const key = keyOf(owner);
				const order = orders.get(key);
				if (key === step.key) step.ownsItself = true;
				else if (order === undefined && !this.#known.has(key)) enter(owner);
				else if (order !== undefined && !found.has(key)) step.lowest = Math.min(step.lowest, order);
				continue;
			}
			path.pop();
			const below = path.at(-1);
			if (below !== undefined) below.lowest = Math.min(below.lowest, step.lowest);
			if (step.lowest < step.order) continue;
			const component = open.splice(open.lastIndexOf(step.key));
			for (const key of component) found.set(key, component.length > 1 || step.ownsItself);
		}
		return found;
	}

	async #isInRing(from: Identity): Promise<boolean> {
		const { dependents, isWaiting } = this.#options;
		const seen = new Set<string>();
		const left = [...dependents.blockedBy(from)];
		for (let owner = left.pop(); owner !== undefined; owner = left.pop()) {
			await this.#turn();
			const key = keyOf(owner);
			if (seen.has(key) || !isWaiting(owner)) continue;
			if (key === keyOf(from)) return true;
			seen.add(key);
			left.push(...dependents.blockedBy(owner));
		}
		return false;
	}

	async #turn(): Promise<void> {
		const slices = this.#options.slices();
		if (!slices.hasRoom()) await slices.later(() => undefined);
	}
}
