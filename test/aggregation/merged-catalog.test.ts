/** Merging of what other servers serve: groups and versions in discovery, paths and definitions in OpenAPI version 2. */
import { describe, expect, it } from 'vitest';
import { catalog } from '../../generated/catalog.ts';
import { mergedCatalog } from '../../runtime/aggregation/merged-catalog.ts';
import type { RemoteApi } from '../../runtime/aggregation/remote-apis.ts';
import { apiGroup, apiGroupDiscoveryList, apiGroupList } from '../../runtime/documents/discovery.ts';
import { foreignV2, mergedV2 } from '../../runtime/documents/openapi/foreign-v2.ts';
import type { Swagger } from '../../runtime/documents/openapi/v2.ts';
import { narrow } from '../../runtime/schema/emulated-catalog.ts';

const served = narrow(catalog, '1.36');
const api = (group: string, version: string, groupPriority: number, versionPriority: number): RemoteApi => ({
	...{ name: `${version}.${group}`, group, version, groupPriority, versionPriority },
	...{ service: { namespace: 'default', name: 'a', port: 443 }, authority: '', verifies: true, isAvailable: true },
});
const versionsOf = (apis: readonly RemoteApi[], group: string) => apiGroup(mergedCatalog(served, apis), group)?.versions.map(({ version }) => version);

describe('discovery', () => {
	it('is unchanged without other servers', () => {
		expect(mergedCatalog(served, [])).toBe(served);
	});

	it.each<[what: string, apis: readonly RemoteApi[], expected: readonly string[]]>([
		['by priority', [api('a.io', 'v1', 10, 1), api('a.io', 'v2', 10, 5)], ['v2', 'v1']],
		['of equal priority, newest first', [api('a.io', 'v1beta1', 10, 5), api('a.io', 'v1', 10, 5), api('a.io', 'v2', 10, 5)], ['v2', 'v1', 'v1beta1']],
	])('lists versions %s', (_, apis, expected) => {
		expect(versionsOf(apis, 'a.io')).toEqual(expected);
	});

	it('puts a version of another server among those of this one', () => {
		const merged = mergedCatalog(served, [api('apps', 'v2', 1, 1)]);
		expect(apiGroup(merged, 'apps')?.versions.map(({ version }) => version)).toEqual(['v1', 'v2']);
		const { items } = apiGroupDiscoveryList(merged, '/apis', 'x', () => undefined);
		const apps = items.find(({ metadata }) => metadata.name === 'apps');
		expect(apps?.versions.map(({ version, freshness, resources }) => [version, freshness, resources.length > 0])).toEqual([
			['v1', 'Current', true],
			['v2', 'Stale', false],
		]);
	});

	it('lists groups by the highest priority of their versions', () => {
		const { groups } = apiGroupList(mergedCatalog(served, [api('low.io', 'v1', 1, 1), api('high.io', 'v1', 1, 1), api('high.io', 'v2', 20_000, 1)]));
		const names = groups.map(({ name }) => name);
		expect([names.indexOf('high.io') < names.indexOf('apps'), names.at(-1)]).toEqual([true, 'low.io']);
	});
});

describe('OpenAPI version 2', () => {
	const path = '/apis/a.io/v1/things';
	const operation = { description: 'd', operationId: 'o', tags: [], produces: [], schemes: [] };
	const document = (definitions: object) => ({
		...{ swagger: '2.0', definitions },
		paths: { [path]: { get: { ...operation, responses: { 200: { description: 'OK', schema: { $ref: '#/definitions/T' } } } } }, '/apis/a.io/v12/x': {} },
	});
	const base = { swagger: '2.0', paths: { '/api/': {} }, definitions: { T: { type: 'object' }, T_v2: {} } } as object as Swagger;
	const merged = (definitions: object) => mergedV2(base, [foreignV2(document(definitions), '/apis/a.io/v1')]);

	it('shares an equal definition', () => {
		const { paths, definitions } = merged({ T: { type: 'object' } });
		expect([Object.keys(paths), Object.keys(definitions)]).toEqual([
			['/api/', path],
			['T', 'T_v2'],
		]);
	});

	it('gives another name to a definition that differs, and to the references', () => {
		const { paths, definitions } = merged({ T: { type: 'object', properties: { own: { $ref: '#/definitions/T' } } } });
		expect(definitions).toMatchObject({ T: { type: 'object' }, T_v3: { properties: { own: { $ref: '#/definitions/T_v3' } } } });
		expect(JSON.stringify(paths[path])).toContain('#/definitions/T_v3');
	});

	it('keeps names such as __proto__ apart', () => {
		const evil = JSON.parse(
			'{"T":{"type":"object","properties":{"a":{"$ref":"#/definitions/__proto__"}}},"__proto__":{"type":"object","description":"x"}}',
		) as object;
		expect(Object.keys(merged(evil).definitions)).toContain('__proto__');
		expect(({} as { description?: string }).description).toBeUndefined();
	});
});
