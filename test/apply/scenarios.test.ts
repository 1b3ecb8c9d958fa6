/** Named case, steps, expected object, expected owners. Seed 1, "Field ownership" and "Server-side apply endpoint". */
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../runtime/model/catalog.ts';
import { setOf } from './sets.ts';
import { annotation, type Options, World } from './world.ts';

type Step = (world: World) => void;
const applies =
	(manager: string, spec: object, options: Options = {}): Step =>
	(world) =>
		world.apply(manager, { spec: spec as JsonObject }, options);
const forces = (manager: string, spec: object, options: Options = {}): Step => applies(manager, spec, { ...options, force: true });
const updates =
	(manager: string, spec: object, options: Options = {}): Step =>
	(world) =>
		world.update(
			manager,
			(object) => ({ apiVersion: options.apiVersion ?? 't/v1', kind: 'Thing', metadata: { name: 'thing', uid: 'u' }, ...object, spec: spec as JsonObject }),
			options,
		);
/** A new object without owners, as from before they were told. */
const stands =
	(spec: object): Step =>
	(world) => {
		world.live = { apiVersion: 't/v1', kind: 'Thing', metadata: { name: 'thing' }, spec: spec as JsonObject };
	};

interface Scenario {
	readonly name: string;
	readonly steps: readonly Step[];
	/** Of the object. */
	readonly spec: object;
	/** Paths below `.spec`. */
	readonly owners: Readonly<Record<string, readonly string[]>>;
	/** The message of the last step's refusal. */
	readonly refused?: string;
}

