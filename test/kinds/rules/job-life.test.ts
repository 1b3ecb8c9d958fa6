/** Tests Job: changes while it runs, valid statuses, and its pods after a delete. */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../runtime/model/catalog.ts';
import { at, batch, causesOf, type Emulated, patch, templateOf, withBothReleases } from './jobs.ts';

withBothReleases();

let count = 0;
async function made(release: Emulated, spec: JsonObject = {}): Promise<string> {
	const name = `job-${++count}`;
	const { status } = await at(release).call('POST', `${batch}/jobs`, { body: { metadata: { name }, spec: { template: templateOf(), ...spec } } });
	expect(status).toBe(201);
	return name;
}

describe('a job', () => {
	const indexed = { completionMode: 'Indexed', completions: 3, parallelism: 3 };
	test.each<[string, JsonObject, string]>([
		['completions', { completions: 5 }, 'spec.completions'],
		['completionMode', { completionMode: 'Indexed' }, 'spec.completionMode'],
		['podFailurePolicy', { podFailurePolicy: { rules: [] }, podReplacementPolicy: 'Failed' }, 'spec.podFailurePolicy'],
		['managedBy', { managedBy: 'a.io/b' }, 'spec.managedBy'],
		['template', { template: { spec: { terminationGracePeriodSeconds: 1 } } }, 'spec.template'],
	])('keeps its %s', async (_what, spec, field) => {
		const name = await made('1.36');
		expect(causesOf(await patch('1.36', `jobs/${name}`, { spec }))).toEqual([
			expect.stringMatching(new RegExp(`^${field}: Invalid value: .*: field is immutable$`)),
		]);
	});
	test('may run more pods at a time, and wait', async () => {
		const name = await made('1.36');
		expect(causesOf(await patch('1.36', `jobs/${name}`, { spec: { parallelism: 5, suspend: true } }))).toEqual([]);
	});
	test('with indexed completions is scaled with its parallelism, since 1.27', async () => {
		const scaled = async (release: Emulated, spec: JsonObject) => causesOf(await patch(release, `jobs/${await made(release, indexed)}`, { spec }));
		expect(await scaled('1.25', { completions: 5, parallelism: 5 })).toEqual(['spec.completions: Invalid value: 5: field is immutable']);
		expect(await scaled('1.36', { completions: 5, parallelism: 5 })).toEqual([]);
		expect(await scaled('1.36', { completions: 5 })).toEqual(['spec.completions: Invalid value: 5: can only be modified in tandem with spec.parallelism']);
	});

	const elsewhere = { template: { metadata: { labels: { q: 'r' } }, spec: { nodeSelector: { a: 'b' }, tolerations: [{ operator: 'Exists' }] } } };
	const suspended = { status: { conditions: [{ type: 'Suspended', status: 'True' }] } };
	test('that is suspended can move: in 1.25 before its first start, in 1.36 when it has no pods left', async () => {
		const first = await made('1.25', { suspend: true });
		expect(causesOf(await patch('1.25', `jobs/${first}`, { spec: elsewhere }))).toEqual([]);
		await patch('1.25', `jobs/${first}/status`, { status: { startTime: '2024-05-01T10:00:00Z' } });
		expect(causesOf(await patch('1.25', `jobs/${first}`, { spec: { template: { spec: { nodeSelector: { a: 'c' } } } } }))).toHaveLength(1);
		const second = await made('1.36', { suspend: true });
		expect(causesOf(await patch('1.36', `jobs/${second}`, { spec: elsewhere }))).toHaveLength(1);
		await patch('1.36', `jobs/${second}/status`, suspended);
		expect(causesOf(await patch('1.36', `jobs/${second}`, { spec: elsewhere }))).toEqual([]);
		const neighbours = { affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: 'z' }] } } };
		expect(causesOf(await patch('1.36', `jobs/${second}`, { spec: { template: { spec: neighbours } } }))).toHaveLength(1);
	});
	test('that is suspended can change its resources, since 1.36', async () => {
		const name = await made('1.36', { suspend: true });
		await patch('1.36', `jobs/${name}/status`, suspended);
		const { body } = await at('1.36').call('GET', `${batch}/jobs/${name}`);
		const [container] = body.spec.template.spec.containers;
		const use = (fields: JsonObject) => patch('1.36', `jobs/${name}`, { spec: { template: { spec: { containers: [{ ...container, ...fields }] } } } });
		expect(causesOf(await use({ resources: { requests: { cpu: '1' } } }))).toEqual([]);
		expect(causesOf(await use({ image: 'other' }))).toEqual([expect.stringMatching(/^spec\.template\.spec: Invalid value: .*: field is immutable$/)]);
	});
});

