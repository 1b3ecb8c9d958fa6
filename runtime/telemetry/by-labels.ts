/** Metrics whose label values become known only when they are counted. */
import { Histogram, type Labels } from './family.ts';

/** Counter per combination of label values. The caller limits the combinations. */
export class CountsByLabels {
	readonly #counts = new Map<string, { readonly labels: Labels; value: number }>();

	add(labels: Labels): void {
		const key = JSON.stringify(Object.values(labels));
		const known = this.#counts.get(key);
		if (known === undefined) this.#counts.set(key, { labels, value: 1 });
		else known.value++;
	}

	read(): readonly { readonly labels: Labels; readonly value: number }[] {
		return [...this.#counts.values()];
	}
}

/** Histogram per combination of label values. The caller limits the combinations. */
export class TimesByLabels {
	readonly #bounds: readonly number[];
	readonly #times = new Map<string, { readonly labels: Labels; readonly histogram: Histogram }>();

	constructor(bounds: readonly number[]) {
		this.#bounds = bounds;
	}

	add(labels: Labels, value: number): void {
		const key = JSON.stringify(Object.values(labels));
		let known = this.#times.get(key);
		if (known === undefined) {
			known = { labels, histogram: new Histogram(this.#bounds) };
			this.#times.set(key, known);
		}
		known.histogram.observe(value);
	}

	read(): readonly { readonly labels: Labels; readonly histogram: Histogram }[] {
		return [...this.#times.values()];
	}
}
