/** Tests the metrics that a release exposes: names, help texts, labels, and hidden metrics. */
import { expect, it } from 'vitest';
import { vocabulary } from '../../generated/vocabulary.ts';
import type { Release } from '../../runtime/model/catalog.ts';
import { Exposition } from '../../runtime/telemetry/exposition.ts';
import {
	Histogram,
	type HistogramFamily,
	type MetricFamily,
	type MetricRow,
	type NumberRow,
	type Sample,
	withoutLowest,
} from '../../runtime/telemetry/family.ts';
import { aboutRows, processRows, queueRows, registryRows } from '../../runtime/telemetry/metrics/process-rows.ts';
import { requestRows } from '../../runtime/telemetry/metrics/request-rows.ts';
import { storageRows } from '../../runtime/telemetry/metrics/storage-rows.ts';
import { exposedText, metricHelp, metricLines } from '../setup/metrics.ts';

function exposition(families: readonly MetricFamily[], release: Release, showsHidden = false): Exposition {
	return new Exposition([families], { release, vocabulary, showsHidden, log: { warn: () => undefined } });
}

const scrape = (...given: Parameters<typeof exposition>): Promise<string> => exposedText(exposition(...given));

/** Returns a metric of value 1 for each label that a row has in some release; the label's value is its name. */
function told(row: NumberRow): MetricFamily {
	const all = [row, ...(row.history ?? []).map(({ set }) => set)].flatMap(({ labels = [] }) =>
		labels.map((label) => (typeof label === 'string' ? label : label[1])),
	);
	return { ...row, read: () => [{ labels: Object.fromEntries(all.map((name) => [name, name])), value: 1 }] };
}

const past: NumberRow = { name: 'past_total', type: 'counter', help: 'Words.', labels: [], stability: 'STABLE', introduced: '1.20', deprecated: '1.22' };

it.each<[NumberRow['stability'], Release, string | undefined, hidden?: boolean]>([
	['STABLE', '1.19', undefined],
	['STABLE', '1.20', '[STABLE] Words.'],
	['STABLE', '1.22', '(Deprecated from 1.22) [STABLE] Words.'],
	['STABLE', '1.24', '(Deprecated from 1.22) [STABLE] Words.'],
	['STABLE', '1.25', '(Deprecated from 1.22) [STABLE] Words.', true],
	['BETA', '1.22', '(Deprecated from 1.22) [BETA] Words.'],
	['BETA', '1.23', '(Deprecated from 1.22) [BETA] Words.', true],
	['ALPHA', '1.22', '(Deprecated from 1.22) [ALPHA] Words.'],
	['ALPHA', '1.23', '(Deprecated from 1.22) [ALPHA] Words.', true],
])('%s, deprecated in 1.22: %s says %s', async (stability, release, help, hidden = false) => {
	const families = [told({ ...past, ...(stability && { stability }) })];
	expect(metricHelp(await scrape(families, release)).get('past_total')).toBe(hidden ? undefined : help);
	expect(metricHelp(await scrape(families, release, true)).get('past_total')).toBe(help);
	expect(exposition(families, release, true).overridden).toEqual(hidden ? ['past_total'] : []);
	expect(exposition(families, release).overridden).toEqual([]);
});

it('logs one warning when a deprecated metric is first recorded', async () => {
	const warnings: string[] = [];
	const samples: Sample[] = [];
	const families: MetricFamily[] = [
		{ ...past, read: () => samples },
		{ ...past, name: 'present_total', deprecated: '1.26', read: () => [{ labels: {}, value: 1 }] },
	];
	const scraped = new Exposition([families], { release: '1.24', vocabulary, showsHidden: false, log: { warn: (message) => warnings.push(message) } });
	await exposedText(scraped);
	expect(warnings).toEqual([]);
	samples.push({ labels: {}, value: 1 });
	for (let scrapes = 0; scrapes < 2; scrapes++) await exposedText(scraped);
	expect(warnings).toEqual(['deprecated metric past_total is recorded: deprecated from 1.22']);
});

