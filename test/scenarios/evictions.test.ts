/** Tests evictions of pods (seed 1, "Virtual": the `eviction` of a pod): the built server answers as kube-apiserver does. */
import { afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { expecting, type Loose } from '../setup/loose.ts';
import { startServer } from '../setup/server.ts';
import { type SharedServer, sharedServer } from '../setup/shared-server.ts';
import { eviction, podsIn } from './pods.ts';

const namespace = 'evictions';
const { pods, budgets, makePod, makeBudget, setBudget } = podsIn(namespace);

let server: SharedServer;
const expectStatus = expecting(() => server);
const evict = (status: number, name: string, deleteOptions?: object, query = ''): Promise<Loose> =>
	expectStatus(status, 'POST', `${pods}/${name}/eviction${query}`, eviction(name, deleteOptions));
const success = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 };
const wouldViolate = "Cannot evict pod as it would violate the pod's disruption budget.";
const causesOf = ({ details }: Loose): string[] => details.causes.map(({ reason, message }: Loose) => `${reason}: ${message}`);

/** Removes pods and budgets: leftovers would count in the following tests. */
async function removeAll(): Promise<void> {
	for (const path of [budgets, pods]) {
		const { items } = await expectStatus(200, 'GET', path);
		for (const { metadata } of items) await expectStatus(200, 'DELETE', `${path}/${metadata.name}?gracePeriodSeconds=0`);
	}
}

