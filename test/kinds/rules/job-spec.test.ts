/** Tests Job and CronJob: both refuse a job's spec with the same messages; schedules, selectors, and permitted changes. */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../runtime/model/catalog.ts';
import { at, batch, causesOf, type Emulated, patch, templateOf, withBothReleases } from './jobs.ts';

withBothReleases();

const job = async (release: Emulated, spec: JsonObject, metadata: JsonObject = {}) =>
	at(release).call('POST', `${batch}/jobs?dryRun=All`, { body: { metadata: { name: 'x', ...metadata }, spec: { template: templateOf(), ...spec } } });
const cron = async (release: Emulated, spec: JsonObject, metadata: JsonObject = {}) =>
	at(release).call('POST', `${batch}/cronjobs?dryRun=All`, {
		body: { metadata: { name: 'x', ...metadata }, spec: { schedule: '@daily', jobTemplate: { spec: { template: templateOf() } }, ...spec } },
	});

const indexed = { completionMode: 'Indexed', completions: 5 };
const rule = (fields: JsonObject) => ({ podFailurePolicy: { rules: [{ action: 'Count', ...fields }] } });
const exitCodes = (fields: JsonObject) => rule({ onExitCodes: { operator: 'In', values: [1], ...fields } });
const conditions = (...onPodConditions: JsonObject[]) => rule({ onPodConditions });
const success = (...rules: JsonObject[]) => ({ ...indexed, successPolicy: { rules } });
const many = { completionMode: 'Indexed', completions: 200_000 };
const ofRule = 'podFailurePolicy.rules[0]';
const successRule = 'successPolicy.rules[0]';
const inMany = 'when completions are above 100000 and used with backoff limit per index';

