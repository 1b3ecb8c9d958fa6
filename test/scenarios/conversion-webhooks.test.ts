/** Conversion webhooks of CustomResourceDefinitions against the built server: reads, writes and watches through each version. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { Configurations, hook, patching, reviewing } from '../setup/admission.ts';
import { converted, converting, group, rods } from '../setup/conversion.ts';
import { expecting, type Loose, patchTypes } from '../setup/loose.ts';
import { type ServerProcess, startServer } from '../setup/server.ts';
import { answering, type Behaviour, startWebhook, type WebhookServer } from '../setup/webhook.ts';

const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const apply = { 'content-type': 'application/apply-patch+yaml' };
const table = { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' };
/** Bound of a wait for the server, for a busy machine. */
const busyMs = 30_000;

let webhook: WebhookServer;
let server: ServerProcess;
const expects = expecting(() => server);
const at = (version: string, rest = ''): string => `/apis/${group}/${version}/namespaces/default/rods${rest}`;
const reviews = (): readonly Loose[] => webhook.asked.map(({ review }) => review as Loose);

async function establish(made: Loose): Promise<void> {
	await expects(201, 'POST', definitions, made);
	await established(made.metadata.name);
}

async function established(name: string): Promise<void> {
	await vi.waitFor(
		async () => {
			const { status } = await expects(200, 'GET', `${definitions}/${name}`);
			expect(status.conditions).toContainEqual(expect.objectContaining({ type: 'Established', status: 'True' }));
		},
		{ timeout: busyMs },
	);
}

beforeAll(async () => {
	webhook = await startWebhook({}, { serves: 'anybody', names: ['127.0.0.1', 'hook.default.svc'] });
	server = await startServer(inject('built').kubernetes, { flags: ['--emulated-version', '1.36'] });
	await establish(rods('rods', webhook));
});
beforeEach(() => webhook.behave(converting()));
afterAll(async () => {
	await server?.remove();
	await webhook?.close();
});