it('hides alpha figures at once from 1.35 on, and removes them when that is due', async () => {
	const families = [told({ ...past, stability: 'ALPHA', deprecated: '1.35', removed: '1.36' })];
	const names = async (release: Release, showsHidden: boolean): Promise<boolean> => metricHelp(await scrape(families, release, showsHidden)).has('past_total');
	expect([await names('1.34', false), await names('1.35', false), await names('1.35', true), await names('1.36', true)]).toEqual([true, false, true, false]);
});

/** Rows of other components; the registry adds its own. */
const keptByOthers: readonly MetricRow[] = [requestRows, storageRows, queueRows, aboutRows, processRows].flatMap((rows) => Object.values<MetricRow>(rows));

/** Metrics with several names, labels or stability levels, as kube-apiserver of each release serves them. */
it.each<[Release, Record<string, string>]>([
	['1.20', { etcd_object_counts: 'ALPHA', etcd_db_total_size_in_bytes: 'ALPHA', apiserver_longrunning_gauge: 'ALPHA', apiserver_request_total: 'ALPHA' }],
	['1.22', { etcd_object_counts: 'ALPHA 1.22', apiserver_storage_objects: 'STABLE', apiserver_request_total: 'STABLE' }],
	['1.23', { apiserver_longrunning_gauge: 'ALPHA 1.23', apiserver_longrunning_requests: 'ALPHA', apiserver_response_sizes: 'STABLE' }],
	['1.25', { etcd_db_total_size_in_bytes: 'ALPHA', apiserver_request_slo_duration_seconds: 'ALPHA', apiserver_longrunning_requests: 'STABLE' }],
	[
		'1.26',
		{ apiserver_storage_db_total_size_in_bytes: 'ALPHA', apiserver_request_sli_duration_seconds: 'ALPHA', apiserver_request_slo_duration_seconds: 'ALPHA' },
	],
	['1.27', { apiserver_request_sli_duration_seconds: 'ALPHA', apiserver_request_slo_duration_seconds: 'ALPHA 1.27', kubernetes_feature_enabled: 'ALPHA' }],
	['1.28', { apiserver_storage_db_total_size_in_bytes: 'ALPHA 1.28', apiserver_storage_size_bytes: 'ALPHA', kubernetes_feature_enabled: 'BETA' }],
	['1.30', { apiserver_storage_size_bytes: 'STABLE', apiserver_storage_objects: 'STABLE', etcd_requests_total: 'ALPHA' }],
	['1.34', { apiserver_storage_objects: 'STABLE', apiserver_resource_objects: 'ALPHA', workqueue_depth: 'ALPHA' }],
	['1.36', { apiserver_storage_objects: 'STABLE 1.34', apiserver_resource_objects: 'ALPHA', workqueue_depth: 'BETA', kubernetes_build_info: 'BETA' }],
])('%s: %o', async (release, expected) => {
	const several = [
		'etcd_object_counts',
		'apiserver_storage_objects',
		'apiserver_resource_objects',
		'etcd_db_total_size_in_bytes',
		'apiserver_storage_db_total_size_in_bytes',
		'apiserver_storage_size_bytes',
		'apiserver_longrunning_gauge',
		'apiserver_longrunning_requests',
		'apiserver_request_slo_duration_seconds',
		'apiserver_request_sli_duration_seconds',
	];
	const text = await scrape(allRows, release);
	const shown = [...metricHelp(text)].map(([name, help]) => {
		const [, since = '', stability = ''] = /^(?:\(Deprecated from (\d+\.\d+)\) )?\[(\w+)\] /.exec(help) ?? [];
		return [name.replace(vocabulary.product, 'kubernetes'), `${stability} ${since}`.trim()] as const;
	});
	expect(Object.fromEntries(shown)).toMatchObject(expected);
	const names = shown.map(([name]) => name);
	const gone = {
		'1.20': ['apiserver_storage_objects'],
		'1.23': ['etcd_object_counts'],
		'1.25': several.slice(0, 1),
		'1.28': ['apiserver_request_slo_duration_seconds'],
	};
	for (const name of gone[release as keyof typeof gone] ?? []) expect(names).not.toContain(name);
});

