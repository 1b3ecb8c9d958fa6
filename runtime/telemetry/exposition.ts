/**
 * What is shown at `/metrics`: the families of one or several sources, written out by prom-client, which is loaded at the first
 * scrape. Several serving stacks are several sources; what they count adds up.
 */
import type { Metric } from 'prom-client';
import { type Distribution, Histogram, type HistogramFamily, type Labels, type MetricFamily, type NumberFamily, type Sample } from './family.ts';

export interface Exposed {
	readonly contentType: string;
	readonly text: string;
}

export class Exposition {
	readonly #sources: readonly (readonly MetricFamily[])[];
	#registry: Promise<{ metrics(): Promise<string>; contentType: string }> | undefined;

	constructor(sources: readonly (readonly MetricFamily[])[]) {
		this.#sources = sources;
	}

	async read(): Promise<Exposed> {
		this.#registry ??= this.#makeRegistry();
		const registry = await this.#registry;
		return { contentType: registry.contentType, text: await registry.metrics() };
	}

	async #makeRegistry(): Promise<{ metrics(): Promise<string>; contentType: string }> {
		const { Registry } = (await import('prom-client')).default;
		const registry = new Registry();
		for (const family of merged(this.#sources)) registry.registerMetric(metricOf(family) as unknown as Metric);
		return registry;
	}
}

/** One family for each name, in the order in which the names first come. */
function merged(sources: readonly (readonly MetricFamily[])[]): readonly MetricFamily[] {
	const byName = Map.groupBy(sources.flat(), ({ name }) => name);
	return [...byName.values()].map((families) => (families.length === 1 ? (families[0] as MetricFamily) : one(families)));
}

/** Families of one name are of one type: they come from the same code. */
function one(families: readonly MetricFamily[]): MetricFamily {
	const [first] = families;
	if (first?.type === 'histogram') {
		const all = families as readonly HistogramFamily[];
		return {
			...first,
			read: () =>
				joined(
					all.flatMap(({ read }) => read()),
					(samples) => ({ labels: labelsOf(samples), histogram: added(first.bounds, samples) }),
				),
		};
	}
	const all = families as readonly NumberFamily[];
	const { across } = first as NumberFamily;
	const join = across === 'largest' ? (values: readonly number[]) => Math.max(...values) : (values: readonly number[]) => values.reduce((a, b) => a + b);
	return {
		...(first as NumberFamily),
		read: () =>
			joined(
				all.flatMap(({ read }) => read()),
				(samples): Sample => ({ labels: labelsOf(samples), value: join(samples.map(({ value }) => value)) }),
			),
	};
}

/** The same labels lie in the same order, since the same code made them. */
function joined<T extends { readonly labels: Labels }>(samples: readonly T[], join: (alike: readonly T[]) => T): T[] {
	return [...Map.groupBy(samples, ({ labels }) => JSON.stringify(labels)).values()].map((alike) => (alike.length === 1 ? (alike[0] as T) : join(alike)));
}

function labelsOf(samples: readonly { readonly labels: Labels }[]): Labels {
	return samples[0]?.labels ?? {};
}

function added(bounds: readonly number[], samples: readonly { readonly histogram: Distribution }[]): Distribution {
	const sum = new Histogram(bounds);
	for (const { histogram } of samples) sum.add(histogram);
	return sum;
}

/** What a registry of prom-client asks of a metric: a name, and its values when somebody scrapes. */
function metricOf(family: MetricFamily): object {
	const { name, help, type } = family;
	const values = (): readonly object[] => (family.type === 'histogram' ? buckets(family) : family.read());
	return { name, get: () => ({ name, help, type, aggregator: 'sum', values: values() }) };
}

function buckets({ name, bounds, read }: HistogramFamily): readonly object[] {
	const les = [...bounds.map(String), '+Inf'];
	return read().flatMap(({ labels, histogram: { counts, sum } }) => {
		let total = 0;
		const upTo = les.map((le, i) => {
			total += counts[i] ?? 0;
			return { metricName: `${name}_bucket`, labels: { ...labels, le }, value: total };
		});
		return [...upTo, { metricName: `${name}_sum`, labels, value: sum }, { metricName: `${name}_count`, labels, value: total }];
	});
}