describe('a kind with a conversion webhook', () => {
	it('is served in all versions, and calls no webhook for the stored one', async () => {
		const { resources } = await expects(200, 'GET', `/apis/${group}/v2`);
		expect(resources.map(({ name }: Loose) => name)).toEqual(['rods', 'rods/scale', 'rods/status']);
		await expects(201, 'POST', at('v1'), { metadata: { name: 'plain' }, spec: { size: 3 } });
		await expects(200, 'PATCH', at('v1', '/plain'), { spec: { size: 4 } }, patchTypes.merge);
		await expects(200, 'GET', at('v1', '/plain'));
		expect(webhook.asked).toEqual([]);
	});

	it('is read through another version', async () => {
		const stored = await expects(200, 'GET', at('v1', '/plain'));
		const shown = await expects(200, 'GET', at('v2', '/plain'));
		expect(shown).toEqual({ ...converted(stored, `${group}/v2`), metadata: stored.metadata });
		expect(webhook.asked[0]?.path).toBe('/convert?timeout=30s');
		expect(reviews()).toEqual([
			{
				kind: 'ConversionReview',
				apiVersion: 'apiextensions.k8s.io/v1',
				request: { uid: expect.stringMatching(/^[0-9a-f-]{36}$/), desiredAPIVersion: `${group}/v2`, objects: [stored] },
			},
		]);
		const { rows, columnDefinitions } = await expects(200, 'GET', at('v3'), undefined, table);
		expect([columnDefinitions[1].name, rows[0].cells[1]]).toEqual(['V3', '4']);
	});

	it('is written through another version, with the defaults of both', async () => {
		const made = await expects(201, 'POST', at('v2'), { metadata: { name: 'made', labels: { a: 'b' } }, spec: { length: 7 } });
		expect(made.spec).toEqual({ length: 7, colour: 'of v2' });
		expect((await expects(200, 'GET', at('v1', '/made'))).spec).toEqual({ size: 7, colour: 'of v2' });
		const patched = await expects(200, 'PATCH', at('v3', '/made'), { spec: { metres: '8', note: 'x', other: 1 } }, patchTypes.merge);
		expect(patched.spec).toEqual({ metres: '8', colour: 'of v2', note: 'x' });
		const put = await expects(200, 'PUT', at('v2', '/made'), { ...(await expects(200, 'GET', at('v2', '/made'))), spec: { length: 9 } });
		expect([put.spec, put.metadata.generation]).toEqual([{ length: 9, colour: 'of v2' }, 3]);
		await expects(422, 'PATCH', at('v2', '/made'), { spec: { length: -1 } }, patchTypes.merge);
		await expects(200, 'PATCH', at('v2', '/made/status'), { status: { size: 2 } }, patchTypes.merge);
		await expects(200, 'PATCH', at('v2', '/made/scale'), { spec: { replicas: 11 } }, patchTypes.merge);
		expect(await expects(200, 'GET', at('v1', '/made'))).toMatchObject({ spec: { size: 11 }, status: { size: 2 } });
	});

	it('writes nothing for a change that changes nothing', async () => {
		const before = await expects(200, 'GET', at('v2', '/made'));
		const after = await expects(200, 'PUT', at('v2', '/made'), before);
		expect(after.metadata.resourceVersion).toBe(before.metadata.resourceVersion);
	});

	it('answers a dry run like the write', async () => {
		const made = await expects(201, 'POST', at('v2', '?dryRun=All'), { metadata: { name: 'dry' }, spec: { length: 1 } });
		expect([made.apiVersion, made.spec.length]).toEqual([`${group}/v2`, 1]);
		await expects(404, 'GET', at('v1', '/dry'));
	});

	it('has owners of fields by version', async () => {
		const applied = (version: string, spec: Loose): Loose => ({ apiVersion: `${group}/${version}`, kind: 'Rod', metadata: { name: 'owned' }, spec });
		const send = (status: number, version: string, spec: Loose, manager: string): Promise<Loose> =>
			expects(status, 'PATCH', at(version, `/owned?fieldManager=${manager}`), applied(version, spec), apply);
		await send(201, 'v2', { length: 5 }, 'one');
		await send(200, 'v1', { note: 'mine' }, 'two');
		const conflict = await send(409, 'v3', { metres: '6' }, 'three');
		expect(conflict.details.causes).toEqual([{ reason: 'FieldManagerConflict', message: 'conflict with "one"', field: '.spec.length' }]);
		await expects(200, 'PATCH', at('v1', '/owned?fieldManager=four'), { spec: { size: 6 } }, patchTypes.merge);
		const { metadata } = await expects(200, 'GET', at('v2', '/owned'));
		const owners = metadata.managedFields.map(({ manager, apiVersion, fieldsV1 }: Loose) => [manager, apiVersion, Object.keys(fieldsV1['f:spec'] ?? {})]);
		expect(owners).toEqual([
			['two', `${group}/v1`, ['f:note']],
			['four', `${group}/v1`, ['f:size']],
		]);
	});

	it('is listed through another version, in few calls and once', async () => {
		for (let number = 0; number < 130; number++)
			await expects(201, 'POST', at('v1'), { metadata: { name: `many-${number}`, labels: { many: '' } }, spec: { size: number } });
		const list = await expects(200, 'GET', at('v2', '?labelSelector=many'));
		expect(list.items).toHaveLength(130);
		expect(list).toMatchObject({ kind: 'RodList', apiVersion: `${group}/v2` });
		expect(list.items.every(({ apiVersion, spec }: Loose) => apiVersion === `${group}/v2` && spec.length >= 0)).toBe(true);
		expect(webhook.asked.length).toBeLessThanOrEqual(3);
		webhook.behave(converting());
		const { items } = await expects(200, 'GET', at('v2', '?fieldSelector=spec.length=77'));
		expect(items.map(({ metadata }: Loose) => metadata.name)).toEqual(['many-77']);
		const page = await expects(200, 'GET', at('v2', '?limit=10&labelSelector=many'));
		const next = await expects(200, 'GET', at('v2', `?limit=10&labelSelector=many&continue=${page.metadata.continue}`));
		expect([page.items.length, next.items.length]).toEqual([10, 10]);
		expect(webhook.asked).toEqual([]);
	});

	it('is watched through another version', async () => {
		const { metadata } = await expects(200, 'GET', at('v2'));
		await expects(201, 'POST', at('v1'), { metadata: { name: 'seen' }, spec: { size: 1 } });
		await expects(200, 'PATCH', at('v2', '/seen'), { spec: { length: 2 } }, patchTypes.merge);
		await expects(200, 'DELETE', at('v3', '/seen'));
		const watch = async (query: string): Promise<Loose[]> =>
			(await server.call('GET', at('v2', `?watch=1&timeoutSeconds=1&${query}`))).text
				.split('\n')
				.filter(Boolean)
				.map((line) => JSON.parse(line));
		const events = await watch(`resourceVersion=${metadata.resourceVersion}`);
		expect(events.map(({ type, object }) => [type, object.apiVersion, object.spec.length])).toEqual([
			['ADDED', `${group}/v2`, 1],
			['MODIFIED', `${group}/v2`, 2],
			['DELETED', `${group}/v2`, 2],
		]);
		const selected = await watch(`resourceVersion=${metadata.resourceVersion}&fieldSelector=spec.length=1`);
		expect(selected.map(({ type, object }) => [type, object.spec.length])).toEqual([
			['ADDED', 1],
			['DELETED', 1],
		]);
		const initial = await watch('fieldSelector=metadata.name=made');
		expect(initial).toMatchObject([{ type: 'ADDED', object: { apiVersion: `${group}/v2`, spec: { length: 11 } } }]);
	});

	it('is deleted through another version', async () => {
		await expects(201, 'POST', at('v2'), { metadata: { name: 'gone', finalizers: ['example.com/stay'] }, spec: { length: 1 } });
		const leaving = await expects(200, 'DELETE', at('v3', '/gone'));
		expect([leaving.apiVersion, leaving.spec.metres]).toEqual([`${group}/v3`, '1']);
		await expects(200, 'PATCH', at('v2', '/gone'), { metadata: { finalizers: null } }, patchTypes.merge);
		await expects(404, 'GET', at('v1', '/gone'));
		await expects(200, 'DELETE', at('v2', '?fieldSelector=spec.length=78'));
		await expects(404, 'GET', at('v1', '/many-78'));
	});

	it('supports large objects', async () => {
		const note = 'x'.repeat(600_000);
		const made = await expects(201, 'POST', at('v2'), { metadata: { name: 'large' }, spec: { length: 1, note } });
		expect(made.spec).toEqual({ length: 1, note, colour: 'of v2' });
		await expects(200, 'PATCH', at('v2', '/large'), { spec: { length: 3 } }, patchTypes.merge);
		expect((await expects(200, 'GET', at('v3', '/large'))).spec.metres).toBe('3');
		await expects(200, 'DELETE', at('v2', '/large'));
	});

	it('may get other labels and annotations from the webhook, and no other metadata', async () => {
		webhook.behave(
			converting((answer) => {
				for (const { metadata } of answer.response.convertedObjects)
					Object.assign(metadata, { labels: { from: 'webhook' }, generation: 99, finalizers: ['a/b'] });
				return answer;
			}),
		);
		const { metadata } = await expects(200, 'GET', at('v3', '/owned'));
		expect([metadata.labels, metadata.generation, metadata.finalizers]).toEqual([{ from: 'webhook' }, 3, undefined]);
	});
});