const allRows = keptByOthers.map((row): MetricFamily => {
	if (row.type !== 'histogram') return told(row);
	const histogram = new Histogram(row.bounds);
	histogram.observe(1);
	return { ...row, read: () => [{ labels: {}, histogram }] };
});

it('shows the labels that a release has, from the samples that are the same in all', async () => {
	const labels = async (release: Release, name: string): Promise<unknown> =>
		metricLines(await scrape(allRows, release)).find((line) => line.name === name)?.labels;
	expect(await labels('1.18', 'apiserver_current_inflight_requests')).toEqual({ requestKind: 'request_kind' });
	expect(await labels('1.25', 'apiserver_current_inflight_requests')).toEqual({ request_kind: 'request_kind' });
	expect(await labels('1.33', 'apiserver_watch_events_total')).toEqual({ group: 'group', version: 'version', kind: 'kind' });
	expect(await labels('1.34', 'apiserver_watch_events_total')).toEqual({ group: 'group', version: 'version', resource: 'resource' });
	expect(await labels('1.33', 'etcd_requests_total')).toEqual({ operation: 'operation', type: 'groupResource' });
	expect(await labels('1.34', 'etcd_requests_total')).toEqual({ operation: 'operation', group: 'group', resource: 'resource' });
	expect(await labels('1.30', 'apiserver_storage_size_bytes')).toEqual({ storage_cluster_id: 'endpoint' });
});

it('sums series without the omitted labels, or takes the largest', async () => {
	const samples = [
		{ labels: { a: 'x', b: '1' }, value: 3 },
		{ labels: { a: 'x', b: '2' }, value: 5 },
		{ labels: { a: 'y' }, value: 1 },
	];
	const row = { type: 'counter', help: '', stability: 'ALPHA', labels: ['a'], read: () => samples } as const;
	const text = await scrape(
		[
			{ ...row, name: 'sum' },
			{ ...row, name: 'largest', across: 'largest' },
		],
		'1.25',
	);
	expect(metricLines(text)).toEqual([
		{ name: 'largest', labels: { a: 'x' }, value: 5 },
		{ name: 'largest', labels: { a: 'y' }, value: 1 },
		{ name: 'sum', labels: { a: 'x' }, value: 8 },
		{ name: 'sum', labels: { a: 'y' }, value: 1 },
	]);
});

it('writes bounds as dashboards name them, and names nothing that has no value', async () => {
	const bounds = [1e-8, 9.999999999999999e-6, 0.0001, 0.005, 1, 1.5, 1000, 1e5, 1e6, 2.5e9];
	const family: HistogramFamily = {
		name: 'sizes',
		type: 'histogram',
		help: '',
		stability: 'ALPHA',
		labels: [],
		bounds,
		read: () => [{ labels: {}, histogram: new Histogram(bounds) }],
	};
	const les = metricLines(await scrape([family, { ...past, read: () => [] }], '1.25')).flatMap(({ labels: { le } }) => le ?? []);
	expect(les).toEqual(['1e-08', '9.999999999999999e-06', '0.0001', '0.005', '1', '1.5', '1000', '100000', '1e+06', '2.5e+09', '+Inf']);
	expect(await scrape([{ ...past, read: () => [] }], '1.25')).not.toContain('past_total');
});

