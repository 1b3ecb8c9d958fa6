/**
 * The one registry: what is shown at `/metrics`. The families of one or several sources, as the release emulated has them, written out by
 * prom-client, which is loaded at the first scrape. Several serving stacks are several sources; what they count adds up.
 */
import type { Metric } from 'prom-client';
import type { Release } from '../model/catalog.ts';
import { speakAll, type Vocabulary } from '../model/vocabulary.ts';
import {
	type Distribution,
	Histogram,
	type HistogramFamily,
	type Labels,
	type MetricFamily,
	type MetricRow,
	type NumberFamily,
	type Observations,
	type Sample,
} from './family.ts';
import { helpOf, type Standing, standingAt } from './lifecycle.ts';
import { registryRows } from './metrics/process.ts';

export interface Exposed {
	readonly contentType: string;
	readonly text: string;
}

export interface ExpositionOptions {
	readonly release: Release;
	readonly vocabulary: Vocabulary;
	/** Figures too that have been deprecated for so long that they are about to go. */
	readonly showsHidden: boolean;
}

export class Exposition {
	readonly #sources: readonly (readonly MetricFamily[])[];
	readonly #options: ExpositionOptions;
	#families: readonly MetricFamily[] | undefined;

	constructor(sources: readonly (readonly MetricFamily[])[], options: ExpositionOptions) {
		this.#sources = sources;
		this.#options = options;
	}

	/** Deprecated for long, and shown as that was asked for: their names. */
	get overridden(): readonly string[] {
		if (!this.#options.showsHidden) return [];
		return this.#standings()
			.filter(({ isHidden }) => isHidden)
			.map(({ row }) => row.name);
	}

	async read(): Promise<Exposed> {
		this.#families ??= this.#present();
		const { Registry } = (await import('prom-client')).default;
		const registry = new Registry();
		for (const family of this.#families) {
			const values = family.type === 'histogram' ? buckets(family) : numbers(family);
			// As other servers do: what has no values yet is not named either.
			if (values.length > 0) registry.registerMetric(metricOf(family, values) as unknown as Metric);
		}
		return { contentType: registry.contentType, text: await registry.metrics() };
	}

	#standings(): readonly Standing<MetricFamily>[] {
		return merged(this.#sources).flatMap((family) => standingAt(family, this.#options.release) ?? []);
	}

	/** As the release has them, in the order of their names. */
	#present(): readonly MetricFamily[] {
		const { release, vocabulary, showsHidden } = this.#options;
		const { shown = [], hidden = [] } = Object.groupBy(this.#standings(), ({ isHidden }) => (isHidden && !showsHidden ? 'hidden' : 'shown'));
		const families = shown.map(({ row }) => row);
		const own = ownFamilies(families, hidden).flatMap((family) => standingAt(family, release)?.row ?? []);
		const spoken = [...families, ...own].map((family) => ({ ...speakAll(family, vocabulary), read: family.read }) as MetricFamily);
		return spoken.sort((a, b) => (a.name < b.name ? -1 : 1));
	}
}

/** Of the figures themselves: how many there are, and how many are hidden. */
function ownFamilies(shown: readonly MetricRow[], hidden: readonly Standing[]): readonly NumberFamily[] {
	const promised = shown.flatMap(({ stability, deprecated }) =>
		stability === undefined ? [] : [{ stability_level: stability, deprecated_version: deprecated ?? '' }],
	);
	const registered = (): readonly Sample[] => promised.map((labels) => ({ labels, value: 1 }));
	const hiddenCount = (): readonly Sample[] => (hidden.length === 0 ? [] : [{ labels: {}, value: hidden.length }]);
	return [
		{ ...registryRows.registeredBefore128, read: registered },
		{ ...registryRows.registered, read: registered },
		{ ...registryRows.hiddenBefore128, read: hiddenCount },
		{ ...registryRows.hidden, read: hiddenCount },
	];
}

/** One family for each name. Those of one name come from the same row. */
function merged(sources: readonly (readonly MetricFamily[])[]): readonly MetricFamily[] {
	const byName = Map.groupBy(sources.flat(), ({ name }) => name);
	return [...byName.values()].map((families) => {
		const [first] = families as [MetricFamily, ...MetricFamily[]];
		return (families.length === 1 ? first : { ...first, read: () => families.flatMap<Sample | Observations>(({ read }) => read()) }) as MetricFamily;
	});
}

/** What a registry of prom-client asks of a metric. */
function metricOf(family: MetricFamily, values: readonly object[]): object {
	const { name, type } = family;
	return { name, get: () => ({ name, help: helpOf(family), type, aggregator: 'sum', values }) };
}

function numbers(family: NumberFamily): readonly object[] {
	const join = family.across === 'largest' ? Math.max : (a: number, b: number): number => a + b;
	return alike(family, family.read()).map(({ labels, samples }) => ({ labels, value: samples.map(({ value }) => value).reduce((a, b) => join(a, b)) }));
}

function buckets(family: HistogramFamily): readonly object[] {
	const { name, bounds } = family;
	const les = [...bounds.map(boundText), '+Inf'];
	return alike(family, family.read()).flatMap(({ labels, samples }) => {
		const { counts, sum } = added(
			bounds,
			samples.map(({ histogram }) => histogram),
		);
		let total = 0;
		const upTo = les.map((le, i) => {
			total += counts[i] ?? 0;
			return { metricName: `${name}_bucket`, labels: { ...labels, le }, value: total };
		});
		return [...upTo, { metricName: `${name}_sum`, labels, value: sum }, { metricName: `${name}_count`, labels, value: total }];
	});
}

function added(bounds: readonly number[], all: readonly Distribution[]): Distribution {
	const [only] = all;
	if (all.length === 1 && only !== undefined) return only;
	const sum = new Histogram(bounds);
	for (const histogram of all) sum.add(histogram);
	return sum;
}

/** Samples by the labels that the family shows, in the order of their names. */
function alike<T extends { readonly labels: Labels }>(
	family: MetricRow,
	samples: readonly T[],
): readonly { readonly labels: Labels; readonly samples: readonly T[] }[] {
	const shown = family.labels.map((label) => (typeof label === 'string' ? ([label, label] as const) : label)).sort(([a], [b]) => (a < b ? -1 : 1));
	const byLabels = new Map<string, { readonly labels: Labels; readonly samples: T[] }>();
	for (const sample of samples) {
		const labels = Object.fromEntries(shown.map(([name, source]) => [name, sample.labels[source] ?? '']));
		const key = JSON.stringify(labels);
		const known = byLabels.get(key);
		if (known === undefined) byLabels.set(key, { labels, samples: [sample] });
		else known.samples.push(sample);
	}
	return [...byLabels.values()];
}

/** As the incumbent writes numbers, since the text is part of what is asked for: `1e+06`, `1e-08`. */
function boundText(bound: number): string {
	const [digits = '', exponent = ''] = bound.toExponential().split('e');
	const size = Number(exponent);
	if (size >= -4 && size < 6) return String(bound);
	return `${digits}e${size < 0 ? '-' : '+'}${String(Math.abs(size)).padStart(2, '0')}`;
}
