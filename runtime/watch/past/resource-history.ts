/** Changes of one resource that the index of current objects does not show: deletions, and the numbers of objects created and deleted. */
import type { OutlinedChange, Revision } from '../../storage/store.ts';
import { Deletions } from './deletions.ts';
import { Timeline } from './timeline.ts';

interface Population {
	readonly births: Timeline;
	readonly deaths: Timeline;
}

/** Key for all namespaces together; the only key of a cluster-scoped resource. */
const all = '';

export class ResourceHistory {
	readonly deletions = new Deletions();
	readonly #populations = new Map<string, Population>();

	/** Adds a creation or a deletion, later than all others. */
	add({ namespace, name, revision, deleted }: OutlinedChange): void {
		if (deleted) this.deletions.add({ namespace, name }, revision);
		for (const each of namespace === all ? [all] : [all, namespace]) {
			const { births, deaths } = this.#population(each);
			(deleted ? deaths : births).add(revision);
		}
	}

	/** Returns the growth of a namespace (empty: of all) since a revision. */
	grewSince(revision: Revision, namespace: string): number {
		const population = this.#populations.get(namespace);
		return population === undefined ? 0 : population.births.countAfter(revision) - population.deaths.countAfter(revision);
	}

	/** Forgets at most `most` deletions. Returns false when more remain up to the revision. */
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
