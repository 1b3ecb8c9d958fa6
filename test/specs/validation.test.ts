/** The built-in specs, tried as a server tries what clients send: read, defaulted and validated at the release emulated by default. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Model } from '../../generator/model.ts';
import type { Catalog, JsonObject } from '../../runtime/model/catalog.ts';
import { compileExpression } from '../../runtime/schema/cel/expression.ts';
import { compile } from '../../runtime/schema/compile.ts';
import type { CompiledSchemas } from '../../runtime/schema/compiled.ts';
import { conversion } from '../../runtime/schema/convert.ts';
import { narrow } from '../../runtime/schema/release.ts';
import { builtInModel } from '../generator/emit/reference-documents.ts';

let model: Model;
let catalog: Catalog;
let schemas: CompiledSchemas;

beforeAll(async () => {
	model = await builtInModel();
	catalog = narrow(model.catalog, model.catalog.release);
	schemas = compile(catalog);
});

function admit(type: string, body: JsonObject, old?: JsonObject): { readonly object: JsonObject; readonly causes: string[]; readonly notices: string[] } {
	const compiled = schemas.type(type);
	const findings = { notices: [] };
	const object = compiled.read(body, findings);
	compiled.applyDefaults(object);
	const before = old === undefined ? undefined : admit(type, old).object;
	const causes = compiled.validate(object, before).map(({ field, message }) => `${field}: ${message}`);
	return { object, causes, notices: findings.notices };
}

const meta = { name: 'x', namespace: 'default' };
const causesOf = (type: string, body: JsonObject, old?: JsonObject) => admit(type, { metadata: meta, ...body }, old && { metadata: meta, ...old }).causes;

describe('examples', () => {
	it('are what a client may create', () => {
		const problems = catalog.kinds.flatMap((kind) =>
			(model.kindDocs[kind.storageName]?.examples ?? []).flatMap(({ name, object }) => {
				const { causes, notices } = admit(kind.versions[kind.storageVersion]?.type ?? '', object);
				return [...causes, ...notices].map((problem) => `${kind.kind} "${name}": ${problem}`);
			}),
		);
		expect(problems).toEqual([]);
	});

	it('exist for every kind', () => {
		expect(catalog.kinds.filter((kind) => (model.kindDocs[kind.storageName]?.examples ?? []).length === 0).map((kind) => kind.kind)).toEqual([]);
	});
});

describe('descriptions', () => {
	it('exist for every kind and type', () => {
		expect(
			catalog.typeNames
				.filter((name) => !name.endsWith('List') && !model.docs[name]?.[''])
				.filter((name) => !catalog.kinds.some((kind) => kind.versions.some((version) => version.type === name))),
		).toEqual([]);
		expect(Object.entries(model.kindDocs).filter(([, docs]) => docs.description === '')).toEqual([]);
	});
});

const big = 'x'.repeat(1024 * 1024);
const bigger = Buffer.from(`${big}x`).toString('base64');
const container = { name: 'a', image: 'a' };
const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [container] } };
const selector = { matchLabels: { a: 'b' } };

describe('rules of seed 2', () => {
	it.each<[string, string, JsonObject, JsonObject | undefined, string[]]>([
		[
			'a key with other characters',
			'core/v1.ConfigMap',
			{ data: { 'a b': '' } },
			undefined,
			[
				"data[a b]: Invalid value: \"a b\": a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')",
			],
		],
		['a ConfigMap of just 1 MiB', 'core/v1.ConfigMap', { data: { a: big } }, undefined, []],
		['a Secret over 1 MiB', 'core/v1.Secret', { data: { a: bigger } }, undefined, ['data: Too long: must have at most 1048576 bytes']],
		[
			'a frozen ConfigMap that thaws',
			'core/v1.ConfigMap',
			{ data: { a: 'b' } },
			{ immutable: true, data: { a: 'b' } },
			['immutable: Forbidden: field is immutable when `immutable` is set'],
		],
		[
			'a frozen ConfigMap that changes',
			'core/v1.ConfigMap',
			{ immutable: true, data: { a: 'c' } },
			{ immutable: true, data: { a: 'b' } },
			['data: Forbidden: field is immutable when `immutable` is set'],
		],
		['a ConfigMap that is frozen', 'core/v1.ConfigMap', { immutable: true, data: { a: 'c' } }, { data: { a: 'b' } }, []],
		['a Secret of another type', 'core/v1.Secret', { type: 'b' }, { type: 'a' }, ['type: Invalid value: "b": field is immutable']],
		[
			'two drivers of one name',
			'storage/v1.CSINode',
			{
				spec: {
					drivers: [
						{ name: 'a', nodeID: 'b' },
						{ name: 'a', nodeID: 'b' },
					],
				},
			},
			undefined,
			['spec.drivers[1].name: Duplicate value: "a"'],
		],
		[
			'a driver without a node',
			'storage/v1.CSINode',
			{ spec: { drivers: [{ name: 'a', nodeID: '' }] } },
			undefined,
			['spec.drivers[0].nodeID: Required value'],
		],
		['no drivers', 'storage/v1.CSINode', { spec: { drivers: [] } }, undefined, []],
		[
			'a negative count',
			'storage/v1.CSINode',
			{ spec: { drivers: [{ name: 'a', nodeID: 'b', allocatable: { count: -1 } }] } },
			undefined,
			['spec.drivers[0].allocatable.count: Invalid value: -1: must be greater than or equal to 0'],
		],
		[
			'two tokens for one audience',
			'storage/v1.CSIDriver',
			{ spec: { tokenRequests: [{ audience: '' }, { audience: '' }] } },
			undefined,
			['spec.tokenRequests[1].audience: Duplicate value: ""'],
		],
		['one token for nobody', 'storage/v1.CSIDriver', { spec: { tokenRequests: [{ audience: '' }] } }, undefined, []],
		[
			'a token for a minute',
			'storage/v1.CSIDriver',
			{ spec: { tokenRequests: [{ audience: 'a', expirationSeconds: 60 }] } },
			undefined,
			['spec.tokenRequests[0].expirationSeconds: Invalid value: 60: may not specify a duration less than 10 minutes'],
		],
		[
			'an unknown mode',
			'storage/v1.CSIDriver',
			{ spec: { volumeLifecycleModes: ['Other'] } },
			undefined,
			['spec.volumeLifecycleModes[0]: Unsupported value: "Other": supported values: "Persistent", "Ephemeral"'],
		],
		[
			'a driver that attaches now',
			'storage/v1.CSIDriver',
			{ spec: { attachRequired: true } },
			{ spec: { attachRequired: false } },
			['spec.attachRequired: Invalid value: true: field is immutable'],
		],
		['a driver that has capacity now', 'storage/v1.CSIDriver', { spec: { storageCapacity: true } }, { spec: { storageCapacity: false } }, []],
		['a class of no provisioner', 'storage/v1.StorageClass', {}, undefined, ['provisioner: Required value']],
		[
			'a class with other parameters',
			'storage/v1.StorageClass',
			{ provisioner: 'a', parameters: { a: 'b' } },
			{ provisioner: 'a' },
			['parameters: Forbidden: updates to parameters are forbidden.'],
		],
		[
			'a class that binds otherwise',
			'storage/v1.StorageClass',
			{ provisioner: 'a', volumeBindingMode: 'Immediate' },
			{ provisioner: 'a', volumeBindingMode: 'WaitForFirstConsumer' },
			['volumeBindingMode: Invalid value: "Immediate": field is immutable'],
		],
		[
			'a lease of no time',
			'coordination/v1.Lease',
			{ spec: { leaseDurationSeconds: 0 } },
			undefined,
			['spec.leaseDurationSeconds: Invalid value: 0: must be greater than 0'],
		],
		[
			'a path out of the volume',
			'core/v1.Pod',
			{ spec: { containers: [container], volumes: [{ name: 'v', configMap: { name: 'x', items: [{ key: 'a', path: '../b' }] } }] } },
			undefined,
			['spec.volumes[0].configMap.items[0].path: Invalid value: "../b": must not contain \'..\''],
		],
		[
			'a mode of five digits',
			'core/v1.Pod',
			{ spec: { containers: [container], volumes: [{ name: 'v', secret: { secretName: 'x', defaultMode: 512 } }] } },
			undefined,
			['spec.volumes[0].secret.defaultMode: Invalid value: 512: must be a number between 0 and 0777 (octal), both inclusive'],
		],
		[
			'a token for a minute in a pod',
			'core/v1.Pod',
			{ spec: { containers: [container], volumes: [{ name: 'v', projected: { sources: [{ serviceAccountToken: { path: 'a', expirationSeconds: 60 } }] } }] } },
			undefined,
			['spec.volumes[0].projected.sources[0].serviceAccountToken.expirationSeconds: Invalid value: 60: may not specify a duration less than 10 minutes'],
		],
		[
			'a disk by both names',
			'core/v1.Pod',
			{ spec: { containers: [container], volumes: [{ name: 'v', fc: { targetWWNs: ['a'], lun: 1, wwids: ['b'] } }] } },
			undefined,
			['spec.volumes[0].fc.targetWWNs: Invalid value: "object": targetWWNs and wwids can not be specified simultaneously'],
		],
		[
			'a disk by no number',
			'core/v1.Pod',
			{ spec: { containers: [container], volumes: [{ name: 'v', fc: { targetWWNs: ['a'] } }] } },
			undefined,
			['spec.volumes[0].fc.lun: Required value: lun is required if targetWWNs is specified'],
		],
		[
			'a dataset by both names',
			'core/v1.Pod',
			{ spec: { containers: [container], volumes: [{ name: 'v', flocker: { datasetName: 'a', datasetUUID: 'b' } }] } },
			undefined,
			['spec.volumes[0].flocker: Invalid value: "object": datasetName and datasetUUID can not be specified simultaneously'],
		],
		[
			'a claim of nothing',
			'core/v1.Pod',
			{ spec: { containers: [container], volumes: [{ name: 'v', ephemeral: {} }] } },
			undefined,
			['spec.volumes[0].ephemeral.volumeClaimTemplate: Required value'],
		],
		[
			'an empty value of a header',
			'core/v1.Pod',
			{ spec: { containers: [{ ...container, readinessProbe: { httpGet: { port: 1, httpHeaders: [{ name: 'A', value: '' }] } } }] } },
			undefined,
			[],
		],
		[
			'a report without an image',
			'core/v1.Pod',
			{ spec: { containers: [container] }, status: { containerStatuses: [{ name: 'a', image: '', imageID: '', ready: false, restartCount: 0 }] } },
			undefined,
			[],
		],
		['a pod of nothing', 'core/v1.Pod', { spec: {} }, undefined, ['spec.containers: Required value']],
		['a deployment without a selector', 'apps/v1.Deployment', { spec: { template } }, undefined, ['spec.selector: Required value']],
		[
			'a deployment that selects otherwise',
			'apps/v1.Deployment',
			{ spec: { selector: { matchLabels: { a: 'c' } }, template } },
			{ spec: { selector, template } },
			['spec.selector: Invalid value: {"matchLabels":{"a":"c"}}: field is immutable'],
		],
	])('%s', (_, type, body, old, causes) => expect(causesOf(type, body, old)).toEqual(causes));
});

describe('defaults', () => {
	const after = (type: string, body: JsonObject) => admit(type, { metadata: meta, ...body }).object;

	it('of a pod', () => {
		const spec = {
			containers: [{ ...container, ports: [{ containerPort: 1 }], livenessProbe: { httpGet: { port: 1 } } }],
			volumes: [{ name: 'v', configMap: { name: 'a' } }],
		};
		expect(after('core/v1.Pod', { spec })).toMatchObject({
			spec: {
				restartPolicy: 'Always',
				dnsPolicy: 'ClusterFirst',
				schedulerName: 'default-scheduler',
				terminationGracePeriodSeconds: 30,
				securityContext: {},
				volumes: [{ configMap: { defaultMode: 420 } }],
				containers: [
					{
						ports: [{ protocol: 'TCP' }],
						terminationMessagePath: '/dev/termination-log',
						terminationMessagePolicy: 'File',
						livenessProbe: { httpGet: { path: '/', scheme: 'HTTP' }, timeoutSeconds: 1, periodSeconds: 10, successThreshold: 1, failureThreshold: 3 },
					},
				],
			},
		});
	});

	it('of a deployment', () => {
		expect(after('apps/v1.Deployment', { spec: { selector, template, strategy: { rollingUpdate: {} } } })).toMatchObject({
			spec: {
				replicas: 1,
				revisionHistoryLimit: 10,
				progressDeadlineSeconds: 600,
				strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%', maxUnavailable: '25%' } },
			},
		});
	});

	it('of storage', () => {
		expect(after('storage/v1.CSIDriver', {})).toMatchObject({
			spec: {
				attachRequired: true,
				podInfoOnMount: false,
				storageCapacity: false,
				fsGroupPolicy: 'ReadWriteOnceWithFSType',
				requiresRepublish: false,
				volumeLifecycleModes: ['Persistent'],
			},
		});
		expect(after('storage/v1.StorageClass', { provisioner: 'a' })).toMatchObject({ reclaimPolicy: 'Delete', volumeBindingMode: 'Immediate' });
		expect(after('core/v1.PersistentVolume', { spec: {} })).toMatchObject({
			spec: { persistentVolumeReclaimPolicy: 'Retain', volumeMode: 'Filesystem' },
			status: { phase: 'Pending' },
		});
		expect(after('core/v1.PersistentVolumeClaim', { spec: {} })).toMatchObject({ spec: { volumeMode: 'Filesystem' }, status: { phase: 'Pending' } });
	});
});

describe('versions', () => {
	it.each([
		['1.21', 'Ingress', ['networking.{groupDomain}/v1', 'networking.{groupDomain}/v1beta1', 'extensions/v1beta1']],
		['1.22', 'Ingress', ['networking.{groupDomain}/v1']],
		['1.21', 'CSIDriver', ['storage.{groupDomain}/v1', 'storage.{groupDomain}/v1beta1']],
		['1.25', 'StorageClass', ['storage.{groupDomain}/v1']],
		['1.22', 'Lease', ['coordination.{groupDomain}/v1']],
	])('at %s of %s', (release, kind, versions) => {
		const served = narrow(model.catalog, release).kinds.find((one) => one.kind === kind)?.versions;
		expect(served?.map((version) => `${version.group}/${version.version}`)).toEqual(versions);
	});

	it('leave out fields that came later', () => {
		const notices = admit('core/v1.Pod', { metadata: meta, spec: { containers: [{ ...container, resizePolicy: [] }], hostnameOverride: 'a' } }).notices;
		expect(notices).toEqual(['unknown field "spec.containers[0].resizePolicy"', 'unknown field "spec.hostnameOverride"']);
	});
});

describe('columns', () => {
	function cells(kindName: string, body: JsonObject) {
		const kind = catalog.kinds.find((one) => one.kind === kindName);
		const type = kind?.versions[kind.storageVersion]?.type ?? '';
		const { object } = admit(type, { metadata: { name: 'x' }, ...body });
		return kind?.columns.map((column) =>
			'computed' in column ? undefined : compileExpression(column.value, { self: { kind: 'struct', type } }, (name) => catalog.type(name))({ self: object }),
		);
	}

	it.each<[string, JsonObject, unknown[]]>([
		['ConfigMap', { data: { a: '', b: '' }, binaryData: { c: '' } }, [3]],
		['ConfigMap', {}, [0]],
		['Secret', { data: { a: '' }, type: 'a' }, ['a', 1]],
		['ServiceAccount', {}, [0]],
		['Lease', { spec: { holderIdentity: 'a' } }, ['a']],
		['Lease', {}, ['']],
		['CSINode', { spec: { drivers: [{ name: 'a', nodeID: 'a' }] } }, [1]],
		['CSIDriver', { spec: { tokenRequests: [{ audience: 'a' }, { audience: 'b' }] } }, [true, false, false, 'a,b', false, 'Persistent']],
		['CSIDriver', {}, [true, false, false, '<unset>', false, 'Persistent']],
		['StorageClass', { provisioner: 'p' }, ['x', 'p', 'Delete', 'Immediate', false, null]],
		[
			'PersistentVolume',
			{ spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce', 'ReadWriteMany'], claimRef: { namespace: 'a', name: 'b' } } },
			['1Gi', 'RWO,RWX', 'Retain', 'Pending', 'a/b', '', '', 'Filesystem'],
		],
		['PersistentVolumeClaim', { spec: { storageClassName: 's' } }, ['Pending', '', '', '', 's', 'Filesystem']],
		[
			'PersistentVolumeClaim',
			{ spec: { volumeName: 'v' }, status: { phase: 'Bound', capacity: { storage: '1Gi' }, accessModes: ['ReadOnlyMany'] } },
			['Bound', 'v', '1Gi', 'ROX', '', 'Filesystem'],
		],
		['Deployment', { spec: { selector, template } }, ['0/1', 0, 0, 'a', 'a', 'a=b']],
		[
			'Deployment',
			{
				spec: {
					replicas: 3,
					selector: {
						matchExpressions: [
							{ key: 'k', operator: 'In', values: ['a', 'b'] },
							{ key: 'l', operator: 'DoesNotExist' },
						],
					},
					template,
				},
				status: { readyReplicas: 2, updatedReplicas: 1, availableReplicas: 2 },
			},
			['2/3', 1, 2, 'a', 'a', 'k in (a,b),!l'],
		],
		['Ingress', {}, ['<none>', '*', '', '80']],
		[
			'Ingress',
			{
				spec: { ingressClassName: 'c', tls: [{}], rules: [{ host: 'a' }, { host: 'b' }, { host: 'c' }, { host: 'd' }] },
				status: { loadBalancer: { ingress: [{ ip: '1.2.3.4' }, { hostname: 'h' }] } },
			},
			['c', 'a,b,c + 1 more...', '1.2.3.4,h', '80, 443'],
		],
		[
			'Event',
			{
				involvedObject: { kind: 'Pod', name: 'p' },
				reason: 'r',
				message: ' m ',
				type: 'Normal',
				source: { component: 'c', host: 'h' },
				lastTimestamp: '2024-01-01T00:00:00Z',
				count: 2,
			},
			['2024-01-01T00:00:00Z', 'Normal', 'r', 'pod/p', '', 'c, h', 'm', null, 2, 'x'],
		],
	])('of %s', (kind, body, shown) =>
		expect(JSON.parse(JSON.stringify(cells(kind, body), (_, value) => (typeof value === 'bigint' ? Number(value) : (value ?? null))))).toEqual(shown),
	);
});

describe('the older Ingress', () => {
	const rule = (backend: JsonObject, more: JsonObject = {}) => ({ spec: { rules: [{ host: 'a', http: { paths: [{ path: '/', backend, ...more }] } }] } });
	const older = () => {
		const version = catalogAt21.kinds.find((one) => one.kind === 'Ingress')?.versions.find((one) => one.version === 'v1beta1');
		const storage = 'networking/v1.Ingress';
		return conversion(version?.conversion ?? [], { here: version?.type ?? '', storage }, catalogAt21);
	};
	let catalogAt21: Catalog;
	beforeAll(() => {
		catalogAt21 = narrow(model.catalog, '1.21');
	});

	it.each<[string, JsonObject, JsonObject]>([
		[
			'a port by number',
			rule({ serviceName: 's', servicePort: 80 }, { pathType: 'Prefix' }),
			rule({ service: { name: 's', port: { number: 80 } } }, { pathType: 'Prefix' }),
		],
		[
			'a port by name',
			rule({ serviceName: 's', servicePort: 'http' }, { pathType: 'Exact' }),
			rule({ service: { name: 's', port: { name: 'http' } } }, { pathType: 'Exact' }),
		],
		[
			'a backend for the rest',
			{ spec: { backend: { serviceName: 's', servicePort: 80 } } },
			{ spec: { defaultBackend: { service: { name: 's', port: { number: 80 } } } } },
		],
	])('converts both ways: %s', (_, here, stored) => {
		expect(older().toStorage(here)).toEqual(stored);
		expect(older().fromStorage(stored)).toEqual(here);
		expect(
			compile(catalogAt21)
				.type('networking/v1.Ingress')
				.validate(
					compile(catalogAt21)
						.type('networking/v1.Ingress')
						.read({ metadata: meta, ...stored }, { notices: [] }),
				),
		).toEqual([]);
	});

	it('has a kind of path when the newer one needs it', () => {
		expect(older().toStorage(rule({ serviceName: 's', servicePort: 80 }))).toEqual(
			rule({ service: { name: 's', port: { number: 80 } } }, { pathType: 'ImplementationSpecific' }),
		);
	});

	it('knows an object as a backend', () => {
		const backend = { resource: { kind: 'K', name: 'n' } };
		const compiled = compile(catalogAt21).type('networking/v1beta1.Ingress');
		const read = compiled.read({ metadata: meta, ...rule(backend, { pathType: 'Prefix' }) }, { notices: [] });
		compiled.applyDefaults(read);
		const stored = compile(catalogAt21).type('networking/v1.Ingress').read(older().toStorage(read), { notices: [] });
		expect(stored).toMatchObject(rule(backend, { pathType: 'Prefix' }));
		expect(compile(catalogAt21).type('networking/v1.Ingress').validate(stored)).toEqual([]);
	});
});
