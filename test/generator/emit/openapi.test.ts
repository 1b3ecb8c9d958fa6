import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import { describe, expect, it } from 'vitest';
import { openapi } from '../../../generator/emit/openapi.ts';
import { DocumentParts } from '../../../runtime/documents/openapi/document-parts.ts';
import { openApiV2 } from '../../../runtime/documents/openapi/v2.ts';
import { openApiV2Messages, openApiV2ProtobufAccepted, openApiV2ProtobufType } from '../../../runtime/documents/openapi/v2-protobuf.ts';
import { openApiV3, openApiV3Names } from '../../../runtime/documents/openapi/v3.ts';
import type { Field } from '../../../runtime/model/catalog.ts';
import { narrow } from '../../../runtime/schema/emulated-catalog.ts';
import { catalog, catalogOf, docs, kubernetes, model, orch, spoken } from './fixture.ts';

const input = { catalog: spoken(catalog, kubernetes), docs, vocabulary: kubernetes };

type Node = Record<string, unknown>;

function schemas(name: string, vocabulary = kubernetes): Node {
	const document = openApiV3(new DocumentParts({ ...input, catalog: spoken(catalog, vocabulary), vocabulary }), name);
	if (document === undefined) throw new Error(`no document ${name}`);
	return document.components?.schemas as Node;
}

/** Returns every reference of a document. */
function references(node: unknown): string[] {
	if (Array.isArray(node)) return node.flatMap(references);
	if (node === null || typeof node !== 'object') return [];
	return Object.entries(node).flatMap(([key, value]) => (key === '$ref' && typeof value === 'string' ? [value] : references(value)));
}

describe('OpenAPI version 3', () => {
	it('has a document for each group version and for each index', () => {
		expect(openApiV3Names(new DocumentParts(input))).toEqual([
			'.well-known/openid-configuration',
			'api',
			'api/v1',
			'apis',
			'apis/example.com',
			'apis/example.com/v1',
			'openid/v1/jwks',
			'version',
		]);
		expect(openApiV3(new DocumentParts(input), 'apis/example.com/v2')).toBeUndefined();
	});

	it('omits an empty list of schemas', () => {
		for (const name of ['.well-known/openid-configuration', 'openid/v1/jwks'])
			expect(openApiV3(new DocumentParts(input), name)?.components).toEqual({ securitySchemes: expect.objectContaining({ BearerToken: expect.anything() }) });
		expect(openApiV3(new DocumentParts(input), 'version')?.components).toHaveProperty('schemas');
	});

	it('refers only to definitions that it has', () => {
		for (const name of openApiV3Names(new DocumentParts(input))) {
			const document = openApiV3(new DocumentParts(input), name);
			const known = Object.keys(document?.components?.schemas ?? {});
			for (const reference of references(document)) expect(known, `${name}: ${reference}`).toContain(reference.slice('#/components/schemas/'.length));
		}
	});

	it("publishes rules, defaults and expressions of users' own kinds", () => {
		const spec = schemas('apis/example.com/v1')['com.example.tools.v1.GadgetSpec'] as { properties: Node } & Node;
		expect(spec.properties.replicas).toEqual({ description: 'How many.', type: 'integer', format: 'int32', default: 1, minimum: 0 });
		expect(spec['x-kubernetes-validations']).toEqual([{ rule: 'self.replicas < 100', message: 'too many' }]);
		expect(spec.properties.url).toEqual({ type: 'string' });
		expect(spec.properties.level).toEqual({ type: 'integer', format: 'int64', enum: [2, 10] });
		expect(spec.properties.ports).toMatchObject({
			'x-kubernetes-list-type': 'map',
			'x-kubernetes-list-map-keys': ['port'],
			'x-kubernetes-patch-strategy': 'merge',
		});
	});

	it('shows a default of a built-in kind when the spec says so, and values unless it hides them', () => {
		const types = catalog.typeNames.map((name) => catalog.type(name)).filter(({ name }) => name !== 'tools/v1.Inner');
		const fields: readonly Field[] = [
			{ name: 'level', schema: { kind: 'string', enum: ['low', 'high'] }, default: 'low', defaultShown: '1.25' },
			{ name: 'mode', schema: { kind: 'string', enum: ['a', 'b'], enumHidden: true }, default: 'a' },
			{ name: 'later', schema: { kind: 'string' }, defaultShown: '1.26' },
		];
		const inner = { name: 'tools/v1.Inner', openapi: `${kubernetes.groupDomain.split('.').reverse().join('.')}.api.Inner`, fields };
		const outer = {
			name: 'tools/v1.GadgetSpec',
			openapi: 'com.example.tools.v1.GadgetSpec',
			fields: [{ name: 'inner', schema: { kind: 'struct', type: inner.name } as const }],
		};
		const changed = catalogOf([...types.filter(({ name }) => name !== outer.name), inner, outer], catalog.kinds, catalog.groups);
		const shown = (release: string) => {
			const document = openApiV3(
				new DocumentParts({ ...input, catalog: narrow(spoken({ ...changed, releases: ['1.25', '1.26'] }, kubernetes), release) }),
				'apis/example.com/v1',
			);
			return (document?.components?.schemas?.[inner.openapi] as Node | undefined)?.properties;
		};
		expect(shown('1.25')).toEqual({ later: { type: 'string' }, level: { type: 'string', enum: ['high', 'low'], default: 'low' }, mode: { type: 'string' } });
		expect(shown('1.26')).toMatchObject({ later: { type: 'string', default: '' } });
	});

	it('speaks the vocabulary', () => {
		const kinds = schemas('api/v1', orch);
		expect(kinds['io.orch.api.core.v1.ConfigMap']).toHaveProperty('x-orch-group-version-kind');
		expect(JSON.stringify(openApiV3(new DocumentParts({ ...input, catalog: spoken(catalog, orch), vocabulary: orch }), 'api/v1'))).not.toMatch(
			/kubernetes|k8s/,
		);
	});

	it('lists dryRun and fieldValidation for patches, because kubectl looks for them', () => {
		const document = openApiV3(new DocumentParts(input), 'apis/example.com/v1');
		const patch = document?.paths['/apis/example.com/v1/namespaces/{namespace}/gadgets/{name}']?.patch as unknown as Node;
		expect((patch.parameters as Node[]).map(({ name }) => name)).toEqual(['dryRun', 'fieldManager', 'fieldValidation', 'force']);
		expect(patch['x-kubernetes-group-version-kind']).toEqual({ group: 'example.com', version: 'v1', kind: 'Gadget' });
	});
});

