/** Whatever is sent, an apply is refused in words or done, and an update never throws; in time that grows with what is sent. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../runtime/model/catalog.ts';
import { sequence } from './sequences.ts';
import { timesOf } from './times.ts';
import { World } from './world.ts';

const name = fc.oneof(
	fc.constantFrom('spec', 'metadata', 'containers', 'free', 'settings', 'ports', 'finalizers', 'name', '__proto__', 'constructor', 'toString'),
	fc.string(),
);
const { value: anything } = fc.letrec((tie) => ({
	value: fc.oneof(
		{ maxDepth: 5, depthSize: 'medium' },
		fc.constantFrom(null, 1, 'x', true, -0, 1e300),
		fc.array(tie('value'), { maxLength: 3 }),
		entries(tie('value')),
	),
}));

/** As a parser makes them: `__proto__` is a member. */
function entries(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
	return fc
		.array(fc.tuple(name, value), { maxLength: 4 })
		.map((members) => JSON.parse(`{${members.map(([key, inner]) => `${JSON.stringify(key)}:${JSON.stringify(inner)}`).join(',')}}`));
}

const managedFields = fc.array(
	fc.oneof(
		anything,
		fc.record({
			manager: fc.constantFrom('m', 'n'),
			operation: fc.constantFrom('Apply', 'Update'),
			apiVersion: fc.constantFrom('t/v1', 't/v2', 't/v0'),
			fieldsType: fc.constant('FieldsV1'),
			fieldsV1: anything,
		}),
	),
	{ maxLength: 4 },
);

it('anything, applied to anything', () => {
	fc.assert(
		fc.property(sequence, entries(anything), managedFields, (steps, object, fields) => {
			const world = new World();
			for (const { apply, manager, object: each, ...options } of steps.slice(0, 3)) {
				if (apply) world.apply(manager, each, options);
				else world.update(manager, () => structuredClone(each), options);
			}
			world.apply('m', object as JsonObject, { force: true });
			world.update('u', (live) => ({ ...live, ...(object as JsonObject), metadata: { managedFields: fields as JsonValue[] } }));
			world.apply('n', { spec: { replicas: 1 } });
			expect(Object.keys(Object.prototype)).toEqual([]);
			expect(({} as { x?: unknown }).x).toBeUndefined();
		}),
		{ numRuns: 500, seed: 1 },
	);
});

describe('linear work', () => {
	const many = (count: number, more: (at: number) => object = () => ({})): JsonObject => ({
		spec: { containers: Array.from({ length: count }, (_, at) => ({ name: `c${(at * 7919) % count}`, ...more(at) })) },
	});
	const applied = (count: number): World => {
		const world = new World();
		world.apply('m', many(count));
		return world;
	};
	it.each<[string, (world: World, count: number) => void]>([
		['the same entries', (world, count) => world.apply('m', many(count))],
		[
			'something in each',
			(world, count) =>
				world.apply(
					'm',
					many(count, () => ({ image: 'x' })),
				),
		],
		[
			'another order',
			(world, count) => world.apply('m', { spec: { containers: [...((many(count).spec as JsonObject).containers as JsonValue[])].reverse() } }),
		],
		['all dropped', (world) => world.apply('m', { spec: { name: 'x' } })],
		[
			'as many conflicts',
			(world, count) =>
				world.apply(
					'n',
					many(count, () => ({ command: ['x'] })),
				),
		],
		[
			'repeated in an update',
			(world, count) => world.update('u', (live) => ({ ...live, spec: { containers: Array.from({ length: count }, () => ({ name: 'c0', image: 'x' })) } })),
		],
		['all of them other ones in an update', (world, count) => world.update('u', (live) => ({ ...live, ...many(count, (at) => ({ name: `d${at}` })) }))],
	])('lists by key: %s', (_, work) => {
		expect(
			timesOf(
				(count) => ({ world: applied(count), count }),
				({ world, count }) => work(world, count),
			),
		).toBeLessThan(50);
	});
});

describe('linear work with managers', () => {
	const settings = (count: number, value = 'x'): JsonObject => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, value]));
	/** As clients may write them: each owns one of the settings. */
	const managed = (count: number, operation: 'Apply' | 'Update', apiVersion: (at: number) => string): World => {
		const world = new World();
		world.apply('m', { spec: { settings: settings(count) } });
		const [mine] = world.managedFields;
		const others = Array.from({ length: count }, (_, at) => {
			const fieldsV1 = { 'f:spec': { 'f:settings': { [`f:k${at}`]: {} } } };
			return { manager: `m${at}`, operation, apiVersion: apiVersion(at), fieldsType: 'FieldsV1', fieldsV1, time: '2022-01-01T00:00:00Z' };
		});
		const metadata = world.live?.metadata as JsonObject;
		world.live = { ...world.live, metadata: { ...metadata, managedFields: [mine as JsonObject, ...others] } };
		return world;
	};
	it.each<[string, 'Apply' | 'Update', (at: number) => string, (world: World, count: number) => void]>([
		['that are joined', 'Update', () => 't/v1', (world) => world.update('u', (live) => ({ ...live, spec: { ...(live.spec as JsonObject), name: 'x' } }))],
		['that share what is not applied any more', 'Apply', () => 't/v1', (world) => world.apply('m', { spec: { name: 'x' } })],
		['that share it in two versions', 'Apply', (at) => `t/v${(at % 2) + 1}`, (world) => world.apply('m', { spec: { name: 'x' } })],
		['that all conflict', 'Apply', () => 't/v1', (world, count) => world.apply('n', { spec: { settings: settings(count, 'y') } })],
	])('%s', (_, operation, apiVersion, work) => {
		const times = timesOf(
			(count) => ({ world: managed(count, operation, apiVersion), count }),
			({ world, count }) => {
				const { live } = world;
				work(world, count);
				world.live = live;
			},
		);
		expect(times).toBeLessThan(50);
	});
});

it('ten thousand conflicts are told in an answer of bounded size', () => {
	const world = new World();
	const settings = (value: string): JsonObject => ({ spec: { settings: Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`k${at}`, value])) } });
	world.apply('m', settings('x'));
	world.apply('n', settings('y'));
	expect(world.refusal?.message).toMatch(/^Apply failed with 10000 conflicts: conflicts with "m":\n- \.spec\.settings\.k0\n/);
	expect(world.refusal?.message).toMatch(/\nand more$/);
	expect(world.refusal?.message.length).toBeLessThan(10_000);
	expect(world.refusal?.details?.causes).toHaveLength(100);
});

it('an object as deep as can be parsed', () => {
	const deep = (value: string): JsonObject => {
		let free: JsonValue = value;
		for (let depth = 0; depth < 900; depth++) free = { x: free };
		return { spec: { free } };
	};
	const world = new World();
	world.apply('m', deep('x'));
	world.update('u', (live) => ({ ...live, ...deep('y') }));
	world.apply('m', deep('z'));
	expect(world.refusal?.reason).toBe('Conflict');
	world.apply('m', { spec: {} }, { force: true });
	expect(world.refusal).toBeUndefined();
});
