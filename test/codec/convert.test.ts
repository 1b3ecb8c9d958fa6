import { describe, expect, it } from 'vitest';
import { catalog as builtIn } from '../../generated/catalog.ts';
import type { Catalog, ConversionStep, JsonObject, TypeDescriptor } from '../../runtime/model/catalog.ts';
import { compile } from '../../runtime/schema/compile.ts';
import { conversion } from '../../runtime/schema/convert.ts';
import { narrow } from '../../runtime/schema/emulated-catalog.ts';
import { Resources } from '../../runtime/serving/resources.ts';

const types: Record<string, TypeDescriptor> = {
	'x/v1.Root': {
		name: 'x/v1.Root',
		openapi: '',
		fields: [
			{ name: 'spec', schema: { kind: 'struct', type: 'x/v1.Spec' } },
			{ name: 'self', schema: { kind: 'struct', type: 'x/v1.Root' } },
		],
	},
	'x/v1.Spec': {
		name: 'x/v1.Spec',
		openapi: '',
		fields: [
			{ name: 'first', schema: { kind: 'struct', type: 'x/v1.End' } },
			{ name: 'list', schema: { kind: 'list', items: { kind: 'struct', type: 'x/v1.End' } } },
			{ name: 'map', schema: { kind: 'map', values: { kind: 'struct', type: 'x/v1.End' } } },
		],
	},
	'x/v1.End': { name: 'x/v1.End', openapi: '', fields: [{ name: 'port', schema: { kind: 'intOrString' } }] },
};
const catalog = {
	typeNames: Object.keys(types),
	type(name: string): TypeDescriptor {
		const type = types[name];
		if (type === undefined) throw new Error(`no type ${name}`);
		return type;
	},
} as unknown as Catalog;

const steps: ConversionStep[] = [
	{ kind: 'move', here: 'spec.first', storage: 'spec.other.main' },
	{ kind: 'split', type: 'End', here: 'port', integer: 'p.number', string: 'p.name' },
	{ kind: 'move', type: 'x/v1.End', here: 'old', storage: 'new' },
	{ kind: 'whenAbsent', type: 'End', storage: 'mode', value: 'auto' },
];
const { toStorage, fromStorage, fieldFromStorage } = conversion(steps, { here: 'x/v1.Root', storage: 'x/v1.Root' }, catalog);

