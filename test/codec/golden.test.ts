/**
 * Fully populated objects of every kind there is a golden file of: JSON, YAML and protobuf convert into each other byte for byte.
 * The files are Kubernetes' own; group names, and names of fields that name the product, are the only things in them that the vocabulary changes.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { catalog } from '../../generated/catalog.ts';
import { vocabulary } from '../../generated/vocabulary.ts';
import type { Catalog, Field, JsonObject, TypeDescriptor, TypeName } from '../../runtime/model/catalog.ts';
import { compile } from '../../runtime/schema/compile.ts';
import { narrow } from '../../runtime/schema/release.ts';
import { parseJson, stringifyJson } from '../../runtime/wire/json/json.ts';
import { unwrapUnknown, wrapUnknown } from '../../runtime/wire/protobuf/unknown.ts';
import { parseYaml } from '../../runtime/wire/yaml/reader.ts';
import { writeYaml } from '../../runtime/wire/yaml/writer.ts';
import { referencePath } from '../setup/reference.ts';

const reference = referencePath('golden');
/** Of modules that publish none: objects of ours, written by their code. */
const own = resolve(import.meta.dirname, '../golden/objects');

interface Golden {
	readonly folder: string;
	readonly file: string;
	readonly type: string;
}

interface GoldenFile {
	readonly folder: string;
	readonly file: string;
	/** As Kubernetes calls it. */
	readonly group: string;
	readonly version: string;
	readonly kind: string;
}

const files: readonly GoldenFile[] = [reference, own]
	.flatMap((folder) => (existsSync(folder) ? readdirSync(folder).sort() : []).map((file) => ({ folder, file })))
	.filter(({ file }) => file.endsWith('.json'))
	.map(({ folder, file }) => {
		const [, prefix = '', version = '', kind = ''] = /^(.*)\.(v[^.]+)\.([^.-]+)(?:-\w+)?\.json$/.exec(file) ?? [];
		const group = prefix === 'core' ? '' : prefix;
		return { folder, file: file.slice(0, -'.json'.length), group, version, kind };
	});

/** The type of a kind in that version, or of what is sent to a subresource or answered beside; undefined: there is none. */
function typeOf({ file, group, version, kind }: GoldenFile): TypeName | undefined {
	if (file in wrappers) return wrappers[file]?.name;
	const ours = group.replace(/k8s\.io$/, vocabulary.groupDomain);
	const served = catalog.kinds
		.flatMap((entry) => (entry.kind === kind ? entry.versions : []))
		.find((entry) => entry.group === ours && entry.version === version)?.type;
	const declared = catalog.groups.find((entry) => entry.group === ours)?.package;
	return served ?? [`${declared}/${version}.${kind}`, `meta/v1.${kind}`].find((name) => catalog.typeNames.includes(name));
}

const string = { kind: 'string' } as const;
const head: readonly Field[] = [
	{ name: 'kind', schema: string },
	{ name: 'apiVersion', schema: string },
];

function wrapper(kind: string, fields: readonly (readonly [string, TypeName])[]): TypeDescriptor {
	const structs = fields.map(([name, type], index): Field => ({ name, schema: { kind: 'struct', type }, number: index + 1, presence: 'always' }));
	return { name: `test/v1.${kind}`, openapi: `test/v1.${kind}`, fields: [...head, ...structs] };
}

const metadata = ['metadata', 'meta/v1.ObjectMeta'] as const;
/** Of older releases, or with parts that are tested in them. */
const wrappers: Readonly<Record<string, TypeDescriptor>> = {
	'apps.v1beta2.ReplicaSet': catalog.type('apps/v1.ReplicaSet'),
	'core.v1.PodStatusResult': wrapper('PodStatusResult', [metadata, ['status', 'core/v1.PodStatus']]),
	'core.v1.SerializedReference': wrapper('SerializedReference', [['reference', 'core/v1.ObjectReference']]),
	'policy.v1beta1.Eviction': catalog.type('policy/v1.Eviction'),
};

