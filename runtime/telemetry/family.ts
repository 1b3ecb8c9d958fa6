/** Metrics of the parts of the server: plain numbers, read at each scrape. `exposition.ts` formats them. */
import type { Release } from '../model/catalog.ts';

/** Label values, bounded whatever clients send. */
export type Labels = Readonly<Record<string, string>>;

export interface Sample {
	readonly labels: Labels;
	readonly value: number;
}

/** Stability class. Names and labels of stable metrics stay for at least a year; those of alpha metrics may change with each release. */
export type Stability = 'ALPHA' | 'BETA' | 'STABLE';

/** A label, with its name in the samples where that differs: `['resource', 'groupResource']`. */
export type Label = string | readonly [name: string, source: string];

interface MetricDescription {
	readonly help: string;
	/** Labels in the output. Samples that differ only in other labels are added. */
	readonly labels: readonly Label[];
	readonly stability: Stability;
	readonly deprecated?: Release;
}

/** Description of a metric without its values. Texts may have vocabulary placeholders. */
interface NamedMetric extends MetricDescription {
	readonly name: string;
	/**
	 * Combination of values with the same labels, from several stacks or after labels are dropped. Default: the sum. `largest`: all
	 * sources measure the same thing.
	 */
	readonly across?: 'largest';
	/** Releases that add and remove the metric; absent when every release has it. */
	readonly introduced?: Release;
	readonly removed?: Release;
	/** Changes by release, the earliest first. */
	readonly history?: readonly { readonly from: Release; readonly set: Partial<MetricDescription> }[];
}

export interface NumberRow extends NamedMetric {
	readonly type: 'counter' | 'gauge';
}

export interface HistogramRow extends NamedMetric {
	readonly type: 'histogram';
	/** Upper bounds, ascending. */
	readonly bounds: readonly number[];
}

export type MetricRow = NumberRow | HistogramRow;

export interface NumberFamily extends NumberRow {
	read(): readonly Sample[];
}

export interface Observations {
	readonly labels: Labels;
	readonly histogram: Distribution;
}

export interface HistogramFamily extends HistogramRow {
	read(): readonly Observations[];
}

export type MetricFamily = NumberFamily | HistogramFamily;

/** Number of observations per bucket, the last one above all bounds, and the sum of the observations. */
export interface Distribution {
	readonly counts: ArrayLike<number>;
	readonly sum: number;
}

export class Histogram implements Distribution {
	readonly counts: Float64Array;
	readonly #bounds: readonly number[];
	sum = 0;

	/** `bounds`: upper bounds, ascending. */
	constructor(bounds: readonly number[]) {
		this.#bounds = bounds;
		this.counts = new Float64Array(bounds.length + 1);
	}

	observe(value: number): void {
		const bounds = this.#bounds;
		let i = 0;
		while (i < bounds.length && value > (bounds[i] as number)) i++;
		this.counts[i] = (this.counts[i] as number) + 1;
		this.sum += value;
	}

	/** Adds the observations of a distribution with the same bounds. */
	add({ counts, sum }: Distribution): void {
		for (let i = 0; i < this.counts.length; i++) this.counts[i] = (this.counts[i] as number) + (counts[i] ?? 0);
		this.sum += sum;
	}

	get total(): number {
		let total = 0;
		for (const count of this.counts) total += count;
		return total;
	}
}

/** Returns the same observations without the lowest `left` bounds. */
export function withoutLowest({ counts, sum }: Distribution, left: number): Distribution {
	const kept = Array.from(counts).slice(left);
	kept[0] = Array.from(counts)
		.slice(0, left + 1)
		.reduce((a, b) => a + b, 0);
	return { counts: kept, sum };
}
