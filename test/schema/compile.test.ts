/** Tests compiled types over handwritten descriptors: reading, defaults, validation, protobuf. */

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../runtime/model/catalog.ts';
import { MalformedError } from '../../runtime/model/malformed.ts';
import { compile } from '../../runtime/schema/compile.ts';
import { catalog, catalogOf, struct } from './fixture.ts';

const schemas = compile(catalog);
const configMaps = schemas.type('core/v1.ConfigMap');
const widgets = schemas.type('example/v1.Widget');

function read(value: unknown, type = widgets): { object: JsonObject; notices: string[] } {
	const notices: string[] = [];
	return { object: type.read(value, { notices }), notices };
}

function spec(value: JsonObject): JsonObject {
	return read({ spec: value }).object.spec as JsonObject;
}

function failure(value: unknown, type = widgets): string {
	try {
		read(value, type);
	} catch (error) {
		if (error instanceof MalformedError) return error.message;
		throw error;
	}
	throw new Error('it was read');
}

describe('read', () => {
	it('writes fields in descriptor order and map keys in their own, according to presence', () => {
		const { object } = read({ data: { b: '1', a: '' }, metadata: { labels: {}, name: 'x', generation: 0 }, apiVersion: 'v1', kind: 'ConfigMap' }, configMaps);
		expect(JSON.stringify(object)).toBe('{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"x","creationTimestamp":null},"data":{"a":"","b":"1"}}');
	});

	it('treats null as absent', () => {
		expect(spec({ replicas: null, ports: null, selector: null })).toEqual({});
	});

	it('reads null inside lists and maps as the zero value', () => {
		expect(spec({ groups: { a: null }, ports: [null] })).toEqual({ groups: { a: [] }, ports: [{ name: '', port: 0 }] });
	});

	it.each([
		[{ size: '1024Mi' }, { size: '1Gi' }],
		[{ size: 1.5 }, { size: '1500m' }],
		[{ at: '2020-01-01T02:00:00.5+02:00' }, { at: '2020-01-01T00:00:00.500000Z' }],
		[{ wait: '90m' }, { wait: '1h30m0s' }],
		[{ target: 80 }, { target: 80 }],
		[{ target: 'http' }, { target: 'http' }],
		[{ big: 9223372036854775807n }, { big: 9223372036854775807n }],
		[{ big: 5n }, { big: 5 }],
		[{ file: { path: 'x' } }, { file: { path: 'x' } }],
	])('makes case %# canonical', (value, expected) => {
		expect(spec(value as JsonObject)).toEqual(expected);
	});

	it('reports unknown fields with their paths, in the order of the text', () => {
		const { notices } = read({ foo: 1, spec: { bar: 1, ports: [{ name: 'a', baz: {} }], child: { qux: 1 } } });
		expect(notices).toEqual(['unknown field "foo"', 'unknown field "spec.bar"', 'unknown field "spec.ports[0].baz"', 'unknown field "spec.child.qux"']);
	});

	it('reports at most 100 unknown fields', () => {
		expect(read(Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`x${index}`, 1]))).notices.length).toBe(100);
	});

	it.each([
		[{ metadata: { labels: { a: 5 } } }, 'json: cannot unmarshal number into Go struct field ObjectMeta.metadata.labels of type string'],
		[{ metadata: { generation: 'x' } }, 'json: cannot unmarshal string into Go struct field ObjectMeta.metadata.generation of type int64'],
		[{ spec: [] }, 'json: cannot unmarshal array into Go struct field Widget.spec of type v1.WidgetSpec'],
		[{ spec: { ports: {} } }, 'json: cannot unmarshal object into Go struct field WidgetSpec.spec.ports of type []v1.Port'],
		[{ spec: { ports: [{}, 5] } }, 'json: cannot unmarshal number into Go struct field WidgetSpec.spec.ports of type v1.Port'],
		[{ spec: { ports: [{ port: 'x' }] } }, 'json: cannot unmarshal string into Go struct field Port.spec.ports.port of type int32'],
		[{ spec: { replicas: 1.5 } }, 'json: cannot unmarshal number 1.5 into Go struct field WidgetSpec.spec.replicas of type int32'],
		[{ spec: { replicas: 2147483648 } }, 'json: cannot unmarshal number 2147483648 into Go struct field WidgetSpec.spec.replicas of type int32'],
		[{ kind: true }, 'json: cannot unmarshal bool into Go struct field Widget.kind of type string'],
		[[], 'json: cannot unmarshal array into Go value of type v1.Widget'],
		[{ spec: { raw: { a: [Number.POSITIVE_INFINITY] } } }, 'json: cannot unmarshal number into Go struct field WidgetSpec.spec.raw of type float64'],
		[{ spec: { size: 'x' } }, "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"],
		[{ metadata: { creationTimestamp: 'x' } }, 'parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006"'],
	])('refuses %j', (value, message) => {
		expect(failure(value)).toBe(message);
	});

	it('refuses bytes that are not base64', () => {
		expect(failure({ binaryData: { a: 'a?==' } }, configMaps)).toBe('illegal base64 data at input byte 1');
	});

	it('keeps names of special meaning as data', () => {
		const { object } = read(JSON.parse('{"metadata":{"labels":{"__proto__":"x","constructor":"y"}},"spec":{"raw":{"__proto__":{"polluted":true}}}}'));
		expect(JSON.stringify(object)).toContain('"labels":{"__proto__":"x","constructor":"y"}');
		expect(JSON.stringify(object)).toContain('"raw":{"__proto__":{"polluted":true}}');
		expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
	});

	it('does not change its input', () => {
		const input = { spec: { size: '1024Mi', raw: { a: [1] } } };
		const before = structuredClone(input);
		const { object } = read(input);
		widgets.applyDefaults(object);
		expect(input).toEqual(before);
	});
});