/** Objects of no release since 1.16, or of no resource, and why there is nothing to read them with. */
const without: readonly { readonly files: readonly string[]; readonly because: string }[] = [
	{
		files: [
			...['apps.v1beta1.ControllerRevision', 'apps.v1beta1.Deployment', 'apps.v1beta1.DeploymentRollback', 'apps.v1beta1.Scale', 'apps.v1beta1.StatefulSet'],
			...[
				'apps.v1beta2.DaemonSet',
				'apps.v1beta2.Deployment',
				'extensions.v1beta1.DaemonSet',
				'extensions.v1beta1.NetworkPolicy',
				'extensions.v1beta1.ReplicaSet',
			],
		],
		because: 'these versions went away in 1.16',
	},
	{
		files: ['admission.k8s.io.v1.AdmissionReview', 'admission.k8s.io.v1beta1.AdmissionReview', 'imagepolicy.k8s.io.v1alpha1.ImageReview'],
		because: 'webhooks are sent them, which come later',
	},
	{
		files: ['apidiscovery.k8s.io.v2.APIGroupDiscovery', 'apidiscovery.k8s.io.v2beta1.APIGroupDiscovery'],
		because: 'aggregated discovery is JSON alone, as clients ask for it',
	},
];

const found = files.flatMap((file): Golden[] => {
	const type = typeOf(file);
	return type === undefined ? [] : [{ folder: file.folder, file: file.file, type }];
});

/** As it is sent alone, with its kind in front, whether the type says so or not. */
function alone(type: TypeDescriptor): TypeDescriptor {
	return type.fields.some(({ name }) => name === 'kind') ? type : { ...type, fields: [...head, ...type.fields] };
}

const standing = new Set(found.map(({ type }) => type));
const extra = new Map(Object.values(wrappers).map((type) => [type.name, type]));
const whole: Catalog = {
	...catalog,
	type(name) {
		const type = extra.get(name) ?? catalog.type(name);
		return standing.has(name) ? alone(type) : type;
	},
};

/** The objects are of the newest release. */
const newest = narrow(whole, catalog.releases.at(-1) ?? catalog.release);
const schemas = compile(newest);

if (!existsSync(reference)) console.warn(`SKIPPED: the golden objects of Kubernetes are not at ${reference}`);

describe('golden objects', () => {
	it.skipIf(!existsSync(reference))('are all there is a type for, but for those that say why', () => {
		const missing = files.filter((file) => typeOf(file) === undefined).map(({ file }) => file);
		expect(missing.sort()).toEqual(without.flatMap((each) => each.files).sort());
	});

	// Without the files there is nothing to read, even by what is skipped.
	describe.each(found)('$file', ({ folder, file, type }) => {
		const schema = schemas.type(type);
		const textOf = (form: string): string => readFileSync(join(folder, `${file}.${form}`), 'utf8').replaceAll('x-kubernetes-', `x-${vocabulary.product}-`);
		const json = textOf('json');
		const yaml = textOf('yaml');
		const protobuf = readFileSync(join(folder, `${file}.pb`));
		const compact = JSON.stringify(JSON.parse(json));
		/** One that says neither is wrapped without. */
		const { apiVersion = '', kind = '' } = JSON.parse(json);
		const read = (value: unknown): { object: JsonObject; notices: string[] } => {
			const notices: string[] = [];
			return { object: schema.read(value, { notices }), notices };
		};

		it('JSON to JSON', () => {
			const { object, notices } = read(parseJson(json));
			expect(notices).toEqual([]);
			expect(stringifyJson(object)).toBe(compact);
		});

		it('JSON to YAML and back', () => {
			const { object } = read(parseJson(json));
			expect(writeYaml(object)).toBe(yaml);
			expect(stringifyJson(read(parseYaml(yaml)).object)).toBe(compact);
		});

		it('JSON to protobuf', () => {
			const { object } = read(parseJson(json));
			expect(wrapUnknown(apiVersion, kind, schema.encode(object)).toString('hex')).toBe(protobuf.toString('hex'));
		});

		it('protobuf to JSON', () => {
			const envelope = unwrapUnknown(protobuf);
			const said = kind === '' ? {} : { kind: envelope.kind, apiVersion: envelope.apiVersion };
			const object = { ...schema.decode(envelope.raw), ...said };
			expect({ apiVersion: envelope.apiVersion, kind: envelope.kind }).toEqual({ apiVersion, kind });
			expect(stringifyJson(read(object).object)).toBe(compact);
		});
	});
});
