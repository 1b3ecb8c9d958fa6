/** Kinds that CustomResourceDefinitions define while the server runs, from the definition to its last object. */
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { definition, type Loose } from '../kinds/definitions/cases.ts';
import { expecting, patchTypes } from '../setup/loose.ts';
import { type ServerProcess, startServer } from '../setup/server.ts';

/** Bound of a wait for the server, for a busy machine. */
const busyMs = 30_000;
const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const group = 'stable.example.com';
const crontabs = `/apis/${group}/v1/namespaces/default/crontabs`;
const table = { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' };

let server: ServerProcess;
const expectStatus = expecting(() => server);
const start = async (): Promise<void> => {
	const dataDir = server?.dataDir;
	await server?.stop();
	server = await startServer(inject('built').kubernetes, { ...(dataDir && { dataDir }), flags: ['--emulated-version', '1.32'] });
};
beforeAll(start);
afterAll(async () => {
	await server.stop();
	rmSync(server.dataDir, { recursive: true, force: true });
});

/** Schema of the examples. */
const schema: Loose = {
	type: 'object',
	properties: {
		spec: {
			type: 'object',
			required: ['cronSpec'],
			'x-kubernetes-validations': [
				{ rule: 'self.replicas <= self.most', messageExpression: "'at most ' + string(self.most)" },
				{ rule: '!has(oldSelf.image) || self.image == oldSelf.image', message: 'image is immutable' },
			],
			properties: {
				cronSpec: { type: 'string', pattern: '^[*0-9/ ]+$' },
				image: { type: 'string' },
				replicas: { type: 'integer', default: 1, minimum: 0 },
				most: { type: 'integer', default: 5 },
				port: { 'x-kubernetes-int-or-string': true },
				free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
				note: { type: 'string', nullable: true },
				template: {
					type: 'object',
					'x-kubernetes-embedded-resource': true,
					properties: { spec: { type: 'object', properties: { size: { type: 'integer', default: 3 } } } },
				},
				ports: {
					type: 'array',
					'x-kubernetes-list-type': 'map',
					'x-kubernetes-list-map-keys': ['port'],
					items: { type: 'object', required: ['port'], properties: { port: { type: 'integer' }, name: { type: 'string' } } },
				},
			},
		},
		status: { type: 'object', properties: { replicas: { type: 'integer' }, selector: { type: 'string' } } },
	},
};

const defined = (plural: string, change: (made: Loose) => void = () => {}): Loose =>
	definition((made) => {
		const kind = `${plural.charAt(0).toUpperCase()}${plural.slice(1, -1)}`;
		made.metadata.name = `${plural}.${group}`;
		made.spec.group = group;
		made.spec.names = { plural, kind };
		made.spec.versions = [
			{
				name: 'v1',
				served: true,
				storage: true,
				schema: { openAPIV3Schema: structuredClone(schema) },
				subresources: {
					status: {},
					scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas', labelSelectorPath: '.status.selector' },
				},
				selectableFields: [{ jsonPath: '.spec.image' }],
				additionalPrinterColumns: [
					{ name: 'Spec', type: 'string', jsonPath: '.spec.cronSpec' },
					{ name: 'Web', type: 'integer', jsonPath: '.spec.ports[?(@.name=="web")].port' },
				],
			},
		];
		change(made);
	});

/** Creates a definition and resolves once it is established. */
async function establish(made: Loose): Promise<void> {
	await expectStatus(201, 'POST', definitions, made);
	await until(made.metadata.name, 'Established', 'True');
}

async function until(name: string, type: string, state: string): Promise<void> {
	await vi.waitFor(
		async () => {
			const { status } = await expectStatus(200, 'GET', `${definitions}/${name}`);
			expect(status.conditions).toContainEqual(expect.objectContaining({ type, status: state }));
		},
		{ timeout: busyMs },
	);
}

const crontab = (name: string, spec: Loose = {}): Loose => ({
	apiVersion: `${group}/v1`,
	kind: 'Crontab',
	metadata: { name },
	spec: { cronSpec: '* * * * *', ...spec },
});

describe('an established kind', () => {
	beforeAll(() =>
		establish(
			defined('crontabs', (made) => {
				Object.assign(made.spec.names, { shortNames: ['ct'], categories: ['all'] });
			}),
		),
	);

	it('is in both forms of discovery, and registered', async () => {
		const { resources } = await expectStatus(200, 'GET', `/apis/${group}/v1`);
		expect(resources.map(({ name, kind, shortNames, categories }: Loose) => [name, kind, shortNames, categories])).toEqual([
			['crontabs', 'Crontab', ['ct'], ['all']],
			['crontabs/scale', 'Scale', undefined, undefined],
			['crontabs/status', 'Crontab', undefined, undefined],
		]);
		const aggregated = { accept: 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList' };
		const { items } = await expectStatus(200, 'GET', '/apis', undefined, aggregated);
		const found = items.find(({ metadata }: Loose) => metadata.name === group);
		expect(found.versions[0].resources[0]).toMatchObject({ resource: 'crontabs', responseKind: { group, version: 'v1', kind: 'Crontab' } });
		await vi.waitFor(() => expectStatus(200, 'GET', `/apis/apiregistration.k8s.io/v1/apiservices/v1.${group}`), { timeout: busyMs });
	});

	it('defaults and prunes', async () => {
		const sent = crontab('pruned', {
			odd: 1,
			note: null,
			image: null,
			free: { b: { c: [1] }, a: null },
			template: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'x', odd: 1 }, spec: { odd: 1 } },
		});
		const { spec } = await expectStatus(201, 'POST', crontabs, { ...sent, odd: 1 });
		expect(spec).toEqual({
			cronSpec: '* * * * *',
			free: { b: { c: [1] }, a: null },
			most: 5,
			note: null,
			replicas: 1,
			template: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'x' }, spec: { size: 3 } },
		});
	});

	it.each<[string, Loose, string]>([
		['a missing field', { cronSpec: undefined }, 'spec.cronSpec: Required value'],
		['a pattern', { cronSpec: 'never' }, 'spec.cronSpec: Invalid value: "never": should match'],
		['a type', { replicas: 'many' }, 'spec.replicas: Invalid value: "string": spec.replicas in body must be of type integer: "string"'],
		['a bound', { replicas: -1 }, 'spec.replicas: Invalid value: -1: must be greater than or equal to 0'],
		['an expression', { replicas: 6 }, 'spec: Invalid value: "object": at most 5'],
		['a key of a list', { ports: [{ port: 1 }, { port: 1 }] }, 'spec.ports[1]: Duplicate value: {"port":1}'],
		['a key three times, once', { ports: [{ port: 1 }, { port: 1 }, { port: 1 }] }, 'is invalid: spec.ports[1]: Duplicate value: {"port":1}'],
		[
			'a wrong key beside an empty one',
			{ ports: [{ port: 'a' }, { port: 0 }] },
			'[spec.ports[0].port: Invalid value: "string": spec.ports[0].port in body must be of type integer: "string", <nil>: ',
		],
		['entries without a key', { ports: [{}, {}] }, 'spec.ports[1]: Duplicate value: {}'],
		['an embedded object', { template: { metadata: {} } }, 'spec.template.apiVersion: Required value'],
	])('refuses %s', async (_, spec, message) => {
		const { message: told } = await expectStatus(422, 'POST', crontabs, crontab('wrong', spec));
		expect(told).toContain(message);
	});

	it('has three modes of field validation', async () => {
		const odd = crontab('modes', { odd: 1 });
		const strict = await expectStatus(400, 'POST', `${crontabs}?fieldValidation=Strict`, odd);
		expect(strict.message).toContain('unknown field "spec.odd"');
		const warned = await server.call('POST', `${crontabs}?fieldValidation=Warn&dryRun=All`, odd);
		expect([warned.status, warned.headers.warning]).toEqual([201, expect.stringContaining('unknown field \\"spec.odd\\"')]);
		const ignored = await server.call('POST', `${crontabs}?fieldValidation=Ignore&dryRun=All`, odd);
		expect([ignored.status, ignored.headers.warning]).toEqual([201, undefined]);
		await expectStatus(404, 'GET', `${crontabs}/modes`);
	});

	it('supports patches except strategic ones, and no protobuf', async () => {
		await expectStatus(201, 'POST', crontabs, crontab('patched', { image: 'a' }));
		const at = `${crontabs}/patched`;
		const refused = await expectStatus(415, 'PATCH', at, { spec: { replicas: 2 } }, patchTypes.strategic);
		expect(refused.message).toMatch(/accepted media types include: application\/json-patch\+json, application\/merge-patch\+json, application\/apply-patch/);
		const protobuf = 'application/vnd.kubernetes.protobuf';
		const statusOf = async (...call: Parameters<typeof server.call>): Promise<number> => (await server.call(...call)).status;
		expect(await statusOf('POST', crontabs, 'k8s', { 'content-type': protobuf })).toBe(415);
		expect(await statusOf('GET', at, undefined, { accept: protobuf })).toBe(406);
		await expectStatus(200, 'PATCH', at, { spec: { replicas: 2 } }, patchTypes.merge);
		await expectStatus(200, 'PATCH', at, [{ op: 'replace', path: '/spec/replicas', value: 3 }], patchTypes.json);
		const { message } = await expectStatus(422, 'PATCH', at, { spec: { image: 'b' } }, patchTypes.merge);
		expect(message).toContain('image is immutable');
		expect((await expectStatus(200, 'GET', at)).metadata.generation).toBe(3);
	});

	it('has the subresources status and scale', async () => {
		await expectStatus(201, 'POST', crontabs, { ...crontab('scaled'), status: { replicas: 9 } });
		const at = `${crontabs}/scaled`;
		expect(await expectStatus(200, 'GET', at)).not.toHaveProperty('status');
		await expectStatus(200, 'PATCH', `${at}/status`, { spec: { replicas: 4 }, status: { replicas: 2, selector: 'a=b' } }, patchTypes.merge);
		const scale = await expectStatus(200, 'PATCH', `${at}/scale`, { spec: { replicas: 3 } }, patchTypes.merge);
		expect([scale.spec, scale.status]).toEqual([{ replicas: 3 }, { replicas: 2, selector: 'a=b' }]);
		expect((await expectStatus(200, 'GET', at)).spec.replicas).toBe(3);
	});

	it('merges applies by its lists', async () => {
		const apply = (manager: string, port: Loose): Promise<Loose> =>
			expectStatus(200, 'PATCH', `${crontabs}/applied?fieldManager=${manager}`, crontab('applied', { ports: [port] }), {
				'content-type': 'application/apply-patch+yaml',
			});
		await expectStatus(201, 'PATCH', `${crontabs}/applied?fieldManager=a`, crontab('applied', { ports: [{ port: 1, name: 'web' }] }), {
			'content-type': 'application/apply-patch+yaml',
		});
		const { spec } = await apply('b', { port: 2 });
		expect(spec.ports).toEqual([{ name: 'web', port: 1 }, { port: 2 }]);
		const conflict = await expectStatus(409, 'PATCH', `${crontabs}/applied?fieldManager=c`, crontab('applied', { cronSpec: '1', ports: [] }), {
			'content-type': 'application/apply-patch+yaml',
		});
		expect(conflict.message).toContain('conflict');
	});

	it('shows its columns, and selects by its fields', async () => {
		await expectStatus(201, 'POST', crontabs, crontab('shown', { image: 'shown', ports: [{ port: 80, name: 'web' }] }));
		const { columnDefinitions, rows } = await expectStatus(200, 'GET', `${crontabs}?fieldSelector=spec.image=shown`, undefined, table);
		expect(columnDefinitions.map(({ name }: Loose) => name)).toEqual(['Name', 'Spec', 'Web']);
		expect(rows.map(({ cells }: Loose) => cells)).toEqual([['shown', '* * * * *', 80]]);
	});

	it('lists its items with kind and apiVersion, in chunks', async () => {
		const { kind, items, metadata } = await expectStatus(200, 'GET', `/apis/${group}/v1/crontabs?limit=1`);
		expect([kind, items[0].kind, items[0].apiVersion]).toEqual(['CrontabList', 'Crontab', `${group}/v1`]);
		expect(metadata.continue).toBeTruthy();
	});

	it('is counted by quotas, and collected as a dependent', async () => {
		const quotas = '/api/v1/namespaces/default/resourcequotas';
		await expectStatus(201, 'POST', quotas, { metadata: { name: 'few' }, spec: { hard: { [`count/crontabs.${group}`]: '100' } } });
		await vi.waitFor(
			async () => expect(Number((await expectStatus(200, 'GET', `${quotas}/few`)).status.used?.[`count/crontabs.${group}`])).toBeGreaterThan(0),
			{ timeout: busyMs },
		);
		await expectStatus(200, 'DELETE', `${quotas}/few`);
		const { metadata } = await expectStatus(201, 'POST', '/api/v1/namespaces/default/configmaps', { metadata: { name: 'owner' } });
		const owned = crontab('owned');
		owned.metadata.ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: metadata.uid }];
		await expectStatus(201, 'POST', crontabs, owned);
		await expectStatus(200, 'DELETE', '/api/v1/namespaces/default/configmaps/owner');
		await vi.waitFor(() => expectStatus(404, 'GET', `${crontabs}/owned`), { timeout: busyMs });
	});

	it('is served again after a restart, and follows changes of its definition', async () => {
		await start();
		await expectStatus(200, 'GET', `${crontabs}/pruned`);
		const path = '/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/odd';
		await expectStatus(200, 'PATCH', `${definitions}/crontabs.${group}`, [{ op: 'add', path, value: { type: 'string' } }], patchTypes.json);
		await vi.waitFor(async () => expect((await expectStatus(201, 'POST', `${crontabs}?dryRun=All`, crontab('odd', { odd: 'x' }))).spec.odd).toBe('x'), {
			timeout: busyMs,
		});
	});
});