describe('admission of a converted kind', () => {
	let configurations: Configurations;
	beforeAll(() => {
		configurations = new Configurations((...request) => server.call(...request), webhook);
	});
	afterEach(async () => {
		webhook.behave(both(() => ({})));
		await configurations.clear();
	});

	/** Answers both kinds of reviews. */
	const both =
		(admit: (request: Loose) => object): Behaviour =>
		(review, ...rest) =>
			((review as Loose).kind === 'ConversionReview' ? converting() : reviewing(admit))(review, ...rest);
	const hookFor = (path: string, version: string): object =>
		hook(webhook, path, { rules: [{ operations: ['*'], apiGroups: [group], apiVersions: [version], resources: ['rods'] }] });

	it('sends webhooks the version that they request, and converts their patch', async () => {
		const shown: Loose[] = [];
		webhook.behave(both(() => ({})));
		await configurations.add('mutating', [hookFor('lengthens', 'v2')]);
		webhook.behave(
			both((request) => {
				shown.push(request);
				return request.operation === 'DELETE' ? {} : patching({ op: 'replace', path: '/spec/length', value: request.object.spec.length + 1 });
			}),
		);
		const made = await expects(201, 'POST', at('v3'), { metadata: { name: 'hooked' }, spec: { metres: '4' } });
		expect(made.spec).toEqual({ metres: '5', colour: 'of v3' });
		await expects(200, 'PATCH', at('v1', '/hooked'), { spec: { size: 7 } }, patchTypes.merge);
		expect((await expects(200, 'GET', at('v2', '/hooked'))).spec.length).toBe(8);
		await expects(200, 'DELETE', at('v1', '/hooked'));
		expect(shown.map(({ object, oldObject, kind, requestKind }) => [kind.version, requestKind.version, object?.spec.length, oldObject?.spec.length])).toEqual([
			['v2', 'v3', 4, undefined],
			['v2', 'v1', 7, 5],
			['v2', 'v1', undefined, 8],
		]);
	});

	it('shows policies the version that they name', async () => {
		const policies = '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies';
		const matchConstraints = { resourceRules: [{ operations: ['*'], apiGroups: [group], apiVersions: ['v2'], resources: ['rods'] }] };
		await expects(201, 'POST', policies, {
			metadata: { name: 'short' },
			spec: { matchConstraints, validations: [{ expression: 'object.spec.length < 100', message: 'too long' }] },
		});
		await expects(201, 'POST', `/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings`, {
			metadata: { name: 'short' },
			spec: { policyName: 'short', validationActions: ['Deny'] },
		});
		webhook.behave(converting());
		await vi.waitFor(() => expects(422, 'POST', at('v3', '?dryRun=All'), { metadata: { generateName: 'long-' }, spec: { metres: '100' } }), {
			timeout: busyMs,
		});
		await expects(201, 'POST', at('v3', '?dryRun=All'), { metadata: { generateName: 'short-' }, spec: { metres: '99' } });
		await expects(200, 'DELETE', `/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings/short`);
		await expects(200, 'DELETE', `${policies}/short`);
	});
});

