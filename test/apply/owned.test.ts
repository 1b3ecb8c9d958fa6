/** Fields that an applier owns, and fields that a write changes, marker by marker. */
import { describe, expect, it } from 'vitest';
import { catalog } from '../../generated/catalog.ts';
import { compare } from '../../runtime/apply/objects/compare.ts';
import { MergeSchemas } from '../../runtime/apply/objects/merge-schema.ts';
import { owned } from '../../runtime/apply/objects/owned.ts';
import type { JsonObject } from '../../runtime/model/catalog.ts';
import { MalformedError } from '../../runtime/model/malformed.ts';
import { narrow } from '../../runtime/schema/emulated-catalog.ts';
import { pathsOf, textOf } from './sets.ts';
import { things } from './types.ts';

const schemas = new MergeSchemas(things);
const thing = schemas.object('t/v1.Thing');
const ofSpec = (spec: object): JsonObject => ({ apiVersion: 't/v1', kind: 'Thing', metadata: { name: 'x' }, spec: spec as JsonObject });

describe('owned', () => {
	it.each<[string, object, object]>([
		['scalars', { replicas: 1, name: 'a', on: true, size: '1Gi' }, { 'f:name': {}, 'f:on': {}, 'f:replicas': {}, 'f:size': {} }],
		['null is owned', { name: null, containers: null, inner: null }, { 'f:containers': {}, 'f:inner': {}, 'f:name': {} }],
		['structs only by what is in them', { inner: { a: 'x', deeper: { b: 'y' } } }, { 'f:inner': { 'f:a': {}, 'f:deeper': { 'f:b': {} } } }],
		['empty structs and maps', { inner: {}, settings: {} }, { 'f:inner': {}, 'f:settings': {} }],
		['empty lists belong to nobody, atomic ones do', { containers: [], finalizers: [], args: [] }, { 'f:args': {} }],
		['keys of maps', { settings: { a: '1', b: '2' } }, { 'f:settings': { 'f:a': {}, 'f:b': {} } }],
		['atomic maps, by type and by field', { atomicMap: { a: '1' }, atomicByField: { a: '1' } }, { 'f:atomicByField': {}, 'f:atomicMap': {} }],
		['structs as values of a map', { mapOfStructs: { one: { a: 'x' }, two: {} } }, { 'f:mapOfStructs': { 'f:one': { '.': {}, 'f:a': {} }, 'f:two': {} } }],
		['sets as values of a map', { mapOfLists: { one: ['x'], two: [] } }, { 'f:mapOfLists': { 'f:one': { '.': {}, 'v:"x"': {} }, 'f:two': {} } }],
		[
			'lists by key',
			{ containers: [{ name: 'b' }, { name: 'a', image: 'i', command: ['c'] }] },
			{ 'f:containers': { 'k:{"name":"a"}': { '.': {}, 'f:command': {}, 'f:image': {}, 'f:name': {} }, 'k:{"name":"b"}': { '.': {}, 'f:name': {} } } },
		],
		[
			'keys with defaults, in the order of their names',
			{ ports: [{ port: 80 }, { protocol: 'UDP', port: 53 }] },
			{
				'f:ports': {
					'k:{"port":53,"protocol":"UDP"}': { '.': {}, 'f:port': {}, 'f:protocol': {} },
					'k:{"port":80,"protocol":"TCP"}': { '.': {}, 'f:port': {} },
				},
			},
		],
		['sets', { finalizers: ['b', 'a'], numbers: [10, 9] }, { 'f:finalizers': { 'v:"a"': {}, 'v:"b"': {} }, 'f:numbers': { 'v:9': {}, 'v:10': {} } }],
		['atomic lists', { args: ['x'], atomicItems: [{ name: 'a' }] }, { 'f:args': {}, 'f:atomicItems': {} }],
		[
			'lists that patches merge',
			{ byPatch: [{ name: 'a' }], setByPatch: ['x'] },
			{ 'f:byPatch': { 'k:{"name":"a"}': { '.': {}, 'f:name': {} } }, 'f:setByPatch': { 'v:"x"': {} } },
		],
		['a marker that is not known yet', { later: [{ name: 'a' }] }, { 'f:later': {} }],
		[
			'atomic types, and fields that say otherwise',
			{ selector: { key: 'k' }, openSelector: { key: 'k' }, closedInner: { a: 'x' } },
			{ 'f:closedInner': {}, 'f:openSelector': { 'f:key': {} }, 'f:selector': {} },
		],
		[
			'what has no schema',
			{ free: { a: { b: 1, c: [{ d: 1 }], e: null } }, raw: { a: { b: 1 } } },
			{ 'f:free': { 'f:a': { '.': {}, 'f:b': {}, 'f:c': {}, 'f:e': {} } }, 'f:raw': {} },
		],
		['what has no schema, other than objects', { free: [1, 2] }, { 'f:free': {} }],
		['undeclared fields', { open: { known: 'k', other: { x: 1 } } }, { 'f:open': { 'f:known': {}, 'f:other': { '.': {}, 'f:x': {} } } }],
		[
			'entries that repeat, together',
			{ containers: [{ name: 'a', image: '1' }, { name: 'a' }], finalizers: ['x', 'x'] },
			{ 'f:containers': { 'k:{"name":"a"}': {} }, 'f:finalizers': { 'v:"x"': {} } },
		],
	])('%s', (_, spec, expected) => {
		expect(textOf(owned(thing, ofSpec(spec)))).toBe(JSON.stringify({ 'f:spec': expected }));
	});

	it('leaves out fields that the server sets, except in templates', () => {
		const object: JsonObject = {
			apiVersion: 't/v1',
			kind: 'Thing',
			metadata: { name: 'a', namespace: 'b', uid: 'u', generation: 1, resourceVersion: '1', creationTimestamp: null, labels: { a: 'b' }, managedFields: [{}] },
		};
		expect(textOf(owned(thing, object))).toBe('{"f:metadata":{"f:labels":{"f:a":{}}}}');
		expect(textOf(owned(thing, { metadata: {} }))).toBe('{}');
		expect(pathsOf(owned(schemas.type('t/v1.Meta'), { name: 'a' }))).toEqual(['f:name']);
	});

	it.each<[string, object, string]>([
		['null', { containers: [null] }, 'associative list with keys may not have a null element'],
		['a scalar', { containers: ['x'] }, 'associative list with keys may not have non-map elements'],
		[
			'no key',
			{ containers: [{}] },
			'associative list with keys has an element that omits all key fields ["name"] (and doesn\'t have default values for any key fields)',
		],
		['an object in a set', { finalizers: [{}] }, "associative list without keys has an element that's a map type"],
		['a list in a set', { finalizers: [[]] }, 'not supported: associative list with lists as elements'],
		['null in a set', { finalizers: [null] }, "associative list without keys has an element that's an explicit null"],
	])('an entry without identity: %s', (_, spec, message) => {
		expect(() => owned(thing, ofSpec(spec))).toThrow(new MalformedError(message));
	});
});