describe('the spec of a job', () => {
	const rows: [string, JsonObject, readonly string[]][] = [
		['as it should be', {}, []],
		['pods that start again', { template: templateOf({ restartPolicy: 'OnFailure' }) }, []],
		[
			'pods that never end',
			{ template: templateOf({ restartPolicy: 'Always' }) },
			['template.spec.restartPolicy: Required value: valid values: "OnFailure", "Never"'],
		],
		[
			'negative numbers',
			{ parallelism: -1, completions: -1 },
			['completions: Invalid value: -1: must be greater than or equal to 0', 'parallelism: Invalid value: -1: must be greater than or equal to 0'],
		],
		['indexes without a number', { completionMode: 'Indexed', parallelism: 2 }, ['completions: Required value: when completion mode is Indexed']],
		[
			'more indexes at a time than are counted',
			{ ...indexed, parallelism: 100_001 },
			['parallelism: Invalid value: 100001: must be less than or equal to 100000 when completion mode is Indexed'],
		],
		['a mode of its own', { completionMode: 'X' }, ['completionMode: Unsupported value: "X": supported values: "Indexed", "NonIndexed"']],
		['a limit for each index', { ...indexed, backoffLimitPerIndex: 1, maxFailedIndexes: 2 }, []],
		['a limit for each of no indexes', { backoffLimitPerIndex: 1 }, ['backoffLimitPerIndex: Invalid value: 1: requires indexed completion mode']],
		['failed indexes without a limit', { ...indexed, maxFailedIndexes: 2 }, ['backoffLimitPerIndex: Required value: when maxFailedIndexes is specified']],
		[
			'more failed indexes than there are',
			{ ...indexed, backoffLimitPerIndex: 1, maxFailedIndexes: 6 },
			['maxFailedIndexes: Invalid value: 6: must be less than or equal to completions'],
		],
		[
			'many indexes with a limit each',
			{ ...many, parallelism: 20_000, backoffLimitPerIndex: 1 },
			[
				'maxFailedIndexes: Required value: must be specified when completions is above 100000',
				`parallelism: Invalid value: 20000: must be less than or equal to 10000 ${inMany}`,
			],
		],
		[
			'many failed indexes',
			{ ...many, parallelism: 2, backoffLimitPerIndex: 1, maxFailedIndexes: 20_000 },
			[`maxFailedIndexes: Invalid value: 20000: must be less than or equal to 10000 ${inMany}`],
		],
		['a manager', { managedBy: 'a.io/b' }, []],
		['a manager without domain', { managedBy: 'ab' }, ['managedBy: Invalid value: "ab": must be a domain-prefixed path (such as "acme.io/foo")']],
		['a manager with a long name', { managedBy: `a.io/${'b'.repeat(60)}` }, ['managedBy: Too long: may not be more than 63 bytes']],
		['failures by exit codes', exitCodes({}), []],
		['failures by conditions', conditions({ type: 'DisruptionTarget' }), []],
		['failures by nothing', rule({}), [`${ofRule}: Invalid value: specifying one of OnExitCodes and OnPodConditions is required`]],
		[
			'failures by both',
			rule({ onExitCodes: { operator: 'In', values: [1] }, onPodConditions: [{ type: 'A' }] }),
			[`${ofRule}: Invalid value: specifying both OnExitCodes and OnPodConditions is not supported`],
		],
		['no action', conditions({ type: 'A' }), []],
		[
			'an unknown action',
			{ podFailurePolicy: { rules: [{ action: 'X', onPodConditions: [{ type: 'A' }] }] } },
			[`${ofRule}.action: Unsupported value: "X": supported values: "Count", "FailIndex", "FailJob", "Ignore"`],
		],
		[
			'an index that fails, without a limit',
			{ podFailurePolicy: { rules: [{ action: 'FailIndex', onPodConditions: [{ type: 'A' }] }] } },
			[`${ofRule}.action: Invalid value: "FailIndex": requires the backoffLimitPerIndex to be set`],
		],
		['no exit codes', exitCodes({ values: null }), [`${ofRule}.onExitCodes.values: Invalid value: []: at least one value is required`]],
		['the exit code of success', exitCodes({ values: [0] }), [`${ofRule}.onExitCodes.values[0]: Invalid value: 0: must not be 0 for the In operator`]],
		['exit codes twice', exitCodes({ values: [1, 1] }), [`${ofRule}.onExitCodes.values[1]: Duplicate value: 1`]],
		['exit codes without order', exitCodes({ values: [2, 1] }), [`${ofRule}.onExitCodes.values: Invalid value: [2,1]: must be ordered`]],
		[
			'exit codes of no container',
			exitCodes({ containerName: 'z' }),
			[`${ofRule}.onExitCodes.containerName: Invalid value: "z": must be one of the container or initContainer names in the pod template`],
		],
		['exit codes without operator', exitCodes({ operator: null }), [`${ofRule}.onExitCodes.operator: Required value: valid values: ["In" "NotIn"]`]],
		[
			'a condition of no status',
			conditions({ type: 'A', status: 'X' }),
			[`${ofRule}.onPodConditions[0].status: Unsupported value: "X": supported values: "False", "True", "Unknown"`],
		],
		[
			'a policy for pods that start again',
			{ ...conditions({ type: 'A' }), template: templateOf({ restartPolicy: 'OnFailure' }) },
			['template.spec.restartPolicy: Invalid value: "OnFailure": only "Never" is supported when podFailurePolicy is specified'],
		],
		['an empty replacement', { podReplacementPolicy: '' }, ['podReplacementPolicy: Unsupported value: "": supported values: "Failed", "TerminatingOrFailed"']],
		['replacement as it may be', { podReplacementPolicy: 'Failed' }, []],
		[
			'replacement of its own',
			{ podReplacementPolicy: 'X' },
			['podReplacementPolicy: Unsupported value: "X": supported values: "Failed", "TerminatingOrFailed"'],
		],
		[
			'replacement with a policy of failures',
			{ ...conditions({ type: 'A' }), podReplacementPolicy: 'TerminatingOrFailed' },
			['podReplacementPolicy: Unsupported value: "TerminatingOrFailed": supported values: "Failed"'],
		],
		['success of some', success({ succeededIndexes: '0,2-3', succeededCount: 1 }), []],
		[
			'success of no indexes',
			{ successPolicy: { rules: [{ succeededCount: 1 }] } },
			['successPolicy: Invalid value: {"rules":[{"succeededCount":1}]}: requires indexed completion mode'],
		],
		['success by no rule', success(), ['successPolicy.rules: Required value: at least one rules must be specified when the successPolicy is specified']],
		['success by an empty rule', success({}), [`${successRule}: Required value: at least one of succeededCount or succeededIndexes must be specified`]],
		...[
			['3-1', 'non-increasing order, previous: 3, current: 1'],
			['2,1', 'non-increasing order, previous: 2, current: 1'],
			['1-2-3', `the fragment "1-2-3" violates the requirement that an index interval can have at most two parts separated by '-'`],
			['x', 'cannot convert string to integer for index: "x"'],
			['1-9', 'too large index: "9"'],
		].map(([indexes = '', why = '']): [string, JsonObject, readonly string[]] => [
			`success of ${indexes}`,
			success({ succeededIndexes: indexes }),
			[`${successRule}.succeededIndexes: Invalid value: "${indexes}": error parsing succeededIndexes: ${why}`],
		]),
		[
			'success of more than there are',
			success({ succeededCount: 9 }),
			[`${successRule}.succeededCount: Invalid value: 9: must be less than or equal to 5 (the number of specified completions)`],
		],
		[
			'success of more than are named',
			success({ succeededIndexes: '1', succeededCount: 2 }),
			[`${successRule}.succeededCount: Invalid value: 2: must be less than or equal to 1 (the number of indexes in the specified succeededIndexes field)`],
		],
	];
	test.each(rows)('%s', async (_what, spec, expected) => {
		const own = await job('1.36', spec);
		expect(causesOf(own.body, 'spec.')).toEqual(expected);
		expect(own.status).toBe(expected.length === 0 ? 201 : 422);
		const scheduled = await cron('1.36', { jobTemplate: { spec: { template: templateOf(), ...spec } } });
		expect(causesOf(scheduled.body, 'spec.jobTemplate.spec.')).toEqual(expected);
	});

	test('ignores fields of later releases in 1.25', async () => {
		const { status, body, warnings } = await job('1.25', { backoffLimitPerIndex: 1, managedBy: 'x', successPolicy: {}, podFailurePolicy: { rules: [{}] } });
		expect(status).toBe(201);
		expect(warnings).toEqual(['unknown field "spec.backoffLimitPerIndex"', 'unknown field "spec.managedBy"', 'unknown field "spec.successPolicy"']);
		expect(body.spec).not.toHaveProperty('podFailurePolicy');
	});
});

