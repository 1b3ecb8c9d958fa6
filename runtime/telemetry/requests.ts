/**
 * Requests, counted in plain numbers; `exposition.ts` writes them out beside what other parts keep. Labels are bounded whatever clients send (CVE-2020-8552): resources that are not served share one
 * empty label. Names and labels: wire notes, "Metrics", and the dashboards that are in use with them.
 */
import type { ApiRequest, RequestInfo } from '../api/request.ts';
import { applyMediaType, streamingVerbs, verbRecord } from '../model/verb.ts';
import { Histogram, type Labels, type MetricFamily, type Sample } from './family.ts';

export interface MetricsOptions {
	/** Whether a resource is served, and since when its version is going away; asked once for each. */
	readonly describe: (group: string, version: string, resource: string) => { readonly removedRelease: string | undefined } | undefined;
}

/** Upper bounds in seconds; the incumbent's. */
const durationBounds = [0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60];
/** Upper bounds in bytes; the incumbent's. */
const sizeBounds = [1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9];

/** What is kept of answers to dry runs, and of others. */
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
	/** Codes of requests that were cut short for the server's own sake. */
	readonly terminated: Map<number, number>;
	aborted: number;
	readonly deprecated: string | undefined;
	readonly served: boolean;
	/** Its requests are open for as long as their clients like. */
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

	/** An answer that the server cut short for its own sake: too many requests, too long a one. It is recorded as well. */
	terminated(request: ApiRequest, code: number): void {
		count(this.#of(request).terminated, code);
	}

	/** A request whose client went away before it had an answer. */
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

	/** Requests come in runs of the same kind: comparing a few short words is cheaper than making and hashing a key. */
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

	/** What the endpoint table does not have is counted under no name. */
	#add(request: ApiRequest, key: string): Series {
		const { info, path, endpoint } = request;
		const described = info.isResource ? this.#options.describe(info.group, info.version, info.resource) : undefined;
		const known = info.isResource && described !== undefined && endpoint !== undefined;
		// Whatever the method by which it is opened, as in Kubernetes.
		const connects = known && endpoint.handler === 'connect' && endpoint.reads !== true;
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
			sizes: new Histogram(sizeBounds),
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

	/** What was counted, as it stands when it is read. */
	families(): readonly MetricFamily[] {
		const all = (): Series[] => [...this.#series.values()];
		const short = (): Series[] => all().filter(({ streams }) => !streams);
		return [
			{
				type: 'counter',
				name: 'apiserver_request_total',
				help: 'Requests answered, by verb, dry run, group, version, resource, subresource, scope, component and code.',
				read: () => all().flatMap((series) => answersOf(series).flatMap(({ dryRun, codes }) => byCode({ ...series.labels, dry_run: dryRun }, codes))),
			},
			{
				type: 'histogram',
				name: 'apiserver_request_duration_seconds',
				help: 'Time to the answer in seconds; of a watch, the time that it was open.',
				bounds: durationBounds,
				read: () =>
					all().flatMap((series) =>
						answersOf(series).map(({ dryRun, durations }) => ({ labels: { ...series.labels, dry_run: dryRun }, histogram: durations })),
					),
			},
			...sloNames.map(
				(name): MetricFamily => ({
					type: 'histogram',
					name,
					help: 'Time to the answer in seconds without what callouts took, for service level objectives. Watches are left out.',
					bounds: durationBounds,
					read: () => short().map((series) => ({ labels: series.labels, histogram: durationsOf(series) })),
				}),
			),
			{
				type: 'histogram',
				name: 'apiserver_response_sizes',
				help: 'Size of the answers of get and list, in bytes.',
				bounds: sizeBounds,
				read: () =>
					all()
						.filter(({ sizes }) => sizes.sum > 0)
						.map(({ labels, sizes }) => ({ labels, histogram: sizes })),
			},
			{
				type: 'gauge',
				name: 'apiserver_longrunning_requests',
				help: 'Long-running requests that are open.',
				read: () =>
					all()
						.filter(({ streams }) => streams)
						.map(({ labels, open }) => ({ labels, value: open })),
			},
			{
				type: 'counter',
				name: 'apiserver_request_terminations_total',
				help: 'Requests that the server cut short for its own sake, by code.',
				read: () => all().flatMap(({ labels, terminated }) => byCode(labels, terminated)),
			},
			{
				type: 'counter',
				name: 'apiserver_request_aborts_total',
				help: 'Requests whose client went away before it had an answer.',
				read: () =>
					joined(
						all().flatMap(({ labels: { component: _, ...labels }, aborted }) => (aborted === 0 ? [] : [{ labels, value: aborted }])),
						sum,
					),
			},
			{
				type: 'gauge',
				across: 'largest',
				name: 'apiserver_requested_deprecated_apis',
				help: 'Deprecated APIs that were asked for.',
				read: () => {
					const asked = all().filter(({ served, deprecated }) => served && deprecated !== undefined);
					return joined(
						asked.map(({ labels, deprecated }) => ({ labels: deprecatedLabels(labels, deprecated ?? ''), value: 1 })),
						Math.max,
					);
				},
			},
		];
	}
}

/** The second is the name that the first one got in 1.26; dashboards ask for either. */
const sloNames = ['apiserver_request_slo_duration_seconds', 'apiserver_request_sli_duration_seconds'];

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

function durationsOf(series: Series): Histogram {
	const all = new Histogram(durationBounds);
	for (const { durations } of answersOf(series)) all.add(durations);
	return all;
}

function count(codes: Map<number, number>, code: number): void {
	codes.set(code, (codes.get(code) ?? 0) + 1);
}

function byCode(labels: Labels, codes: ReadonlyMap<number, number>): Sample[] {
	return [...codes].map(([code, value]) => ({ labels: { ...labels, code: String(code) }, value }));
}

/** One sample for each set of labels, which lie in the same order: a family that has fewer labels than what is counted by would have several. */
function joined(samples: readonly Sample[], join: (a: number, b: number) => number): Sample[] {
	const byLabels = new Map<string, Sample>();
	for (const { labels, value } of samples) {
		const key = JSON.stringify(labels);
		const before = byLabels.get(key);
		byLabels.set(key, { labels, value: before === undefined ? value : join(before.value, value) });
	}
	return [...byLabels.values()];
}

function sum(a: number, b: number): number {
	return a + b;
}

/** An apply is a patch, and counted apart. */
function isApply(request: ApiRequest): boolean {
	return verbRecord(request.info.verb)?.body?.kind === 'patch' && request.header('content-type') === applyMediaType;
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

/** Of a request that names no resource the verb is its method. */
const methodLabels: Readonly<Record<string, string>> = { get: 'GET', head: 'GET', post: 'POST', put: 'PUT', patch: 'PATCH', delete: 'DELETE' };

function verbLabel(verb: string): string {
	return verbRecord(verb)?.label ?? (Object.hasOwn(methodLabels, verb) ? (methodLabels[verb] as string) : 'other');
}

/** What there is beside resources, by the first part of its path. */
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

function deprecatedLabels({ group = '', version = '', resource = '', subresource = '' }: Labels, removedRelease: string): Labels {
	return { group, version, resource, subresource, removed_release: removedRelease };
}
