import { describe, expect, it } from 'vitest';
import type { Catalog, Field, JsonObject, Schema, TypeDescriptor } from '../../runtime/model/catalog.ts';
import { applyPatch } from '../../runtime/patch/index.ts';
import { PatchSchemas } from '../../runtime/patch/patch-schema.ts';

const string: Schema = { kind: 'string' };
const struct = (type: string): Schema => ({ kind: 'struct', type });
const list = (items: Schema): Schema => ({ kind: 'list', items });
const type = (name: string, fields: readonly Field[]): TypeDescriptor => ({ name, fields, openapi: name });

const types: Record<string, TypeDescriptor> = {
	Deployment: type('Deployment', [
		{ name: 'metadata', schema: struct('Meta') },
		{ name: 'spec', schema: struct('Spec') },
	]),
	Meta: type('Meta', [
		{ name: 'name', schema: string },
		{ name: 'labels', schema: { kind: 'map', values: string } },
		{ name: 'finalizers', schema: list(string), patchStrategy: ['merge'] },
		{ name: 'tags', schema: list(string) },
		{ name: 'owners', schema: list(struct('Owner')), patchStrategy: ['merge'], patchMergeKey: 'uid' },
	]),
	Owner: type('Owner', [
		{ name: 'uid', schema: string },
		{ name: 'kind', schema: string },
	]),
	Spec: type('Spec', [
		{ name: 'containers', schema: list(struct('Container')), patchStrategy: ['merge'], patchMergeKey: 'name' },
		{ name: 'inlined', schema: struct('Inlined'), inline: true },
		{ name: 'strategy', schema: struct('Strategy'), patchStrategy: ['retainKeys'] },
		{ name: 'atomic', schema: struct('Strategy'), patchStrategy: ['replace'] },
		{ name: 'volumes', schema: list(struct('Volume')), patchStrategy: ['merge', 'retainKeys'], patchMergeKey: 'name' },
		{ name: 'args', schema: list(string) },
		{ name: 'byName', schema: { kind: 'map', values: struct('Container') } },
	]),
	Inlined: type('Inlined', [{ name: 'hosts', schema: list(struct('Owner')), patchStrategy: ['merge'], patchMergeKey: 'uid' }]),
	Strategy: type('Strategy', [
		{ name: 'type', schema: string },
		{ name: 'rolling', schema: { kind: 'any' } },
	]),
	Volume: type('Volume', [
		{ name: 'name', schema: string },
		{ name: 'secret', schema: { kind: 'any' } },
		{ name: 'empty', schema: { kind: 'any' } },
	]),
	Container: type('Container', [
		{ name: 'name', schema: string },
		{ name: 'image', schema: string },
		{ name: 'env', schema: list(struct('Env')), patchStrategy: ['merge'], patchMergeKey: 'name' },
		{ name: 'ports', schema: list(struct('Port')), patchStrategy: ['merge'], patchMergeKey: 'containerPort' },
	]),
	Env: type('Env', [
		{ name: 'name', schema: string },
		{ name: 'value', schema: string },
	]),
	Port: type('Port', [
		{ name: 'containerPort', schema: { kind: 'int32' } },
		{ name: 'protocol', schema: string },
	]),
};
const catalog = {
	type(name: string): TypeDescriptor {
		const found = types[name];
		if (found === undefined) throw new Error(`no type ${name}`);
		return found;
	},
} as unknown as Catalog;

const strategic = (current: JsonObject, patch: JsonObject): JsonObject => {
	const before = structuredClone([current, patch]);
	const result = applyPatch('application/strategic-merge-patch+json', current, patch, 'Deployment', new PatchSchemas(catalog));
	expect([current, patch]).toEqual(before);
	return result;
};
const named = (...names: string[]): JsonObject[] => names.map((name) => ({ name }));