describe('conversion', () => {
	const here: JsonObject = {
		spec: { first: { port: 80, old: 1, mode: 'm' }, list: [{ port: 'http', mode: 'm' }], map: { a: { port: 1, mode: 'm' } } },
		self: { spec: { list: [{ port: 2, mode: 'm' }] } },
	};
	const there: JsonObject = {
		spec: {
			other: { main: { p: { number: 80 }, new: 1, mode: 'm' } },
			list: [{ p: { name: 'http' }, mode: 'm' }],
			map: { a: { p: { number: 1 }, mode: 'm' } },
		},
		self: { spec: { list: [{ p: { number: 2 }, mode: 'm' }] } },
	};
	it('exchanges values that mean something else in the other version, and no others', () => {
		const values = [
			{ here: {}, storage: { old: 1 } },
			{ here: { old: 2 }, storage: {} },
		];
		const exchanging = conversion([{ kind: 'move', here: 'self', storage: 'self', values }], { here: 'x/v1.Root', storage: 'x/v1.Root' }, catalog);
		for (const { here: a, storage: b } of [...values, { here: { old: 3 }, storage: { old: 3 } }]) {
			expect(exchanging.toStorage({ self: a })).toEqual({ self: b });
			expect(exchanging.fromStorage({ self: b })).toEqual({ self: a });
		}
		expect(exchanging.toStorage({})).toEqual({});
	});

	it('moves entries of a map that are separate fields, and drops repeated ones', () => {
		const entries = [
			{ key: 'a.b/zone', storage: 'zone' },
			{ key: 'a.b/host', repeats: 'node' },
		];
		const taking = conversion([{ kind: 'move', here: 'labels', storage: 'rest', entries }], { here: 'x/v1.Root', storage: 'x/v1.Root' }, catalog);
		const rows: [JsonObject, JsonObject][] = [
			[
				{ labels: { 'a.b/zone': 'z', 'a.b/host': 'n', c: 'd' }, node: 'n' },
				{ zone: 'z', rest: { c: 'd' }, node: 'n' },
			],
			[{ labels: { 'a.b/zone': 'z' } }, { zone: 'z' }],
			[{ labels: { 'a.b/host': 'n' }, node: 'n' }, { node: 'n' }],
			[
				{ labels: { 'a.b/host': 'other' }, node: 'n' },
				{ rest: { 'a.b/host': 'other' }, node: 'n' },
			],
			[{ labels: { 'a.b/host': 'n' } }, { rest: { 'a.b/host': 'n' } }],
			[{}, {}],
		];
		for (const [a, b] of rows) {
			expect(taking.toStorage(a)).toEqual(b);
			expect(taking.fromStorage(b)).toEqual(a);
		}
		expect(taking.toStorage({ zone: 'not here', node: 'n' })).toEqual({ node: 'n' });
		expect(taking.fieldFromStorage('zone')).toBe('labels[a.b/zone]');
		expect(taking.fieldFromStorage('rest[c]')).toBe('labels[c]');
	});

	it('follows types, lists, maps and paths, both ways, without changing its argument', () => {
		const [a, b] = structuredClone([here, there]);
		expect(toStorage(here)).toEqual(there);
		expect(fromStorage(there)).toEqual(here);
		expect([here, there]).toEqual([a, b]);
	});
	it('sets fields that the storage version requires', () => {
		expect(toStorage({ spec: { list: [{}] } })).toEqual({ spec: { list: [{ mode: 'auto' }] } });
	});
	it.each([0, ''])('keeps %j', (port) => {
		const [sent, kept]: JsonObject[] = [
			{ spec: { list: [{ port, mode: 'm' }] } },
			{ spec: { list: [{ p: port === 0 ? { number: 0 } : { name: '' }, mode: 'm' }] } },
		];
		if (sent === undefined || kept === undefined) return expect.fail();
		expect(toStorage(sent)).toEqual(kept);
		expect(fromStorage(kept)).toEqual(sent);
	});
	it.each(['omitZero', 'always'] as const)('treats zero as absent if the presence of the storage field (%s) cannot distinguish them', (presence) => {
		const type: TypeDescriptor = {
			name: 'x/v2.Root',
			openapi: '',
			fields: [
				{ name: 'number', schema: { kind: 'int32' }, presence },
				{ name: 'name', schema: { kind: 'string' }, presence },
			],
		};
		const here: TypeDescriptor = { name: 'x/v1.Root', openapi: '', fields: [{ name: 'port', schema: { kind: 'intOrString' } }] };
		const two = { typeNames: [here.name, type.name], type: (name: string) => (name === type.name ? type : here) } as unknown as Catalog;
		for (const typed of [{}, { type: 'Root' }]) {
			const split = conversion([{ kind: 'split', ...typed, here: 'port', integer: 'number', string: 'name' }], { here: here.name, storage: type.name }, two);
			for (const port of [0, '']) expect(split.toStorage({ port })).toEqual({});
			expect(split.fromStorage({ number: 0, name: '' })).toEqual({});
			expect(split.fromStorage({ number: 1, name: '' })).toEqual({ port: 1 });
		}
	});
	it.each([
		['spec.other.main.p.number', 'spec.first.port'],
		['spec.other', 'spec.first'],
		['spec.list[2].p.name', 'spec.list[2].port'],
		['spec.list[2].p', 'spec.list[2].port'],
		['self.self.spec.map[a.b/c].new.x[0]', 'self.self.spec.map[a.b/c].old.x[0]'],
		['spec.list', 'spec.list'],
		['spec', 'spec'],
		['spec.list[0].mode', 'spec.list[0].mode'],
		['metadata.annotations[a.b/p]', 'metadata.annotations[a.b/p]'],
		['spec.map[a]b].p', 'spec.map[a]b].p'],
		['', ''],
	])('calls %s %s', (storage, expected) => expect(fieldFromStorage(storage)).toBe(expected));
	it('does not depend on the order of the steps', () => {
		for (let turn = 0; turn < steps.length; turn++) {
			const turned = [...steps.slice(turn), ...steps.slice(0, turn)];
			for (const order of [turned, turned.toReversed()]) {
				const other = conversion(order, { here: 'x/v1.Root', storage: 'x/v1.Root' }, catalog);
				expect([other.toStorage(here), other.fromStorage(there)]).toEqual([there, here]);
			}
		}
	});
	it('lets fields change places', () => {
		const swap = (order: ConversionStep[]) => conversion(order, { here: 'x/v1.Root', storage: 'x/v1.Root' }, catalog);
		const [first, second]: ConversionStep[] = [
			{ kind: 'move', here: 'a', storage: 'b' },
			{ kind: 'move', here: 'b', storage: 'a' },
		];
		if (first === undefined || second === undefined) return expect.fail();
		for (const order of [
			[first, second],
			[second, first],
		]) {
			expect(swap(order).toStorage({ a: 1, b: 2 })).toEqual({ b: 1, a: 2 });
			expect(swap(order).toStorage({ a: 1 })).toEqual({ b: 1 });
			expect(swap(order).fromStorage({ b: 1, a: 2 })).toEqual({ a: 1, b: 2 });
		}
	});
	it('removes an empty object whose name is that of a field', () => {
		const port = conversion(
			[{ kind: 'split', here: 'port', integer: 'port.number', string: 'port.name' }],
			{ here: 'x/v1.Root', storage: 'x/v1.Root' },
			catalog,
		);
		expect(port.fromStorage({ port: {} })).toEqual({});
		expect(port.fromStorage({ port: { number: 1, more: 2 } })).toEqual({ port: 1 });
		expect(port.toStorage({ port: 'http' })).toEqual({ port: { name: 'http' } });
	});
	it('hides a field whose name another, moved field has', () => {
		const moved = conversion([{ kind: 'move', here: 'size', storage: 'limits.size' }], { here: 'x/v1.Root', storage: 'x/v1.Root' }, catalog);
		expect(moved.fromStorage({ size: 'new in storage' })).toEqual({});
		expect(moved.fromStorage({ size: 'new in storage', limits: { size: 1 } })).toEqual({ size: 1 });
	});
	it.each<[JsonObject, JsonObject]>([
		[{ number: 1, name: '' }, { port: 1 }],
		[{ number: 1, name: 'http' }, { port: 'http' }],
		[{ number: 0, name: 'http' }, { port: 'http' }],
		[{ number: 0 }, { port: 0 }],
		[{ name: '' }, { port: '' }],
	])('shows the set one of two alternatives %j', (alternatives, shown) => {
		const split = conversion([{ kind: 'split', here: 'port', integer: 'number', string: 'name' }], { here: 'x/v1.Root', storage: 'x/v1.Root' }, catalog);
		expect(split.fromStorage(alternatives)).toEqual(shown);
	});
	it('removes an emptied object of both versions, unless the storage version requires it', () => {
		const field = { name: 'a', schema: { kind: 'struct', type: 'y/v1.A' } } as const;
		const described: Record<string, TypeDescriptor> = {
			'y/v1.Here': { name: 'y/v1.Here', openapi: '', fields: [field] },
			'y/v2.Free': { name: 'y/v2.Free', openapi: '', fields: [field] },
			'y/v2.Required': { name: 'y/v2.Required', openapi: '', fields: [{ ...field, required: true }] },
			'y/v1.A': { name: 'y/v1.A', openapi: '', fields: [{ name: 'b', schema: { kind: 'string' } }] },
		};
		const small = { typeNames: Object.keys(described), type: (name: string) => described[name] } as unknown as Catalog;
		const moved = (storage: string) => conversion([{ kind: 'move', here: 'a.b', storage: 'c' }], { here: 'y/v1.Here', storage }, small);
		expect(moved('y/v2.Free').toStorage({ a: { b: 1 } })).toEqual({ c: 1 });
		expect(moved('y/v2.Free').toStorage({ a: { b: 1, z: 2 } })).toEqual({ a: { z: 2 }, c: 1 });
		expect(moved('y/v2.Free').toStorage({ a: {} })).toEqual({ a: {} });
		expect(moved('y/v2.Free').toCompared({ a: { b: 1 } })).toEqual({ a: {}, c: 1 });
		expect(moved('y/v2.Required').toStorage({ a: { b: 1 } })).toEqual({ a: {}, c: 1 });
		expect(moved('y/v2.Free').fromStorage({ a: {}, c: 1 })).toEqual({ a: { b: 1 } });
	});
	it('keeps names of maps that look like prototypes', () => {
		const odd = JSON.parse('{"spec":{"map":{"__proto__":{"port":1,"mode":"m"},"constructor":{"port":"x","mode":"m"}}}}') as JsonObject;
		expect(JSON.stringify(toStorage(odd))).toBe('{"spec":{"map":{"__proto__":{"mode":"m","p":{"number":1}},"constructor":{"mode":"m","p":{"name":"x"}}}}}');
	});
});

