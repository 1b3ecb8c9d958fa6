/** Import fixture: a small shop as an OpenAPI document, in Go and in protobuf. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type OpenApiDocument, openApiDocument, type RawDocument } from '../../../generator/import/document.ts';
import { noGoTypes, readGoTypes } from '../../../generator/import/go-types.ts';
import type { OpenApiImport } from '../../../generator/import/openapi.ts';
import { readProto } from '../../../generator/import/protos.ts';

const folder = fileURLToPath(new URL('../../golden/import/', import.meta.url));

export const vocabulary = {
	name: 'kubernetes',
	product: 'kubernetes',
	groupDomain: 'k8s.io',
	labelDomain: 'kubernetes.io',
	shortPrefix: 'kube',
	nodeAgent: 'kubelet',
	cliName: 'kubectl',
};

function fixtureText(path: string): string {
	return readFileSync(join(folder, 'input', path), 'utf8');
}

export function fixtureDocument(path: string): OpenApiDocument {
	return openApiDocument(JSON.parse(fixtureText(path)) as RawDocument);
}

/** Returns the specs expected of an import, by path. */
export function expected(name: string): Record<string, string> {
	const root = join(folder, name);
	const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.yaml'));
	return Object.fromEntries(paths.sort().map((path) => [path.split(sep).join('/'), readFileSync(join(root, path), 'utf8')]));
}

const types = readGoTypes([fixtureText('go/shop/v1/types.go')]);
const messages = readProto(fixtureText('protos/shop/v1/generated.proto'));

/** Returns an import with all inputs: a document, Go, protobuf, and an earlier release. */
export function fullImport(existing: ReadonlyMap<string, string> = new Map()): OpenApiImport {
	return {
		document: fixtureDocument('document.json'),
		base: fixtureDocument('base.json'),
		later: [
			{ release: '1.26', go: () => noGoTypes },
			{ release: '1.27', go: (key) => (key.package === 'shop' ? types : noGoTypes) },
		],
		go: (key) => (key.package === 'shop' ? types : noGoTypes),
		protos: (key) => (key.package === 'shop' ? messages : new Map()),
		kinds: [
			{ group: 'shop.k8s.io', version: 'v1', kind: 'Order' },
			{ group: 'shop.k8s.io', version: 'v1', kind: 'Warehouse' },
		],
		vocabulary,
		existing,
	};
}

/** Returns an import with only the document and field numbers. */
export function protoImport(): OpenApiImport {
	return { ...fullImport(), go: () => noGoTypes, later: [] };
}