describe('absent fields', () => {
	test.each<[string, JsonObject, JsonObject]>([
		['nothing said', {}, { completions: 1, parallelism: 1, backoffLimit: 6, completionMode: 'NonIndexed', suspend: false }],
		['how many at a time', { parallelism: 3 }, { parallelism: 3, backoffLimit: 6 }],
		['none at all', { parallelism: 0, backoffLimit: 0 }, { parallelism: 0, backoffLimit: 0 }],
	])('is filled in: %s', async (_what, spec, expected) => {
		const { body } = await job('1.25', spec);
		expect(body.spec).toMatchObject(expected);
		if ('parallelism' in spec) expect(body.spec).not.toHaveProperty('completions');
	});
	test('is more since 1.29', async () => {
		expect((await job('1.25', {})).body.spec).not.toHaveProperty('manualSelector');
		expect((await job('1.36', {})).body.spec).toMatchObject({ manualSelector: false, podReplacementPolicy: 'TerminatingOrFailed' });
		expect((await job('1.36', conditions({ type: 'A' }))).body.spec.podReplacementPolicy).toBe('Failed');
		expect((await job('1.36', { ...indexed, backoffLimitPerIndex: 1 })).body.spec.backoffLimit).toBe(2_147_483_647);
	});
	test('is not filled in where jobs are made by a schedule', async () => {
		expect(Object.keys((await cron('1.36', {})).body.spec.jobTemplate.spec)).toEqual(['template']);
	});
});