const scenarios: Readonly<Record<string, readonly Scenario[]>> = {
	'the six situations': [
		{ name: 'a field that nobody owns', steps: [applies('a', { replicas: 1 })], spec: { replicas: 1 }, owners: { 'a Apply': ['.replicas'] } },
		{
			name: 'one that the manager owns',
			steps: [applies('a', { replicas: 1 }), applies('a', { replicas: 2 })],
			spec: { replicas: 2 },
			owners: { 'a Apply': ['.replicas'] },
		},
		{
			name: "another manager's, of another value",
			steps: [applies('a', { replicas: 1, name: 'x' }), applies('b', { replicas: 2, on: true })],
			spec: { replicas: 1, name: 'x' },
			owners: { 'a Apply': ['.name', '.replicas'] },
			refused: 'Apply failed with 1 conflict: conflict with "a": .spec.replicas',
		},
		{
			name: 'the same, forced',
			steps: [applies('a', { replicas: 1, name: 'x' }), forces('b', { replicas: 2 })],
			spec: { replicas: 2, name: 'x' },
			owners: { 'a Apply': ['.name'], 'b Apply': ['.replicas'] },
		},
		{
			name: "another manager's, of the same value: shared",
			steps: [applies('a', { replicas: 1 }), applies('b', { replicas: 1 })],
			spec: { replicas: 1 },
			owners: { 'a Apply': ['.replicas'], 'b Apply': ['.replicas'] },
		},
		{
			name: 'shared: a change by any of them conflicts',
			steps: [applies('a', { replicas: 1 }), applies('b', { replicas: 1 }), applies('a', { replicas: 2 })],
			spec: { replicas: 1 },
			owners: { 'a Apply': ['.replicas'], 'b Apply': ['.replicas'] },
			refused: 'Apply failed with 1 conflict: conflict with "b": .spec.replicas',
		},
		{
			name: 'not applied any more, and nobody else owns it: gone',
			steps: [applies('a', { replicas: 1, name: 'x' }), applies('a', { name: 'x' })],
			spec: { name: 'x' },
			owners: { 'a Apply': ['.name'] },
		},
		{
			name: 'not applied any more, but shared: stays',
			steps: [applies('a', { replicas: 1, name: 'x' }), applies('b', { replicas: 1 }), applies('a', { name: 'x' })],
			spec: { name: 'x', replicas: 1 },
			owners: { 'a Apply': ['.name'], 'b Apply': ['.replicas'] },
		},
		{
			name: 'an update takes what it changes',
			steps: [applies('a', { replicas: 1, name: 'x' }), updates('u', { replicas: 2, name: 'x' })],
			spec: { replicas: 2, name: 'x' },
			owners: { 'a Apply': ['.name'], 'u Update': ['.replicas'] },
		},
		{
			name: 'a manager without fields disappears',
			steps: [applies('a', { replicas: 1 }), updates('u', { replicas: 2 })],
			spec: { replicas: 2 },
			owners: { 'u Update': ['.replicas'] },
		},
		{
			name: "what an update removes is nobody's",
			steps: [applies('a', { replicas: 1, name: 'x' }), updates('u', { name: 'x' })],
			spec: { name: 'x' },
			owners: { 'a Apply': ['.name'] },
		},
		{
			name: 'what an update owns stays when its applier drops it',
			steps: [
				applies('a', { replicas: 1, name: 'x' }),
				updates('u', { replicas: 2, name: 'x' }),
				forces('a', { replicas: 2, name: 'x' }),
				applies('a', { name: 'x' }),
			],
			spec: { replicas: 2, name: 'x' },
			owners: { 'a Apply': ['.name'], 'u Update': ['.replicas'] },
		},
	],
	lists: [
		{
			name: 'entries by key belong to who applies them',
			steps: [applies('a', { containers: [{ name: 'x', image: '1' }] }), applies('b', { containers: [{ name: 'y', image: '2' }] })],
			spec: {
				containers: [
					{ name: 'x', image: '1' },
					{ name: 'y', image: '2' },
				],
			},
			owners: {
				'a Apply': ['.containers[name="x"]', '.containers[name="x"].image', '.containers[name="x"].name'],
				'b Apply': ['.containers[name="y"]', '.containers[name="y"].image', '.containers[name="y"].name'],
			},
		},
		{
			name: 'an entry goes with its applier',
			steps: [
				applies('a', { containers: [{ name: 'x', image: '1' }, { name: 'z' }] }),
				applies('b', { containers: [{ name: 'y' }] }),
				applies('a', { containers: [{ name: 'z' }] }),
			],
			spec: { containers: [{ name: 'z' }, { name: 'y' }] },
			owners: { 'a Apply': ['.containers[name="z"]', '.containers[name="z"].name'], 'b Apply': ['.containers[name="y"]', '.containers[name="y"].name'] },
		},
		{
			name: 'an entry that somebody owns a field of stays with what they own',
			steps: [
				applies('a', { containers: [{ name: 'x', image: '1', command: ['c'] }] }),
				applies('b', { containers: [{ name: 'x', image: '1' }] }),
				applies('a', { replicas: 1 }),
			],
			spec: { containers: [{ name: 'x', image: '1' }], replicas: 1 },
			owners: { 'a Apply': ['.replicas'], 'b Apply': ['.containers[name="x"]', '.containers[name="x"].image', '.containers[name="x"].name'] },
		},
		{
			name: 'the whole list goes',
			steps: [applies('a', { containers: [{ name: 'x' }], name: 'n' }), applies('a', { name: 'n' })],
			spec: { name: 'n' },
			owners: { 'a Apply': ['.name'] },
		},
		{
			name: 'applied empty: its entries go',
			steps: [applies('a', { finalizers: ['x'], name: 'n' }), applies('a', { finalizers: [], name: 'n' })],
			spec: { name: 'n' },
			owners: { 'a Apply': ['.name'] },
		},
		{
			name: 'a set',
			steps: [applies('a', { finalizers: ['x', 'y'] }), applies('b', { finalizers: ['z', 'y'] }), applies('a', { finalizers: ['x'] })],
			spec: { finalizers: ['x', 'z', 'y'] },
			owners: { 'a Apply': ['.finalizers[="x"]'], 'b Apply': ['.finalizers[="y"]', '.finalizers[="z"]'] },
		},
		{
			name: 'an atomic list conflicts as one',
			steps: [applies('a', { args: ['x'] }), applies('b', { args: ['x', 'y'] })],
			spec: { args: ['x'] },
			owners: { 'a Apply': ['.args'] },
			refused: 'Apply failed with 1 conflict: conflict with "a": .spec.args',
		},
		{
			name: 'keys with defaults are the same said or not',
			steps: [applies('a', { ports: [{ port: 80, label: 'x' }] }), applies('b', { ports: [{ port: 80, protocol: 'TCP', label: 'x' }] })],
			spec: { ports: [{ port: 80, label: 'x', protocol: 'TCP' }] },
			owners: {
				'a Apply': ['.ports[port=80,protocol="TCP"]', '.ports[port=80,protocol="TCP"].label', '.ports[port=80,protocol="TCP"].port'],
				'b Apply': [
					'.ports[port=80,protocol="TCP"]',
					'.ports[port=80,protocol="TCP"].label',
					'.ports[port=80,protocol="TCP"].port',
					'.ports[port=80,protocol="TCP"].protocol',
				],
			},
		},
		{
			name: 'repeated entries that are there are borne, and replaced when applied',
			steps: [
				stands({ containers: [{ name: 'x', image: '1' }, { name: 'x', image: '2' }, { name: 'y' }] }),
				forces('a', { containers: [{ name: 'x', image: '3' }] }),
			],
			spec: { containers: [{ name: 'x', image: '3' }, { name: 'y' }] },
			owners: {
				'a Apply': ['.containers[name="x"]', '.containers[name="x"].image', '.containers[name="x"].name'],
				'before-first-apply Update': ['', '.containers', '.containers[name="y"]', '.containers[name="y"].name'],
			},
		},
	],
	'maps and structs': [
		{
			name: 'keys of a map have owners of their own',
			steps: [applies('a', { settings: { x: '1' } }), applies('b', { settings: { y: '2' } }), applies('a', { name: 'n' })],
			spec: { settings: { y: '2' }, name: 'n' },
			owners: { 'a Apply': ['.name'], 'b Apply': ['.settings.y'] },
		},
		{
			name: 'an atomic map has one',
			steps: [applies('a', { atomicMap: { x: '1' } }), forces('b', { atomicMap: { y: '2' } })],
			spec: { atomicMap: { y: '2' } },
			owners: { 'b Apply': ['.atomicMap'] },
		},
		{
			name: 'an atomic type',
			steps: [applies('a', { selector: { key: 'x' } }), applies('b', { selector: { values: ['v'] } })],
			spec: { selector: { key: 'x' } },
			owners: { 'a Apply': ['.selector'] },
			refused: 'Apply failed with 1 conflict: conflict with "a": .spec.selector',
		},
		{
			name: 'a struct goes when nothing in it has an owner',
			steps: [applies('a', { inner: { a: 'x' }, name: 'n' }), applies('a', { name: 'n' })],
			spec: { name: 'n' },
			owners: { 'a Apply': ['.name'] },
		},
		{
			name: 'a struct stays for what others own in it',
			steps: [applies('a', { inner: { a: 'x' } }), applies('b', { inner: { b: 'y' } }), applies('a', { name: 'n' })],
			spec: { inner: { b: 'y' }, name: 'n' },
			owners: { 'a Apply': ['.name'], 'b Apply': ['.inner.b'] },
		},
		{ name: 'null is a value that is owned', steps: [applies('a', { name: null })], spec: { name: null }, owners: { 'a Apply': ['.name'] } },
		{
			name: 'null over a struct leaves what is in it',
			steps: [applies('a', { inner: { a: 'x' } }), applies('b', { inner: null })],
			spec: { inner: { a: 'x' } },
			owners: { 'a Apply': ['.inner.a'], 'b Apply': ['.inner'] },
		},
		{
			name: 'what has no schema: keys are fields, lists atomic',
			steps: [applies('a', { free: { x: { y: 1 }, l: [1] } }), applies('b', { free: { x: { z: 2 } } })],
			spec: { free: { x: { y: 1, z: 2 }, l: [1] } },
			owners: { 'a Apply': ['.free.l', '.free.x', '.free.x.y'], 'b Apply': ['.free.x', '.free.x.z'] },
		},
	],
	managers: [
		{
			name: 'tracked from its creation',
			steps: [updates('u', { replicas: 1, settings: { a: '1' } })],
			spec: { replicas: 1, settings: { a: '1' } },
			owners: { 'u Update': ['', '.replicas', '.settings', '.settings.a'] },
		},
		{
			name: 'not tracked when it was not from the beginning',
			steps: [stands({ replicas: 1 }), updates('u', { replicas: 2 })],
			spec: { replicas: 2 },
			owners: {},
		},
		{
			name: 'the first apply finds an owner of what was there',
			steps: [stands({ replicas: 1, name: 'x' }), applies('a', { name: 'x', on: true })],
			spec: { replicas: 1, name: 'x', on: true },
			owners: { 'a Apply': ['.name', '.on'], 'before-first-apply Update': ['', '.name', '.replicas'] },
		},
		{
			name: 'and conflicts with it',
			steps: [stands({ replicas: 1 }), applies('a', { replicas: 2 })],
			spec: { replicas: 1 },
			owners: {},
			refused: 'Apply failed with 1 conflict: conflict with "before-first-apply" using t/v1: .spec.replicas',
		},
		{
			name: 'one by applying, another by updating',
			steps: [applies('a', { replicas: 1 }), updates('a', { replicas: 1, name: 'x' })],
			spec: { replicas: 1, name: 'x' },
			owners: { 'a Apply': ['.replicas'], 'a Update': ['.name'] },
		},
		{
			name: 'through subresources they are others',
			steps: [updates('u', { replicas: 1 }), updates('u', { replicas: 2 }, { subresource: 'scale' })],
			spec: { replicas: 2 },
			owners: { 'u Update': [''], 'u Update scale': ['.replicas'] },
		},
		{ name: 'no name', steps: [updates('', { replicas: 1 })], spec: { replicas: 1 }, owners: { 'unknown Update': ['', '.replicas'] } },
		{ name: 'applied without anything: the entry goes', steps: [applies('a', { replicas: 1 }), (world) => world.apply('a', {})], spec: {}, owners: {} },
		{
			name: 'conflicts with several, by their names',
			steps: [applies('a', { replicas: 1 }), applies('b', { replicas: 1, name: 'x' }), applies('c', { replicas: 2, name: 'y' })],
			spec: { replicas: 1, name: 'x' },
			owners: { 'a Apply': ['.replicas'], 'b Apply': ['.name', '.replicas'] },
			refused: 'Apply failed with 3 conflicts: conflicts with "a":\n- .spec.replicas\nconflicts with "b":\n- .spec.name\n- .spec.replicas',
		},
		{
			name: 'a conflict with what came through a subresource',
			steps: [updates('u', { replicas: 1 }), updates('u', { replicas: 2 }, { subresource: 'scale' }), applies('a', { replicas: 3 })],
			spec: { replicas: 2 },
			owners: { 'u Update': [''], 'u Update scale': ['.replicas'] },
			refused: 'Apply failed with 1 conflict: conflict with "u" with subresource "scale" using t/v1: .spec.replicas',
		},
	],
	versions: [
		{
			name: 'fields are named in the version of who wrote them',
			steps: [applies('a', { title: 'x' }, { apiVersion: 't/v2' }), applies('b', { replicas: 1 })],
			spec: { name: 'x', replicas: 1 },
			owners: { 'a Apply t/v2': ['.title'], 'b Apply': ['.replicas'] },
		},
		{
			name: 'conflicts are found across versions, in the words of the owner',
			steps: [applies('a', { title: 'x' }, { apiVersion: 't/v2' }), applies('b', { name: 'y' })],
			spec: { name: 'x' },
			owners: { 'a Apply t/v2': ['.title'] },
			refused: 'Apply failed with 1 conflict: conflict with "a": .spec.title',
		},
		{
			name: 'updates take across versions',
			steps: [applies('a', { title: 'x', replicas: 1 }, { apiVersion: 't/v2' }), updates('u', { name: 'y', replicas: 1 })],
			spec: { name: 'y', replicas: 1 },
			owners: { 'a Apply t/v2': ['.replicas'], 'u Update': ['.name'] },
		},
		{
			name: 'an applier may change its version',
			steps: [applies('a', { title: 'x', replicas: 1 }, { apiVersion: 't/v2' }), applies('a', { name: 'x' })],
			spec: { name: 'x' },
			owners: { 'a Apply': ['.name'] },
		},
		{
			name: 'what another owns in another version stays',
			steps: [
				applies('a', { title: 'x', replicas: 1 }, { apiVersion: 't/v2' }),
				applies('b', { name: 'x' }),
				applies('a', { replicas: 1 }, { apiVersion: 't/v2' }),
			],
			spec: { name: 'x', replicas: 1 },
			owners: { 'a Apply t/v2': ['.replicas'], 'b Apply': ['.name'] },
		},
	],
};