describe('objects', () => {
	it.each<[string, JsonObject, JsonObject, JsonObject]>([
		['merge', { metadata: { labels: { a: '1', b: '2' } } }, { metadata: { labels: { b: '3', c: '4' } } }, { metadata: { labels: { a: '1', b: '3', c: '4' } } }],
		['lose what is null', { metadata: { labels: { a: '1', b: '2' } } }, { metadata: { labels: { a: null, x: null } } }, { metadata: { labels: { b: '2' } } }],
		['take new values without nulls', {}, { metadata: { labels: { a: null, b: '1' } } }, { metadata: { labels: { b: '1' } } }],
		[
			'are replaced on $patch: replace',
			{ metadata: { name: 'n', labels: { a: '1' } } },
			{ metadata: { $patch: 'replace', name: 'm' } },
			{ metadata: { name: 'm' } },
		],
		[
			'are emptied on $patch: delete',
			{ metadata: { labels: { a: '1' } } },
			{ metadata: { labels: { $patch: 'delete', b: '1' } } },
			{ metadata: { labels: {} } },
		],
		[
			'are replaced where the field says so',
			{ spec: { atomic: { type: 'a', rolling: 1 } } },
			{ spec: { atomic: { type: 'b' } } },
			{ spec: { atomic: { type: 'b' } } },
		],
		[
			'keep only what $retainKeys lists',
			{ spec: { strategy: { type: 'R', rolling: { x: 1 } } } },
			{ spec: { strategy: { $retainKeys: ['type'], type: 'Q' } } },
			{ spec: { strategy: { type: 'Q' } } },
		],
		['give way to another kind of value', { spec: { strategy: 'text' } }, { spec: { strategy: { type: 'x' } } }, { spec: { strategy: { type: 'x' } } }],
		[
			'merge inside maps',
			{ spec: { byName: { a: { env: [{ name: 'x', value: '1' }] } } } },
			{ spec: { byName: { a: { env: [{ name: 'y', value: '2' }] } } } },
			{
				spec: {
					byName: {
						a: {
							env: [
								{ name: 'y', value: '2' },
								{ name: 'x', value: '1' },
							],
						},
					},
				},
			},
		],
	])('%s', (_, current, patch, expected) => {
		expect(strategic(current, patch)).toEqual(expected);
	});
});

describe('lists of objects', () => {
	const containers = (...entries: JsonObject[]): JsonObject => ({ spec: { containers: entries } });
	it.each<[string, JsonObject, JsonObject, JsonObject]>([
		[
			'merge by key',
			containers({ name: 'a', image: '1' }, { name: 'b', image: '1' }),
			containers({ name: 'b', image: '2' }),
			containers({ name: 'a', image: '1' }, { name: 'b', image: '2' }),
		],
		['put new entries of the patch first', containers({ name: 'a' }), containers({ name: 'b' }), containers({ name: 'b' }, { name: 'a' })],
		['delete by key', containers(...named('a', 'b', 'c')), containers({ $patch: 'delete', name: 'b' }), containers(...named('a', 'c'))],
		['replace all', containers(...named('a', 'b')), containers({ $patch: 'replace' }, { name: 'c' }), containers({ name: 'c' })],
		['replace by nothing', containers(...named('a', 'b')), containers({ $patch: 'replace' }), containers()],
		[
			'replace one',
			containers({ name: 'a', image: '1', env: [] }),
			containers({ name: 'a', env: [{ $patch: 'replace' }, { name: 'x' }] }),
			containers({ name: 'a', image: '1', env: [{ name: 'x' }] }),
		],
		[
			'merge deeply',
			containers({ name: 'a', env: [{ name: 'x', value: '1' }] }),
			containers({ name: 'a', env: [{ name: 'x', value: null }] }),
			containers({ name: 'a', env: [{ name: 'x' }] }),
		],
		['drop deletions when there is no list', { spec: {} }, containers({ $patch: 'delete', name: 'a' }, { name: 'b' }), containers({ name: 'b' })],
		[
			'retain keys in entries',
			{ spec: { volumes: [{ name: 'v', empty: {} }] } },
			{ spec: { volumes: [{ name: 'v', $retainKeys: ['name', 'secret'], secret: { s: 1 } }] } },
			{ spec: { volumes: [{ name: 'v', secret: { s: 1 } }] } },
		],
		[
			'merge in inline structs',
			{ spec: { hosts: [{ uid: '1', kind: 'a' }] } },
			{ spec: { hosts: [{ uid: '1', kind: 'b' }] } },
			{ spec: { hosts: [{ uid: '1', kind: 'b' }] } },
		],
		['are replaced without a strategy', { spec: { args: ['a', 'b'] } }, { spec: { args: ['c'] } }, { spec: { args: ['c'] } }],
		[
			'merge by numbers',
			containers({ name: 'a', ports: [{ containerPort: 80 }] }),
			containers({ name: 'a', ports: [{ containerPort: 80, protocol: 'UDP' }] }),
			containers({ name: 'a', ports: [{ containerPort: 80, protocol: 'UDP' }] }),
		],
	])('%s', (_, current, patch, expected) => {
		expect(strategic(current, patch)).toEqual(expected);
	});
});