describe('a kind with several versions', () => {
	const tubs = (version: string, rest = ''): string => `/apis/${group}/${version}/namespaces/default/tubs${rest}`;
	const withDefault = (value: string) => [{ op: 'add', path: '/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/colour/default', value }];
	const change = (patch: Loose): Promise<Loose> => expectStatus(200, 'PATCH', `${definitions}/tubs.${group}`, patch, patchTypes.json);

	beforeAll(() =>
		establish(
			defined('tubs', ({ spec }) => {
				const fields = (properties: Loose): Loose => ({ openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties } } } });
				const colour = { type: 'string' };
				spec.versions = [
					{ name: 'v1', served: true, storage: true, schema: fields({ colour, size: { type: 'integer' } }), subresources: { status: {} } },
					{
						name: 'v1beta1',
						served: true,
						storage: false,
						deprecated: true,
						schema: fields({ colour }),
						additionalPrinterColumns: [{ name: 'Colour', type: 'string', jsonPath: '.spec.colour' }],
						selectableFields: [{ jsonPath: '.spec.colour' }],
					},
					{ name: 'v1alpha1', served: false, storage: false, schema: fields({ colour }) },
				];
			}),
		),
	);

	it('serves each with its own columns, fields and subresources, and warns of deprecated ones', async () => {
		const { versions, preferredVersion } = await expectStatus(200, 'GET', `/apis/${group}`);
		expect([versions.map(({ version }: Loose) => version), preferredVersion.version]).toEqual([['v1', 'v1beta1'], 'v1']);
		await expectStatus(404, 'GET', tubs('v1alpha1'));
		const made = await server.call('POST', tubs('v1beta1'), { metadata: { name: 'one' }, spec: { colour: 'red' } });
		expect([made.status, made.headers.warning]).toEqual([201, expect.stringContaining(`${group}/v1beta1 Tub is deprecated`)]);
		const columns = async (version: string): Promise<string[]> =>
			(await expectStatus(200, 'GET', tubs(version), undefined, table)).columnDefinitions.map(({ name }: Loose) => name);
		expect([await columns('v1'), await columns('v1beta1')]).toEqual([
			['Name', 'Age'],
			['Name', 'Colour'],
		]);
		const { items } = await expectStatus(200, 'GET', tubs('v1beta1', '?fieldSelector=spec.colour=red'));
		expect(items).toHaveLength(1);
		await expectStatus(400, 'GET', tubs('v1', '?fieldSelector=spec.colour=red'));
		await expectStatus(200, 'GET', tubs('v1', '/one/status'));
		await expectStatus(404, 'GET', tubs('v1beta1', '/one/status'));
	});

	it('keeps fields that only the stored version has', async () => {
		await expectStatus(200, 'PATCH', tubs('v1', '/one'), { spec: { size: 4 } }, patchTypes.merge);
		const older = await expectStatus(200, 'GET', tubs('v1beta1', '/one'));
		expect(older.spec).toEqual({ colour: 'red' });
		await expectStatus(200, 'PUT', tubs('v1beta1', '/one'), { ...older, spec: { colour: 'blue' } });
		expect((await expectStatus(200, 'GET', tubs('v1', '/one'))).spec).toEqual({ colour: 'blue', size: 4 });
	});

	it('fills in a default that its definition gets later', async () => {
		await expectStatus(201, 'POST', tubs('v1'), { metadata: { name: 'plain' }, spec: {} });
		await change(withDefault('green'));
		await vi.waitFor(async () => expect((await expectStatus(200, 'GET', tubs('v1', '/plain'))).spec).toEqual({ colour: 'green' }), { timeout: busyMs });
	});

	it('tolerates values that a later rule refuses while they do not change', async () => {
		await change([{ op: 'add', path: '/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/size/maximum', value: 3 }]);
		const at = tubs('v1', '/one');
		await vi.waitFor(() => expectStatus(422, 'PATCH', at, { spec: { size: 5 } }, patchTypes.merge), { timeout: busyMs });
		await expectStatus(200, 'PATCH', at, { spec: { colour: 'black' } }, patchTypes.merge);
	});

	it('lists the versions in which objects were stored, until a client removes one', async () => {
		await change([
			{ op: 'replace', path: '/spec/versions/0/storage', value: false },
			{ op: 'replace', path: '/spec/versions/1/storage', value: true },
		]);
		expect((await expectStatus(200, 'GET', `${definitions}/tubs.${group}`)).status.storedVersions).toEqual(['v1', 'v1beta1']);
		await vi.waitFor(async () => expect((await expectStatus(200, 'GET', tubs('v1', '/one'))).spec.colour).toBe('black'), { timeout: busyMs });
	});
});

