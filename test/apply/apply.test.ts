/** Refused applies, changed list markers, migration from client-side apply, and the order of lists. */
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../runtime/model/catalog.ts';
import { annotation, World } from './world.ts';

describe('objects that cannot be applied', () => {
	it.each<[string, JsonObject, string]>([
		['another version', { apiVersion: 't/v2' }, 'Incorrect version specified in apply patch. Specified patch version: t/v2, expected: t/v1'],
		[
			'a field that there is not',
			{ spec: { replica: 1 } },
			'failed to create typed patch object (/thing; t/v1, Kind=Thing): .spec.replica: field not declared in schema',
		],
		[
			'a value of another type',
			{ spec: { replicas: '1' } },
			'failed to create typed patch object (/thing; t/v1, Kind=Thing): .spec.replicas: expected numeric (int or float), got "1"',
		],
		[
			'no list',
			{ spec: { containers: { name: 'x' } } },
			'failed to create typed patch object (/thing; t/v1, Kind=Thing): .spec.containers: expected list, got {"name":"x"}',
		],
		['no map', { spec: { settings: 'x' } }, 'failed to create typed patch object (/thing; t/v1, Kind=Thing): .spec.settings: expected map, got "x"'],
		[
			'an entry without a key',
			{ spec: { containers: [{ image: 'x' }] } },
			'failed to create typed patch object (/thing; t/v1, Kind=Thing): .spec.containers: element 0: associative list with keys has an element that omits all key fields ["name"] (and doesn\'t have default values for any key fields)',
		],
		[
			'entries that repeat',
			{ spec: { containers: [{ name: 'x' }, { name: 'x' }] } },
			'failed to create typed patch object (/thing; t/v1, Kind=Thing): .spec.containers: duplicate entries for key [name="x"]',
		],
		[
			'several',
			{ spec: { on: 'x', containers: [{ name: 'x', image: 1 }] } },
			'failed to create typed patch object (/thing; t/v1, Kind=Thing): errors:\n  .spec.on: expected boolean, got "x"\n  .spec.containers[name="x"].image: expected string, got 1',
		],
	])('%s', (_, applied, message) => {
		const world = new World();
		world.apply('a', applied);
		expect(world.refusal).toMatchObject({ reason: 'BadRequest', message });
		expect(world.live).toBeUndefined();
	});
});

describe('a type that has other markers than when it was written', () => {
	const written = (fields: object): JsonObject => ({
		apiVersion: 't/v1',
		kind: 'Thing',
		metadata: {
			name: 'thing',
			managedFields: [{ manager: 'a', operation: 'Apply', apiVersion: 't/v1', fieldsType: 'FieldsV1', fieldsV1: { 'f:spec': fields as JsonObject } }],
		},
		spec: { args: ['x'], atomicMap: { a: '1', b: '2' }, selector: { key: 'k' }, containers: [{ name: 'x', image: '1' }], settings: { a: '1', b: '2' } },
	});
	it.each<[string, object, object, string]>([
		['from a set to atomic', { 'f:args': { 'v:"x"': {} } }, { args: ['y'] }, '.spec.args'],
		['from a list by key to atomic', { 'f:args': { '.': {}, 'k:{"name":"x"}': { '.': {}, 'f:name': {} } } }, { args: ['y'] }, '.spec.args'],
		['from a map to atomic', { 'f:atomicMap': { 'f:a': {} } }, { atomicMap: { b: '3' } }, '.spec.atomicMap'],
		['from a struct to atomic', { 'f:selector': { 'f:key': {} } }, { selector: { key: 'x' } }, '.spec.selector'],
	])('%s: the owner of a part owns the whole', (_, fields, applied, path) => {
		const world = new World();
		world.live = written(fields);
		world.apply('b', { spec: applied as JsonObject });
		expect(world.refusal?.message).toBe(`Apply failed with 1 conflict: conflict with "a": ${path}`);
		world.apply('b', { spec: applied as JsonObject }, { force: true });
		expect(world.owners).toEqual({ 'b Apply': [path] });
		world.live = written(fields);
		world.update('u', (object) => ({ ...object, spec: { ...(object.spec as JsonObject), ...(applied as JsonObject) } }));
		expect(world.owners).toEqual({ 'u Update': [path] });
	});
	it.each<[string, object, object]>([
		['to a list by key', { 'f:containers': {} }, { containers: [{ name: 'x', image: '2' }] }],
		['to a map', { 'f:settings': {} }, { settings: { a: '3' } }],
	])('%s from atomic: changes to the parts do not conflict', (_, fields, applied) => {
		const world = new World();
		world.live = written(fields);
		world.apply('b', { spec: applied as JsonObject });
		expect(world.refusal).toBeUndefined();
	});
});

