/** The time of an apply, and of an update with field managers, grows linearly with the sent and stored data for all shapes. */
import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../runtime/model/catalog.ts';
import { timesOf } from './times.ts';
import { World } from './world.ts';

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
				50,
			),
		).toBeLessThan(50);
	});
});

describe('linear work with managers', () => {
	const settings = (count: number, value = 'x'): JsonObject => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, value]));
	/** Returns managedFields as clients may write them: each manager owns one of the settings. */
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
			50,
		);
		expect(times).toBeLessThan(50);
	});
});