describe('a definition that is deleted', () => {
	it('is removed after its last object, and refuses new ones', async () => {
		await establish(defined('lamps'));
		const lamps = `/apis/${group}/v1/namespaces/default/lamps`;
		const lamp = (name: string, finalizers: string[] = []): Loose => ({ metadata: { name, finalizers }, spec: { cronSpec: '*' } });
		await expectStatus(201, 'POST', lamps, lamp('one'));
		await expectStatus(201, 'POST', lamps, lamp('held', ['example.com/hold']));
		await expectStatus(200, 'DELETE', `${definitions}/lamps.${group}`);
		await vi.waitFor(() => expectStatus(404, 'GET', `${lamps}/one`), { timeout: busyMs });
		await expectStatus(405, 'POST', lamps, lamp('late'));
		const { metadata, status } = await expectStatus(200, 'GET', `${definitions}/lamps.${group}`);
		expect(metadata.finalizers).toEqual(['customresourcecleanup.apiextensions.k8s.io']);
		expect(status.conditions).toContainEqual(expect.objectContaining({ type: 'Terminating', status: 'True', reason: 'InstanceDeletionInProgress' }));
		await expectStatus(200, 'PATCH', `${lamps}/held`, { metadata: { finalizers: null } }, patchTypes.merge);
		await vi.waitFor(() => expectStatus(404, 'GET', `${definitions}/lamps.${group}`), { timeout: busyMs });
		await vi.waitFor(() => expectStatus(404, 'GET', lamps), { timeout: busyMs });
	});

	it('are created without the status that a client in Go sends', async () => {
		await establish(
			defined('fans', (made) => {
				made.spec.versions[0].schema.openAPIV3Schema.properties.status = {
					type: 'object',
					required: ['conditions'],
					properties: { conditions: { type: 'array', items: { type: 'string' } } },
				};
			}),
		);
		const fans = `/apis/${group}/v1/namespaces/default/fans`;
		const fan = { apiVersion: `${group}/v1`, kind: 'Fan', metadata: { name: 'one' }, spec: { cronSpec: '*' }, status: { conditions: null } };
		expect(await expectStatus(201, 'POST', fans, fan)).not.toHaveProperty('status');
	});

	it('may have finalizers without a path, with a warning', async () => {
		await establish(defined('vans'));
		const metadata = { name: 'one', finalizers: ['deletion.example.com', 'mine'] };
		const van = { apiVersion: `${group}/v1`, kind: 'Van', metadata, spec: { cronSpec: '*' } };
		const { status, headers } = await server.call('POST', `/apis/${group}/v1/namespaces/default/vans`, van);
		const hint = 'to avoid accidental conflicts with other finalizer writers"';
		expect([status, headers.warning]).toEqual([
			201,
			[
				`299 - "metadata.finalizers: \\"deletion.example.com\\": prefer a domain-qualified finalizer name including a path (/) ${hint}`,
				`299 - "metadata.finalizers: \\"mine\\": prefer a domain-qualified finalizer name ${hint}`,
			].join(', '),
		]);
	});
});
