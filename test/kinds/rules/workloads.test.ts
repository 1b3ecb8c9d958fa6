/** Tests kinds that create pods: all refuse the same templates and selectors with the same messages; then rules specific to each. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../runtime/model/catalog.ts';
import { type TestServer, testServer } from '../../verbs/write-fixture.ts';

const container = { name: 'c', image: 'i' };
const labels = { a: 'b' };
const templateOf = (spec: JsonObject = {}, metadata: JsonObject = {}): JsonObject => ({
	metadata: { labels, ...metadata },
	spec: { containers: [container], ...spec },
});
const servers = new Map<string, TestServer>();
beforeAll(async () => {
	for (const release of ['1.25', '1.36']) servers.set(release, await testServer({ release }));
});
afterAll(async () => {
	for (const server of servers.values()) await server.close();
});

const at = (release: string): TestServer => {
	const server = servers.get(release);
	if (server === undefined) throw new Error(`no server of ${release}`);
	return server;
};
const apps = '/apis/apps/v1/namespaces/default';
const asMerge = 'application/merge-patch+json';

interface Said {
	readonly status: number;
	readonly causes: readonly string[];
	readonly body: JsonObject;
}

/** Returns `field: message` of each cause, sorted. */
async function send(release: string, method: string, path: string, body: JsonObject, type?: string): Promise<Said> {
	const answer = await at(release).call(method, path, { body, ...(type !== undefined && { type }) });
	const causes = (answer.body.details?.causes ?? []) as { field: string; message: string }[];
	return { status: answer.status, causes: causes.map(({ field, message }) => `${field}: ${message}`).sort(), body: answer.body };
}

const create = (release: string, plural: string, spec: JsonObject, metadata: JsonObject = {}) =>
	send(release, 'POST', `${apps}/${plural}?dryRun=All`, {
		metadata: { name: 'x', ...metadata },
		spec: { serviceName: 's', selector: { matchLabels: labels }, template: templateOf(), ...spec },
	});

const plurals = ['deployments', 'replicasets', 'daemonsets', 'statefulsets'] as const;
/** Name that messages use for the set of a template. */
const words = { deployments: 'ReplicaSet', replicasets: 'ReplicaSet', daemonsets: 'DaemonSet', statefulsets: 'StatefulSet' } as const;

describe('a template of pods', () => {
	const missing = 'template.spec.containers[0].volumeMounts[0].name: Not found: "v"';
	const rows: [string, JsonObject, readonly string[]][] = [
		['as it should be', templateOf(), []],
		['that ends', templateOf({ restartPolicy: 'Never' }), ['template.spec.restartPolicy: Unsupported value: "Never": supported values: "Always"']],
		[
			'with a deadline',
			templateOf({ activeDeadlineSeconds: 5 }),
			['template.spec.activeDeadlineSeconds: Forbidden: activeDeadlineSeconds in WORD is not Supported'],
		],
		[
			'of other labels',
			{ ...templateOf(), metadata: { labels: { a: 'c' } } },
			['template.metadata.labels: Invalid value: {"a":"c"}: `selector` does not match template `labels`'],
		],
		['that mounts what is not there', templateOf({ containers: [{ ...container, volumeMounts: [{ name: 'v', mountPath: '/v' }] }] }), [missing]],
		['without containers', { metadata: { labels } }, ['template.spec.containers: Required value']],
		['with two containers of one name', templateOf({ containers: [container, container] }), ['template.spec.containers[1].name: Duplicate value: "c"']],
	];
	describe.each(plurals)('in %s', (plural) => {
		test.each(rows)('%s', async (_what, template, expected) => {
			const { causes } = await create('1.36', plural, { template });
			expect(causes).toEqual(expected.map((cause) => `spec.${cause.replace('WORD', words[plural])}`));
		});
	});

	test.each(plurals)('in %s accepts unchecked owner references', async (plural) => {
		expect((await create('1.36', plural, { template: templateOf({}, { ownerReferences: [{}] }) })).causes).toEqual([]);
	});

	test('in a StatefulSet is validated since 1.34, with its claims as volumes', async () => {
		const bad = templateOf({ containers: [{ ...container, volumeMounts: [{ name: 'v', mountPath: '/v' }] }] });
		expect((await create('1.25', 'statefulsets', { template: bad })).status).toBe(201);
		expect((await create('1.36', 'statefulsets', { template: bad })).causes).toEqual([`spec.${missing}`]);
		const claim = { metadata: { name: 'v' }, spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } };
		expect((await create('1.36', 'statefulsets', { template: bad, volumeClaimTemplates: [claim] })).status).toBe(201);
		expect((await create('1.36', 'statefulsets', { template: templateOf({ hostname: 'A_B', subdomain: 'X_Y' }) })).status).toBe(201);
		expect((await create('1.36', 'replicasets', { template: templateOf({ hostname: 'A_B' }) })).status).toBe(422);
	});

	test('with a writable disk is refused for replicas until 1.31', async () => {
		const template = templateOf({ volumes: [{ name: 'v', gcePersistentDisk: { pdName: 'p' } }] });
		const blamed = [
			'spec.template.spec.volumes[0].gcePersistentDisk.readOnly: Invalid value: false: must be true for replicated pods > 1; GCE PD can only be mounted on multiple machines if it is read-only',
		];
		for (const [plural, replicas, expected] of [
			['deployments', 2, blamed],
			['replicasets', 2, blamed],
			['replicasets', 1, []],
			['daemonsets', 1, blamed],
			['statefulsets', 2, []],
		] as const) {
			expect((await create('1.25', plural, { template, ...(plural !== 'daemonsets' && { replicas }) })).causes).toEqual(expected);
			expect((await create('1.36', plural, { template })).causes).toEqual([]);
		}
	});
});