describe('an eviction', () => {
	beforeAll(async () => {
		server = await sharedServer({ namespace });
	});
	afterEach(removeAll);

	it('deletes a pod that no budget counts', async () => {
		await makePod(expectStatus, 'a');
		expect(await evict(201, 'a')).toEqual(success);
		await expectStatus(404, 'GET', `${pods}/a`);
	});

	it('may have the older version, or no apiVersion and kind', async () => {
		await makePod(expectStatus, 'a');
		await makePod(expectStatus, 'b');
		await expectStatus(201, 'POST', `${pods}/a/eviction`, { ...eviction('a'), apiVersion: 'policy/v1beta1' });
		await expectStatus(201, 'POST', `${pods}/b/eviction`, { metadata: { name: 'b' } });
		expect((await expectStatus(200, 'GET', pods)).items).toEqual([]);
	});

	it('for another name is refused', async () => {
		await makePod(expectStatus, 'a');
		const names = 'name in URL does not match name in Eviction object';
		for (const metadata of [{ name: 'b' }, {}, undefined])
			expect((await expectStatus(400, 'POST', `${pods}/a/eviction`, { ...eviction('a'), metadata })).message).toBe(names);
		await expectStatus(400, 'POST', `${pods}/a/eviction`, { ...eviction('a'), apiVersion: 'policy/v2' });
		await expectStatus(400, 'POST', `${pods}/a/eviction`, { ...eviction('a'), apiVersion: 'v1' });
		await expectStatus(405, 'GET', `${pods}/a/eviction`);
		expect((await evict(404, 'nope')).message).toBe('pods "nope" not found');
		expect((await evict(422, 'a', { dryRun: ['Some'] })).message).toContain('DeleteOptions.meta.k8s.io "" is invalid: dryRun: Unsupported value');
		expect((await evict(422, 'a', { propagationPolicy: 'Some' })).message).toContain('propagationPolicy: Unsupported value');
		await expectStatus(200, 'GET', `${pods}/a`);
	});

	it('reduces the allowed disruptions, and reports the pod to the controller', async () => {
		await makePod(expectStatus, 'a');
		await makeBudget(expectStatus, 'web', { disruptionsAllowed: 1, currentHealthy: 2, desiredHealthy: 1, expectedPods: 2 });
		expect(await evict(201, 'a')).toEqual(success);
		const { status, metadata } = await expectStatus(200, 'GET', `${budgets}/web`);
		const condition = { type: 'DisruptionAllowed', status: 'False', reason: 'InsufficientPods', message: '', observedGeneration: 1 };
		expect(status).toEqual({
			observedGeneration: 1,
			disruptedPods: { a: expect.stringMatching(/^\d{4}-.*Z$/) },
			disruptionsAllowed: 0,
			currentHealthy: 2,
			desiredHealthy: 1,
			expectedPods: 2,
			conditions: [{ ...condition, lastTransitionTime: expect.stringMatching(/Z$/) }],
		});
		expect(metadata.managedFields).toContainEqual(expect.objectContaining({ manager: 'kube-apiserver', operation: 'Update', subresource: 'status' }));
	});

	it('waits for the budget: 429 with the cause', async () => {
		await makePod(expectStatus, 'a');
		await makeBudget(expectStatus, 'web', { disruptionsAllowed: 0, currentHealthy: 1, desiredHealthy: 2 });
		const refused = await server.call('POST', `${pods}/a/eviction`, eviction('a'));
		expect([refused.status, refused.headers['retry-after'], refused.json()]).toEqual([
			429,
			undefined,
			{
				kind: 'Status',
				apiVersion: 'v1',
				metadata: {},
				status: 'Failure',
				message: wouldViolate,
				reason: 'TooManyRequests',
				details: { causes: [{ reason: 'DisruptionBudget', message: 'The disruption budget web needs 2 healthy pods and has 1 currently' }] },
				code: 429,
			},
		]);
		await setBudget(expectStatus, 'web', { observedGeneration: 0, disruptionsAllowed: 1 });
		const early = await server.call('POST', `${pods}/a/eviction`, eviction('a'));
		expect([early.status, early.headers['retry-after'], (early.json() as Loose).message]).toEqual([429, '10', wouldViolate]);
		expect(causesOf(early.json())).toEqual(['DisruptionBudget: The disruption budget web is still being processed by the server.']);
		await expectStatus(200, 'GET', `${pods}/a`);
	});

	it('reports the reason of the budget', async () => {
		await makePod(expectStatus, 'a');
		await makeBudget(expectStatus, 'web', { disruptionsAllowed: 0, currentHealthy: 3, desiredHealthy: 2 });
		const says = async (reason?: string, message?: string, currentHealthy = 3): Promise<string | undefined> => {
			const condition = { type: 'DisruptionAllowed', status: 'False', reason, message, lastTransitionTime: '2024-01-01T00:00:00Z' };
			await setBudget(expectStatus, 'web', { currentHealthy, conditions: reason === undefined ? null : [condition] });
			return causesOf(await evict(429, 'a'))[0]?.replace('DisruptionBudget: The disruption budget web ', '');
		};
		expect(await says()).toBe('does not allow evicting pods currently');
		expect(await says('InsufficientPods', '')).toBe('does not allow evicting pods currently');
		expect(await says('Paused', 'by hand')).toBe('does not allow evicting pods currently (Paused): by hand');
		expect(await says('Paused', 'by hand', 2)).toBe('needs 2 healthy pods and has 2 currently');
		expect(await says('SyncFailed', 'no scale', 0)).toBe('does not allow evicting pods currently because it failed sync: no scale');
	});

	it('does nothing on a dry run, asked for in the query or in the body', async () => {
		await makePod(expectStatus, 'a');
		await makeBudget(expectStatus, 'web', { disruptionsAllowed: 1, currentHealthy: 2, desiredHealthy: 1 });
		const before = await expectStatus(200, 'GET', `${budgets}/web`);
		await evict(201, 'a', undefined, '?dryRun=All');
		await evict(201, 'a', { dryRun: ['All'] });
		expect(await expectStatus(200, 'GET', `${budgets}/web`)).toEqual(before);
		await expectStatus(200, 'GET', `${pods}/a`);
		await setBudget(expectStatus, 'web', { disruptionsAllowed: 0 });
		await evict(429, 'a', undefined, '?dryRun=All');
	});

	it('never exceeds the budget, for any number of simultaneous requests', async () => {
		const names = Array.from({ length: 20 }, (_, i) => `p${i}`);
		await Promise.all(names.map((name) => makePod(expectStatus, name)));
		await makeBudget(expectStatus, 'web', { disruptionsAllowed: 7, currentHealthy: 20, desiredHealthy: 13 });
		const answers = await Promise.all(names.map((name) => server.call('POST', `${pods}/${name}/eviction`, eviction(name))));
		expect(answers.map(({ status }) => status).sort()).toEqual([...Array(7).fill(201), ...Array(13).fill(429)]);
		expect((await expectStatus(200, 'GET', pods)).items.length).toBe(13);
		const { status } = await expectStatus(200, 'GET', `${budgets}/web`);
		expect([status.disruptionsAllowed, Object.keys(status.disruptedPods).length]).toEqual([0, 7]);
	});

	it.each([
		['Succeeded', {}],
		['Failed', {}],
		['Pending', {}],
	])('of a pod that is %s ignores budgets', async (phase) => {
		await makePod(expectStatus, 'a', { phase });
		await makeBudget(expectStatus, 'web', { disruptionsAllowed: 0 });
		await evict(201, 'a');
		await expectStatus(404, 'GET', `${pods}/a`);
	});

	it('of a terminating pod ignores budgets and may shorten its grace period', async () => {
		await makePod(expectStatus, 'a', { spec: { nodeName: 'n', terminationGracePeriodSeconds: 60 } });
		await evict(201, 'a', { gracePeriodSeconds: 30 });
		expect((await expectStatus(200, 'GET', `${pods}/a`)).metadata.deletionGracePeriodSeconds).toBe(30);
		await makeBudget(expectStatus, 'web', { disruptionsAllowed: 0 });
		await evict(201, 'a', { gracePeriodSeconds: 0 });
		await expectStatus(404, 'GET', `${pods}/a`);
	});

	it('of an unready pod counts only while too few others are healthy', async () => {
		await makePod(expectStatus, 'a', { ready: false });
		await makeBudget(expectStatus, 'web', { disruptionsAllowed: 0, currentHealthy: 1, desiredHealthy: 2 });
		await evict(429, 'a');
		await setBudget(expectStatus, 'web', { currentHealthy: 2 });
		await evict(201, 'a');
		expect((await expectStatus(200, 'GET', `${budgets}/web`)).status.disruptedPods).toBeUndefined();
	});

	it('is not made where two budgets count the pod', async () => {
		await makePod(expectStatus, 'a');
		for (const name of ['one', 'two']) await makeBudget(expectStatus, name, { disruptionsAllowed: 1 });
		expect(await evict(500, 'a')).toEqual({
			kind: 'Status',
			apiVersion: 'v1',
			metadata: {},
			status: 'Failure',
			message: 'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.',
			code: 500,
		});
	});

	it('is counted by the selectors of budgets: all pods, none, or some', async () => {
		await makePod(expectStatus, 'a', { labels: { app: 'other' } });
		await makeBudget(expectStatus, 'none', { disruptionsAllowed: 0 }, {});
		await makeBudget(expectStatus, 'web', { disruptionsAllowed: 0 });
		await evict(201, 'a', undefined, '?dryRun=All');
		await makeBudget(expectStatus, 'all', { disruptionsAllowed: 0 }, { selector: {} });
		expect(causesOf(await evict(429, 'a'))[0]).toContain('The disruption budget all needs');
	});

	it("checks the client's preconditions", async () => {
		await makePod(expectStatus, 'a');
		expect((await evict(409, 'a', { preconditions: { uid: 'x' } })).message).toContain('the UID in the precondition (x) does not match');
		expect((await evict(409, 'a', { preconditions: { resourceVersion: '1' } })).message).toContain(
			'the ResourceVersion in the precondition (1) does not match',
		);
		const { uid, resourceVersion } = (await expectStatus(200, 'GET', `${pods}/a`)).metadata;
		await evict(201, 'a', { preconditions: { uid, resourceVersion } });
	});

	it('is refused by a budget with an outdated status', async () => {
		await makePod(expectStatus, 'a');
		const disruptedPods = Object.fromEntries(Array.from({ length: 2001 }, (_, i) => [`p${i}`, '2024-01-01T00:00:00Z']));
		await makeBudget(expectStatus, 'web', { disruptionsAllowed: 1, disruptedPods });
		expect((await evict(403, 'a')).message).toBe(
			'poddisruptionbudget.policy "web" is forbidden: DisruptedPods map too big - too many evictions not confirmed by PDB controller',
		);
	});

	it('is found by clients under the group and version that they look for', async () => {
		const { resources } = await expectStatus(200, 'GET', '/api/v1');
		expect(resources.find(({ name }: Loose) => name === 'pods/eviction')).toEqual({
			name: 'pods/eviction',
			singularName: '',
			namespaced: true,
			group: 'policy',
			version: 'v1',
			kind: 'Eviction',
			verbs: ['create'],
		});
	});
});