for (const [subject, cases] of Object.entries(scenarios)) {
	describe(subject, () => {
		it.each(cases.map((scenario) => [scenario.name, scenario] as const))('%s', (_, { steps, spec, owners, refused }) => {
			const world = new World();
			for (const step of steps) step(world);
			expect(world.refusal?.message).toBe(refused);
			expect(world.object.spec ?? {}).toEqual(spec);
			expect(world.owners).toEqual(Object.fromEntries(Object.entries(owners).map(([manager, paths]) => [manager, paths.map((path) => `.spec${path}`)])));
		});
	});
}

it('a refusal names every field and its owner', () => {
	const world = new World();
	world.apply('a', { spec: { replicas: 1 } });
	world.apply('b', { spec: { replicas: 2 } });
	expect(world.refusal).toMatchObject({
		reason: 'Conflict',
		details: { causes: [{ reason: 'FieldManagerConflict', message: 'conflict with "a"', field: '.spec.replicas' }] },
	});
});

describe('times', () => {
	const timesOf = (world: World): Record<string, unknown> => Object.fromEntries(world.managedFields.map(({ manager, time }) => [manager as string, time]));
	it('stay when nothing changes, and the object is the same one', () => {
		const world = new World();
		world.apply('a', { spec: { replicas: 1 } });
		const { live } = world;
		world.apply('a', { spec: { replicas: 1 } });
		expect(world.live).toBe(live);
		world.update('u', (object) => object);
		expect(world.live).toEqual(live);
		expect(timesOf(world)).toEqual({ a: '1970-01-01T00:00:01Z' });
	});
	it('tell when who changes the object did so last; others keep theirs', () => {
		const world = new World();
		world.apply('a', { spec: { replicas: 1 } });
		world.update('u', (object) => ({ ...object, spec: { replicas: 1, name: 'x' } }));
		world.update('u', (object) => ({ ...object, spec: { replicas: 1, name: 'y' } }));
		expect(timesOf(world)).toEqual({ a: '1970-01-01T00:00:01Z', u: '1970-01-01T00:00:03Z' });
	});
	it('what only removes does not count', () => {
		const world = new World();
		world.update('u', { spec: { replicas: 1, name: 'x' } });
		world.update('u', (object) => ({ ...object, spec: { replicas: 1 } }));
		expect(timesOf(world)).toEqual({ u: '1970-01-01T00:00:01Z' });
	});
	it('entries: appliers first, then by time, then by name', () => {
		const world = new World();
		world.update('z', { spec: { replicas: 1 } });
		world.update('b', (object) => ({ ...object, spec: { replicas: 1, name: 'x' } }));
		world.seconds--;
		world.update('a', (object) => ({ ...object, spec: { replicas: 1, name: 'x', on: true } }));
		world.apply('last', { spec: { size: '1' } });
		expect(world.managedFields.map(({ manager }) => manager)).toEqual(['last', 'z', 'a', 'b']);
	});
});