describe('a status', () => {
	const is = (...types: string[]): JsonObject => ({ conditions: types.map((type) => ({ type, status: 'True' })) });
	const start = '2024-05-01T10:00:00Z';
	const end = '2024-05-01T11:00:00Z';
	const only = (detail: string) => `status.conditions: Invalid value: ${detail}`;
	test.each<[string, JsonObject, readonly string[]]>([
		[
			'negative counts',
			{ active: -1, ready: -1 },
			['status.active: Invalid value: -1: must be greater than or equal to 0', 'status.ready: Invalid value: -1: must be greater than or equal to 0'],
		],
		[
			'pods named twice',
			{ uncountedTerminatedPods: { succeeded: ['a', ''], failed: ['a'] } },
			['status.uncountedTerminatedPods.failed[0]: Duplicate value: "a"', 'status.uncountedTerminatedPods.succeeded[1]: Invalid value: "": must not be empty'],
		],
	])('in every release: %s', async (_what, status, expected) => {
		for (const release of ['1.25', '1.36'] as const) {
			const said = causesOf(await patch(release, `jobs/${await made(release)}/status`, { status }));
			expect(said).toEqual(expect.arrayContaining([...expected]));
		}
	});
	test.each<[string, JsonObject, readonly string[]]>([
		['done', { startTime: start, completionTime: end, ...is('SuccessCriteriaMet', 'Complete') }, []],
		['failed', { startTime: start, ...is('FailureTarget', 'Failed') }, []],
		[
			'done without a time',
			{ startTime: start, ...is('SuccessCriteriaMet', 'Complete') },
			['status.completionTime: Required value: completionTime is required for Complete jobs'],
		],
		[
			'done before it began',
			{ startTime: end, completionTime: start, ...is('SuccessCriteriaMet', 'Complete') },
			[`status.completionTime: Invalid value: "${start}": must be equal to or after \`startTime\``],
		],
		[
			'a time without being done',
			{ completionTime: end },
			[`status.completionTime: Invalid value: "${end}": cannot set completionTime when there is no Complete=True condition`],
		],
		['failed without a reason', { startTime: start, ...is('Failed') }, [only('cannot set Failed=True condition without the FailureTarget=true condition')]],
		['success and failure', is('SuccessCriteriaMet', 'FailureTarget'), [only('cannot set SuccessCriteriaMet=True and FailureTarget=true conditions')]],
		[
			'failed, with pods',
			{ startTime: start, active: 1, terminating: 1, ...is('FailureTarget', 'Failed') },
			[
				'status.active: Invalid value: 1: active>0 is invalid for finished job',
				'status.terminating: Invalid value: 1: terminating>0 is invalid for finished job',
			],
		],
		['more that are ready than run', { ready: 2, active: 1 }, ['status.ready: Invalid value: 2: cannot set more ready pods than active']],
		[
			'indexes of no indexes',
			{ completedIndexes: '0' },
			['status.completedIndexes: Invalid value: "0": cannot set non-empty completedIndexes when non-indexed completion mode'],
		],
		[
			'failed indexes without a limit',
			{ failedIndexes: '0' },
			['status.failedIndexes: Invalid value: "0": cannot set non-null failedIndexes when backoffLimitPerIndex is null'],
		],
	])('with support for external managers: %s', async (_what, status, expected) => {
		expect(causesOf(await patch('1.36', `jobs/${await made('1.36')}/status`, { status }))).toEqual(expected);
		expect(causesOf(await patch('1.25', `jobs/${await made('1.25')}/status`, { status }))).toEqual([]);
	});
	test('with indexes: failed and completed indexes are disjoint', async () => {
		const name = await made('1.36', { completionMode: 'Indexed', completions: 3, parallelism: 3, backoffLimitPerIndex: 1 });
		const said = async (status: JsonObject) => causesOf(await patch('1.36', `jobs/${name}/status`, { status }));
		expect(await said({ completedIndexes: '0-1', failedIndexes: '1' })).toEqual([
			'status.failedIndexes: Invalid value: "1": failedIndexes and completedIndexes overlap at index: 1',
		]);
		expect(await said({ completedIndexes: '0,9' })).toEqual([
			'status.completedIndexes: Invalid value: "0,9": error parsing completedIndexes: too large index: "9"',
		]);
		expect(await said({ completedIndexes: '0-1', failedIndexes: '2' })).toEqual([]);
	});
	test('only progresses', async () => {
		const name = await made('1.36');
		const said = async (status: JsonObject) => causesOf(await patch('1.36', `jobs/${name}/status`, { status }));
		expect(await said({ startTime: start, failed: 2, ...is('FailureTarget') })).toEqual([]);
		expect(await said({ failed: 1 })).toEqual(['status.failed: Invalid value: 1: cannot decrease the failed counter']);
		expect(await said({ startTime: end })).toEqual([`status.startTime: Invalid value: "${end}": field is immutable for unsuspended job once set`]);
		expect(await said({ conditions: [] })).toEqual([only('cannot disable the terminal FailureTarget=True condition')]);
	});
});

