/** A release document in the form for client generators: its types get the packages that they have in the specs. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openApiDocument, type RawDocument } from '../../../generator/import/document.ts';
import { noGoTypes } from '../../../generator/import/go-types.ts';
import { importOpenApi } from '../../../generator/import/openapi.ts';
import { packageOf } from '../../../generator/import/roles.ts';
import { hasShortNames, withPackages } from '../../../generator/import/short-names.ts';
import { references } from '../emit/reference-documents.ts';
import { vocabulary } from './fixture.ts';

const file = join(references, 'openapi/release-1.25-processed.json');
if (!existsSync(file)) console.warn(`SKIPPED: no document with short names was read: ${file} is not there`);

const known: Readonly<Record<string, readonly string[]>> = {
	'v1.ObjectMeta': ['meta'],
	'v1.LabelSelector': ['meta'],
	'v1.PodTemplateSpec': ['core'],
	'v1.ObjectReference': ['core'],
};

describe('documents with short names', () => {
	it.skipIf(!existsSync(file))('from 1.25 are read', () => {
		const raw = JSON.parse(readFileSync(file, 'utf8')) as RawDocument;
		expect(hasShortNames(raw)).toBe(true);
		const packagesWith = (version: string, name: string) => known[`${version}.${name}`] ?? [];
		const document = openApiDocument(withPackages(raw, { packageOf: (group) => packageOf(group, vocabulary), packagesWith }));
		const kinds = [
			{ group: 'apps', version: 'v1', kind: 'Deployment' },
			{ group: 'discovery.k8s.io', version: 'v1', kind: 'EndpointSlice' },
			{ group: '', version: 'v1', kind: 'Event' },
		];
		const input = { document, vocabulary, kinds, existing: new Map<string, string>(), later: [], go: () => noGoTypes, protos: () => new Map() };
		const { files, problems } = importOpenApi(input);
		expect(problems).toEqual([]);
		expect(files.get('apps/types/deployment.yaml')).toContain('template: {$ref: ../core/types#/PodTemplateSpec}');
		expect(files.get('discovery/types/endpointslice.yaml')).toContain('targetRef: {$ref: ../core/types#/ObjectReference');
		expect(files.get('core/event.yaml')).toContain('series: {$ref: types#/EventSeries}');
		expect([...files.keys()].filter((path) => path.endsWith('group.yaml')).sort()).toEqual(['apps/group.yaml', 'core/group.yaml', 'discovery/group.yaml']);
	});

	it('keep full names, and resolve unknown ones by their users', () => {
		const gvk = { 'x-kubernetes-group-version-kind': [{ group: 'shop.k8s.io', version: 'v1', kind: 'Order' }] };
		const part = {
			properties: { inner: { $ref: '#/definitions/v1.Inner' }, own: { $ref: '#/definitions/crd.v1.Own' }, size: { $ref: '#/definitions/resource.Quantity' } },
		};
		const definitions = { 'v1.Order': { ...gvk, properties: { part: { $ref: '#/definitions/v1.Part' } } }, 'v1.Part': part, 'v1.Inner': {}, 'crd.v1.Own': {} };
		const made = withPackages({ definitions: { ...definitions, 'io.example.api.x.v1.Full': {} } }, { packageOf: () => 'shop', packagesWith: () => [] });
		expect(Object.keys(made.definitions)).toEqual(['io.shop.v1.Order', 'io.shop.v1.Part', 'io.shop.v1.Inner', 'io.crd.v1.Own', 'io.example.api.x.v1.Full']);
		expect(made.definitions['io.shop.v1.Part']?.properties?.size).toEqual({ $ref: '#/definitions/resource.Quantity' });
	});
});