describe('a change of the storage version', () => {
	const bars = (version: string, rest = ''): string => `/apis/${group}/${version}/namespaces/default/bars${rest}`;
	const calls = async (): Promise<number> =>
		(await server.call('GET', '/metrics')).text.match(/^apiserver_crd_conversion_webhook_duration_seconds_count\{crd_name="bars.*$/gm)?.length ?? 0;

	it('keeps objects in the version in which they were written until they are rewritten', async () => {
		await establish(
			rods('bars', webhook, ({ spec }) => {
				spec.conversion.webhook.conversionReviewVersions = ['v1beta1'];
			}),
		);
		await expects(201, 'POST', bars('v1'), { metadata: { name: 'one' }, spec: { size: 1 } });
		webhook.behave(answering(500, () => 'broken'));
		const definition = `${definitions}/bars.${group}`;
		const storage = ['v1', 'v2'].map((_, index) => ({ op: 'replace', path: `/spec/versions/${index}/storage`, value: index === 1 }));
		await expects(200, 'PATCH', definition, storage, patchTypes.json);
		await vi.waitFor(async () => expect((await server.call('GET', bars('v2', '/one'))).status).toBe(500), { timeout: busyMs });
		expect((await expects(200, 'GET', bars('v1', '/one'))).spec.size).toBe(1);
		webhook.behave(converting());
		const shown = await expects(200, 'GET', bars('v2', '/one'));
		expect(shown.spec).toEqual({ length: 1, colour: 'of v1' });
		expect(reviews()[0]).toMatchObject({ apiVersion: 'apiextensions.k8s.io/v1beta1', request: { desiredAPIVersion: `${group}/v2` } });
		await vi.waitFor(
			async () => {
				webhook.behave(converting());
				await expects(200, 'PUT', bars('v2', '/one'), await expects(200, 'GET', bars('v2', '/one')));
				webhook.behave(converting());
				await expects(200, 'PATCH', bars('v2', '/one'), { spec: { length: 2 } }, patchTypes.merge);
				expect(webhook.asked).toEqual([]);
			},
			{ timeout: busyMs },
		);
		expect((await expects(200, 'GET', definition)).status.storedVersions).toEqual(['v1', 'v2']);
		expect(await calls()).toBeGreaterThan(0);
	});

	it('survives a restart', async () => {
		const { dataDir } = server;
		await server.stop();
		server = await startServer(inject('built').kubernetes, { dataDir, flags: ['--emulated-version', '1.36'] });
		webhook.behave(converting());
		await vi.waitFor(async () => expect((await expects(200, 'GET', bars('v1', '/one'))).spec).toEqual({ size: 2, colour: 'of v1' }), { timeout: busyMs });
	});
});

describe('a failing conversion webhook', () => {
	const of = `conversion webhook for ${group}/v1, Kind=Rod`;
	const spoiled = (change: (object: Loose) => void) =>
		converting((answer) => {
			for (const object of answer.response.convertedObjects) change(object);
			return answer;
		});

	beforeAll(async () => {
		await expects(201, 'POST', at('v1'), { metadata: { name: 'fails' }, spec: { size: 1 } });
	});

	it.each([
		[
			'a failure',
			converting((answer) => ({ ...answer, response: { ...answer.response, result: { status: 'Failed', message: 'no such size' } } })),
			'failed: no such size',
		],
		[
			'a failure without words',
			converting((answer) => ({ ...answer, response: { ...answer.response, result: { status: 'Failed' } } })),
			"failed: response.result.status was 'Failed', not 'Success'",
		],
		['no response', converting(({ response: _, ...answer }) => answer), 'failed: no response provided'],
		[
			'another type',
			converting((answer) => ({ ...answer, kind: 'Other' })),
			'failed: expected webhook response of apiextensions.k8s.io/v1, Kind=ConversionReview, got apiextensions.k8s.io/v1, Kind=Other',
		],
		['no objects', converting((answer) => ({ ...answer, response: { ...answer.response, convertedObjects: [] } })), 'returned 0 objects, expected 1'],
		[
			'another version',
			spoiled((object) => Object.assign(object, { apiVersion: `${group}/v3` })),
			`returned invalid object at index 0: invalid groupVersion (expected ${group}/v2, received ${group}/v3)`,
		],
		[
			'another kind',
			spoiled((object) => Object.assign(object, { kind: 'Pole' })),
			'returned invalid object at index 0: invalid kind (expected Rod, received Pole)',
		],
		['another name', spoiled(({ metadata }) => Object.assign(metadata, { name: 'else' })), 'returned invalid object: must have the same name: fails != else'],
		['no metadata', spoiled((object) => delete object.metadata), 'returned invalid object: must have the same name: fails != '],
		[
			'labels of a wrong type',
			spoiled(({ metadata }) => Object.assign(metadata, { labels: { a: 1 } })),
			'returned invalid metadata: metadata.labels[a] must be a string, but is int64 in converted object',
		],
		[
			'an error',
			answering(500, () => 'broken', { 'content-type': 'text/plain' }),
			'failed: an error on the server ("broken") has prevented the request from succeeding',
		],
	])('is reported: %s', async (_, behaviour, why) => {
		webhook.behave(behaviour);
		const answer = await expects(500, 'GET', at('v2', '/fails'));
		expect(answer).toEqual({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message: `${of} ${why}`, code: 500 });
	});

	it('fails writes, and keeps the object as it is', async () => {
		webhook.behave(answering(200, () => 'no JSON'));
		await expects(500, 'PATCH', at('v2', '/fails'), { spec: { length: 2 } }, patchTypes.merge);
		await expects(500, 'POST', at('v2'), { metadata: { name: 'never' } });
		expect((await expects(200, 'GET', at('v1', '/fails'))).spec.size).toBe(1);
		await expects(404, 'GET', at('v1', '/never'));
	});

	it('ends a watch with an error event', async () => {
		const { metadata } = await expects(200, 'GET', at('v1'));
		await expects(200, 'PATCH', at('v1', '/fails'), { spec: { size: 5 } }, patchTypes.merge);
		webhook.behave(answering(200, () => 'no JSON'));
		const { text } = await server.call('GET', at('v2', `?watch=1&timeoutSeconds=5&resourceVersion=${metadata.resourceVersion}`));
		expect(JSON.parse(text)).toMatchObject({ type: 'ERROR', object: { kind: 'Status', code: 500, message: expect.stringContaining(of) } });
	});

	it('delays no other request while it does not answer', async () => {
		webhook.behave(() => undefined);
		const waits = Array.from({ length: 20 }, (_, index) => server.call('PATCH', at('v2', `/many-${index}`), { spec: { length: 1 } }, patchTypes.merge));
		await expects(200, 'PATCH', at('v1', '/fails'), { spec: { size: 6 } }, patchTypes.merge);
		await expects(200, 'GET', at('v1', '?limit=5'));
		await vi.waitFor(() => expect(webhook.asked.length).toBeGreaterThan(0), { timeout: busyMs });
		await webhook.close();
		for (const { status } of await Promise.all(waits)) expect(status).toBe(500);
	});
});
