/** Tests scheduling gates of pods, from 1.27 on. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { JsonObject } from '../../../runtime/model/catalog.ts';
import { type Answer, type TestServer, testServer } from '../../verbs/write-fixture.ts';

const pods = '/api/v1/namespaces/default/pods';
const gates = [{ name: 'a.example.com/quota' }, { name: 'b.example.com/quota' }];
const required = (...nodeSelectorTerms: JsonObject[]): JsonObject => ({
	nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } },
});
const zone = { key: 'zone', operator: 'In', values: ['a'] };
const disk = { key: 'disk', operator: 'Exists' };
const terms = 'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms';

let server: TestServer;
beforeAll(async () => {
	server = await testServer({ release: '1.36' });
});
afterAll(() => server.close());

function make(name: string, part: JsonObject): Promise<Answer> {
	return server.call('POST', pods, { body: { metadata: { name }, spec: { containers: [{ name: 'c', image: 'i' }], ...part } } });
}

function patch(name: string, spec: JsonObject, query = ''): Promise<Answer> {
	return server.call('PATCH', `${pods}/${name}${query}`, { body: { spec }, type: 'application/merge-patch+json' });
}

it('reports a pod as gated, until it is scheduled', async () => {
	const made = await make('told', { schedulingGates: gates });
	expect(made.body.status.conditions).toEqual([
		{
			type: 'PodScheduled',
			status: 'False',
			lastProbeTime: null,
			lastTransitionTime: expect.any(String),
			reason: 'SchedulingGated',
			message: 'Scheduling is blocked due to non-empty scheduling gates',
		},
	]);
	const table = await server.call('GET', `${pods}/told`, { accept: 'application/json;as=Table;v=v1;g=meta.orch.io' });
	expect(table.body.rows[0].cells.slice(0, 3)).toEqual(['told', '0/1', 'SchedulingGated']);
});

it('allows removing gates, but not adding them', async () => {
	await make('freed', { schedulingGates: gates });
	const more = await patch('freed', { schedulingGates: [...gates, { name: 'c' }] });
	expect([more.status, more.body.message]).toEqual([
		422,
		`Pod "freed" is invalid: spec.schedulingGates[2].name: Forbidden: only deletion is allowed, but found new scheduling gate 'c'`,
	]);
	expect((await patch('freed', { schedulingGates: gates.slice(1) })).body.spec.schedulingGates).toEqual(gates.slice(1));
	expect((await patch('freed', { schedulingGates: null })).body.spec.schedulingGates).toBeUndefined();
	expect((await patch('freed', { schedulingGates: gates })).status).toBe(422);
	expect((await patch('freed', { nodeSelector: { a: 'b' } })).status).toBe(422);
});

it('is not made with both a node and gates', async () => {
	const made = await make('placed', { schedulingGates: gates, nodeName: 'n' });
	expect(made.body.message).toContain('spec.nodeName: Forbidden: cannot be set until all schedulingGates have been cleared');
});

it.each([
	['a label of nodes more', { nodeSelector: { a: 'b', c: 'd' } }, ''],
	['a label of nodes less', { nodeSelector: { a: null } }, 'spec.nodeSelector: Invalid value'],
	['another label of nodes', { nodeSelector: { a: 'c' } }, 'spec.nodeSelector: Invalid value'],
	['a condition more', { affinity: required({ matchExpressions: [zone, disk] }) }, ''],
	['a condition of another sort more', { affinity: required({ matchExpressions: [zone], matchFields: [{ ...zone, key: 'metadata.name' }] }) }, ''],
	['a condition less', { affinity: required({ matchExpressions: [] }) }, `${terms}[0]: Invalid value`],
	['another condition', { affinity: required({ matchExpressions: [disk] }) }, `${terms}[0]: Invalid value`],
	['an alternative more', { affinity: required({ matchExpressions: [zone] }, { matchExpressions: [disk] }) }, `${terms}: Invalid value`],
	['no alternatives', { affinity: null }, `${terms}: Invalid value`],
	[
		'what is preferred',
		{ affinity: { nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, preference: { matchExpressions: [disk] } }] } } },
		'',
	],
	[
		'an affinity to pods',
		{ affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: 'k', labelSelector: {} }] } } },
		'spec: Forbidden',
	],
	['another host name', { hostname: 'h' }, 'spec: Forbidden'],
])('while it waits it may be given %s: %j', async (what, spec, why) => {
	const name = what.replaceAll(' ', '-');
	await make(name, { schedulingGates: gates, nodeSelector: { a: 'b' }, affinity: required({ matchExpressions: [zone] }) });
	const { status, body } = await patch(name, spec, '?dryRun=All');
	expect(status, body.message).toBe(why === '' ? 200 : 422);
	if (why !== '') expect(body.message).toContain(why);
});

it('may be given conditions where it had none', async () => {
	await make('free', { schedulingGates: gates });
	expect((await patch('free', { affinity: required({ matchExpressions: [zone] }), nodeSelector: { a: 'b' } })).status).toBe(200);
});