describe('migration from client-side to server-side apply', () => {
	const created = (): World => {
		const world = new World();
		const last = { apiVersion: 't/v1', kind: 'Thing', metadata: { name: 'thing', annotations: {} }, spec: { replicas: 1, name: 'x' } };
		world.update('kubectl-client-side-apply', { metadata: { annotations: { [annotation]: `${JSON.stringify(last)}\n` } }, spec: { replicas: 1, name: 'x' } });
		return world;
	};
	const annotated = (world: World): unknown => JSON.parse(world.annotations[annotation] as string);

	it('kubectl takes over what client-side apply has applied, and the annotation follows', () => {
		const world = created();
		world.apply('kubectl', { spec: { replicas: 2, name: 'x' } });
		expect(world.refusal).toBeUndefined();
		expect(world.object.spec).toEqual({ replicas: 2, name: 'x' });
		expect(world.owners['kubectl Apply']).toEqual(['.spec.name', '.spec.replicas']);
		expect(world.owners['kubectl-client-side-apply Update']).not.toContain('.spec.replicas');
		expect(annotated(world)).toEqual({ apiVersion: 't/v1', kind: 'Thing', metadata: { name: 'thing' }, spec: { replicas: 2, name: 'x' } });
	});
	it('keeps the ownership of fields changed since', () => {
		const world = created();
		world.update('u', (object) => ({ ...object, spec: { replicas: 5, name: 'x' } }));
		world.apply('kubectl', { spec: { replicas: 2, name: 'y' } });
		expect(world.refusal?.message).toBe('Apply failed with 1 conflict: conflict with "u" using t/v1: .spec.replicas');
	});
	it('are not owners after the migration', () => {
		const world = created();
		world.apply('other', { spec: { replicas: 2 } });
		expect(world.refusal?.message).toBe('Apply failed with 1 conflict: conflict with "kubectl-client-side-apply" using t/v1: .spec.replicas');
	});
	it.each(['', 'no JSON', '[]', '{"apiVersion":"t/v2"}', '{"apiVersion":"t/v1","spec":{"unknown":1}}'])('ignores an unusable annotation: %j', (text) => {
		const world = created();
		world.annotations[annotation] = text;
		world.apply('kubectl', { spec: { replicas: 2 } });
		expect(world.refusal?.reason).toBe('Conflict');
	});
	it('an annotation that would be too large is removed', () => {
		const world = created();
		world.apply('kubectl', { spec: { settings: { long: 'x'.repeat(300_000) } } });
		expect(world.annotations).toEqual({});
	});
});

describe('order of the entries of a list', () => {
	const order = (live: string, applied: string): string => {
		const world = new World();
		world.live = { apiVersion: 't/v1', kind: 'Thing', metadata: {}, spec: { finalizers: [...live] } };
		world.apply('a', { spec: { finalizers: [...applied] } }, { force: true });
		return ((world.object.spec as JsonObject).finalizers as string[]).join('');
	};
	it.each([
		['abc', 'abc', 'abc'],
		['abc', 'cba', 'cba'],
		['abc', 'd', 'abcd'],
		['abc', 'db', 'adbc'],
		['abc', 'bd', 'abcd'],
		['abcd', 'dxb', 'acdxb'],
		['abcde', 'eca', 'bdeca'],
		['ab', 'xayb', 'xayb'],
		['aabb', 'ba', 'ba'],
		['aacc', 'b', 'aaccb'],
	])('%s, and %s applied: %s', (live, applied, merged) => {
		expect(order(live, applied)).toBe(merged);
	});
});

it('names of prototypes are data', () => {
	const world = new World();
	const applied = JSON.parse('{"spec": {"settings": {"__proto__": "x", "constructor": "y"}, "free": {"__proto__": {"polluted": 1}, "prototype": {}}}}');
	world.apply('a', applied);
	world.apply('b', JSON.parse('{"spec": {"free": {"__proto__": {"other": 2}, "toString": null}}}'));
	world.update('u', (object) => object);
	expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
	expect(JSON.stringify(world.object.spec)).toBe(
		'{"settings":{"__proto__":"x","constructor":"y"},"free":{"__proto__":{"polluted":1,"other":2},"prototype":{},"toString":null}}',
	);
	world.apply('a', {});
	expect(JSON.stringify(world.object.spec)).toBe('{"free":{"__proto__":{"other":2},"toString":null}}');
});
