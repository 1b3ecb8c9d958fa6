/** Figures as the parts of the server keep them: plain numbers, read when somebody scrapes. Who writes them out, and in what form, is not theirs. */
import type { Release } from '../model/catalog.ts';

/** Values are bounded whatever clients send. */
export type Labels = Readonly<Record<string, string>>;

export interface Sample {
	readonly labels: Labels;
	readonly value: number;
}

/** What users may rely on: names and labels of stable figures stay for a year at least, those of alpha ones may change with each release. */
export type Stability = 'ALPHA' | 'BETA' | 'STABLE';

/** A label, and where its value is under another name in the samples, that too: `['resource', 'groupResource']`. */
export type Label = string | readonly [name: string, source: string];

interface Described {
	readonly help: string;
	/** Samples may have more than these: they are left out, and what is alike without them added up. */
	readonly labels: readonly Label[];
	readonly stability: Stability;
	readonly deprecated?: Release;
}

/** What is known of a figure before it is measured. Names may hold words of the vocabulary in braces. */
interface Named extends Described {
	readonly name: string;
	/** How what has the same labels is one: in several serving stacks, or without the labels that are left out. Absent: it adds up; `largest`: all tell of the same thing. */
	readonly across?: 'largest';
	/** In which releases it is served; absent: in all. */
	readonly introduced?: Release;
	readonly removed?: Release;
	/** What is otherwise from a release on, the earliest first. */
	readonly history?: readonly { readonly from: Release; readonly set: Partial<Described> }[];
}

export interface NumberRow extends Named {
	readonly type: 'counter' | 'gauge';
}

export interface HistogramRow extends Named {
	readonly type: 'histogram';
	/** Upper ones, growing. */
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

/** How many observations fell up to each bound, the last one beyond all; and their sum. */
export interface Distribution {
	readonly counts: ArrayLike<number>;
	readonly sum: number;
}

export class Histogram implements Distribution {
	readonly counts: Float64Array;
	readonly #bounds: readonly number[];
	sum = 0;

	/** `bounds`: upper ones, growing. */
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

	/** Takes over what another of the same bounds observed. */
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

/** The same observations under bounds of which the lowest are left out. */
export function withoutLowest({ counts, sum }: Distribution, left: number): Distribution {
	const kept = Array.from(counts).slice(left);
	kept[0] = Array.from(counts)
		.slice(0, left + 1)
		.reduce((a, b) => a + b, 0);
	return { counts: kept, sum };
}
