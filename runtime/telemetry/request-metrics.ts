/**
 * Request metrics as plain numbers; `exposition.ts` formats them. Label values are bounded whatever clients send (CVE-2020-8552): resources
 * that are not served share one empty label. Names and labels are those of kube-apiserver.
 */
import type { ApiRequest, RequestInfo } from '../api/request.ts';
import { applyMediaType, streamingVerbs, verbRecord } from '../model/verb.ts';
import { Histogram, type Labels, type MetricFamily, type Observations, type Sample, withoutLowest } from './family.ts';
import { durationBounds } from './metrics/bounds.ts';
import { requestRows, sliBounds } from './metrics/request-rows.ts';

export interface MetricsOptions {
	/** Whether connections (log, exec, proxy) have the verb label CONNECT, whatever their method. */
	readonly namesConnections: () => boolean;
	/** Describes a served resource: `removedRelease` removes its version. Called once per resource. */
	readonly describe: (group: string, version: string, resource: string) => { readonly removedRelease: string | undefined } | undefined;
}

/** Counts of responses, separate for dry runs. */
interface Answers {
	readonly dryRun: '' | 'All';
	readonly codes: Map<number, number>;
	readonly durations: Histogram;
}

interface Series {
	readonly labels: Labels;
	readonly answers: Answers;
	dryRunAnswers: Answers | undefined;
	readonly sizes: Histogram;
	/** Status codes of requests that the server ended to protect itself. */
	readonly terminated: Map<number, number>;
	aborted: number;
	readonly deprecated: string | undefined;
	readonly served: boolean;
	/** True for requests that stay open as long as the client wants. */
	readonly streams: boolean;
	open: number;
}

export class RequestMetrics {
	readonly #options: MetricsOptions;
	readonly #series = new Map<string, Series>();
	#last: { readonly info: RequestInfo; readonly applies: boolean; readonly series: Series } | undefined;

	constructor(options: MetricsOptions) {
		this.#options = options;
	}

	record(request: ApiRequest, code: number, seconds: number, bytes: number | undefined, dryRun: boolean): void {
		const series = this.#of(request);
		const { codes, durations } = dryRun ? dryRunAnswers(series) : series.answers;
		count(codes, code);
		durations.observe(seconds);
		if (bytes !== undefined) series.sizes.observe(bytes);
	}

	/**
	 * Counts a request that the server ended to protect itself: one of too many, or one that took too long. Its response is recorded
	 * separately.
	 */
	terminated(request: ApiRequest, code: number): void {
		count(this.#of(request).terminated, code);
	}

	/** Counts a request whose client left before the response. */
	aborted(request: ApiRequest): void {
		this.#of(request).aborted++;
	}

	longRunning(request: ApiRequest): () => void {
		const series = this.#of(request);
		series.open++;
		return () => {
			series.open--;
		};
	}

	/** Successive requests are often alike, and comparing a few words is cheaper than building and hashing a key. */
	#of(request: ApiRequest): Series {
		const { info } = request;
		const applies = isApply(request);
		if (this.#last !== undefined && this.#last.applies === applies && isAlike(this.#last.info, info)) return this.#last.series;
		const series = this.#find(request);
		this.#last = { info, applies, series };
		return series;
	}

	#find(request: ApiRequest): Series {
		const { info, path } = request;
		const key = info.isResource
			? `${isApply(request) ? 'apply' : info.verb} ${info.group}/${info.version}/${info.resource}/${info.subresource} ${scopeOf(info)}`
			: `- ${verbLabel(info.verb)} ${endpointLabel(path)}`;
		return this.#series.get(key) ?? this.#add(request, key);
	}

