/** Tests that embedded objects (claims of pods, templates of pods, projected files) obey the rules of standalone ones. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { vocabulary } from '../../generated/vocabulary.ts';
import type { JsonObject } from '../../runtime/model/catalog.ts';
import { type TestServer, testServer } from '../verbs/write-fixture.ts';

const { labelDomain } = vocabulary;
let server: TestServer;
beforeAll(async () => {
	server = await testServer();
});
afterAll(() => server.close());

/** Returns `field: message` of each cause, in order; empty when the object is accepted. */
async function causesOf(path: string, body: JsonObject): Promise<string[]> {
	const { status, body: answer } = await server.call('POST', `${path}?dryRun=All`, { body: { metadata: { name: 'x' }, ...body } });
	if (status === 201) return [];
	expect(status).toBe(422);
	return (answer.details.causes as { field: string; message: string }[]).map(({ field, message }) => `${field}: ${message}`);
}

const container = { name: 'c', image: 'i' };
const ofPod = (spec: JsonObject) => causesOf('/api/v1/namespaces/default/pods', { spec: { containers: [container], ...spec } });
const ofVolume = (source: JsonObject) => ofPod({ serviceAccountName: 'a', volumes: [{ name: 'v', ...source }] });
const ofTemplate = (metadata: JsonObject, spec: JsonObject = {}) =>
	causesOf('/apis/apps/v1/namespaces/default/deployments', {
		spec: {
			selector: { matchLabels: { app: 'a' } },
			template: { metadata: { ...metadata, labels: { app: 'a', ...(metadata.labels as JsonObject | undefined) } }, spec: { containers: [container], ...spec } },
		},
	});

const namePart =
	"name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
const labelValue =
	"a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";

describe('a claim', () => {
	const storage = (size: string) => ({ resources: { requests: { storage: size } } });
	const good = { accessModes: ['ReadWriteOnce'], ...storage('1Gi') };
	const core = (kind: string) => ({ kind, name: 'a' });
	const rows: [string, JsonObject, string[]][] = [
		['as it should be', good, []],
		['with nothing', {}, ['spec.resources[storage]: Required value', 'spec.accessModes: Required value: at least 1 access mode is required']],
		[
			'in an unknown mode',
			{ ...good, accessModes: ['x'] },
			['spec.accessModes: Unsupported value: "x": supported values: "ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce"'],
		],
		['of no size', { ...good, ...storage('0') }, ['spec.resources[storage]: Invalid value: "0": must be greater than zero']],
		['of less than no size', { ...good, ...storage('-1') }, ['spec.resources[storage]: Invalid value: "-1": must be greater than zero']],
		['of no mode of volume', { ...good, volumeMode: 'x' }, ['spec.volumeMode: Unsupported value: "x": supported values: "Block", "Filesystem"']],
		[
			'filled from a kind of the core group that holds nothing',
			{ ...good, dataSourceRef: core('ConfigMap') },
			['spec.dataSourceRef: Invalid value: "ConfigMap"'],
		],
		[
			'filled from two places',
			{ ...good, dataSource: core('PersistentVolumeClaim'), dataSourceRef: { ...core('PersistentVolumeClaim'), name: 'b' } },
			['spec: Invalid value: "spec.dataSource": must match dataSourceRef'],
		],
		[
			'with a selector that is none',
			{ ...good, selector: { matchExpressions: [{ key: 'a', operator: 'x' }] } },
			['spec.selector.matchExpressions[0].operator: Invalid value: "x": not a valid selector operator'],
		],
	];
	const places: [string, string, (spec: JsonObject) => Promise<string[]>][] = [
		['by itself', 'spec', (spec) => causesOf('/api/v1/namespaces/default/persistentvolumeclaims', { spec })],
		['of a pod', 'spec.volumes[0].ephemeral.volumeClaimTemplate.spec', (spec) => ofVolume({ ephemeral: { volumeClaimTemplate: { spec } } })],
		[
			'of the pods of a template',
			'spec.template.spec.volumes[0].ephemeral.volumeClaimTemplate.spec',
			(spec) => ofTemplate({}, { volumes: [{ name: 'v', ephemeral: { volumeClaimTemplate: { spec } } }] }),
		],
	];
	describe.each(places)('%s', (_place, path, causes) => {
		it.each(rows)('%s', async (_what, spec, expected) => {
			const found = await causes(spec);
			// A standalone claim has its newer source copied to the older one, and both are refused.
			const only = found.filter((cause) => !(path === 'spec' && 'dataSourceRef' in spec && !('dataSource' in spec) && cause.startsWith('spec.dataSource:')));
			expect(only.toSorted()).toEqual(expected.map((cause) => cause.replace(/^spec/, path).replace('"spec.', `"${path}.`)).toSorted());
		});
	});

	it.each<[string, JsonObject, string[]]>([
		['labels', { labels: { 'a b': 'c', d: 'e f' } }, [`labels: Invalid value: "a b": ${namePart}`, `labels: Invalid value: "e f": ${labelValue}`]],
		['annotations', { annotations: { 'a b': 'c', 'A/b': 'any thing' } }, [`annotations: Invalid value: "a b": ${namePart}`]],
		['too many annotations', { annotations: { a: 'x'.repeat(256 * 1024) } }, ['annotations: Too long: must have at most 262144 bytes']],
		[
			'anything else',
			{ name: 'a', finalizers: ['a.b/c'], creationTimestamp: null },
			['name: Forbidden: cannot be set for an ephemeral volume', 'finalizers: Forbidden: cannot be set for an ephemeral volume'],
		],
	])('of a pod with invalid metadata: %s', async (_what, metadata, expected) => {
		const found = await ofVolume({ ephemeral: { volumeClaimTemplate: { metadata, spec: good } } });
		expect(found).toEqual(expected.map((cause) => `spec.volumes[0].ephemeral.volumeClaimTemplate.metadata.${cause}`));
	});
});