describe('what a client sends as managedFields', () => {
	const begun = (): World => {
		const world = new World();
		world.apply('a', { spec: { replicas: 1, name: 'x' } });
		return world;
	};
	const sends = (world: World, managedFields: unknown, spec: object = { replicas: 1, name: 'x' }, options: Options = {}): void =>
		world.update(
			'u',
			(object) => ({ ...object, spec: spec as JsonObject, metadata: { ...(object.metadata as JsonObject), managedFields: managedFields as never } }),
			options,
		);
	const entry = (more: object): object => ({
		manager: 'edited',
		operation: 'Update',
		apiVersion: 't/v1',
		fieldsType: 'FieldsV1',
		fieldsV1: { 'f:spec': { 'f:replicas': {} } },
		...more,
	});

	it('one empty entry clears all', () => {
		const world = begun();
		sends(world, [{}]);
		expect(world.managedFields).toEqual([]);
		expect(Object.hasOwn(world.live?.metadata as object, 'managedFields')).toBe(false);
	});
	it('and who changes something along with it owns that', () => {
		const world = begun();
		sends(world, [{}], { replicas: 2, name: 'x' });
		expect(world.owners).toEqual({ 'u Update': ['.spec.replicas'] });
	});
	it.each<[string, unknown]>([
		['no list', undefined],
		['an empty list', []],
		['null', null],
		['no operation', [entry({ operation: '' })]],
		['no version', [entry({ apiVersion: '' })]],
		['no type of fields', [entry({ fieldsType: '' })]],
		['another type of fields', [entry({ fieldsType: 'FieldsV2' })]],
		['fields that are none', [entry({ fieldsV1: { x: {} } })]],
		['entries that are none', [null, 'x']],
	])('%s: as if it had not been sent', (_, managedFields) => {
		const world = begun();
		const before = world.owners;
		sends(world, managedFields);
		expect(world.owners).toEqual(before);
	});
	it('entries that can be understood are taken, in our spelling', () => {
		const world = begun();
		sends(world, [entry({ fieldsV1: { 'f:spec': { 'f:ports': { 'k:{"protocol":"TCP", "port":80}': {} } }, 'x:later': {} } })]);
		expect(world.managedFields).toEqual([entry({ fieldsV1: { 'f:spec': { 'f:ports': { 'k:{"port":80,"protocol":"TCP"}': {} } } } })]);
	});
	it('not through a subresource', () => {
		const world = begun();
		const before = world.owners;
		sends(world, [{}], undefined, { subresource: 'status' });
		sends(world, [entry({})], undefined, { subresource: 'status' });
		expect(world.owners).toEqual(before);
	});
	it('not in what is applied', () => {
		const world = begun();
		world.apply('a', { metadata: { managedFields: [] } });
		expect(world.refusal).toMatchObject({ reason: 'BadRequest', message: 'metadata.managedFields must be nil' });
		world.apply('a', { metadata: { managedFields: null }, spec: { replicas: 1 } });
		expect(world.refusal).toBeUndefined();
		expect(world.owners).toEqual({ 'a Apply': ['.spec.replicas'] });
	});
});

