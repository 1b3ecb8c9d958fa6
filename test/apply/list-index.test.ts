/** Steps of an apply share list indexes; the result must equal that of separate lookups. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { check } from '../../runtime/apply/objects/check.ts';
import { compare } from '../../runtime/apply/objects/compare.ts';
import { ListIndex, ListIndexes } from '../../runtime/apply/objects/list-index.ts';
import { merge } from '../../runtime/apply/objects/merge.ts';
import { type ListMerge, MergeSchemas, type StructMerge } from '../../runtime/apply/objects/merge-schema.ts';
import { owned } from '../../runtime/apply/objects/owned.ts';
import { remove } from '../../runtime/apply/objects/remove.ts';
import { leaves } from '../../runtime/apply/sets/field-set.ts';
import type { JsonObject } from '../../runtime/model/catalog.ts';
import { MalformedError } from '../../runtime/model/malformed.ts';
import { runs } from '../setup/sample.ts';
import { pathsOf } from './sets.ts';
import { things } from './types.ts';
import { World } from './world.ts';

const thing = new MergeSchemas(things).object('t/v1.Thing');
const { containers, ports } = listsOf(thing);

function listsOf(type: StructMerge): Readonly<Record<'containers' | 'ports', ListMerge>> {
	const spec = type.fields.get('spec')?.type as StructMerge;
	const list = (name: string) => spec.fields.get(name)?.type as ListMerge;
	return { containers: list('containers'), ports: list('ports') };
}

describe('the entries of a list', () => {
	it.each<[string, readonly string[], object]>([
		['none', [], { isUnique: true, first: [], repeats: [] }],
		['each once', ['a', 'b'], { isUnique: true, first: [0, 1], repeats: [] }],
		['one three times', ['a', 'b', 'a', 'c', 'a'], { isUnique: false, first: [0, 1, 3], repeats: [[0, 2, 4]] }],
		[
			'all twice',
			['b', 'a', 'a', 'b'],
			{
				isUnique: false,
				first: [0, 1],
				repeats: [
					[1, 2],
					[0, 3],
				],
			},
		],
	])('%s', (_, names, expected) => {
		const index = ListIndex.of(
			containers,
			names.map((name) => ({ name })),
		);
		expect(index.elements).toEqual(names.map((name) => `k:{"name":"${name}"}`));
		expect({ isUnique: index.isUnique, first: [...index.first.values()].sort((a, b) => a - b), repeats: [...index.repeats.values()] }).toEqual(expected);
	});

	it('are computed once per list and index form', () => {
		const indexes = new ListIndexes();
		const entries = [{ name: 'a', port: 80 }];
		const index = indexes.of(containers, entries);
		expect(indexes.of(containers, entries)).toBe(index);
		expect(indexes.of(containers, [...entries])).not.toBe(index);
		expect(indexes.of(ports, entries).elements).toEqual(['k:{"port":80,"protocol":"TCP"}']);
	});
});

const names = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const container = fc.record({ name: names, image: fc.constantFrom('x', 'y') }, { requiredKeys: ['name'] });
const port = fc.record({ port: fc.constantFrom(1, 2, 3), protocol: fc.constantFrom('TCP', 'UDP'), name: names }, { requiredKeys: ['port'] });
const spec = fc.record(
	{ containers: fc.array(container, { maxLength: 6 }), ports: fc.array(port, { maxLength: 6 }), finalizers: fc.array(names, { maxLength: 5 }) },
	{ requiredKeys: [] },
);
/** Lists in stored objects may contain duplicate entries. */
const anyThing = spec.map((of): JsonObject => ({ apiVersion: 't/v1', kind: 'Thing', metadata: { name: 'x' }, spec: of }) as JsonObject);

/** Returns managedFields as clients may write them: the owner of an entry need not own its key fields. */
function ownedBy(manager: string, operation: 'Apply' | 'Update', spec: JsonObject): JsonObject {
	return { manager, operation, apiVersion: 't/v1', fieldsType: 'FieldsV1', fieldsV1: { 'f:spec': spec } };
}

describe('an entry that loses its key to who does not apply it any more', () => {
	it('cannot be known', () => {
		const world = new World();
		world.live = stored({ containers: [{ name: 'n', image: 'i' }] }, [
			ownedBy('a', 'Update', { 'f:containers': { 'k:{"name":"n"}': { '.': {}, 'f:image': {} } } }),
			ownedBy('b', 'Apply', { 'f:containers': { 'k:{"name":"n"}': { '.': {}, 'f:name': {} } } }),
		]);
		world.apply('b', { spec: {} });
		expect(world.refusal?.message).toContain('has an element that omits all key fields ["name"]');
	});

	it('is another one, which may be there already', () => {
		const world = new World();
		const all = { '.': {}, 'f:port': {}, 'f:label': {} };
		world.live = stored(
			{
				ports: [
					{ port: 1, protocol: 'UDP', label: 'l' },
					{ port: 1, protocol: 'TCP', label: 'm' },
				],
			},
			[
				ownedBy('a', 'Update', { 'f:ports': { 'k:{"port":1,"protocol":"UDP"}': all, 'k:{"port":1,"protocol":"TCP"}': all } }),
				ownedBy('b', 'Apply', { 'f:ports': { 'k:{"port":1,"protocol":"UDP"}': { '.': {}, 'f:protocol': {} } } }),
			],
		);
		world.apply('b', { spec: {} }, { force: true });
		expect(world.live?.spec).toEqual({
			ports: [
				{ port: 1, label: 'l' },
				{ port: 1, protocol: 'TCP', label: 'm' },
			],
		});
		expect(world.managedFields).toEqual([expect.objectContaining({ manager: 'b', fieldsV1: { 'f:spec': {} } })]);
	});
});

function stored(spec: JsonObject, managedFields: JsonObject[]): JsonObject {
	return { apiVersion: 't/v1', kind: 'Thing', metadata: { name: 'x', managedFields }, spec };
}

function pathsOrRefusal(compared: () => ReturnType<typeof compare>): unknown {
	try {
		const found = compared();
		return found && [pathsOf(found.changed), pathsOf(found.removed)];
	} catch (error) {
		if (!(error instanceof MalformedError)) throw error;
		return error.message;
	}
}

describe('cached list indexes', () => {
	it('do not affect the result of the next step', () => {
		fc.assert(
			fc.property(anyThing, anyThing, anyThing, fc.boolean(), (live, applied, gone, areLeaves) => {
				const indexes = new ListIndexes();
				fc.pre(check(thing, applied, indexes).length === 0);
				const merged = merge(thing, live, applied, indexes);
				expect(merged).toEqual(merge(thing, live, applied));
				const mine = owned(thing, applied, undefined, indexes);
				expect(pathsOf(mine)).toEqual(pathsOf(owned(thing, applied)));
				// Lists built by the merge get a new index.
				expect(pathsOf(owned(thing, merged, mine, indexes))).toEqual(pathsOf(owned(thing, structuredClone(merged))));
				const fields = areLeaves ? leaves(owned(thing, gone)) : owned(thing, gone);
				const left = remove(thing, merged, fields, { applied: mine, indexes });
				expect(left).toEqual(remove(thing, merged, fields, { applied: mine }));
				for (const before of [live, applied, gone]) {
					const told = () => compare(thing, before, left, indexes);
					const alone = () => compare(thing, structuredClone(before), structuredClone(left));
					expect(pathsOrRefusal(told)).toEqual(pathsOrRefusal(alone));
				}
			}),
			{ numRuns: runs(1000) },
		);
	});
});