describe('the template of pods', () => {
	it.each<[string, JsonObject, JsonObject, string[]]>([
		[
			'labels',
			{ labels: { '': 'x', b: 'c d' } },
			{},
			['labels: Invalid value: "": name part must be non-empty', `labels: Invalid value: "": ${namePart}`, `labels: Invalid value: "c d": ${labelValue}`],
		],
		['annotations', { annotations: { 'a b': 'c' } }, {}, [`annotations: Invalid value: "a b": ${namePart}`]],
		['too many annotations', { annotations: { a: 'x'.repeat(256 * 1024) } }, {}, ['annotations: Too long: must have at most 262144 bytes']],
		[
			'a profile for a container that it does not have',
			{ annotations: { [`container.apparmor.security.beta.${labelDomain}/other`]: 'runtime/default' } },
			{},
			[`annotations[container.apparmor.security.beta.${labelDomain}/other]: Invalid value: "other": container not found`],
		],
		[
			'a profile that is none',
			{ annotations: { [`seccomp.security.alpha.${labelDomain}/pod`]: 'x' } },
			{},
			[`annotations.seccomp.security.alpha.${labelDomain}/pod: Invalid value: "x": must be a valid seccomp profile`],
		],
		[
			'one profile here, another there',
			{ annotations: { [`seccomp.security.alpha.${labelDomain}/pod`]: 'unconfined' } },
			{ securityContext: { seccompProfile: { type: 'RuntimeDefault' } } },
			['spec.securityContext.seccompProfile.type: Forbidden: seccomp type in annotation and field must match'],
		],
		[
			'one file here, another there',
			{ annotations: { [`container.seccomp.security.alpha.${labelDomain}/c`]: 'localhost/a' } },
			{ containers: [{ ...container, securityContext: { seccompProfile: { type: 'Localhost', localhostProfile: 'b' } } }] },
			['spec.containers[0].securityContext.seccompProfile.localhostProfile: Forbidden: seccomp profile in annotation and field must match'],
		],
		['names and the like, which nobody looks at', { name: 'A B', generateName: '_', namespace: 'C D', finalizers: ['e f'], generation: -1 }, {}, []],
		['overhead of no resource', {}, { overhead: { cpu: '-1' } }, ['spec.overhead.limits[cpu]: Invalid value: "-1": must be greater than or equal to 0']],
	])('%s', async (_what, metadata, spec, expected) => {
		expect(await ofTemplate(metadata, spec)).toEqual(expected.map((cause) => `spec.template.${cause}`));
	});
});

describe('files of a projected volume', () => {
	const items = (...paths: string[]) => paths.map((path) => ({ path, key: 'k' }));
	const facts = (...paths: string[]) => paths.map((path) => ({ path, fieldRef: { fieldPath: 'metadata.name' } }));
	const token = (path: string) => ({ serviceAccountToken: { path } });
	it.each<[string, JsonObject[], string[]]>([
		['beside each other', [token('t'), { secret: { name: 's', items: items('a', 'b/c', 'd..') } }, { downwardAPI: { items: facts('e') } }], []],
		['a token of no path', [token('')], ['sources[0].serviceAccountToken.path: Required value']],
		['a token outside', [token('../t')], ['sources[0].serviceAccountToken.path: Invalid value: "../t": must not contain \'..\'']],
		['a token at the root', [token('/t')], ['sources[0].serviceAccountToken.path: Invalid value: "/t": must be a relative path']],
		['a token under a name of the system', [token('..t')], ['sources[0].serviceAccountToken.path: Invalid value: "..t": must not start with \'..\'']],
		['a fact outside', [{ downwardAPI: { items: facts('a/../b') } }], ['sources[0].downwardAPI.path: Invalid value: "a/../b": must not contain \'..\'']],
		['a key outside', [{ configMap: { name: 'm', items: items('..') } }], ['sources[0].configMap.items[0].path: Invalid value: "..": must not contain \'..\'']],
		['two tokens of one path', [token('t'), token('t')], [': Invalid value: "t": conflicting duplicate paths']],
		['a token where a key is', [{ secret: { name: 's', items: items('t') } }, token('t')], [': Invalid value: "t": conflicting duplicate paths']],
		['a key where a token is', [token('t'), { secret: { name: 's', items: items('t') } }], [': Invalid value: "s": conflicting duplicate paths']],
		['two facts of one path', [{ downwardAPI: { items: facts('a', 'a') } }], [': Invalid value: "a": conflicting duplicate paths']],
	])('%s', async (_what, sources, expected) => {
		const path = 'spec.volumes[0].projected';
		expect(await ofVolume({ projected: { sources } })).toEqual(expected.map((cause) => (cause.startsWith(':') ? path + cause : `${path}.${cause}`)));
	});
});

