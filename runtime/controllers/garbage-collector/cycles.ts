/**
 * Detects cycles of owners that wait for each other and would never be deleted. An object's membership depends only on blocking references,
 * not on deletion, and is cached until they change. Otherwise each member of a long chain deleted at once would walk to its end.
 */
import type { TimeSlicer } from '../../scheduling/time-slicer.ts';
import { type Dependents, type Identity, keyOf, type ObjectKey } from './dependents.ts';

export interface CycleDetectorOptions {
	readonly dependents: Pick<Dependents, 'blockedBy'>;
	readonly isWaiting: (owner: Identity) => boolean;
	readonly slices: () => Pick<TimeSlicer, 'hasRoom' | 'later'>;
}

/** Visited object whose owners are being searched. */
interface Step {
	readonly key: string;
	readonly order: number;
	/** Lowest order of an object on the current path that this one reaches. */
	lowest: number;
	readonly owners: Identity[];
	ownsItself: boolean;
}

export class CycleDetector {
	readonly #options: CycleDetectorOptions;
	/** Cached membership in cycles of blocking references. Removing such a reference makes no cycle. */
	#known = new Map<string, boolean>();
	#changes = 0;

	constructor(options: CycleDetectorOptions) {
		this.#options = options;
	}

	/** Clears the cache when an object with dependents blocks another owner. Only this can close a cycle. */
	changed(): void {
		this.#known = new Map();
		this.#changes++;
	}

	/** Forgets an object that is gone. */
	forget(place: ObjectKey): void {
		this.#known.delete(keyOf(place));
	}

	/** Reports whether the owner is in a cycle of waiting owners that block each other. */
	async has(owner: Identity): Promise<boolean> {
		return (await this.#mayHave(owner)) && this.#isInCycle(owner);
	}

	async #mayHave(place: ObjectKey): Promise<boolean> {
		const key = keyOf(place);
		const known = this.#known.get(key);
		if (known !== undefined) return known;
		const before = this.#changes;
		const found = await this.#walk(place);
		if (before !== this.#changes) return true;
		for (const [each, isInRing] of found) this.#known.set(each, isInRing);
		return found.get(key) ?? true;
	}

	/** Finds the strongly connected components reachable from an object (Tarjan's algorithm), skipping cached objects. */
	async #walk(from: ObjectKey): Promise<ReadonlyMap<string, boolean>> {
		const found = new Map<string, boolean>();
		const orders = new Map<string, number>();
		const open: string[] = [];
		const path: Step[] = [];
		const enter = (place: ObjectKey): void => {
			const key = keyOf(place);
			const order = orders.size;
			orders.set(key, order);
			open.push(key);
			path.push({ key, order, lowest: order, owners: [...this.#options.dependents.blockedBy(place)], ownsItself: false });
		};
		enter(from);
		for (let step = path.at(-1); step !== undefined; step = path.at(-1)) {
			await this.#yield();
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

	async #isInCycle(from: Identity): Promise<boolean> {
		const { dependents, isWaiting } = this.#options;
		const seen = new Set<string>();
		const left = [...dependents.blockedBy(from)];
		for (let owner = left.pop(); owner !== undefined; owner = left.pop()) {
			await this.#yield();
			const key = keyOf(owner);
			if (seen.has(key) || !isWaiting(owner)) continue;
			if (key === keyOf(from)) return true;
			seen.add(key);
			left.push(...dependents.blockedBy(owner));
		}
		return false;
	}

	async #yield(): Promise<void> {
		const slices = this.#options.slices();
		if (!slices.hasRoom()) await slices.later(() => undefined);
	}
}