describe('applyDefaults', () => {
	it('sets defaults at every depth, but creates no absent struct', () => {
		const { object } = read({ spec: { ports: [{ name: 'a' }], child: {} } });
		widgets.applyDefaults(object);
		expect(object.spec).toEqual({
			replicas: 1,
			phase: 'On',
			ports: [{ name: 'a', port: 0, protocol: 'TCP' }],
			child: { replicas: 1, phase: 'On' },
		});
	});

	it('keeps an explicit zero of an optional field', () => {
		const { object } = read({ spec: { replicas: 0 } });
		widgets.applyDefaults(object);
		expect((object.spec as JsonObject).replicas).toBe(0);
	});
});

describe('validate', () => {
	const valid: JsonObject = { ports: [{ name: 'a', port: 80 }] };
	const causes = (value: JsonObject, old?: JsonObject) => {
		const object = read({ spec: { ...valid, ...value } }).object;
		return widgets.validate(object, old && read({ spec: { ...valid, ...old } }).object).map(({ field, message }) => `${field}: ${message}`);
	};

	it('accepts valid objects', () => {
		expect(causes({})).toEqual([]);
	});

	it.each([
		[{ ports: [] }, 'spec.ports: Required value'],
		[{ replicas: -1 }, 'spec.replicas: Invalid value: -1: must be greater than or equal to 0'],
		[{ phase: 'Maybe' }, 'spec.phase: Unsupported value: "Maybe": supported values: "On", "Off"'],
		[{ size: '0' }, 'spec.size: Invalid value: "0": must be greater than 0'],
		[{ ports: [{ name: '', port: 1 }] }, 'spec.ports[0].name: Required value'],
		[{ ports: [{ name: 'a', port: 0 }] }, 'spec.ports[0].port: Invalid value: 0: must be greater than or equal to 1'],
		[
			{
				ports: [
					{ name: 'a', port: 1 },
					{ name: 'a', port: 2 },
				],
			},
			'spec.ports[1].name: Duplicate value: "a"',
		],
		[{ url: 'x', file: { path: 'y' } }, 'spec.url: Forbidden: may not specify more than 1 source type'],
		[{ big: 9223372036854775807n }, 'spec: Invalid value: "object": too big'],
	])('case %# is a violation', (value, message) => {
		expect(causes(value as JsonObject)).toEqual([message]);
	});

	it('distinguishes an absent required number from zero, unless it may be empty', () => {
		const int = { kind: 'int32' } as const;
		const counts = compile(
			catalogOf([
				struct('t/v1.T', [
					{ name: 'needed', schema: int, number: 1, presence: 'always', required: true },
					{ name: 'counted', schema: int, number: 2, presence: 'always', required: true, mayBeEmpty: true },
				]),
			]),
		).type('t/v1.T');
		const absent = counts.read({}, { notices: [] });
		expect(absent).toEqual({ counted: 0 });
		expect(counts.validate(absent)).toEqual([{ reason: 'FieldValueRequired', message: 'Required value', field: 'needed' }]);
		expect(counts.validate(counts.read({ needed: 0 }, { notices: [] }))).toEqual([]);
	});

	it('keeps immutable fields from being changed, set and unset', () => {
		const message = (value: string) => `spec.selector: Invalid value: ${value}: field is immutable`;
		expect(causes({ selector: { a: '2' } }, { selector: { a: '1' } })).toEqual([message('{"a":"2"}')]);
		expect(causes({ selector: { a: '2' } }, {})).toEqual([message('{"a":"2"}')]);
		expect(causes({}, { selector: { a: '1' } })).toEqual([message('null')]);
		expect(causes({ selector: { a: '1' } }, { selector: { a: '1' } })).toEqual([]);
		expect(causes({ selector: { a: '1' } })).toEqual([]);
	});

	it('keeps immutable fields from being unset along with the struct around them, at every depth', () => {
		const message = (path: string) => `spec.${path}: Invalid value: null: field is immutable`;
		expect(causes({}, { child: { selector: { a: '1' } } })).toEqual([message('child.selector')]);
		expect(causes({ child: valid }, { child: { ...valid, child: { selector: { a: '1' } } } })).toEqual([message('child.child.selector')]);
		expect(causes({}, { child: { child: { selector: { a: '1' } } } })).toEqual([message('child.child.selector')]);
		expect(causes({}, { child: { replicas: 2 } })).toEqual([]);
		expect(causes({ child: { ...valid, selector: { a: '1' } } }, {})).toEqual([]);
	});

	it('checks keys of maps, overlap and size of a ConfigMap', () => {
		const check = (value: JsonObject, old?: JsonObject) =>
			configMaps.validate(read(value, configMaps).object, old && read(old, configMaps).object).map(({ field, message }) => `${field}: ${message}`);
		expect(check({ data: { a: '' }, binaryData: { a: '' } })).toEqual(['data[a]: Invalid value: "a": duplicate of key present in binaryData']);
		expect(check({ data: { '..': '' } })).toEqual(['data[..]: Invalid value: "..": must not be \'..\'']);
		expect(check({ data: { a: 'x'.repeat(1 << 20) } })).toEqual([]);
		expect(check({ data: { a: 'x'.repeat(1 << 20) }, binaryData: { b: 'AA==' } })).toEqual(['[]: Too long: may not be more than 1048576 bytes']);
		expect(check({ data: { a: '2' }, immutable: true }, { data: { a: '1' }, immutable: true })).toEqual([
			'data: Forbidden: field is immutable when `immutable` is set',
		]);
		expect(check({ data: { a: '1' } }, { data: { a: '1' }, immutable: true })).toEqual(['immutable: Forbidden: field is immutable when `immutable` is set']);
		expect(check({ data: { a: '2' }, immutable: true }, { data: { a: '1' } })).toEqual([]);
	});
});