/** Returns the length-delimited fields of a message by number. */
function fields(bytes: Uint8Array): Map<number, Uint8Array[]> {
	const reader = new BinaryReader(bytes);
	const found = new Map<number, Uint8Array[]>();
	while (reader.pos < reader.len) {
		const [number, wireType] = reader.tag();
		if (wireType === WireType.LengthDelimited) found.set(number, [...(found.get(number) ?? []), reader.bytes()]);
		else reader.skip(wireType, number);
	}
	return found;
}

const text = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);

/** Returns the entries of a message of named values. */
function namedValues(bytes: Uint8Array | undefined, number = 1): Map<string, Uint8Array> {
	const entries = fields(bytes ?? new Uint8Array()).get(number) ?? [];
	return new Map(entries.map((entry) => [text(fields(entry).get(1)?.[0]), fields(entry).get(2)?.[0] ?? new Uint8Array()]));
}

describe('OpenAPI version 2 in protobuf', () => {
	const document = openApiV2(input);
	const root = fields(Buffer.concat([...openApiV2Messages(document)]));

	it('has the definitions, paths and extensions of the JSON form', () => {
		expect(text(root.get(1)?.[0])).toBe('2.0');
		const definitions = namedValues(root.get(9)?.[0]);
		expect([...definitions.keys()]).toEqual(Object.keys(document.definitions));
		expect([...namedValues(root.get(8)?.[0], 2).keys()]).toEqual(Object.keys(document.paths));
		const spec = fields(definitions.get('com.example.tools.v1.GadgetSpec') ?? new Uint8Array());
		expect(text(spec.get(4)?.[0])).toBe('Desired state.');
		const ports = namedValues(spec.get(25)?.[0]).get('ports');
		const extension = namedValues(ports, 31).get('x-kubernetes-list-map-keys');
		expect(text(fields(extension ?? new Uint8Array()).get(2)?.[0])).toBe('["port"]\n');
	});

	it('declares a common parameter once from 1.28 on, and refers to it', () => {
		const at = (release: string) => openApiV2({ ...input, catalog: { ...input.catalog, release } });
		const shared = (release: string) => fields(Buffer.concat([...openApiV2Messages(at(release))])).get(10)?.[0];
		expect(shared('1.27')).toBeUndefined();
		const newer = at('1.28');
		const names = Object.keys(newer.parameters ?? {});
		expect([...namedValues(shared('1.28')).keys()]).toEqual(names);
		const referred = references(newer).filter((reference) => reference.startsWith('#/parameters/'));
		expect([...new Set(referred)].sort()).toEqual(names.map((name) => `#/parameters/${name}`));
		const paths = namedValues(fields(Buffer.concat([...openApiV2Messages(newer)])).get(8)?.[0], 2);
		const gadgets = fields(paths.get('/apis/example.com/v1/namespaces/{namespace}/gadgets') ?? new Uint8Array());
		const onPath = gadgets.get(9)?.map((item) => text(fields(fields(item).get(2)?.[0] ?? new Uint8Array()).get(1)?.[0]));
		expect(onPath).toEqual([expect.stringMatching(/^#\/parameters\/namespace-.{8}$/), expect.stringMatching(/^#\/parameters\/pretty-.{8}$/)]);
	});

	it('keeps the parameters of patches that kubectl looks for', () => {
		const patch = openApiV2({ ...input, catalog: { ...input.catalog, release: '1.36' } }).paths['/apis/example.com/v1/namespaces/{namespace}/gadgets/{name}']
			?.patch;
		expect(patch?.parameters?.flatMap((each) => ('name' in each ? [each.name] : []))).toEqual(['dryRun', 'fieldValidation']);
	});

	it('is requested with an invalid media type, and answers with a valid one', () => {
		expect(openApiV2ProtobufAccepted).toContain('application/com.github.proto-openapi.spec.v2@v1.0+protobuf');
		expect(openApiV2ProtobufType).not.toContain('@');
	});
});

describe('files', () => {
	it('are the documents that the server serves', async () => {
		const files = await openapi.emit(model);
		expect(files.map(({ path }) => path)).toContain('openapi/v3/apis/example.com/v1.json');
		expect(JSON.parse(files[0]?.content ?? '')).toMatchObject({ swagger: '2.0', info: { title: 'Orch', version: 'v1.25.0' } });
	});
});