describe('compare', () => {
	it.each<[string, object, object, string[], string[]]>([
		['nothing', { replicas: 1, containers: [{ name: 'a' }] }, { containers: [{ name: 'a' }], replicas: 1 }, [], []],
		['another value', { replicas: 1 }, { replicas: 2 }, ['replicas'], []],
		['added and removed scalars', { name: 'a' }, { replicas: 2 }, ['replicas'], ['name']],
		['a struct that comes, with all that is in it', {}, { inner: { deeper: { a: 'x' } } }, ['inner', 'inner deeper', 'inner deeper a'], []],
		['a struct that goes', { inner: { a: 'x' } }, {}, [], ['inner', 'inner a']],
		['inside a struct', { inner: { a: 'x', b: 'y' } }, { inner: { a: 'z' } }, ['inner a'], ['inner b']],
		['a struct that is emptied', { inner: { a: 'x' } }, { inner: {} }, [], ['inner a']],
		['null and empty', { inner: null, settings: {} }, { inner: {}, settings: null }, ['inner', 'settings'], []],
		['from null', { inner: null }, { inner: { a: 'x' } }, ['inner a'], []],
		['keys of a map', { settings: { a: '1', b: '2' } }, { settings: { b: '3', c: '4' } }, ['settings b', 'settings c'], ['settings a']],
		[
			'atomic: as a whole',
			{ args: ['a'], atomicMap: { a: '1' }, selector: { key: 'a' } },
			{ args: ['b'], atomicMap: { a: '2' }, selector: { key: 'b' } },
			['args', 'atomicMap', 'selector'],
			[],
		],
		[
			'entries by key',
			{ containers: [{ name: 'a', image: '1' }, { name: 'b' }] },
			{ containers: [{ name: 'c' }, { name: 'a', image: '2' }] },
			['containers k:{"name":"a"} f:image', 'containers k:{"name":"c"}', 'containers k:{"name":"c"} f:name'],
			['containers k:{"name":"b"}', 'containers k:{"name":"b"} f:name'],
		],
		[
			"the order of entries is nobody's",
			{ containers: [{ name: 'a' }, { name: 'b' }], finalizers: ['a', 'b'] },
			{ containers: [{ name: 'b' }, { name: 'a' }], finalizers: ['b', 'a'] },
			[],
			[],
		],
		['entries of a set', { finalizers: ['a', 'b'] }, { finalizers: ['b', 'c'] }, ['finalizers v:"c"'], ['finalizers v:"a"']],
		['a list that comes', {}, { finalizers: ['a'], containers: [] }, ['containers', 'finalizers', 'finalizers v:"a"'], []],
		['a list from empty', { finalizers: [] }, { finalizers: ['a'] }, ['finalizers v:"a"'], []],
		['what has no schema', { free: { a: { b: 1 }, c: 1 } }, { free: { a: { b: 2 }, c: { d: 1 } } }, ['free a b', 'free c', 'free c d'], []],
		['what has no schema, from an object to a list', { free: { a: { b: 1 } } }, { free: [1] }, ['free'], ['free a', 'free a b']],
		['repeated entries that stay', { finalizers: ['a', 'a'] }, { finalizers: ['a', 'a'] }, [], []],
		[
			'repeated entries that change',
			{ containers: [{ name: 'a' }, { name: 'a', image: '1' }] },
			{ containers: [{ name: 'a' }, { name: 'a', image: '2' }] },
			['containers k:{"name":"a"}'],
			[],
		],
		[
			'repeated entries that become one',
			{ containers: [{ name: 'a' }, { name: 'a' }] },
			{ containers: [{ name: 'a' }] },
			['containers k:{"name":"a"}', 'containers k:{"name":"a"} f:name'],
			['containers k:{"name":"a"}'],
		],
		[
			'one entry that comes to repeat',
			{ containers: [{ name: 'a' }] },
			{ containers: [{ name: 'a' }, { name: 'a' }] },
			['containers k:{"name":"a"}'],
			['containers k:{"name":"a"}', 'containers k:{"name":"a"} f:name'],
		],
		[
			'repeated entries beside one that changes',
			{ containers: [{ name: 'a' }, { name: 'a' }, { name: 'b', image: '1' }] },
			{ containers: [{ name: 'a' }, { name: 'a' }, { name: 'b', image: '2' }] },
			['containers k:{"name":"b"} f:image'],
			[],
		],
	])('%s', (_, before, after, changed, removed) => {
		const difference = compare(thing, ofSpec(before), ofSpec(after));
		const full = (paths: readonly string[]): string[] =>
			paths.map((path) => ['f:spec', ...path.split(' ').map((step) => (step.includes(':') ? step : `f:${step}`))].join(' ')).sort();
		if (changed.length + removed.length === 0) expect(difference).toBeUndefined();
		expect(pathsOf(difference?.changed ?? { member: false, children: undefined })).toEqual(full(changed));
		expect(pathsOf(difference?.removed ?? { member: false, children: undefined })).toEqual(full(removed));
	});

	it('ignores fields that the server sets', () => {
		expect(compare(thing, { metadata: { name: 'a', resourceVersion: '1' } }, { metadata: { name: 'b', managedFields: [{}] } })).toBeUndefined();
		const difference = compare(thing, {}, { apiVersion: 'v1', metadata: { name: 'b', labels: { a: 'b' } } });
		expect(pathsOf(difference?.changed ?? { member: false, children: undefined })).toEqual(['f:metadata f:labels', 'f:metadata f:labels f:a']);
	});
});

describe('a Deployment', () => {
	const object: JsonObject = {
		metadata: { finalizers: ['a'], ownerReferences: [{ uid: 'u', name: 'x' }] },
		spec: { template: { metadata: { name: 'x' }, spec: { containers: [{ name: 'a', ports: [{ containerPort: 80 }], resources: { limits: { cpu: '1' } } }] } } },
	};
	it('owns fields as its type says', () => {
		expect(textOf(owned(new MergeSchemas(narrow(catalog, '1.25')).object('apps/v1.Deployment'), object))).toBe(
			JSON.stringify({
				'f:metadata': { 'f:finalizers': { 'v:"a"': {} }, 'f:ownerReferences': { 'k:{"uid":"u"}': {} } },
				'f:spec': {
					'f:template': {
						'f:metadata': { 'f:name': {} },
						'f:spec': {
							'f:containers': {
								'k:{"name":"a"}': {
									'.': {},
									'f:name': {},
									'f:ports': { 'k:{"containerPort":80,"protocol":"TCP"}': { '.': {}, 'f:containerPort': {} } },
									'f:resources': { 'f:limits': { 'f:cpu': {} } },
								},
							},
						},
					},
				},
			}),
		);
	});
});