describe('sources of a variable or a file', () => {
	const inVariable = (valueFrom: JsonObject) => ofPod({ containers: [{ ...container, env: [{ name: 'A', valueFrom }] }] });
	const inFile = (source: JsonObject) => ofVolume({ downwardAPI: { items: [{ path: 'a', ...source }] } });
	const keys =
		"only labels and annotations have keys, which are qualified names: at most 63 alphanumeric characters, '-', '_' or '.' that start and end with an alphanumeric character, after an optional DNS subdomain and '/'";

	it.each<[string, JsonObject, string[]]>([
		['a label', { fieldPath: "metadata.labels['a']" }, []],
		['an annotation of a domain', { fieldPath: "metadata.annotations['A.b/c-d']" }, []],
		['a label of no name', { fieldPath: "metadata.labels['a b']" }, [`.fieldPath: Invalid value: "metadata.labels['a b']": ${keys}`]],
		['a label of an empty name', { fieldPath: "metadata.labels['']" }, [`.fieldPath: Invalid value: "metadata.labels['']": ${keys}`]],
		[
			'a field of another version',
			{ apiVersion: 'v2', fieldPath: 'metadata.name' },
			['.fieldPath: Invalid value: "metadata.name": error converting fieldPath: unsupported pod version: v2'],
		],
	])('a field: %s', async (_what, fieldRef, expected) => {
		expect(await inVariable({ fieldRef })).toEqual(expected.map((cause) => `spec.containers[0].env[0].valueFrom.fieldRef${cause}`));
		expect(await inFile({ fieldRef })).toEqual(expected.map((cause) => `spec.volumes[0].downwardAPI.fieldRef${cause}`));
	});

	it('a field that they do not have', async () => {
		const [ofVariable] = await inVariable({ fieldRef: { fieldPath: 'spec.x' } });
		expect(ofVariable).toContain('spec.containers[0].env[0].valueFrom.fieldRef.fieldPath: Unsupported value: "spec.x": supported values: "metadata.name", ');
		const [ofFile] = await inFile({ fieldRef: { fieldPath: 'spec.nodeName' } });
		expect(ofFile).toContain('.downwardAPI.fieldRef.fieldPath: Unsupported value: "spec.nodeName": supported values: "metadata.annotations", ');
	});

	it('two places at once, for which the whole is blamed', async () => {
		const fieldRef = { fieldPath: 'metadata.name' };
		const resourceFieldRef = { containerName: 'c', resource: 'limits.cpu' };
		expect(await inVariable({ fieldRef, resourceFieldRef })).toEqual([
			'spec.containers[0].env[0].valueFrom: Invalid value: "": may not have more than one field specified at a time',
		]);
		expect(await inFile({ fieldRef, resourceFieldRef })).toEqual(['spec.volumes[0].downwardAPI: Forbidden: may not specify more than 1 source']);
		expect(await ofVolume({ projected: { sources: [{ secret: { name: 'a' }, configMap: { name: 'b' }, downwardAPI: {} }] } })).toEqual([
			'spec.volumes[0].projected.sources[0]: Forbidden: may not specify more than 1 volume type',
		]);
	});

	it.each(['configMapKeyRef', 'secretKeyRef'])('%s: an object that cannot be', async (source) => {
		const [cause] = await inVariable({ [source]: { name: 'A_', key: 'k' } });
		expect(cause).toContain(`spec.containers[0].env[0].valueFrom.${source}.name: Invalid value: "A_": a lowercase RFC 1123 subdomain`);
	});

	it.each(['configMapRef', 'secretRef'])('%s: an object that cannot be', async (source) => {
		const [cause] = await ofPod({ containers: [{ ...container, envFrom: [{ [source]: { name: 'A_' } }] }] });
		expect(cause).toContain(`spec.containers[0].envFrom[0].${source}.name: Invalid value: "A_": a lowercase RFC 1123 subdomain`);
	});
});