it('counts shown and hidden metrics', async () => {
	const of = async (release: Release, showsHidden: boolean): Promise<unknown> =>
		metricLines(await scrape([told({ ...past, stability: 'ALPHA', deprecated: '1.25' })], release, showsHidden)).filter(({ name }) =>
			/^(registered|hidden)_/.test(name),
		);
	const registered = { stability_level: 'ALPHA', deprecated_version: '1.25' };
	expect(await of('1.25', false)).toEqual([]);
	expect(await of('1.26', true)).toEqual([{ name: 'registered_metric_total', labels: registered, value: 1 }]);
	expect(await of('1.28', false)).toEqual([{ name: 'hidden_metrics_total', labels: {}, value: 1 }]);
});

it('an observation under a bound that is left out counts under the lowest that is there', () => {
	const all = new Histogram([1, 2, 3]);
	for (const value of [0.5, 1.5, 2.5, 9]) all.observe(value);
	expect(withoutLowest(all, 2)).toEqual({ counts: [3, 1], sum: 13.5 });
});

it('every row is valid: names, labels and histories are in order', () => {
	const metricRows = [...keptByOthers, ...Object.values<MetricRow>(registryRows)];
	const names = metricRows.map(({ name }) => name);
	expect(new Set(names).size).toBe(names.length);
	for (const { name, labels, history = [], ...row } of metricRows) {
		expect(name).toMatch(/^(\{product\}_)?[a-z][a-z0-9_]*$/);
		for (const label of [...labels, ...history.flatMap(({ set }) => set.labels ?? [])])
			for (const part of typeof label === 'string' ? [label] : label) expect(part).toMatch(/^[a-zA-Z_]+$/);
		if (row.type === 'histogram') expect(row.bounds.toSorted((a, b) => a - b)).toEqual(row.bounds);
		const from = history.map((step) => Number(step.from.split('.')[1]));
		expect(from.toSorted((a, b) => a - b)).toEqual(from);
	}
});

it('is written in slices, which let other work run and keep each histogram consistent', async () => {
	const bounds = Array.from({ length: 23 }, (_, i) => i);
	const all = Array.from({ length: 4000 }, (_, i) => ({ labels: { of: `resource-${i}` }, histogram: new Histogram(bounds) }));
	const pieces = exposition([{ name: 'many', type: 'histogram', help: '', stability: 'ALPHA', labels: ['of'], bounds, read: () => all }], '1.25').read();
	let isOver = false;
	const over = pieces.then(() => {
		isOver = true;
	});
	while (!isOver) {
		await new Promise((resolve) => setImmediate(resolve));
		// A histogram is observed between two slices.
		for (const { histogram } of all) histogram.observe(1);
	}
	await over;
	const lines = metricLines(Buffer.concat(await pieces).toString());
	expect(lines.length).toBe(4000 * 26);
	for (let i = 0; i < lines.length; i += 26) expect(lines[i + 23]?.value).toBe(lines[i + 25]?.value);
	expect(new Set(lines.filter(({ name }) => name === 'many_count').map(({ value }) => value)).size).toBeGreaterThan(1);
});

it('escapes labels and words, and writes numbers as Go does', async () => {
	const values = [0, 1, -1, 0.5, 123_456, 1_234_567, 2e21, 0.0001, 0.00001234, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
	const family: MetricFamily = {
		name: 'odd',
		type: 'gauge',
		help: 'a\\b\nc "d"',
		stability: 'ALPHA',
		labels: ['l', 'm'],
		read: () => values.map((value, i) => ({ labels: { l: `"${i}"\n\\`, m: '' }, value })),
	};
	const text = await scrape([family], '1.25');
	expect(text.split('\n')[0]).toBe('# HELP odd [ALPHA] a\\\\b\\nc "d"');
	expect(text.split('\n')[2]).toBe('odd{l="\\"0\\"\\n\\\\",m=""} 0');
	const written = text.split('\n').flatMap((line) => (line.startsWith('odd') ? line.slice(line.lastIndexOf(' ') + 1) : []));
	expect(written).toEqual(['0', '1', '-1', '0.5', '123456', '1.234567e+06', '2e+21', '0.0001', '1.234e-05', 'NaN', '+Inf', '-Inf']);
});
