/** Entries of field managers: their times and order, client-supplied values, and when they are merged and removed. */
import { describe, expect, it } from 'vitest';
import { withoutNewTimes } from '../../runtime/apply/managers.ts';
import type { JsonObject } from '../../runtime/model/catalog.ts';
import { setOf } from './sets.ts';
import { type Options, World } from './world.ts';

describe('times', () => {
	const timesOf = (world: World): Record<string, unknown> => Object.fromEntries(world.managedFields.map(({ manager, time }) => [manager as string, time]));
	it('stay when nothing changes, and the object is the same', () => {
		const world = new World();
		world.apply('a', { spec: { replicas: 1 } });
		const { live } = world;
		world.apply('a', { spec: { replicas: 1 } });
		expect(world.live).toBe(live);
		world.update('u', (object) => object);
		expect(world.live).toEqual(live);
		expect(timesOf(world)).toEqual({ a: '1970-01-01T00:00:01Z' });
	});
	it('change for the manager that changes the object; others keep theirs', () => {
		const world = new World();
		world.apply('a', { spec: { replicas: 1 } });
		world.update('u', (object) => ({ ...object, spec: { replicas: 1, name: 'x' } }));
		world.update('u', (object) => ({ ...object, spec: { replicas: 1, name: 'y' } }));
		expect(timesOf(world)).toEqual({ a: '1970-01-01T00:00:01Z', u: '1970-01-01T00:00:03Z' });
	});
	it('do not change when a write only removes fields', () => {
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

describe('a write that leaves no fields', () => {
	const entry = (more: object = {}): JsonObject => ({
		manager: 'u',
		operation: 'Update',
		apiVersion: 't/v1',
		time: '2022-01-01T00:00:00Z',
		fieldsType: 'FieldsV1',
		fieldsV1: { 'f:spec': {} },
		...more,
	});
	it('times are those that were there', () => {
		const before = [entry(), entry({ manager: 'v' })];
		expect(withoutNewTimes([entry({ time: '2023-01-01T00:00:00Z' }), entry({ manager: 'v', time: undefined })], before)).toBe(before);
	});
	it.each([
		['another owner', [entry({ manager: 'w', time: '2023-01-01T00:00:00Z' })]],
		['other fields', [entry({ fieldsV1: {} })]],
		['one more', [entry(), entry({ manager: 'w' })]],
		['none', undefined],
	])('%s: as the write has them', (_, next) => {
		expect(withoutNewTimes(next, [entry()])).toBe(next);
	});
});

describe('managedFields sent by a client', () => {
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

	it('with a single empty entry clear all owners', () => {
		const world = begun();
		sends(world, [{}]);
		expect(world.managedFields).toEqual([]);
		expect(Object.hasOwn(world.live?.metadata as object, 'managedFields')).toBe(false);
	});
	it('gives other changes of the same write to their manager', () => {
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
	it('are ignored through a subresource', () => {
		const world = begun();
		const before = world.owners;
		sends(world, [{}], undefined, { subresource: 'status' });
		sends(world, [entry({})], undefined, { subresource: 'status' });
		expect(world.owners).toEqual(before);
	});
	it('are refused in an applied object', () => {
		const world = begun();
		world.apply('a', { metadata: { managedFields: [] } });
		expect(world.refusal).toMatchObject({ reason: 'BadRequest', message: 'metadata.managedFields must be nil' });
		world.apply('a', { metadata: { managedFields: null }, spec: { replicas: 1 } });
		expect(world.refusal).toBeUndefined();
		expect(world.owners).toEqual({ 'a Apply': ['.spec.replicas'] });
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

it('fields that the endpoint resets have no owner', () => {
	const world = new World({ reset: { '': setOf('f:status'), status: setOf('f:spec') } });
	world.update('u', { spec: { replicas: 1 }, status: { phase: 'x' } });
	expect(world.owners).toEqual({ 'u Update': ['.spec', '.spec.replicas'] });
	world.update('u', (object) => ({ ...object, spec: { replicas: 2 }, status: { phase: 'y' } }), { subresource: 'status' });
	expect(world.owners).toEqual({ 'u Update': ['.spec', '.spec.replicas'], 'u Update status': ['.status.phase'] });
	world.apply('a', { spec: { replicas: 2 }, status: { phase: 'z' } });
	expect(world.refusal).toBeUndefined();
	expect(world.owners['a Apply']).toEqual(['.spec.replicas']);
});

it('fields that a built-in type always has have no owner', () => {
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