describe('the mode of a ScaleIO volume', () => {
	const modes = '"ThickProvisioned", "ThinProvisioned"';
	const source = { gateway: 'g', system: 's', volumeName: 'v', secretRef: { name: 's' } };
	const persistent = (storageMode: string) =>
		causesOf('/api/v1/persistentvolumes', { spec: { capacity: { storage: '1' }, accessModes: ['ReadWriteOnce'], scaleIO: { ...source, storageMode } } });
	it.each<[string, string, string[]]>([
		['thin', 'ThinProvisioned', []],
		['thick', 'ThickProvisioned', []],
		['unknown', 'Fat', [`scaleIO.storageMode: Unsupported value: "Fat": supported values: ${modes}`]],
	])('%s', async (_what, mode, expected) => {
		expect(await ofVolume({ scaleIO: { ...source, storageMode: mode } })).toEqual(expected.map((cause) => `spec.volumes[0].${cause}`));
		expect(await persistent(mode)).toEqual(expected.map((cause) => `spec.${cause}`));
	});
});

describe('conditions on nodes', () => {
	const required = 'requiredDuringSchedulingIgnoredDuringExecution';
	const preferred = 'preferredDuringSchedulingIgnoredDuringExecution';
	const places: [string, string, (term: JsonObject) => Promise<string[]>][] = [
		[
			'that a pod needs',
			`spec.affinity.nodeAffinity.${required}.nodeSelectorTerms[0]`,
			(term) => ofPod({ affinity: { nodeAffinity: { [required]: { nodeSelectorTerms: [term] } } } }),
		],
		[
			'that a pod prefers',
			`spec.affinity.nodeAffinity.${preferred}[0].preference`,
			(term) => ofPod({ affinity: { nodeAffinity: { [preferred]: [{ weight: 1, preference: term }] } } }),
		],
		[
			'that a volume needs',
			'spec.nodeAffinity.required.nodeSelectorTerms[0]',
			(term) =>
				causesOf('/api/v1/persistentvolumes', {
					spec: {
						capacity: { storage: '1' },
						accessModes: ['ReadWriteOnce'],
						hostPath: { path: '/a' },
						nodeAffinity: { required: { nodeSelectorTerms: [term] } },
					},
				}),
		],
	];
	const onLabel = (operator: string, ...values: string[]) => ({ matchExpressions: [{ key: 'a', operator, values }] });
	const onName = (operator: string, ...values: string[]) => ({ matchFields: [{ key: 'metadata.name', operator, values }] });
	const oneValue = "values: Required value: must be only one value when `operator` is 'In' or 'NotIn' for node field selector";
	describe.each(places)('%s', (_place, path, causes) => {
		it.each<[string, JsonObject, string[]]>([
			['one of two', onLabel('In', 'b', 'c'), []],
			['one of none', onLabel('NotIn'), ["values: Required value: must be specified when `operator` is 'In' or 'NotIn'"]],
			['there with a value', onLabel('Exists', 'b'), ["values: Forbidden: may not be specified when `operator` is 'Exists' or 'DoesNotExist'"]],
			['more than two', onLabel('Gt', '1', '2'), ["values: Required value: must be specified single value when `operator` is 'Lt' or 'Gt'"]],
			['an operator that is none', onLabel('in', 'b'), ['operator: Invalid value: "in": not a valid selector operator']],
			['a name', onName('In', 'b'), []],
			['two names', onName('In', 'b', 'c'), [oneValue]],
			['no name', onName('NotIn'), [oneValue]],
			['whether there is a name', onName('Exists'), ['operator: Invalid value: "Exists": not a valid selector operator']],
			['a name beyond a number', onName('Gt', '1'), ['operator: Invalid value: "Gt": not a valid selector operator']],
			['another field', { matchFields: [{ key: 'spec.x', operator: 'In', values: ['b'] }] }, ['key: Invalid value: "spec.x": not a valid field selector key']],
			['a name that is too long', onName('In', 'b'.repeat(254)), [`values[0]: Invalid value: "${'b'.repeat(254)}": must be no more than 253 characters`]],
		])('%s', async (_what, term, expected) => {
			const list = 'matchFields' in term ? 'matchFields' : 'matchExpressions';
			expect(await causes(term)).toEqual(expected.map((cause) => `${path}.${list}[0].${cause}`));
		});
	});

	it('have at least one term', async () => {
		expect(await ofPod({ affinity: { nodeAffinity: { [required]: { nodeSelectorTerms: [] } } } })).toEqual([
			`spec.affinity.nodeAffinity.${required}.nodeSelectorTerms: Required value: must have at least one node selector term`,
		]);
	});
});
