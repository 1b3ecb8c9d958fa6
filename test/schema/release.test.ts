/** Tests the catalog that is in force at a release. */
import { describe, expect, it } from 'vitest';
import type { Catalog, KindDescriptor, OtherSubresource, TypeDescriptor } from '../../runtime/model/catalog.ts';
import { compareReleases } from '../../runtime/model/release.ts';
import { compile } from '../../runtime/schema/compile.ts';
import { gatesAt, narrow } from '../../runtime/schema/emulated-catalog.ts';
import { catalogOf, struct } from './fixture.ts';

const type: TypeDescriptor = struct('storage/v1.Thing', [
	{ name: 'old', schema: { kind: 'string' }, removed: '1.22' },
	{ name: 'new', schema: { kind: 'string' }, introduced: '1.22' },
	{ name: 'gated', schema: { kind: 'string' }, gate: 'Feature' },
	{
		name: 'capacity',
		schema: { kind: 'boolean' },
		immutable: true,
		default: false,
		history: [
			{ from: '1.30', set: { default: true } },
			{ from: '1.23', set: { immutable: false } as never },
		],
	},
]);
const plain: TypeDescriptor = struct('storage/v1.Plain', [{ name: 'a', schema: { kind: 'string' } }]);

const kind: KindDescriptor = {
	kind: 'Thing',
	listKind: 'ThingList',
	plural: 'things',
	singular: 'thing',
	shortNames: [],
	categories: [],
	scope: 'Cluster',
	storageName: 'things',
	versions: [
		{ group: 'g', version: 'v1', type: 'storage/v1.Thing', introduced: '1.22' },
		{
			group: 'g',
			version: 'v1beta1',
			type: 'storage/v1beta1.Thing',
			introduced: '1.14',
			deprecated: '1.22',
			removed: '1.25',
			conversion: [{ kind: 'move', here: 'a', storage: 'b' }],
		},
	],
	storageVersion: 0,
	verbs: ['get'],
	deleteReturns: 'status',
	subresources: {},
	columns: [],
	selectableFields: [],
	generation: false,
	nameFormat: 'dns-subdomain',
};

const catalog: Catalog = {
	...catalogOf([type, plain]),
	groups: [
		{ group: 'g', package: 'storage', versions: ['v1', 'v1beta1'] },
		{ group: '', package: 'meta', versions: ['v1'] },
	],
	kinds: [kind],
	gates: [
		{
			name: 'Feature',
			stages: [
				{ from: '1.21', stage: 'alpha', default: false },
				{ from: '1.25', stage: 'beta', default: true },
				{ from: '1.30', stage: 'stable', default: true },
			],
		},
	],
};

const versions = (release: string) => narrow(catalog, release).kinds.map((found) => found.versions.map(({ version }) => version));
const names = (release: string, gates = {}) =>
	narrow(catalog, release, gates)
		.type('storage/v1.Thing')
		.fields.map(({ name }) => name);
const capacity = (release: string) =>
	narrow(catalog, release)
		.type('storage/v1.Thing')
		.fields.find(({ name }) => name === 'capacity');