describe('what cannot be applied', () => {
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

describe('many updaters', () => {
	it('the oldest are joined, so that ten are left', () => {
		const world = new World();
		world.apply('applier', { spec: { settings: {} } });
		for (let at = 0; at < 14; at++) {
			world.update(`u${at}`, (object) => ({
				...object,
				spec: { settings: { ...((object.spec as JsonObject).settings as JsonObject), [`k${String(at).padStart(2, '0')}`]: 'v' } },
			}));
		}
		const names = world.managedFields.map(({ manager }) => manager);
		expect(names).toEqual(['applier', 'ancient-changes', 'u5', 'u6', 'u7', 'u8', 'u9', 'u10', 'u11', 'u12', 'u13']);
		expect(world.owners['ancient-changes Update']).toEqual([0, 1, 2, 3, 4].map((at) => `.spec.settings.k0${at}`));
		expect(world.managedFields[1]?.time).toBe('1970-01-01T00:00:06Z');
	});
	it('version by version', () => {
		const world = new World();
		world.update('first', { spec: { replicas: 1 } });
		for (let at = 0; at < 11; at++)
			world.update(
				`u${at}`,
				(object) => ({ ...object, spec: { replicas: 1, title: `${at}`, containers: Array.from({ length: at }, (_, each) => ({ name: `c${each}` })) } }),
				{ apiVersion: 't/v2' },
			);
		expect(world.managedFields).toHaveLength(10);
		expect(Object.keys(world.owners).slice(0, 2)).toEqual(['first Update', 'ancient-changes Update t/v2']);
	});
});

it('what an endpoint resets belongs to nobody there', () => {
	const world = new World({ reset: { '': setOf('f:status'), status: setOf('f:spec') } });
	world.update('u', { spec: { replicas: 1 }, status: { phase: 'x' } });
	expect(world.owners).toEqual({ 'u Update': ['.spec', '.spec.replicas'] });
	world.update('u', (object) => ({ ...object, spec: { replicas: 2 }, status: { phase: 'y' } }), { subresource: 'status' });
	expect(world.owners).toEqual({ 'u Update': ['.spec', '.spec.replicas'], 'u Update status': ['.status.phase'] });
	world.apply('a', { spec: { replicas: 2 }, status: { phase: 'z' } });
	expect(world.refusal).toBeUndefined();
	expect(world.owners['a Apply']).toEqual(['.spec.replicas']);
});

it("what a built-in type always has is nobody's", () => {
	const world = new World({ empty: { metadata: {}, spec: { replicas: 0 }, status: {} } });
	world.update('u', { spec: { replicas: 0, name: 'x' }, status: {} });
	expect(world.owners).toEqual({ 'u Update': ['.spec.name'] });
});

it('a version that is served no more: its entries go', () => {
	const before = new World();
	before.apply('a', { spec: { title: 'x' } }, { apiVersion: 't/v2' });
	before.apply('b', { spec: { replicas: 1 } });
	const world = new World({ served: ['t/v1'] });
	world.live = before.live;
	world.update('u', (object) => object);
	expect(world.owners).toEqual({ 'b Apply': ['.spec.replicas'] });
	world.live = before.live;
	world.apply('b', { spec: { replicas: 1, name: 'y' } });
	expect(world.refusal).toBeUndefined();
	expect(world.owners).toEqual({ 'b Apply': ['.spec.name', '.spec.replicas'] });
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
	])('from atomic %s: changes to the parts do not conflict', (_, fields, applied) => {
		const world = new World();
		world.live = written(fields);
		world.apply('b', { spec: applied as JsonObject });
		expect(world.refusal).toBeUndefined();
	});
});

describe('from client-side to server-side apply', () => {
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
	it('not what somebody has changed since', () => {
		const world = created();
		world.update('u', (object) => ({ ...object, spec: { replicas: 5, name: 'x' } }));
		world.apply('kubectl', { spec: { replicas: 2, name: 'y' } });
		expect(world.refusal?.message).toBe('Apply failed with 1 conflict: conflict with "u" using t/v1: .spec.replicas');
	});
	it('nor do others', () => {
		const world = created();
		world.apply('other', { spec: { replicas: 2 } });
		expect(world.refusal?.message).toBe('Apply failed with 1 conflict: conflict with "kubectl-client-side-apply" using t/v1: .spec.replicas');
	});
	it.each(['', 'no JSON', '[]', '{"apiVersion":"t/v2"}', '{"apiVersion":"t/v1","spec":{"unknown":1}}'])('an annotation that says nothing: %j', (text) => {
		const world = created();
		world.annotations[annotation] = text;
		world.apply('kubectl', { spec: { replicas: 2 } });
		expect(world.refusal?.reason).toBe('Conflict');
	});
	it('an annotation that would not fit goes', () => {
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