describe('lists of scalars', () => {
	const finalizers = (...entries: string[]): JsonObject => ({ metadata: { finalizers: entries } });
	it.each<[string, JsonObject, JsonObject, JsonObject]>([
		['are sets', finalizers('a', 'b'), finalizers('b', 'c'), finalizers('a', 'b', 'c')],
		['may repeat in the patch', finalizers('a'), finalizers('b', 'c', 'b'), finalizers('b', 'c', 'a')],
		['lose what is deleted', finalizers('a', 'b', 'c'), { metadata: { '$deleteFromPrimitiveList/finalizers': ['b', 'x'] } }, finalizers('a', 'c')],
		['delete from nothing', { metadata: {} }, { metadata: { '$deleteFromPrimitiveList/finalizers': ['b'] } }, { metadata: {} }],
		['add and delete', finalizers('a', 'b'), { metadata: { '$deleteFromPrimitiveList/finalizers': ['a'], finalizers: ['c'] } }, finalizers('c', 'b')],
		['are replaced without a strategy', { metadata: { tags: ['a'] } }, { metadata: { tags: ['b'] } }, { metadata: { tags: ['b'] } }],
		['follow $setElementOrder', finalizers('a', 'b', 'c'), { metadata: { '$setElementOrder/finalizers': ['c', 'a'] } }, finalizers('b', 'c', 'a')],
		['stay twice where an order alone is sent', finalizers('a', 'b', 'a'), { metadata: { '$setElementOrder/finalizers': ['b'] } }, finalizers('a', 'a', 'b')],
	])('%s', (_, current, patch, expected) => {
		expect(strategic(current, patch)).toEqual(expected);
	});
});

describe('$setElementOrder', () => {
	const reordered = (current: string[], patch: JsonObject[] | undefined, order: string[]): unknown => {
		const change: JsonObject = { '$setElementOrder/containers': named(...order), ...(patch && { containers: patch }) };
		return ((strategic({ spec: { containers: named(...current) } }, { spec: change }).spec as JsonObject).containers as JsonObject[]).map(
			(entry) => entry.name,
		);
	};
	it('reorders without changes', () => {
		expect(reordered(['a', 'b', 'c'], undefined, ['c', 'b', 'a'])).toEqual(['c', 'b', 'a']);
	});
	it('keeps the position of entries that only the server has', () => {
		expect(reordered(['server', 'a', 'b'], named('new'), ['a', 'new', 'b'])).toEqual(['server', 'a', 'new', 'b']);
		expect(reordered(['a', 'server', 'b'], undefined, ['b', 'a'])).toEqual(['server', 'b', 'a']);
	});
	it('deletes and orders at once', () => {
		expect(reordered(['a', 'b', 'c'], [{ name: 'b', $patch: 'delete' }], ['c', 'a'])).toEqual(['c', 'a']);
	});
	it('orders a list that is new', () => {
		expect(strategic({ spec: {} }, { spec: { '$setElementOrder/containers': named('b', 'a'), containers: named('b', 'a') } })).toEqual({
			spec: { containers: named('b', 'a') },
		});
	});
	it('must agree with the patch', () => {
		expect(() => reordered(['a'], named('b', 'c'), ['c', 'b'])).toThrow('does not match its $setElementOrder list');
		expect(() => reordered(['a'], named('b'), ['a'])).toThrow('does not match its $setElementOrder list');
	});
	it('never reaches the object', () => {
		expect(
			JSON.stringify(strategic({}, { spec: { containers: [{ name: 'a', '$setElementOrder/env': named('x'), env: [{ name: 'x', value: '1' }] }] } })),
		).not.toContain('$');
	});
});