describe('the pods of a job', () => {
	const older = ['controller-uid', 'job-name'];
	const newer = ['batch.orch.io/controller-uid', 'batch.orch.io/job-name'];
	test.each<[Emulated, readonly string[], string]>([
		['1.25', older, 'controller-uid'],
		['1.36', [...newer, ...older], 'batch.orch.io/controller-uid'],
	])('in %s have labels set by the server', async (release, names, chosenBy) => {
		const { body } = await job(release, { template: templateOf({}, { labels: { a: 'b' } }) });
		const { uid } = body.metadata;
		const expected = { a: 'b', ...Object.fromEntries(names.map((name) => [name, name.endsWith('uid') ? uid : 'x'])) };
		expect(body.spec.template.metadata.labels).toEqual(expected);
		expect(body.spec.selector).toEqual({ matchLabels: { [chosenBy]: uid } });
		// A job without labels gets those of its pods.
		expect(body.metadata.labels).toEqual(expected);
		expect((await job(release, {}, { labels: { q: 'r' } })).body.metadata.labels).toEqual({ q: 'r' });
	});
	test('are not found by labels of other jobs', async () => {
		const { body } = await job('1.25', { template: templateOf({}, { labels: { 'job-name': 'z' } }) });
		expect(causesOf(body, 'spec.')).toEqual([expect.stringMatching(/^template\.metadata\.labels\[job-name\]: Invalid value: .*: must be 'x'$/)]);
		expect(causesOf((await job('1.25', { selector: { matchLabels: { a: 'b' } } })).body)).toEqual([
			expect.stringContaining('spec.selector: Invalid value: '),
			expect.stringContaining('spec.template.metadata.labels: Invalid value: '),
		]);
	});
	test('may be chosen by the author', async () => {
		const labels = { a: 'b' };
		const chosen = { manualSelector: true, selector: { matchLabels: labels }, template: templateOf({}, { labels }) };
		expect((await job('1.25', chosen)).body.spec.template.metadata.labels).toEqual(labels);
		expect(causesOf((await job('1.25', { manualSelector: true })).body)).toEqual([
			'spec.selector: Required value',
			'spec.template.metadata.labels: Invalid value: {}: `selector` does not match template `labels`',
		]);
	});
	test('have host names with their index', async () => {
		const name = 'x'.repeat(62);
		const { body } = await job('1.25', { ...indexed, completions: 100 }, { name });
		expect(causesOf(body)).toEqual([`metadata.name: Invalid value: "${name}": will not able to create pod with invalid DNS label: ${name}-99`]);
	});
	test('are counted by finalizers: jobs are marked until 1.27', async () => {
		expect((await job('1.25', {})).body.metadata.annotations).toEqual({ 'batch.orch.io/job-tracking': '' });
		expect((await job('1.36', {})).body.metadata).not.toHaveProperty('annotations');
		await at('1.25').call('POST', `${batch}/jobs`, { body: { metadata: { name: 'marked' }, spec: { template: templateOf() } } });
		const mark = (value: string | null) => patch('1.25', 'jobs/marked', { metadata: { annotations: { 'batch.orch.io/job-tracking': value } } });
		expect(causesOf(await mark(null))).toEqual([]);
		expect(causesOf(await mark(''))).toEqual(['metadata.annotations[batch.orch.io/job-tracking]: Forbidden: cannot add this annotation']);
	});
});

describe('a schedule', () => {
	const said = async (release: Emulated, spec: JsonObject) => {
		const { body, warnings } = await cron(release, spec);
		return { causes: causesOf(body, 'spec.'), warnings };
	};
	const more = 'see https://orch.io/docs/concepts/workloads/controllers/cron-jobs/ for more details';
	test('with an invalid expression', async () => {
		expect((await said('1.25', { schedule: '60 * * * *' })).causes).toEqual([
			'schedule: Invalid value: "60 * * * *": end of range (60) above maximum (59): 60',
		]);
		expect((await said('1.25', { schedule: '' })).causes).toEqual(['schedule: Required value']);
	});
	test('names a zone only until 1.29, and stays as it is', async () => {
		const schedule = 'TZ=UTC 0 0 * * *';
		expect(await said('1.25', { schedule })).toEqual({
			causes: [],
			warnings: [`CRON_TZ or TZ used in spec.spec.schedule is not officially supported, ${more}`],
		});
		expect((await said('1.25', { schedule, timeZone: 'UTC' })).causes).toEqual([
			`schedule: Invalid value: "${schedule}": cannot use both timeZone field and TZ or CRON_TZ in schedule`,
		]);
		expect((await said('1.36', { schedule })).causes).toEqual([
			`schedule: Invalid value: "${schedule}": cannot use TZ or CRON_TZ in schedule, use timeZone field instead`,
		]);
	});
	test.each([
		['', 'timeZone must be nil or non-empty string'],
		['Nope', 'unknown time zone Nope'],
		['europe/vienna', 'unknown time zone europe/vienna'],
		['Local', 'timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones'],
	])('with the time zone %j', async (timeZone, why) => {
		for (const release of ['1.25', '1.36'] as const)
			expect((await said(release, { timeZone })).causes).toEqual([`timeZone: Invalid value: ${JSON.stringify(timeZone)}: ${why}`]);
	});
	test('makes jobs that choose their pods by themselves', async () => {
		const template = templateOf();
		expect((await said('1.25', { jobTemplate: { spec: { template, manualSelector: true, selector: {} } } })).causes).toEqual([
			'jobTemplate.spec.manualSelector: Unsupported value: true: supported values: "nil", "false"',
			'jobTemplate.spec.selector: Invalid value: {}: `selector` will be auto-generated',
		]);
	});
	test('has a limited name, because jobs append to it', async () => {
		const name = 'x'.repeat(53);
		expect(causesOf((await cron('1.25', {}, { name })).body)).toEqual([`metadata.name: Invalid value: "${name}": must be no more than 52 characters`]);
	});
	test('has defaults', async () => {
		expect((await cron('1.25', {})).body.spec).toMatchObject({
			concurrencyPolicy: 'Allow',
			suspend: false,
			successfulJobsHistoryLimit: 3,
			failedJobsHistoryLimit: 1,
		});
	});
});