function varint(value: number): Buffer {
	return value < 128 ? Buffer.from([value]) : Buffer.concat([Buffer.from([(value % 128) | 128]), varint(Math.floor(value / 128))]);
}

describe('protobuf', () => {
	it('survives a round trip', () => {
		const { object } = read({
			metadata: { name: 'x', generation: 7, creationTimestamp: '2020-01-01T00:00:00Z', labels: { b: '1', a: '2' }, finalizers: ['x'] },
			spec: {
				replicas: -1,
				ports: [{ name: 'a', port: 1 }],
				size: '1Gi',
				url: 'u',
				big: -9223372036854775808n,
				ratio: 0.25,
				target: 'http',
				raw: { a: [1, { b: null }] },
				at: '2020-01-01T00:00:00.000001Z',
				wait: '1m0s',
				groups: { a: ['x', 'y'], b: [] },
				counts: [0, -1, 300],
				child: { target: 5 },
			},
		});
		const decoded = widgets.decode(widgets.encode(object));
		expect(decoded).toEqual(object);
		expect(Object.keys(decoded.spec as JsonObject)).toEqual(Object.keys(object.spec as JsonObject));
	});

	it('refuses raw JSON that is nested without end', () => {
		const text = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
		const raw = Buffer.concat([Buffer.from([0x0a]), varint(text.length), Buffer.from(text)]);
		const spec = Buffer.concat([Buffer.from([0x52]), varint(raw.length), raw]);
		expect(() => widgets.decode(Buffer.concat([Buffer.from([0x12]), varint(spec.length), spec]))).toThrow('nested deeper than 1000');
	});

	it.each([['0a'], ['0a05'], ['12ff'], ['08'], ['0a02ffff'], ['ffffffffffffffffffff01']])('refuses malformed bytes %s', (hex) => {
		expect(() => widgets.decode(Buffer.from(hex, 'hex'))).toThrow(MalformedError);
	});
});
