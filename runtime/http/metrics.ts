/**
 * `/metrics`. Requests are counted in plain numbers; prom-client, loaded at the first scrape, writes them out.
 * Labels are bounded whatever clients send (CVE-2020-8552): resources that are not served share one empty label.
 * Names: wire notes, "Metrics".
 */
import type { Metric } from 'prom-client';
import type { ApiRequest, ApiResponse, RequestInfo } from '../api/request.ts';

export type Labels = Readonly<Record<string, string>>;

/** A figure that is read when somebody scrapes. */
export interface Gauge {
	readonly name: string;
	readonly help: string;
	read(): readonly { readonly labels: Labels; readonly value: number }[];
}

export interface MetricsOptions {
	/** Whether a resource is served, and since when its version is going away; asked once for each. */
	readonly describe: (group: string, version: string, resource: string) => { readonly removedRelease: string | undefined } | undefined;
	readonly gauges: readonly Gauge[];
}

/** Upper bounds in seconds; the incumbent's. */
const durationBounds = [0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60];
/** Upper bounds in bytes; the incumbent's. */
const sizeBounds = [1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9];

class Histogram {
	readonly counts: Float64Array;
	readonly #bounds: readonly number[];
	sum = 0;

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
}

interface Series {
	readonly labels: Labels;
	readonly codes: Map<number, number>;
	readonly dryRunCodes: Map<number, number>;
	readonly durations: Histogram;
	readonly sizes: Histogram;
	readonly deprecated: string | undefined;
	readonly served: boolean;
	open: number;
}

export class RequestMetrics {
	readonly #options: MetricsOptions;
	readonly #series = new Map<string, Series>();
	#last: { readonly info: RequestInfo; readonly series: Series } | undefined;
	#registry: Promise<{ metrics(): Promise<string>; contentType: string }> | undefined;

	constructor(options: MetricsOptions) {
		this.#options = options;
	}

	record(info: RequestInfo, code: number, seconds: number, bytes: number | undefined, dryRun: boolean): void {
		const series = this.#of(info);
		const codes = dryRun ? series.dryRunCodes : series.codes;
		codes.set(code, (codes.get(code) ?? 0) + 1);
		if (info.isResource && info.verb === 'watch') return;
		series.durations.observe(seconds);
		if (bytes !== undefined && (info.verb === 'get' || info.verb === 'list')) series.sizes.observe(bytes);
	}

	longRunning(info: RequestInfo): () => void {
		const series = this.#of(info);
		series.open++;
		return () => {
			series.open--;
		};
	}

	/** Requests come in runs of the same kind: comparing a few short words is cheaper than making and hashing a key. */
	#of(info: RequestInfo): Series {
		if (this.#last !== undefined && isAlike(this.#last.info, info)) return this.#last.series;
		const series = this.#find(info);
		this.#last = { info, series };
		return series;
	}

	#find(info: RequestInfo): Series {
		const key = info.isResource
			? `${info.verb} ${info.group}/${info.version}/${info.resource}/${info.subresource} ${scopeOf(info)}`
			: `- ${verbLabel(info.verb)}`;
		return this.#series.get(key) ?? this.#add(info, key);
	}

	/** A resource that is not served is counted under no name. A subresource is bounded by what was answered: unknown ones share the empty name. */
	#add(info: RequestInfo, key: string): Series {
		const described = info.isResource ? this.#options.describe(info.group, info.version, info.resource) : undefined;
		const known = info.isResource && described !== undefined && knownSubresources.has(info.subresource);
		const at = known || !info.isResource ? key : `- ${verbLabel(info.verb)}`;
		const existing = this.#series.get(at);
		if (existing !== undefined) return existing;
		const series: Series = {
			labels: {
				verb: verbLabel(info.verb),
				group: known ? info.group : '',
				version: known ? info.version : '',
				resource: known ? info.resource : '',
				subresource: known ? info.subresource : '',
				scope: known ? scopeOf(info) : '',
				component: 'apiserver',
			},
			codes: new Map(),
			dryRunCodes: new Map(),
			durations: new Histogram(durationBounds),
			sizes: new Histogram(sizeBounds),
			deprecated: described?.removedRelease,
			served: known,
			open: 0,
		};
		this.#series.set(at, series);
		return series;
	}

	async respond(_request: ApiRequest): Promise<ApiResponse> {
		this.#registry ??= this.#makeRegistry();
		const registry = await this.#registry;
		return { status: 200, headers: { 'content-type': registry.contentType }, body: await registry.metrics() };
	}

	async #makeRegistry(): Promise<{ metrics(): Promise<string>; contentType: string }> {
		const { Registry } = (await import('prom-client')).default;
		const registry = new Registry();
		for (const metric of this.#metrics()) registry.registerMetric(metric as unknown as Metric);
		return registry;
	}

	#metrics(): object[] {
		const all = (): Series[] => [...this.#series.values()];
		return [
			counter('apiserver_request_total', 'Requests answered, by verb, dry run, group, version, resource, subresource, scope, component and code.', () =>
				all().flatMap((series) => [...counts(series, series.codes, ''), ...counts(series, series.dryRunCodes, 'All')]),
			),
			histogram('apiserver_request_duration_seconds', 'Time to the answer of requests that are not long-running, in seconds.', durationBounds, () =>
				all().map((series) => ({ labels: series.labels, histogram: series.durations })),
			),
			histogram('apiserver_response_sizes', 'Size of the answers of get and list, in bytes.', sizeBounds, () =>
				all()
					.filter((series) => series.sizes.sum > 0)
					.map((series) => ({ labels: series.labels, histogram: series.sizes })),
			),
			gauge('apiserver_longrunning_requests', 'Long-running requests that are open.', () =>
				all()
					.filter((series) => series.labels.verb === 'WATCH')
					.map(({ labels, open }) => ({ labels, value: open })),
			),
			gauge('apiserver_requested_deprecated_apis', 'Deprecated APIs that were asked for.', () =>
				all()
					.filter(({ served, deprecated }) => served && deprecated !== undefined)
					.map(({ labels, deprecated }) => ({ labels: deprecatedLabels(labels, deprecated ?? ''), value: 1 })),
			),
			gauge('process_resident_memory_bytes', 'Resident memory of the server.', () => [{ labels: {}, value: process.memoryUsage.rss() }]),
			counter('process_cpu_seconds_total', 'CPU time of the server, user and system.', () => [{ labels: {}, value: cpuSeconds() }]),
			gauge('process_start_time_seconds', 'When the server started, in seconds since the epoch.', () => [{ labels: {}, value: performance.timeOrigin / 1000 }]),
			...this.#options.gauges.map(({ name, help, read }) => gauge(name, help, read)),
		];
	}
}

