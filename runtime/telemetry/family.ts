/** Figures as the parts of the server keep them: plain numbers, read when somebody scrapes. Who writes them out, and in what form, is not theirs. */

/** Values are bounded whatever clients send. */
export type Labels = Readonly<Record<string, string>>;

export interface Sample {
	readonly labels: Labels;
	readonly value: number;
}

interface Named {
	readonly name: string;
	readonly help: string;
}

export interface NumberFamily extends Named {
	readonly type: 'counter' | 'gauge';
	/** How the figures of several serving stacks are one. Absent: they add up; `largest`: all tell of the same thing. */
	readonly across?: 'largest';
	read(): readonly Sample[];
}

export interface HistogramFamily extends Named {
	readonly type: 'histogram';
	readonly bounds: readonly number[];
	read(): readonly { readonly labels: Labels; readonly histogram: Distribution }[];
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
