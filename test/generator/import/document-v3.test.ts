/** Version 3 documents yield the same kinds and shapes as version 2 documents. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type OpenApiDocument, openApiDocument, type RawDocument } from '../../../generator/import/document.ts';
import { asVersion2, isV3, type RawDocumentV3 } from '../../../generator/import/document-v3.ts';
import { noGoTypes } from '../../../generator/import/go-types.ts';
import { importOpenApi } from '../../../generator/import/openapi.ts';
import { references } from '../emit/reference-documents.ts';
import { vocabulary } from './fixture.ts';

const folder = join(references, 'openapi');
if (!existsSync(folder)) console.warn(`SKIPPED: no documents of two versions were compared: ${folder} is not there`);

function specs(document: OpenApiDocument, [group = '', version = '', kind = '']: readonly string[]) {
	const input = { document, vocabulary, kinds: [{ group, version, kind }], existing: new Map<string, string>(), later: [] };
	return importOpenApi({ ...input, go: () => noGoTypes, protos: () => new Map() });
}

interface Node {
	readonly $ref?: string;
	readonly type?: string;
	readonly format?: string;
	readonly items?: Node;
	readonly additionalProperties?: Node;
	readonly properties?: Readonly<Record<string, Node>>;
}

/** Types that changed between the releases of the version 3 and version 2 documents. */
const renamed = / (ClaimSource\.|PersistentVolumeClaimSpec\.resources|PodResourceClaim\.source)/;

/** Returns the shape of each field by file, type and name. */
function shapesOf(files: ReadonlyMap<string, string>): Map<string, unknown> {
	const found = new Map<string, unknown>();
	const shapeOf = ({ $ref, type, format, items, additionalProperties }: Node): unknown =>
		$ref ?? [type, format, ...[items, additionalProperties].map((part) => (part === undefined ? undefined : shapeOf(part)))];
	for (const [path, text] of files) {
		const { types = {}, schema, ...head } = parse(text) as { readonly types?: Readonly<Record<string, Node>>; readonly schema?: Node };
		if (schema !== undefined) found.set(path, head);
		for (const [name, type] of Object.entries({ ...types, ...(schema === undefined ? {} : { schema }) }))
			for (const [field, node] of Object.entries(type.properties ?? {})) found.set(`${path} ${name}.${field}`, shapeOf(node));
	}
	return found;
}

const read = (path: string): unknown => JSON.parse(readFileSync(join(folder, path), 'utf8'));

describe.skipIf(!existsSync(folder))('documents of version 3', () => {
	it.each([
		['apis__apps__v1_openapi.json', ['apps', 'v1', 'Deployment']],
		['apis__batch__v1_openapi.json', ['batch', 'v1', 'CronJob']],
		['apis__discovery.k8s.io__v1_openapi.json', ['discovery.k8s.io', 'v1', 'EndpointSlice']],
		['api__v1_openapi.json', ['', 'v1', 'Service']],
	])('%s describes %s like version 2', (path, kind) => {
		const own = specs(openApiDocument(asVersion2(read(`v3-1.36/${path}`) as RawDocumentV3)), kind);
		const other = specs(openApiDocument(read('release-1.36.json') as RawDocument), kind);
		expect(own.kinds).toBe(1);
		const [shapes, others] = [shapesOf(own.files), shapesOf(other.files)];
		for (const name of [...shapes.keys()].filter((each) => renamed.test(each))) shapes.delete(name);
		expect(shapes.size).toBeGreaterThan(10);
		// The document is of an earlier release; later ones have more fields.
		expect(Object.fromEntries(shapes)).toEqual(Object.fromEntries([...shapes.keys()].map((name) => [name, others.get(name)])));
		expect(own.untaken).toEqual([]);
	});
});

describe('a document of version 3', () => {
	const schema = {
		type: 'object',
		properties: { n: { type: 'integer', default: 0 }, part: { allOf: [{ $ref: '#/components/schemas/com.example.v1.Part' }], default: {} } },
	};

	it('is recognized by its first member', () => {
		expect([{ openapi: '3.0.0' }, { openapi: '2.0' }, { swagger: '2.0' }, null].map(isV3)).toEqual([true, false, false, false]);
	});

	it("keeps the zeros that are defaults of users, and drops those that are Go's", () => {
		const { definitions } = asVersion2({ openapi: '3.0.0', components: { schemas: { 'com.example.v1.Thing': schema, 'io.k8s.api.shop.v1.Thing': schema } } });
		expect(definitions['com.example.v1.Thing']?.properties).toEqual({
			n: { type: 'integer', default: 0 },
			part: { $ref: '#/definitions/com.example.v1.Part' },
		});
		expect(definitions['io.k8s.api.shop.v1.Thing']?.properties?.n).toEqual({ type: 'integer' });
	});
});
