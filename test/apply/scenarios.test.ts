/** Named scenarios with steps, expected object, and expected owners. Seed 1, "Field ownership" and "Server-side apply endpoint". */
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../runtime/model/catalog.ts';
import { type Options, World } from './world.ts';

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
/** Returns a step that creates an object without field managers, as stored before ownership was tracked. */
const stands =
	(spec: object): Step =>
	(world) => {
		world.live = { apiVersion: 't/v1', kind: 'Thing', metadata: { name: 'thing' }, spec: spec as JsonObject };
	};

interface Scenario {
	readonly name: string;
	readonly steps: readonly Step[];
	/** Expected spec of the object. */
	readonly spec: object;
	/** Expected paths below `.spec` by manager. */
	readonly owners: Readonly<Record<string, readonly string[]>>;
	/** Message of the last step's refusal. */
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
			name: 'all that is in a struct that somebody else owns with nothing else: both go',
			steps: [
				updates('u', { openSelector: { values: [] }, name: 'x' }),
				forces('a', { openSelector: { key: 'k', values: ['v'] } }),
				applies('a', { replicas: 1 }),
			],
			spec: { name: 'x', replicas: 1 },
			owners: { 'a Apply': ['.replicas'], 'u Update': ['', '.name'] },
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
