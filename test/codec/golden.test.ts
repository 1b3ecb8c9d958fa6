/**
 * Every golden object, fully populated, converts between JSON, YAML and protobuf byte for byte. The files come from Kubernetes. The
 * vocabulary changes only group names, and field names that contain the product name.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { catalog } from '../../generated/catalog.ts';
import { vocabulary } from '../../generated/vocabulary.ts';
import type { Catalog, Field, JsonObject, TypeDescriptor, TypeName } from '../../runtime/model/catalog.ts';
import { compile } from '../../runtime/schema/compile.ts';
import { narrow } from '../../runtime/schema/emulated-catalog.ts';
import { parseJson, stringifyJson } from '../../runtime/wire/json/json.ts';
import { unwrapUnknown, wrapUnknown } from '../../runtime/wire/protobuf/unknown.ts';
import { parseYaml } from '../../runtime/wire/yaml.ts';
import { writeYaml } from '../../runtime/yaml/writer.ts';
import { referencePath } from '../setup/reference.ts';

const reference = referencePath('golden');
/** Golden objects for modules that publish none: our objects, serialized by their code. */
const own = resolve(import.meta.dirname, '../golden/objects');

interface Golden {
	readonly folder: string;
	readonly file: string;
	readonly type: string;
}

interface GoldenFile {
	readonly folder: string;
	readonly file: string;
	/** Group name in Kubernetes. */
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

interface TypedForm {
	readonly group: string;
	readonly version: string;
	readonly kind: string;
	readonly type?: TypeName | undefined;
}

/** Objects of served versions, and request and response bodies of their subresources. */
const typedForms: readonly TypedForm[] = catalog.kinds.flatMap(({ kind, versions, subresources: { other = [] } }) =>
	versions.flatMap(({ group, version, type }): TypedForm[] => [
		{ group, version, kind, type },
		...other.flatMap((sub): TypedForm[] => {
			const taken = { group: sub.group ?? group, version: sub.version ?? version, kind: sub.kind, type: sub.type };
			return [taken, ...(sub.also ?? []).map((also) => ({ ...taken, version: also.version })), ...(sub.gives === undefined ? [] : [sub.gives])];
		}),
	]),
);

/** Returns undefined when no served version has this type; no other reason skips a golden object. */
function typeOf({ group, version, kind }: GoldenFile): TypeName | undefined {
	const ours = group.replace(/k8s\.io$/, vocabulary.groupDomain);
	const form = typedForms.find((one) => one.group === ours && one.version === version && one.kind === kind && one.type !== undefined);
	if (form !== undefined) return form.type;
	const served = catalog.groups.find((one) => one.group === ours && one.versions.includes(version));
	if (served === undefined) return undefined;
	// Options, lists and statuses belong to no resource; the golden objects file those of metadata under the core group.
	const packages = ours === '' ? [served.package, 'meta'] : [served.package];
	return packages.map((name) => `${name}/${version}.${kind}`).find((name) => catalog.typeNames.includes(name));
}

const string = { kind: 'string' } as const;
const head: readonly Field[] = [
	{ name: 'kind', schema: string },
	{ name: 'apiVersion', schema: string },
];

/** Returns the group, version and kind of each kind that a release serves, from the reference. */
function servedKinds(): ReadonlySet<string> {
	const folder = referencePath('kinds');
	const rows = ['release-1.25.tsv', 'release-1.36.tsv'].flatMap((file) => readFileSync(join(folder, file), 'utf8').trim().split('\n').slice(1));
	return new Set(rows.map((row) => row.split('\t').slice(0, 3).join('/')));
}

const found = files.flatMap((file): Golden[] => {
	const type = typeOf(file);
	return type === undefined ? [] : [{ folder: file.folder, file: file.file, type }];
});

/** Returns the type as sent on its own, with apiVersion and kind first even when the type does not declare them. */
function alone(type: TypeDescriptor): TypeDescriptor {
	return type.fields.some(({ name }) => name === 'kind') ? type : { ...type, fields: [...head, ...type.fields] };
}

const standing = new Set(found.map(({ type }) => type));
const whole: Catalog = {
	...catalog,
	type(name) {
		const type = catalog.type(name);
		return standing.has(name) ? alone(type) : type;
	},
};

/** Types whose fields stand in another order than in Kubernetes (`docs/conformance/differences.md`). */
const otherwiseOrdered: ReadonlySet<TypeName> = new Set([
	'apps/v1beta1.Deployment',
	'apps/v1beta1.StatefulSet',
	'extensions/v1beta1.DaemonSet',
	'extensions/v1beta1.Deployment',
	'extensions/v1beta1.ReplicaSet',
]);

/** Returns the text of an object with sorted fields, at every depth. */
function sortedText(text: string): string {
	return JSON.stringify(JSON.parse(text), (_, value: unknown) =>
		typeof value === 'object' && value !== null && !Array.isArray(value)
			? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
			: value,
	);
}

/** The objects are of the newest release. */
const newest = narrow(whole, catalog.releases.at(-1) ?? catalog.release);
const schemas = compile(newest);

if (!existsSync(reference)) console.warn(`SKIPPED: the golden objects of Kubernetes are not at ${reference}`);

describe('golden objects', () => {
	it.skipIf(!existsSync(reference))('are skipped only where no served version has their type', () => {
		const served = servedKinds();
		const skipped = files.filter((file) => typeOf(file) === undefined);
		expect(skipped.filter(({ group, version, kind }) => served.has(`${group}/${version}/${kind}`))).toEqual([]);
	});

	// Without the files even the skipped tests have no input.
	describe.each(found)('$file', ({ folder, file, type }) => {
		const schema = schemas.type(type);
		const textOf = (form: string): string => readFileSync(join(folder, `${file}.${form}`), 'utf8').replaceAll('x-kubernetes-', `x-${vocabulary.product}-`);
		const json = textOf('json');
		const yaml = textOf('yaml');
		const protobuf = readFileSync(join(folder, `${file}.pb`));
		const inOrder = (text: string): string => (otherwiseOrdered.has(type) ? sortedText(text) : text);
		const compact = inOrder(JSON.stringify(JSON.parse(json)));
		/** An object without apiVersion and kind is wrapped without them. */
		const { apiVersion = '', kind = '' } = JSON.parse(json);
		const read = (value: unknown): { object: JsonObject; notices: string[] } => {
			const notices: string[] = [];
			return { object: schema.read(value, { notices }), notices };
		};

		it('JSON to JSON', () => {
			const { object, notices } = read(parseJson(json));
			expect(notices).toEqual([]);
			expect(inOrder(stringifyJson(object))).toBe(compact);
		});

		it('JSON to YAML and back', () => {
			const { object } = read(parseJson(json));
			expect(writeYaml(object)).toBe(yaml);
			expect(inOrder(stringifyJson(read(parseYaml(yaml)).object))).toBe(compact);
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
			expect(inOrder(stringifyJson(read(object).object))).toBe(compact);
		});
	});
});