/** Patch that kubectl computes from a last-applied annotation, the live object and a file. */
it("applies kubectl's three-way patches", () => {
	const live: JsonObject = {
		metadata: { name: 'web', labels: { app: 'web', added: 'by-server' } },
		spec: {
			containers: [
				{ name: 'sidecar', image: 'injected' },
				{
					name: 'web',
					image: 'web:1',
					env: [
						{ name: 'A', value: '1' },
						{ name: 'B', value: '2' },
					],
					ports: [{ containerPort: 80, protocol: 'TCP' }],
				},
			],
			strategy: { type: 'RollingUpdate', rolling: { maxSurge: 1 } },
		},
	};
	const patch: JsonObject = {
		metadata: { labels: { app: null, tier: 'front' } },
		spec: {
			'$setElementOrder/containers': [{ name: 'web' }],
			containers: [
				{
					name: 'web',
					image: 'web:2',
					'$setElementOrder/env': [{ name: 'C' }, { name: 'A' }],
					env: [
						{ name: 'C', value: '3' },
						{ name: 'B', $patch: 'delete' },
					],
				},
			],
			strategy: { $retainKeys: ['type'], type: 'Recreate' },
		},
	};
	expect(strategic(live, patch)).toEqual({
		metadata: { name: 'web', labels: { added: 'by-server', tier: 'front' } },
		spec: {
			containers: [
				{ name: 'sidecar', image: 'injected' },
				{
					name: 'web',
					image: 'web:2',
					env: [
						{ name: 'C', value: '3' },
						{ name: 'A', value: '1' },
					],
					ports: [{ containerPort: 80, protocol: 'TCP' }],
				},
			],
			strategy: { type: 'Recreate' },
		},
	});
});

it.each<[JsonObject, string, string]>([
	[{ metadata: { $patch: 'merge' } }, 'Invalid', 'unknown patch type: merge'],
	[{ spec: { strategy: { $retainKeys: ['a'], type: 'x' } } }, 'BadRequest', 'it does not list "type"'],
	[{ spec: { strategy: { $retainKeys: 'a' } } }, 'BadRequest', 'invalid patch format of retainKeys'],
	[{ metadata: { '$deleteFromPrimitiveList/finalizers': 'a' } }, 'BadRequest', 'invalid patch format of primitive list'],
	[{ spec: { containers: [{ image: 'x' }] } }, 'Invalid', 'does not contain declared merge key: name'],
	[{ spec: { containers: ['x'] } }, 'Invalid', 'list element types are not identical'],
	[{ spec: { containers: [{ name: 'c', $patch: 'merge' }] } }, 'Invalid', 'merging lists cannot yet be specified'],
])('%j is refused', (patch, reason, message) => {
	const current = { metadata: { finalizers: ['f'] }, spec: { containers: [{ name: 'c' }], strategy: { type: 'y' } } };
	expect(() => strategic(current, patch)).toThrow(expect.objectContaining({ reason, message: expect.stringContaining(message) }));
});