describe('an eviction in other releases', () => {
	it('1.36: unready pods may always be evicted if the budget says so, and the pod has a condition', async () => {
		server = await sharedServer({ namespace, release: '1.36' });
		await makePod(expectStatus, 'a', { ready: false, spec: { nodeName: 'n' } });
		const selector = { matchLabels: { app: 'web' } };
		await expectStatus(422, 'POST', budgets, { metadata: { name: 'web' }, spec: { selector, unhealthyPodEvictionPolicy: 'Never' } });
		const counts = { disruptionsAllowed: 0, currentHealthy: 1, desiredHealthy: 2 };
		await makeBudget(expectStatus, 'web', counts, { selector, unhealthyPodEvictionPolicy: 'AlwaysAllow' });
		await evict(201, 'a');
		const { metadata, status } = await expectStatus(200, 'GET', `${pods}/a`);
		expect(metadata.deletionTimestamp).toBeDefined();
		expect(status.conditions.at(-1)).toMatchObject({
			type: 'DisruptionTarget',
			status: 'True',
			reason: 'EvictionByEvictionAPI',
			message: 'Eviction API: evicting',
		});
	});

	it('1.36: unreadable pods are deleted, not evicted', async () => {
		const gate = ['--feature-gates', 'AllowUnsafeMalformedObjectDeletion=true'];
		const own = await startServer(inject('built').kubernetes, { flags: ['--emulated-version', '1.36', ...gate] });
		const { pods, makePod } = podsIn('default');
		const expectStatus = expecting(() => own);
		await makePod(expectStatus, 'a');
		const field = 'deleteOptions.ignoreStoreReadErrorWithClusterBreakingPotential';
		const body = eviction('a', { ignoreStoreReadErrorWithClusterBreakingPotential: true });
		expect((await expectStatus(422, 'POST', `${pods}/a/eviction`, body)).message).toBe(
			`Eviction.policy "a" is invalid: ${field}: Invalid value: true: can not be set for pod eviction, try after removing the option`,
		);
		await own.remove();
	});

	it('1.21: discovery names the version of that time', async () => {
		server = await sharedServer({ namespace, release: '1.21' });
		const { resources } = await expectStatus(200, 'GET', '/api/v1');
		expect(resources.find(({ name }: Loose) => name === 'pods/eviction')).toMatchObject({ group: 'policy', version: 'v1beta1', kind: 'Eviction' });
		await makePod(expectStatus, 'a');
		await expectStatus(400, 'POST', `${pods}/a/eviction`, eviction('a'));
		await expectStatus(201, 'POST', `${pods}/a/eviction`, { ...eviction('a'), apiVersion: 'policy/v1beta1' });
	});
});