/** Whether two requests are counted together for sure. */
function isAlike(a: RequestInfo, b: RequestInfo): boolean {
	if (!a.isResource || !b.isResource) return false;
	return (
		a.verb === b.verb &&
		a.resource === b.resource &&
		a.subresource === b.subresource &&
		a.version === b.version &&
		a.group === b.group &&
		scopeOf(a) === scopeOf(b)
	);
}

/** The subresources that any kind may have; others are not labels. */
const knownSubresources: ReadonlySet<string> = new Set([
	'',
	'status',
	'scale',
	'finalize',
	'approval',
	'binding',
	'eviction',
	'exec',
	'log',
	'token',
	'ephemeralcontainers',
]);

const verbLabels: Readonly<Record<string, string>> = {
	get: 'GET',
	head: 'GET',
	list: 'LIST',
	watch: 'WATCH',
	create: 'POST',
	post: 'POST',
	update: 'PUT',
	put: 'PUT',
	patch: 'PATCH',
	delete: 'DELETE',
	deletecollection: 'DELETECOLLECTION',
};

function verbLabel(verb: string): string {
	return Object.hasOwn(verbLabels, verb) ? (verbLabels[verb] as string) : 'OTHER';
}

function scopeOf(info: RequestInfo): string {
	if (!info.isResource) return '';
	if (info.name !== '') return 'resource';
	return info.namespace === '' ? 'cluster' : 'namespace';
}

function counts(series: Series, codes: ReadonlyMap<number, number>, dryRun: string): { labels: Labels; value: number }[] {
	return [...codes].map(([code, value]) => ({ labels: { ...series.labels, dry_run: dryRun, code: String(code) }, value }));
}

function deprecatedLabels({ group = '', version = '', resource = '', subresource = '' }: Labels, removedRelease: string): Labels {
	return { group, version, resource, subresource, removed_release: removedRelease };
}

function cpuSeconds(): number {
	const { user, system } = process.cpuUsage();
	return (user + system) / 1e6;
}

type Values = () => readonly { readonly labels: Labels; readonly value: number }[];

/** What a registry of prom-client asks of a metric: a name, and its values when somebody scrapes. */
function metric(type: 'counter' | 'gauge' | 'histogram', name: string, help: string, values: () => readonly object[]): object {
	return { name, get: () => ({ name, help, type, aggregator: 'sum', values: values() }) };
}

const counter = (name: string, help: string, values: Values): object => metric('counter', name, help, values);
const gauge = (name: string, help: string, values: Values): object => metric('gauge', name, help, values);

function histogram(name: string, help: string, bounds: readonly number[], read: () => readonly { labels: Labels; histogram: Histogram }[]): object {
	return metric('histogram', name, help, () =>
		read().flatMap(({ labels, histogram: { counts: perBucket, sum } }) => {
			let total = 0;
			const buckets = [...bounds.map(String), '+Inf'].map((le, i) => {
				total += perBucket[i] ?? 0;
				return { metricName: `${name}_bucket`, labels: { ...labels, le }, value: total };
			});
			return [...buckets, { metricName: `${name}_sum`, labels, value: sum }, { metricName: `${name}_count`, labels, value: total }];
		}),
	);
}
