/** CustomResourceDefinition documents beyond names and shapes: inline objects, rules, defaults, and parts that specs cannot express. */
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Definition } from '../../../generator/import/definition.ts';
import { openApiDocument } from '../../../generator/import/document.ts';
import { noGoTypes } from '../../../generator/import/go-types.ts';
import { importOpenApi } from '../../../generator/import/openapi.ts';
import { vocabulary } from './fixture.ts';

const kind = { group: 'crd.example.com', version: 'v1', kind: 'CronTab' };
const marked = { 'x-kubernetes-group-version-kind': kind };

function imported(properties: Readonly<Record<string, Definition>>, more: Readonly<Record<string, Definition>> = {}, existing = new Map<string, string>()) {
	const definition = { type: 'object', properties, 'x-kubernetes-group-version-kind': [kind] };
	const path = '/apis/crd.example.com/v1/namespaces/{namespace}/crontabs/{name}';
	const document = openApiDocument({
		swagger: '2.0',
		definitions: { 'com.example.crd.v1.CronTab': definition, ...more },
		paths: { [path]: { get: { ...marked, 'x-kubernetes-action': 'get' } }, [`${path}/scale`]: { get: marked } },
	});
	return importOpenApi({ document, vocabulary, kinds: [kind], existing, go: () => noGoTypes, protos: () => new Map(), later: [] });
}

/** Returns the types that an import creates for a spec with these fields, without their `type`. */
function typesOf(properties: Readonly<Record<string, Definition>>, more?: Readonly<Record<string, Definition>>): Record<string, Record<string, unknown>> {
	const { files } = imported({ spec: { type: 'object', properties } }, more);
	return parse(files.get('crd/types/crontab.yaml') ?? '').types;
}

function fieldOf(definition: Definition): unknown {
	return (typesOf({ field: definition }).CronTabSpec?.properties as Record<string, unknown> | undefined)?.field;
}

function untaken(definition: Definition): readonly string[] {
	return imported({ spec: { type: 'object', properties: { field: definition } } }).untaken.filter((sentence) => !sentence.includes('scale'));
}