describe('a selector', () => {
	const none = 'template.metadata.labels: Invalid value: {"a":"b"}: `selector` does not match template `labels`';
	const noValue = /^spec\.selector\.matchExpressions\[0\]\.values\[0\]: Invalid value: "b c": a valid label/;
	test.each(plurals)('in %s', async (plural) => {
		const said = async (selector: JsonObject | null, release = '1.36') => (await create(release, plural, { selector })).causes;
		expect(await said({ matchLabels: { a: 'c' } })).toEqual([`spec.${none}`]);
		expect(
			await said({
				matchExpressions: [
					{ key: 'a', operator: 'In', values: ['b', 'c'] },
					{ key: 'z', operator: 'DoesNotExist' },
				],
			}),
		).toEqual([]);
		expect(await said(null)).toEqual([...(plural === 'daemonsets' ? [] : ['spec.selector: Required value']), `spec.${none}`]);
		const word = plural === 'replicasets' ? 'deployment' : plural.slice(0, -1);
		expect(await said({})).toEqual([`spec.selector: Invalid value: {}: empty selector is invalid for ${word}`]);
		expect(await said({ matchExpressions: [{ key: 'a' }] })).toContain(
			'spec.selector.matchExpressions[0].operator: Invalid value: "": not a valid selector operator',
		);
		const wrong = { matchExpressions: [{ key: 'a', operator: 'In', values: ['b c'] }] };
		expect((await said(wrong)).some((cause) => noValue.test(cause))).toBe(true);
		expect((await said(wrong, '1.25')).some((cause) => noValue.test(cause))).toBe(false);
	});

	test('without a key', async () => {
		const { causes } = await create('1.36', 'replicasets', { selector: { matchExpressions: [{ operator: 'Exists' }] } });
		const ofKey = causes.filter((cause) => cause.startsWith('spec.selector.matchExpressions[0].key: '));
		expect(ofKey.map((cause) => cause.replace(/ with? .*| consist .*/, ''))).toEqual([
			'spec.selector.matchExpressions[0].key: Invalid value: "": name part must be non-empty',
			'spec.selector.matchExpressions[0].key: Invalid value: "": name part must',
		]);
	});

	test.each(['replicasets', 'daemonsets'])('of %s is immutable', async (plural) => {
		await send('1.25', 'POST', `${apps}/${plural}`, { metadata: { name: 'stays' }, spec: { selector: { matchLabels: labels }, template: templateOf() } });
		const changed = { spec: { selector: { matchLabels: { c: 'd' } }, template: { metadata: { labels: { c: 'd' } } } } };
		const { causes } = await send('1.25', 'PATCH', `${apps}/${plural}/stays`, changed, asMerge);
		expect(causes).toEqual([expect.stringMatching(/^spec\.selector: Invalid value: .*: field is immutable$/)]);
	});
});