	/** Adds a series. Resources that are not served share an empty label. */
	#add(request: ApiRequest, key: string): Series {
		const { info, path, endpoint } = request;
		const described = info.isResource ? this.#options.describe(info.group, info.version, info.resource) : undefined;
		const known = info.isResource && described !== undefined && endpoint !== undefined;
		const connects = known && endpoint.handler === 'connect' && this.#options.namesConnections();
		const verb = connects ? 'CONNECT' : isApply(request) ? 'APPLY' : verbLabel(info.verb);
		const at = connects ? `${verb}${key.slice(key.indexOf(' '))}` : known || !info.isResource ? key : `- ${verb}`;
		const existing = this.#series.get(at);
		if (existing !== undefined) return existing;
		const series: Series = {
			labels: {
				verb,
				group: known ? info.group : '',
				version: known ? info.version : '',
				resource: known ? info.resource : '',
				subresource: known ? info.subresource : info.isResource ? '' : endpointLabel(path),
				scope: known ? scopeOf(info) : '',
				component: info.isResource ? 'apiserver' : '',
			},
			answers: newAnswers(''),
			dryRunAnswers: undefined,
			sizes: new Histogram(requestRows.responseSizes.bounds),
			terminated: new Map(),
			aborted: 0,
			deprecated: described?.removedRelease,
			served: known,
			streams: info.isResource && streamingVerbs.has(info.verb),
			open: 0,
		};
		this.#series.set(at, series);
		return series;
	}

	/** Returns the metric families; they read the counts at each scrape. */
	families(): readonly MetricFamily[] {
		const all = (): Series[] => [...this.#series.values()];
		const sli = (): Observations[] =>
			all()
				.filter(({ streams }) => !streams)
				.flatMap((series) => answersOf(series).map(({ durations }) => ({ labels: series.labels, histogram: withoutLowest(durations, untold) })));
		const open = (): Sample[] =>
			all()
				.filter(({ streams }) => streams)
				.map((series) => ({ labels: series.labels, value: series.open }));
		return [
			{
				...requestRows.total,
				read: () => all().flatMap((series) => answersOf(series).flatMap(({ dryRun, codes }) => byCode({ ...series.labels, dry_run: dryRun }, codes))),
			},
			{
				...requestRows.duration,
				read: () =>
					all().flatMap((series) =>
						answersOf(series).map(({ dryRun, durations }) => ({ labels: { ...series.labels, dry_run: dryRun }, histogram: durations })),
					),
			},
			{ ...requestRows.sloDuration, read: sli },
			{ ...requestRows.sliDuration, read: sli },
			{
				...requestRows.responseSizes,
				read: () =>
					all()
						.filter(({ sizes }) => sizes.sum > 0)
						.map(({ labels, sizes }) => ({ labels, histogram: sizes })),
			},
			{ ...requestRows.longRunningGauge, read: open },
			{ ...requestRows.longRunning, read: open },
			{ ...requestRows.terminations, read: () => all().flatMap(({ labels, terminated }) => byCode(labels, terminated)) },
			{ ...requestRows.aborts, read: () => all().flatMap(({ labels, aborted }) => (aborted === 0 ? [] : [{ labels, value: aborted }])) },
			{
				...requestRows.deprecatedApis,
				read: () =>
					all().flatMap(({ labels, served, deprecated }) =>
						served && deprecated !== undefined ? [{ labels: { ...labels, removed_release: deprecated }, value: 1 }] : [],
					),
			},
		];
	}
}

/** Number of the lowest bounds that the SLI histograms leave out. */
const untold = durationBounds.length - sliBounds.length;

function newAnswers(dryRun: Answers['dryRun']): Answers {
	return { dryRun, codes: new Map(), durations: new Histogram(durationBounds) };
}

function dryRunAnswers(series: Series): Answers {
	series.dryRunAnswers ??= newAnswers('All');
	return series.dryRunAnswers;
}

function answersOf({ answers, dryRunAnswers: dry }: Series): readonly Answers[] {
	return dry === undefined ? [answers] : [answers, dry];
}

function count(codes: Map<number, number>, code: number): void {
	codes.set(code, (codes.get(code) ?? 0) + 1);
}

function byCode(labels: Labels, codes: ReadonlyMap<number, number>): Sample[] {
	return [...codes].map(([code, value]) => ({ labels: { ...labels, code: String(code) }, value }));
}

/** True for an apply, which is counted separately from other patches. */
function isApply(request: ApiRequest): boolean {
	return verbRecord(request.info.verb)?.body?.kind === 'patch' && request.header('content-type') === applyMediaType;
}

/** True when two requests certainly have the same labels. */
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

/** Verb labels of non-resource requests, by HTTP method. */
const methodLabels: Readonly<Record<string, string>> = { get: 'GET', head: 'GET', post: 'POST', put: 'PUT', patch: 'PATCH', delete: 'DELETE' };

function verbLabel(verb: string): string {
	return verbRecord(verb)?.label ?? (Object.hasOwn(methodLabels, verb) ? (methodLabels[verb] as string) : 'other');
}

/** Non-resource endpoints, by the first part of their path. */
const endpoints: ReadonlySet<string> = new Set(['/api', '/apis', '/healthz', '/livez', '/metrics', '/openapi', '/readyz', '/version']);

function endpointLabel(path: string): string {
	const end = path.indexOf('/', 1);
	const first = end < 0 ? path : path.slice(0, end);
	return endpoints.has(first) ? first : '';
}

function scopeOf(info: RequestInfo): string {
	if (!info.isResource) return '';
	if (info.name !== '' || verbRecord(info.verb)?.body?.kind === 'object') return 'resource';
	return info.namespace === '' ? 'cluster' : 'namespace';
}
