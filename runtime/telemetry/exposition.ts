/**
 * The metrics registry behind `/metrics`: metric families of the emulated release, from one or several sources, in Prometheus' text format.
 * Each serving stack is a source; their values are added.
 */
import type { Release } from '../model/catalog.ts';
import { speakAll, type Vocabulary } from '../model/vocabulary.ts';
import {
	type Distribution,
	Histogram,
	type HistogramFamily,
	type MetricFamily,
	type MetricRow,
	type NumberFamily,
	type Observations,
	type Sample,
} from './family.ts';
import { helpOf, type MetricStatus, statusAt } from './lifecycle.ts';
import type { Log } from './log.ts';
import { registryRows } from './metrics/process-rows.ts';
import { boundTexts, bucketLines, head, labelsText, line, SlicedText } from './text-format.ts';

export interface ExpositionOptions {
	readonly release: Release;
	readonly vocabulary: Vocabulary;
	/** True when hidden metrics are shown: those whose deprecation period is over. */
	readonly showsHidden: boolean;
	/** Logs one warning per deprecated metric, once it has a value. */
	readonly log: Pick<Log, 'warn'>;
}

export class Exposition {
	readonly #sources: readonly (readonly MetricFamily[])[];
	readonly #options: ExpositionOptions;
	#families: readonly MetricFamily[] | undefined;
	/** Names of deprecated metrics whose warning has been logged. */
	readonly #warned = new Set<string>();

	constructor(sources: readonly (readonly MetricFamily[])[], options: ExpositionOptions) {
		this.#sources = sources;
		this.#options = options;
	}

	/** Names of hidden metrics that are shown on request. */
	get overridden(): readonly string[] {
		if (!this.#options.showsHidden) return [];
		return this.#standings()
			.filter(({ isHidden }) => isHidden)
			.map(({ row }) => row.name);
	}

	/** Formats in slices, so that other work can run: there is a line for each bucket of each verb and resource. */
	async read(): Promise<readonly Buffer[]> {
		this.#families ??= this.#present();
		const text = new SlicedText();
		for (const family of this.#families) {
			const all = family.type === 'histogram' ? histograms(family) : numbers(family);
			if (family.deprecated !== undefined && all.length > 0) this.#warnOnce(family.name, family.deprecated);
			// A family without values is left out, as in kube-apiserver.
			let before = head(family.name, helpOf(family), family.type);
			for (const lines of all) {
				const pending = text.add(before + lines());
				if (pending !== undefined) await pending;
				before = '';
			}
		}
		return text.end();
	}

	#warnOnce(metric: string, deprecated: Release): void {
		if (this.#warned.has(metric)) return;
		this.#warned.add(metric);
		this.#options.log.warn(`deprecated metric ${metric} is recorded: deprecated from ${deprecated}`);
	}

	#standings(): readonly MetricStatus<MetricFamily>[] {
		return merged(this.#sources).flatMap((family) => statusAt(family, this.#options.release) ?? []);
	}

	/** Returns the families of the release, by name. */
	#present(): readonly MetricFamily[] {
		const { release, vocabulary, showsHidden } = this.#options;
		const { shown = [], hidden = [] } = Object.groupBy(this.#standings(), ({ isHidden }) => (isHidden && !showsHidden ? 'hidden' : 'shown'));
		const families = shown.map(({ row }) => row);
		const own = ownFamilies(families, hidden).flatMap((family) => statusAt(family, release)?.row ?? []);
		const spoken = [...families, ...own].map((family) => ({ ...speakAll(family, vocabulary), read: family.read }) as MetricFamily);
		return spoken.sort((a, b) => (a.name < b.name ? -1 : 1));
	}
}

/** Metrics about the registry: numbers of registered and hidden metrics. */
function ownFamilies(shown: readonly MetricRow[], hidden: readonly MetricStatus[]): readonly NumberFamily[] {
	const registered = (): readonly Sample[] =>
		shown.map(({ stability, deprecated }) => ({ labels: { stability_level: stability, deprecated_version: deprecated ?? '' }, value: 1 }));
	const hiddenCount = (): readonly Sample[] => (hidden.length === 0 ? [] : [{ labels: {}, value: hidden.length }]);
	return [
		{ ...registryRows.registeredBefore128, read: registered },
		{ ...registryRows.registered, read: registered },
		{ ...registryRows.hiddenBefore128, read: hiddenCount },
		{ ...registryRows.hidden, read: hiddenCount },
	];
}

/** Merges the families of the same name; they have the same row. */
function merged(sources: readonly (readonly MetricFamily[])[]): readonly MetricFamily[] {
	const byName = Map.groupBy(sources.flat(), ({ name }) => name);
	return [...byName.values()].map((families) => {
		const [first] = families as [MetricFamily, ...MetricFamily[]];
		return (families.length === 1 ? first : { ...first, read: () => families.flatMap<Sample | Observations>(({ read }) => read()) }) as MetricFamily;
	});
}

/** Formats lines when needed. The lines of a histogram are formatted together, so that they are consistent. */
type Lines = () => string;

function numbers(family: NumberFamily): readonly Lines[] {
	const join = family.across === 'largest' ? Math.max : (a: number, b: number): number => a + b;
	return alike(family, family.read()).map(
		([labels, samples]) =>
			() =>
				line(
					family.name,
					labels,
					samples.map(({ value }) => value).reduce((a, b) => join(a, b)),
				),
	);
}

function histograms(family: HistogramFamily): readonly Lines[] {
	const { name, bounds } = family;
	const texts = boundTexts(bounds);
	return alike(family, family.read()).map(
		([labels, samples]) =>
			() =>
				bucketLines(
					name,
					labels,
					texts,
					added(
						bounds,
						samples.map(({ histogram }) => histogram),
					),
				),
	);
}

function added(bounds: readonly number[], all: readonly Distribution[]): Distribution {
	const [only] = all;
	if (all.length === 1 && only !== undefined) return only;
	const sum = new Histogram(bounds);
	for (const histogram of all) sum.add(histogram);
	return sum;
}

/** Groups samples by the labels that the family shows, in the order of the labels' text. */
function alike<T extends Pick<Sample, 'labels'>>(family: MetricRow, samples: readonly T[]): readonly (readonly [labels: string, samples: readonly T[]])[] {
	const shown = family.labels.map((label) => (typeof label === 'string' ? ([label, label] as const) : label)).sort(([a], [b]) => (a < b ? -1 : 1));
	const byLabels = new Map<string, T[]>();
	for (const sample of samples) {
		const labels = labelsText(shown.map(([name, source]) => [name, sample.labels[source] ?? '']));
		const known = byLabels.get(labels);
		if (known === undefined) byLabels.set(labels, [sample]);
		else known.push(sample);
	}
	return [...byLabels];
}