describe('Ingress in two versions', () => {
	const at = (release: string) => {
		const narrowed = narrow(builtIn, release);
		return new Resources(narrowed, compile(narrowed), {});
	};
	const group = 'networking.orch.io';
	const old: JsonObject = {
		kind: 'Ingress',
		apiVersion: `${group}/v1beta1`,
		metadata: { name: 'i', namespace: 'a', creationTimestamp: null },
		spec: {
			backend: { serviceName: 'fallback', servicePort: 80 },
			rules: [{ host: 'h', http: { paths: [{ path: '/', pathType: 'ImplementationSpecific', backend: { serviceName: 'web', servicePort: 'http' } }] } }],
		},
		status: { loadBalancer: {} },
	};

	it('converts both ways', () => {
		const resource = at('1.21').resource(group, 'v1beta1', 'ingresses');
		if (resource === undefined) throw new Error('not served');
		const { spec: stored, apiVersion } = resource.toStorage(resource.schema.read(old, { notices: [] }));
		expect(apiVersion).toBe(`${group}/v1`);
		expect(stored).toEqual({
			defaultBackend: { service: { name: 'fallback', port: { number: 80 } } },
			rules: [
				{ host: 'h', http: { paths: [{ path: '/', pathType: 'ImplementationSpecific', backend: { service: { name: 'web', port: { name: 'http' } } } }] } },
			],
		});
		const back = resource.fromStorage(resource.toStorage(resource.schema.read(old, { notices: [] })));
		expect(back).toEqual(resource.schema.read(old, { notices: [] }));
		expect(Object.keys(back).slice(0, 2)).toEqual(['kind', 'apiVersion']);
		const backend = { resource: { kind: 'Bucket', name: 'b' } };
		const kept = resource.toStorage(resource.schema.read({ ...old, spec: { backend } }, { notices: [] }));
		expect((kept.spec as JsonObject).defaultBackend).toMatchObject(backend);
	});

	it('warns of deprecation, and ends with the removal', () => {
		expect(at('1.21').resource(group, 'v1beta1', 'ingresses')?.deprecation).toBe(
			`${group}/v1beta1 Ingress is deprecated in v1.19+, unavailable in v1.22+; use ${group}/v1 Ingress`,
		);
		expect(at('1.21').resource('extensions', 'v1beta1', 'ingresses')?.deprecation).toBe(
			`extensions/v1beta1 Ingress is deprecated in v1.14+, unavailable in v1.22+; use ${group}/v1 Ingress`,
		);
		expect(at('1.21').resource(group, 'v1', 'ingresses')?.deprecation).toBeUndefined();
		expect(at('1.22').resource(group, 'v1beta1', 'ingresses')).toBeUndefined();
		expect(at('1.25').resource(group, 'v1', 'ingresses')?.servesStoredBytes).toBe(true);
		expect(at('1.25').stored(`ingresses.${group}`)?.apiVersion).toBe(`${group}/v1`);
	});
});
