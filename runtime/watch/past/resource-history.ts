/** What happened to the objects of one resource that the index of what is there now does not show: which were deleted, and how many came and went. */
import type { OutlinedChange, Revision } from '../../storage/store.ts';
import { Deletions } from './deletions.ts';
import { Timeline } from './timeline.ts';

interface Population {
	readonly births: Timeline;
	readonly deaths: Timeline;
}

/** Of all namespaces together; of a resource without namespaces it is the only one. */
const all = '';

export class ResourceHistory {
	readonly deletions = new Deletions();
	readonly #populations = new Map<string, Population>();

	/** A birth or a death, later than all that are there. */
	add({ namespace, name, revision, deleted }: OutlinedChange): void {
		if (deleted) this.deletions.add({ namespace, name }, revision);
		for (const each of namespace === all ? [all] : [all, namespace]) {
			const { births, deaths } = this.#population(each);
			(deleted ? deaths : births).add(revision);
		}
	}

	/** How many more there are in a namespace (empty: in all) now than at a revision. */
	grewSince(revision: Revision, namespace: string): number {
		const population = this.#populations.get(namespace);
		return population === undefined ? 0 : population.births.countAfter(revision) - population.deaths.countAfter(revision);
	}

	/** Forgets so many deletions at most; false: there are more up to that revision. */
	forget(upTo: Revision, most: number): boolean {
		for (const [namespace, { births, deaths }] of this.#populations) {
			births.forget(upTo);
			deaths.forget(upTo);
			if (births.isEmpty && deaths.isEmpty) this.#populations.delete(namespace);
		}
		return this.deletions.forget(upTo, most);
	}

	#population(namespace: string): Population {
		let population = this.#populations.get(namespace);
		if (population === undefined) {
			population = { births: new Timeline(), deaths: new Timeline() };
			this.#populations.set(namespace, population);
		}
		return population;
	}
}