describe('narrow', () => {
	it('serves the versions of the release', () => {
		expect(versions('1.21')).toEqual([['v1beta1']]);
		expect(versions('1.22')).toEqual([['v1', 'v1beta1']]);
		expect(versions('1.25')).toEqual([['v1']]);
	});

	it('stores in a version of the release', () => {
		const [old] = narrow(catalog, '1.21').kinds;
		expect(old?.storageVersion).toBe(0);
		expect(old?.versions[0]?.conversion).toBeUndefined();
		expect(narrow(catalog, '1.22').kinds[0]?.storageVersion).toBe(0);
	});

	it('selects no storage version that a hook converts, because hooks convert only to the original one', () => {
		const [v1, v1beta1] = kind.versions;
		if (v1 === undefined || v1beta1 === undefined) throw new Error('two versions');
		const hooked = { ...v1beta1, version: 'v0', type: 'storage/v0.Thing', conversion: 'hook' as const };
		const [old] = narrow({ ...catalog, kinds: [{ ...kind, versions: [v1, hooked, v1beta1] }] }, '1.21').kinds;
		expect(old?.versions.map(({ version, conversion }) => [version, conversion])).toEqual([
			['v0', 'hook'],
			['v1beta1', undefined],
		]);
		expect(old?.storageVersion).toBe(1);
	});

	it('removes group versions without served kinds', () => {
		expect(narrow(catalog, '1.25').groups.map((group) => group.versions)).toEqual([['v1'], ['v1']]);
		expect(narrow(catalog, '1.22').groups.map((group) => group.versions)).toEqual([['v1', 'v1beta1'], ['v1']]);
	});

	it('has the subresources of the release with enabled gates, and their inputs in its version', () => {
		const other: OtherSubresource[] = [
			{ name: 'evict', verbs: ['create'], group: 'p', version: 'v1', kind: 'Evict', also: [{ version: 'v1beta1', before: '1.22' }, { version: 'v2' }] },
			{ name: 'gone', verbs: ['create'], kind: 'Gone', removed: '1.22' },
			{ name: 'gated', verbs: ['update'], kind: 'Thing', introduced: '1.22', gate: 'Feature' },
		];
		const at = (release: string, gates = {}) =>
			narrow({ ...catalog, kinds: [{ ...kind, subresources: { status: {}, other } }] }, release, gates).kinds[0]?.subresources.other?.map(
				({ name, version, also }) => [name, version, also?.map((each) => each.version)],
			);
		expect(at('1.21')).toEqual([
			['evict', 'v1beta1', ['v2']],
			['gone', undefined, undefined],
		]);
		expect(at('1.22')).toEqual([['evict', 'v1', ['v1beta1', 'v2']]]);
		expect(at('1.22', { Feature: true })?.at(-1)).toEqual(['gated', undefined, undefined]);
		expect(narrow({ ...catalog, kinds: [{ ...kind, subresources: { status: {}, other: other.slice(1) } }] }, '1.22').kinds[0]?.subresources).toEqual({
			status: {},
		});
	});

	it('has the fields of the release', () => {
		expect(names('1.21')).toEqual(['old', 'gated', 'capacity']);
		expect(names('1.22')).toEqual(['new', 'gated', 'capacity']);
		expect(names('1.25')).toEqual(['new', 'gated', 'capacity']);
	});

	it.each([
		['1.22', {}, 'Feature'],
		['1.22', { Feature: true }, undefined],
		['1.25', {}, undefined],
		['1.25', { Feature: false }, 'Feature'],
	] as const)('in %s with %j sets the gate %s of a field', (release, gates, gate) => {
		const field = narrow(catalog, release, gates)
			.type('storage/v1.Thing')
			.fields.find(({ name }) => name === 'gated');
		expect(field?.gate).toBe(gate);
	});

	it('keeps the gates of values that are off', () => {
		const modes = (gates: Record<string, boolean>) => {
			const type = struct('storage/v1.Modes', [
				{ name: 'mode', schema: { kind: 'string', enum: ['a', 'b'], enumGates: { b: 'Feature' } } },
				{ name: 'modes', schema: { kind: 'list', items: { kind: 'string', enum: ['a', 'b'], enumGates: { b: 'Feature' } } } },
			]);
			return narrow({ ...catalogOf([type]), gates: catalog.gates }, '1.25', gates)
				.type('storage/v1.Modes')
				.fields.map(({ schema }) => (schema.kind === 'list' ? schema.items : schema));
		};
		const open = { kind: 'string', enum: ['a', 'b'] };
		expect(modes({})).toEqual([open, open]);
		expect(modes({ Feature: false })).toEqual([open, open].map((schema) => ({ ...schema, enumGates: { b: 'Feature' } })));
	});

	it('applies markers of the release', () => {
		const type = struct(
			'storage/v1.Marked',
			[
				{ name: 'list', schema: { kind: 'list', items: { kind: 'string' }, listType: 'atomic', markedSince: '1.30' } },
				{ name: 'text', schema: { kind: 'string', enum: ['a'], markedSince: '1.25' } },
			],
			{ mapType: 'atomic', markedSince: '1.30' },
		);
		const at = (release: string) => narrow(catalogOf([type]), release).type('storage/v1.Marked');
		expect([at('1.25').markedSince, ...at('1.25').fields.map(({ schema }) => 'markedSince' in schema)]).toEqual(['1.30', true, false]);
		expect([at('1.30').markedSince, ...at('1.30').fields.map(({ schema }) => 'markedSince' in schema)]).toEqual([undefined, false, false]);
	});

	it('applies the history up to the release', () => {
		expect(capacity('1.22')).toMatchObject({ immutable: true, default: false });
		expect(capacity('1.25')).not.toHaveProperty('immutable');
		expect(capacity('1.25')?.default).toBe(false);
		expect(capacity('1.30')?.default).toBe(true);
	});

	it('does not change types without history', () => {
		expect(narrow(catalog, '1.25').type('storage/v1.Plain')).toBe(plain);
	});

	it('drops disabled fields on reading', () => {
		const read = (release: string) => compile(narrow(catalog, release)).type('storage/v1.Thing').read({ old: 'a', new: 'b' }, { notices: [] });
		expect(read('1.21')).toEqual({ old: 'a' });
		expect(read('1.22')).toEqual({ new: 'b' });
	});

	it('refuses unknown releases and gates', () => {
		expect(() => narrow(catalog, '1.99')).toThrow('release 1.99 is not known; known are 1.21, 1.22, 1.25, 1.30');
		expect(() => narrow(catalog, '1.25', { Nope: true })).toThrow('unrecognized feature gate: Nope');
		expect(() => narrow(catalog, '1.30', { Feature: false })).toThrow('cannot set feature gate Feature to false, feature is locked to true');
	});
});

describe('releases', () => {
	it('compare by number', () => {
		expect(['1.10', '1.9', '2.0', '1.25'].sort(compareReleases)).toEqual(['1.9', '1.10', '1.25', '2.0']);
	});

	it('have a state for every gate', () => {
		expect([...gatesAt({ ...catalog, release: '1.16' })]).toEqual([['Feature', false]]);
		expect([...gatesAt({ ...catalog, release: '1.25' })]).toEqual([['Feature', true]]);
	});
});