describe('import of custom resources', () => {
	it('makes types of inline objects in lists and maps', () => {
		const part = { type: 'object', required: ['k'], properties: { k: { type: 'string' } } };
		const types = typesOf({
			one: { ...part, default: { k: 'x' } },
			many: { type: 'array', items: part, 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['k'] },
			named: { type: 'object', additionalProperties: { ...part, properties: { inner: part } } },
		});
		expect(types.CronTabSpec?.properties).toEqual({
			one: { $ref: 'types#/CronTabSpecOne', default: { k: 'x' } },
			many: { type: 'array', listType: 'map', listMapKeys: ['k'], items: { $ref: 'types#/CronTabSpecMany' } },
			named: { type: 'object', additionalProperties: { $ref: 'types#/CronTabSpecNamed' } },
		});
		expect(types.CronTabSpecMany).toEqual({ type: 'object', required: ['k'], properties: { k: { type: 'string' } } });
		expect(types.CronTabSpecNamed?.properties).toEqual({ inner: { $ref: 'types#/CronTabSpecNamedInner' } });
	});

	it('gives an inline object an unused name', () => {
		const object = { type: 'object', properties: { k: { type: 'string' } } };
		const types = typesOf({ a: object }, { 'com.example.crd.v1.CronTabSpecA': { type: 'object', properties: { other: { type: 'string' } } } });
		expect(types.CronTabSpec?.properties).toEqual({ a: { $ref: 'types#/CronTabSpecA2' } });
		expect(imported({ list: object }).files.get('crd/crontab.yaml')).toContain('list: {$ref: types#/CronTabList2}');
	});

	it.each<[string, Definition, unknown]>([
		['bounds', { type: 'integer', minimum: 1, maximum: 9, default: 3 }, { type: 'integer', format: 'int64', minimum: 1, maximum: 9, default: 3 }],
		['strict bounds', { type: 'number', format: 'float', minimum: 1, ...{ exclusiveMinimum: true } }, { type: 'number', exclusiveMinimum: 1 }],
		['an integer of known size', { type: 'integer', format: 'int32' }, { type: 'integer' }],
		['text', { type: 'string', pattern: '^a{1,3}$', minLength: 1, maxLength: 5 }, { type: 'string', minLength: 1, maxLength: 5, pattern: '^a{1,3}$' }],
		['an int-or-string', { 'x-kubernetes-int-or-string': true, default: 80 }, { type: 'intOrString', default: 80 }],
		[
			'an int-or-string said twice',
			{ 'x-kubernetes-int-or-string': true, ...{ anyOf: [{ type: 'integer' }, { type: 'string' }] }, pattern: '^[0-9]+$' },
			{ type: 'intOrString', pattern: '^[0-9]+$' },
		],
		[
			'a list',
			{ type: 'array', minItems: 1, maxItems: 3, items: { type: 'string', maxLength: 2 } },
			{ type: 'array', minItems: 1, maxItems: 3, items: { type: 'string', maxLength: 2 } },
		],
		['the only value of a boolean', { type: 'boolean', enum: [true] }, { type: 'boolean', enum: [true] }],
		['values of a number', { type: 'number', enum: [0.5, 2] }, { type: 'number', enum: [0.5, 2] }],
		[
			'a map',
			{ type: 'object', maxProperties: 3, additionalProperties: { type: 'string', enum: ['q', 'p'] } },
			{ type: 'object', maxProperties: 3, additionalProperties: { type: 'string', enum: ['p', 'q'] } },
		],
		[
			'validations',
			{ type: 'string', 'x-kubernetes-validations': [{ rule: "self != '{a}'", message: 'm: n', reason: 'FieldValueForbidden' }] },
			{ type: 'string', cel: [{ rule: "self != '{a}'", message: 'm: n', reason: 'FieldValueForbidden' }] },
		],
		[
			'validations of what is no text to them elsewhere',
			{
				type: 'string',
				format: 'duration',
				'x-kubernetes-validations': [
					{ rule: "self < duration('1h') && oldSelf <= self && 'self' != \"it's self\"", messageExpression: "string(self) + ' of itself'" },
					{ rule: '!oldSelf.hasValue() || oldSelf.value() < self', optionalOldSelf: true },
				],
			},
			{
				type: 'string',
				format: 'duration',
				cel: [
					{
						rule: "duration(self) < duration('1h') && duration(oldSelf) <= duration(self) && 'self' != \"it's self\"",
						messageExpression: "string(duration(self)) + ' of itself'",
					},
					{ rule: '!oldSelf.hasValue() || duration(oldSelf.value()) < duration(self)', optionalOldSelf: true },
				],
			},
		],
		[
			'alternatives',
			{ type: 'string', ...{ anyOf: [{ format: 'ipv4' }, { pattern: '^x' }], not: { enum: ['xx'] } } },
			{ type: 'string', anyOf: [{ format: 'ipv4' }, { pattern: '^x' }], not: { enum: ['xx'] } },
		],
		['an object of the API', { type: 'object', 'x-kubernetes-embedded-resource': true }, { type: 'any', embeddedResource: true }],
		['null', { type: 'string', nullable: true }, { type: 'string', nullable: true }],
		[
			'null among items, and a default with it',
			{ type: 'array', items: { type: 'string', nullable: true }, default: [null, 'a'] },
			{ type: 'array', items: { type: 'string', nullable: true }, default: [null, 'a'] },
		],
		[
			'null among values that are objects',
			{ type: 'object', additionalProperties: { type: 'object', nullable: true, properties: { a: {} } } },
			{ type: 'object', additionalProperties: { $ref: 'types#/CronTabSpecField', nullable: true } },
		],
		['an object of any fields', { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }, { type: 'any' }],
		['an object without fields', { type: 'object' }, { type: 'any' }],
	])('imports %s', (_, definition, expected) => {
		expect(fieldOf(definition)).toEqual(expected);
		expect(untaken(definition)).toEqual([]);
	});

	it('keeps the keywords of an object', () => {
		const types = typesOf({
			a: {
				type: 'object',
				minProperties: 1,
				properties: { n: { type: 'integer' } },
				'x-kubernetes-preserve-unknown-fields': true,
				'x-kubernetes-map-type': 'atomic',
				'x-kubernetes-validations': [{ rule: 'self.n > 1' }],
			},
		});
		expect(types.CronTabSpecA).toEqual({
			type: 'object',
			mapType: 'atomic',
			minProperties: 1,
			cel: [{ rule: 'self.n > 1' }],
			preserveUnknown: true,
			properties: { n: { type: 'integer', format: 'int64' } },
		});
	});

	it.each<[Definition, string]>([
		[
			{ type: 'string', pattern: '(?=a)' },
			'crd/v1.CronTabSpec.field: pattern is not taken over: "(?=a)" is not a valid regular expression: error parsing regexp: invalid or unsupported Perl syntax: `(?=`',
		],
		[
			{ type: 'array', items: { type: 'string' }, default: [null, 'a'] },
			'crd/v1.CronTabSpec.field: the default [null,"a"] is not taken over: its items cannot be null; replace it',
		],
		[
			{ type: 'object', additionalProperties: { type: 'integer' }, default: { a: null } },
			'crd/v1.CronTabSpec.field: the default {"a":null} is not taken over: its items cannot be null; replace it',
		],
		[{ type: 'array', items: { type: 'string', format: 'colour' } }, 'crd/v1.CronTabSpec.field[]: format colour is not taken over: specs have no such format'],
		[
			{ type: 'object', properties: { a: {} }, ...{ oneOf: [{ type: 'object' }] } },
			'crd/v1.CronTabSpecField: oneOf is not taken over: [{"type":"object"}] is wrong: type defines the structure of a value',
		],
		[
			{ type: 'object', required: ['a\tb'], properties: { 'a\tb': {}, c: {} } },
			'crd/v1.CronTabSpecField.a\tb is not imported: specs cannot have such field names',
		],
		[{ type: 'object', properties: { '{product}': {}, c: {} } }, 'crd/v1.CronTabSpecField.{product} is not imported'],
		[{ type: 'object', additionalProperties: { type: 'boolean', enum: ['true'] } }, 'crd/v1.CronTabSpec.field[*]: enum ["true"] is not taken over'],
		[
			{
				type: 'object',
				properties: { a: { type: 'string', format: 'date-time' }, b: { type: 'string' } },
				'x-kubernetes-validations': [{ rule: 'has(self.a) && self.a < self.?b.orValue(self.a)' }],
			},
			'crd/v1.CronTabSpecField: the rule "has(self.a) && self.a < self.?b.orValue(self.a)" gets a as text: write timestamp(...) around it',
		],
		[
			{ type: 'string', 'x-kubernetes-validations': [{ rule: 'true', perhaps: true }] },
			'crd/v1.CronTabSpec.field: perhaps of a validation is not taken over: the rule "true" is checked without it',
		],
	])('reports the parts of %j that are not imported', (definition, sentence) => {
		expect(untaken(definition)).toEqual([expect.stringContaining(sentence)]);
	});

	it('reports that types without a usable name accept any value', () => {
		const parts = { 'com.example.Part': { type: 'object', properties: { a: { type: 'string' } } }, 'com.example.Word': { type: 'string' } };
		const ref = (name: string): Definition => ({ $ref: `#/definitions/${name}` });
		const properties = { part: ref('com.example.Part'), none: ref('nowhere'), word: ref('com.example.Word') };
		const { files, untaken } = imported({ spec: { type: 'object', properties } }, parts);
		expect([...files.keys()]).toEqual(['crd/crontab.yaml', 'crd/group.yaml', 'crd/types/crontab.yaml']);
		expect(parse(files.get('crd/types/crontab.yaml') ?? '').types.CronTabSpec.properties).toEqual({
			part: { type: 'any' },
			none: { type: 'any' },
			word: { type: 'string' },
		});
		expect(untaken.filter((sentence) => !sentence.includes('scale'))).toEqual([
			'crd/v1.CronTabSpec.part: $ref com.example.Part is not taken over: its name should end with a package, a version and a kind, such as shop.v1.Part; any value is accepted',
			'crd/v1.CronTabSpec.none: $ref nowhere is not taken over: the document has no such type; any value is accepted',
		]);
	});

	it('uses the usual fields of a scale only if the kind has them', () => {
		const replicas = { type: 'object', properties: { replicas: { type: 'integer', format: 'int32' } } };
		const usual = imported({ spec: replicas, status: replicas });
		expect(usual.files.get('crd/crontab.yaml')).toContain('scale: {replicas: spec.replicas, statusReplicas: status.replicas}');
		expect(usual.untaken).toEqual([]);
		const other = imported({ spec: replicas });
		expect(other.files.get('crd/crontab.yaml')).not.toContain('scale');
		expect(other.untaken).toEqual([expect.stringContaining('crd/v1.CronTab: the subresource scale is not taken over')]);
	});

	it('replaces any value with fields', () => {
		const first = new Map(imported({ spec: { type: 'object' } }).files);
		expect(first.get('crd/crontab.yaml')).toContain('spec: {type: any}');
		const second = imported({ spec: { type: 'object', properties: { a: {} } } }, {}, first);
		expect(second.files.get('crd/crontab.yaml')).toContain('spec: {$ref: types#/CronTabSpec}');
	});

	it('keeps edited rules', () => {
		const spec = { type: 'object', properties: { a: { type: 'object', maxProperties: 2, properties: { n: { type: 'integer', minimum: 1, default: 3 } } } } };
		const first = new Map(imported({ spec }).files);
		expect([...imported({ spec }, {}, first).files]).toEqual([]);
		first.set(
			'crd/types/crontab.yaml',
			(first.get('crd/types/crontab.yaml') ?? '').replace('minimum: 1, default: 3', 'minimum: 2').replace('maxProperties: 2', 'maxProperties: 4'),
		);
		expect([...imported({ spec }, {}, first).files]).toEqual([]);
	});
});
