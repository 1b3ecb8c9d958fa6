/**
 * Fully populated objects of every kind there is a golden file of: JSON, YAML and protobuf convert into each other byte for byte.
 * The files are Kubernetes' own; group names are the only thing in them that the vocabulary changes.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { catalog } from '../../generated/catalog.ts';
import { vocabulary } from '../../generated/vocabulary.ts';
import type { JsonObject, TypeDescriptor, TypeName } from '../../runtime/model/catalog.ts';
import { compile } from '../../runtime/schema/compile.ts';
import { narrow } from '../../runtime/schema/release.ts';
import { parseJson, stringifyJson } from '../../runtime/wire/json/json.ts';
import { unwrapUnknown, wrapUnknown } from '../../runtime/wire/protobuf/unknown.ts';
import { parseYaml } from '../../runtime/wire/yaml/reader.ts';
import { writeYaml } from '../../runtime/wire/yaml/writer.ts';

const folder = resolve(import.meta.dirname, '../../../shared/reference/golden');

interface Golden {
	readonly file: string;
	readonly apiVersion: string;
	readonly kind: string;
	readonly type: string;
}

/** Files of kinds and versions that are served. */
function goldens(): Golden[] {
	const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.json')) : [];
	return files.sort().flatMap((file) => {
		const match = /^(.*)\.(v[^.]+)\.([^.]+)\.json$/.exec(file);
		const [, prefix = '', version = '', kind = ''] = match ?? [];
		const group = prefix === 'core' ? '' : prefix.replace(/k8s\.io$/, vocabulary.groupDomain);
		const found = catalog.kinds
			.flatMap((entry) => (entry.kind === kind ? entry.versions : []))
			.find((entry) => entry.group === group && entry.version === version);
		const apiVersion = prefix === 'core' ? version : `${prefix}/${version}`;
		return found === undefined ? [] : [{ file: file.slice(0, -'.json'.length), apiVersion, kind, type: found.type }];
	});
}

const found = goldens();

/** Kinds of which the large types' golden objects exist, but which are not served: the types are tested in them. */
const wrappers: readonly Golden[] = [
	{ file: 'core.v1.PodTemplate', apiVersion: 'v1', kind: 'PodTemplate', type: 'test/v1.PodTemplate' },
	{ file: 'core.v1.PodStatusResult', apiVersion: 'v1', kind: 'PodStatusResult', type: 'test/v1.PodStatusResult' },
	{ file: 'apps.v1beta2.Deployment', apiVersion: 'apps/v1beta2', kind: 'Deployment', type: 'apps/v1.Deployment' },
	{ file: 'storage.k8s.io.v1beta1.CSIDriver', apiVersion: 'storage.k8s.io/v1beta1', kind: 'CSIDriver', type: 'storage/v1.CSIDriver' },
];

function wrapper(name: TypeName, field: string, type: TypeName): TypeDescriptor {
	const string = { kind: 'string' } as const;
	return {
		name,
		openapi: name,
		fields: [
			{ name: 'kind', schema: string },
			{ name: 'apiVersion', schema: string },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: field, schema: { kind: 'struct', type }, number: 2, presence: 'always' },
		],
	};
}

const extra: Readonly<Record<TypeName, TypeDescriptor>> = {
	'test/v1.PodTemplate': wrapper('test/v1.PodTemplate', 'template', 'core/v1.PodTemplateSpec'),
	'test/v1.PodStatusResult': wrapper('test/v1.PodStatusResult', 'status', 'core/v1.PodStatus'),
};

/** The objects are of the newest release. */
const newest = narrow({ ...catalog, type: (name) => extra[name] ?? catalog.type(name) }, catalog.releases.at(-1) ?? catalog.release);
const schemas = compile(newest);

if (found.length === 0) console.warn(`SKIPPED: the golden objects are not at ${folder}`);

describe.skipIf(found.length === 0)('golden objects', () => {
	it('are there for the kinds of core, coordination, storage and networking', () => {
		expect(found.map(({ file }) => file)).toEqual(
			expect.arrayContaining([
				'coordination.k8s.io.v1.Lease',
				'core.v1.ConfigMap',
				'core.v1.Event',
				'core.v1.Namespace',
				'core.v1.PersistentVolume',
				'core.v1.PersistentVolumeClaim',
				'core.v1.Secret',
				'core.v1.ServiceAccount',
				'storage.k8s.io.v1.CSINode',
				'storage.k8s.io.v1.StorageClass',
			]),
		);
	});

	// Without the files there is nothing to read, even by what is skipped.
	describe.each(found.length === 0 ? [] : [...found, ...wrappers])('$file', ({ file, apiVersion, kind, type }) => {
		const schema = schemas.type(type);
		const json = readFileSync(join(folder, `${file}.json`), 'utf8');
		const yaml = readFileSync(join(folder, `${file}.yaml`), 'utf8');
		const protobuf = readFileSync(join(folder, `${file}.pb`));
		const compact = JSON.stringify(JSON.parse(json));
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
			const object = { ...schema.decode(envelope.raw), kind: envelope.kind, apiVersion: envelope.apiVersion };
			expect({ apiVersion: envelope.apiVersion, kind: envelope.kind }).toEqual({ apiVersion, kind });
			expect(stringifyJson(read(object).object)).toBe(compact);
		});
	});
});