describe('a Table', () => {
	const selector = {
		matchLabels: { a: 'b' },
		matchExpressions: [
			{ key: 'k', operator: 'In', values: ['v', 'w'] },
			{ key: 'l', operator: 'DoesNotExist' },
		],
	};
	const template = templateOf({ containers: [container, { name: 'd', image: 'j' }], nodeSelector: { z: 'y', x: 'w' } }, { labels: { a: 'b', k: 'v' } });
	const pods = ['c,d', 'i,j'];
	const words = 'a=b,k in (v,w),!l';
	test.each([
		['deployments', ['shown', '0/1', 0, 0, ...pods, words]],
		['replicasets', ['shown', 1, 0, 0, ...pods, words]],
		['daemonsets', ['shown', 0, 0, 0, 0, 0, 'x=w,z=y', ...pods, words]],
		['statefulsets', ['shown', '0/1', ...pods]],
	])('of %s', async (plural, expected) => {
		await send('1.25', 'POST', `${apps}/${plural}`, { metadata: { name: 'shown' }, spec: { serviceName: 's', selector, template } });
		const { body } = await at('1.25').call('GET', `${apps}/${plural}/shown`, { accept: 'application/json;as=Table;v=v1;g=meta.orch.io' });
		const age = (body.columnDefinitions as { name: string }[]).findIndex(({ name }) => name === 'Age');
		expect((body.rows[0].cells as unknown[]).toSpliced(age, 1)).toEqual(expected);
	});

	test('of controllerrevisions', async () => {
		const owner = { apiVersion: 'apps/v1', kind: 'DaemonSet', name: 'd', uid: 'u', controller: true };
		await send('1.25', 'POST', `${apps}/controllerrevisions`, { metadata: { name: 'shown', ownerReferences: [owner] }, data: {}, revision: 2 });
		const { body } = await at('1.25').call('GET', `${apps}/controllerrevisions/shown`, { accept: 'application/json;as=Table;v=v1;g=meta.orch.io' });
		expect(body.rows[0].cells.slice(0, 3)).toEqual(['shown', 'daemonset.apps/d', 2]);
	});
});

describe('a name that is not a host name', () => {
	const why = 'this is used in Pod names and hostnames, which can result in surprising behavior; a DNS label is recommended: [must not contain dots]';
	test.each(['deployments', 'replicasets'])('brings a warning for %s since 1.27', async (plural) => {
		const warned = async (release: string) =>
			(
				await at(release).call('POST', `${apps}/${plural}?dryRun=All`, {
					body: { metadata: { name: 'a.b' }, spec: { selector: { matchLabels: labels }, template: templateOf() } },
				})
			).warnings;
		expect(await warned('1.25')).toEqual([]);
		expect(await warned('1.36')).toEqual([`metadata.name: ${why}`]);
	});
	test('is refused for a StatefulSet since 1.27', async () => {
		expect((await create('1.25', 'statefulsets', {}, { name: 'a.b' })).status).toBe(201);
		expect((await create('1.36', 'statefulsets', {}, { name: 'a.b' })).causes).toEqual(['metadata.name: Invalid value: "a.b": must not contain dots']);
	});
});

describe('a status', () => {
	const negative = (name: string) => `status.${name}: Invalid value: -1: must be greater than or equal to 0`;
	const rows: [string, JsonObject, readonly string[]][] = [
		['replicasets', { replicas: 1, readyReplicas: 2 }, ['status.readyReplicas: Invalid value: 2: cannot be greater than status.replicas']],
		[
			'replicasets',
			{ replicas: 2, readyReplicas: 1, availableReplicas: 2 },
			['status.availableReplicas: Invalid value: 2: cannot be greater than readyReplicas'],
		],
		['replicasets', { observedGeneration: -1, terminatingReplicas: -1 }, [negative('observedGeneration'), negative('terminatingReplicas')]],
		['statefulsets', { replicas: 1, currentReplicas: 2 }, ['status.currentReplicas: Invalid value: 2: cannot be greater than status.replicas']],
		[
			'statefulsets',
			{ replicas: 2, readyReplicas: 1, availableReplicas: 2 },
			['status.availableReplicas: Invalid value: 2: cannot be greater than status.readyReplicas'],
		],
		['daemonsets', { numberReady: -1, observedGeneration: -1 }, [negative('numberReady'), negative('observedGeneration')]],
	];
	test.each(rows)('of %s: %j', async (plural, status, expected) => {
		const name = `status-${plural}`;
		await send('1.36', 'POST', `${apps}/${plural}`, {
			metadata: { name },
			spec: { serviceName: 's', selector: { matchLabels: labels }, template: templateOf() },
		});
		expect((await send('1.36', 'PATCH', `${apps}/${plural}/${name}/status`, { status }, asMerge)).causes).toEqual(expected);
	});
	test.each(['daemonsets', 'statefulsets'])('of %s never decreases the collision count', async (plural) => {
		const name = `counts-${plural}`;
		await send('1.36', 'POST', `${apps}/${plural}`, {
			metadata: { name },
			spec: { serviceName: 's', selector: { matchLabels: labels }, template: templateOf() },
		});
		const count = (collisionCount: number) => send('1.36', 'PATCH', `${apps}/${plural}/${name}/status`, { status: { collisionCount } }, asMerge);
		expect((await count(2)).status).toBe(200);
		expect((await count(1)).causes).toEqual(['status.collisionCount: Invalid value: 1: cannot be decremented']);
	});
});