describe('a Table', () => {
	const shown = async (release: Emulated, name: string) => {
		const { body } = await at(release).call('GET', `${batch}/jobs/${name}`, { accept: 'application/json;as=Table;v=v1;g=meta.orch.io' });
		return (body.rows[0].cells as unknown[]).slice(1, release === '1.25' ? 3 : 4);
	};
	test('for jobs', async () => {
		const status = { startTime: '2024-05-01T10:00:00Z', completionTime: '2024-05-01T10:01:30Z', succeeded: 1 };
		const first = await made('1.25');
		await patch('1.25', `jobs/${first}/status`, { status });
		expect(await shown('1.25', first)).toEqual(['1/1', '90s']);
		const running = await made('1.25');
		await patch('1.25', `jobs/${running}/status`, { status: { startTime: new Date(Date.now() - 3_600_000 * 50).toISOString().replace(/\.\d+/, '') } });
		expect(await shown('1.25', running)).toEqual(['0/1', '2d2h']);
		expect(await shown('1.25', await made('1.25', { parallelism: 3 }))).toEqual(['0/1 of 3', '']);
		const second = await made('1.36', { completions: 2 });
		expect(await shown('1.36', second)).toEqual(['Running', '0/2', '']);
		await patch('1.36', `jobs/${second}/status`, {
			status: {
				startTime: status.startTime,
				conditions: [
					{ type: 'FailureTarget', status: 'True' },
					{ type: 'Failed', status: 'True' },
				],
			},
		});
		expect((await shown('1.36', second))[0]).toBe('Failed');
	});
	test('for cron jobs', async () => {
		await at('1.25').call('POST', `${batch}/cronjobs`, {
			body: { metadata: { name: 'shown' }, spec: { schedule: '@daily', jobTemplate: { spec: { template: templateOf() } } } },
		});
		const { body } = await at('1.25').call('GET', `${batch}/cronjobs/shown`, { accept: 'application/json;as=Table;v=v1;g=meta.orch.io' });
		expect((body.rows[0].cells as unknown[]).toSpliced(5, 1)).toEqual(['shown', '@daily', 'False', 0, '<none>', 'c', 'i', '<none>']);
	});
});

describe('a delete', () => {
	const preserved =
		'child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress this warning';
	const gone = async (query: string) => {
		const name = await made('1.25');
		const { warnings, body } = await at('1.25').call('DELETE', `${batch}/jobs/${name}${query}`);
		return { warnings, finalizers: body.metadata?.finalizers };
	};
	test('keeps the pods of a job, with a warning', async () => {
		expect((await gone('')).warnings).toEqual([preserved]);
		const name = await made('1.25');
		await patch('1.25', `jobs/${name}`, { metadata: { finalizers: ['a.io/b'] } });
		const { body } = await at('1.25').call('DELETE', `${batch}/jobs/${name}`);
		expect(body.metadata.finalizers).toEqual(['a.io/b', 'orphan']);
	});
	test.each(['Background', 'Orphan', 'Foreground'])('with the policy %s gets no warning', async (policy) => {
		expect((await gone(`?propagationPolicy=${policy}`)).warnings).toEqual([]);
	});
	test('of a CronJob propagates to its jobs', async () => {
		await at('1.25').call('POST', `${batch}/cronjobs`, {
			body: { metadata: { name: 'gone', finalizers: ['a.io/b'] }, spec: { schedule: '@daily', jobTemplate: { spec: { template: templateOf() } } } },
		});
		const { warnings, body } = await at('1.25').call('DELETE', `${batch}/cronjobs/gone`);
		expect([warnings, body.metadata.finalizers]).toEqual([[], ['a.io/b']]);
	});
});
