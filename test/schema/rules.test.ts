/** Tests every validation rule: accepted values, messages, its form in OpenAPI, and refused arguments. */
import { describe, expect, it } from 'vitest';
import type { Field, Json, JsonObject, JsonValue, RuleUse, Schema } from '../../runtime/model/catalog.ts';
import { compile } from '../../runtime/schema/compile.ts';
import { rules } from '../../runtime/schema/rules/index.ts';
import { catalogOf, struct } from './fixture.ts';

/** Returns the messages about `value` in a field `f` with the rule, next to a field `other`. */
function check(schema: Schema, value: JsonValue, more: { old?: JsonValue; other?: JsonValue; struct?: readonly RuleUse[] } = {}): string[] {
	const fields: Field[] = [
		{ name: 'f', schema },
		{ name: 'other', schema: { kind: 'any' } },
	];
	const inner = struct('t/v1.Inner', [
		{ name: 'a', schema: { kind: 'string' } },
		{ name: 'n', schema: { kind: 'int64' } },
		{ name: 'x', schema: { kind: 'double' } },
	]);
	const type = compile(catalogOf([struct('t/v1.T', fields, more.struct === undefined ? {} : { rules: more.struct }), inner])).type('t/v1.T');
	const object = { f: value, ...(more.other === undefined ? {} : { other: more.other }) };
	const old = more.old === undefined ? undefined : { f: more.old, ...(more.other === undefined ? {} : { other: more.other }) };
	return type.validate(object, old).map(({ field, message }) => (field === undefined ? message : `${field}: ${message}`));
}

const use = (rule: string, argument: Json, message?: string): { rules: RuleUse[] } => ({
	rules: [{ rule, argument, ...(message === undefined ? {} : { message }) }],
});
const text = (rule: string, argument: Json, message?: string): Schema => ({ kind: 'string', ...use(rule, argument, message) });
const int = (rule: string, argument: Json): Schema => ({ kind: 'int64', ...use(rule, argument) });
const list = (rule: string, argument: Json): Schema => ({ kind: 'list', items: { kind: 'any' }, ...use(rule, argument) });
const map = (rule: string, argument: Json): Schema => ({ kind: 'map', values: { kind: 'string' }, ...use(rule, argument) });

const label =
	"a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
const subdomain =
	"a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const namePart =
	"must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";

describe.each<[string, Schema, JsonValue, string[]]>([
	['minimum', int('minimum', 2), 2, []],
	['minimum', int('minimum', 2), 1, ['f: Invalid value: 1: must be greater than or equal to 2']],
	['minimum of a bigint', int('minimum', 2), -9223372036854775808n, ['f: Invalid value: -9223372036854775808: must be greater than or equal to 2']],
	[
		'minimum beyond 2^53',
		int('minimum', 9007199254740993n),
		9007199254740991,
		['f: Invalid value: 9007199254740991: must be greater than or equal to 9007199254740993'],
	],
	['minimum beyond 2^53', int('minimum', 9007199254740993n), 9007199254740993n, []],
	[
		'exclusiveMinimum beyond 2^53',
		int('exclusiveMinimum', 9007199254740993n),
		9007199254740993n,
		['f: Invalid value: 9007199254740993: must be greater than 9007199254740993'],
	],
	[
		'multipleOf beyond 2^53',
		int('multipleOf', 9007199254740993n),
		9007199254740994n,
		['f: Invalid value: 9007199254740994: must be a multiple of 9007199254740993'],
	],
	['enum beyond 2^53 in anyOf', int('anyOf', [{ enum: [9007199254740993n] }]), 9007199254740993n, []],
	['minimum of a quantity', { kind: 'quantity', ...use('minimum', '1Gi') }, '512Mi', ['f: Invalid value: "512Mi": must be greater than or equal to 1Gi']],
	['minimum of a quantity', { kind: 'quantity', ...use('minimum', '1Gi') }, '2Gi', []],
	['minimum of the number of an int-or-string', { kind: 'intOrString', ...use('minimum', 1) }, 0, ['f: Invalid value: 0: must be greater than or equal to 1']],
	['minimum and the text of an int-or-string', { kind: 'intOrString', ...use('minimum', 1) }, '0%', []],
	['maximum', int('maximum', 511), 512, ['f: Invalid value: 512: must be less than or equal to 511']],
	['maximum', int('maximum', 511), 511, []],
	['exclusiveMinimum', int('exclusiveMinimum', 0), 0, ['f: Invalid value: 0: must be greater than 0']],
	['exclusiveMaximum', int('exclusiveMaximum', 3), 3, ['f: Invalid value: 3: must be less than 3']],
	['multipleOf', int('multipleOf', 5), 7, ['f: Invalid value: 7: must be a multiple of 5']],
	['multipleOf a fraction', { kind: 'double', ...use('multipleOf', 0.1) }, 0.3, []],
	['multipleOf a fraction of a bigint', int('multipleOf', 0.5), 9007199254740993n, []],
	['minLength', text('minLength', 2), 'a', ['f: Invalid value: "a": should be at least 2 chars long']],
	['minLength counts characters', text('minLength', 2), '😀', ['f: Invalid value: "😀": should be at least 2 chars long']],
	['maxLength', text('maxLength', 2), 'abc', ['f: Too long: may not be longer than 2']],
	['maxLength of bytes counts their base64 text', { kind: 'bytes', ...use('maxLength', 4) }, 'YWJj', []],
	['maxLength of bytes counts their base64 text', { kind: 'bytes', ...use('maxLength', 4) }, 'YWJjZA==', ['f: Too long: may not be longer than 4']],
	['maxLength counts characters', text('maxLength', 2), '😀😀', []],
	['maxLength with a message', text('maxLength', 2, 'too much'), 'abc', ['f: Invalid value: "abc": too much']],
	['pattern', text('pattern', '^a+$'), 'b', ['f: Invalid value: "b": should match \'^a+$\'']],
	['pattern', text('pattern', 'a'), 'bab', []],
	['pattern with a message', text('pattern', '^a', 'must start with a'), 'b', ['f: Invalid value: "b": must start with a']],
	['format dns-label', text('format', 'dns-label'), 'A', [`f: Invalid value: "A": ${label}`]],
	['format dns-label', text('format', 'dns-label'), 'a'.repeat(64), [`f: Invalid value: "${'a'.repeat(64)}": must be no more than 63 characters`]],
	['format dns-label', text('format', 'dns-label'), 'my-name-1', []],
	['format dns-label ends', text('format', 'dns-label'), 'a\n', [`f: Invalid value: "a\\n": ${label}`]],
	['format of an empty text', text('format', 'dns-label'), '', [`f: Invalid value: "": ${label}`]],
	['format of an empty item', { kind: 'list', items: text('format', 'dns-label') }, ['a', ''], [`f[1]: Invalid value: "": ${label}`]],
	[
		'format of an empty key',
		{ kind: 'map', values: { kind: 'string' }, keys: { rules: [{ rule: 'format', argument: 'dns-label' }] } },
		{ '': 'v' },
		[`f[]: Invalid value: "": ${label}`],
	],
	['format dns-subdomain', text('format', 'dns-subdomain'), 'a..b', [`f: Invalid value: "a..b": ${subdomain}`]],
	['format dns-subdomain', text('format', 'dns-subdomain'), 'a.b-c.d', []],
	['format cron', text('format', 'cron'), '*/5 0-8 * * MON-FRI', []],
	['format cron', text('format', 'cron'), '@every 90m', []],
	[
		'format cron',
		text('format', 'cron'),
		'0 25 * * *',
		['f: Invalid value: "0 25 * * *": must be a schedule in the form of cron, (e.g. 30 7 * * MON-FRI): end of range (25) above maximum (23): 25'],
	],
	['format time-zone', text('format', 'time-zone'), 'Europe/Vienna', []],
	[
		'format time-zone',
		text('format', 'time-zone'),
		'Local',
		['f: Invalid value: "Local": must be a time zone of the IANA database, (e.g. Europe/Vienna or UTC): it is not the name of a time zone'],
	],
	[
		'format time-zone',
		text('format', 'time-zone'),
		'Europe/Wien',
		['f: Invalid value: "Europe/Wien": must be a time zone of the IANA database, (e.g. Europe/Vienna or UTC): unknown time zone Europe/Wien'],
	],
	[
		'format path-segment',
		text('format', 'path-segment'),
		'a/b%',
		['f: Invalid value: "a/b%": may not contain \'/\'', 'f: Invalid value: "a/b%": may not contain \'%\''],
	],
	['format path-segment', text('format', 'path-segment'), '..', ['f: Invalid value: "..": may not be \'..\'']],
	['format path-segment', text('format', 'path-segment'), 'system:x', []],
	['format qualified-name', text('format', 'qualified-name'), 'example.com/My_Name', []],
	['format qualified-name', text('format', 'qualified-name'), '/a', ['f: Invalid value: "/a": prefix part must be non-empty']],
	[
		'format qualified-name',
		text('format', 'qualified-name'),
		'a/',
		['f: Invalid value: "a/": name part must be non-empty', `f: Invalid value: "a/": name part ${namePart}`],
	],
	[
		'format qualified-name',
		text('format', 'qualified-name'),
		'a/b/c',
		[`f: Invalid value: "a/b/c": a valid label key ${namePart} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`],
	],
	['format config-key', text('format', 'config-key'), '..x', ['f: Invalid value: "..x": must not start with \'..\'']],
	['format config-key', text('format', 'config-key'), 'a.b_c-d', []],
	['format relative-path', text('format', 'relative-path'), '/a', ['f: Invalid value: "/a": must be a relative path']],
	['format relative-path', text('format', 'relative-path'), 'a/../b', ['f: Invalid value: "a/../b": must not contain \'..\'']],
	['format relative-path', text('format', 'relative-path'), '..a', ['f: Invalid value: "..a": must not start with \'..\'']],
	['format relative-path', text('format', 'relative-path'), 'a/..b/c', []],
	['format port-name', text('format', 'port-name'), 'http', []],
	['format port-name', text('format', 'port-name'), '80', ['f: Invalid value: "80": must contain at least one letter (a-z)']],
	['format csi-driver-name', text('format', 'csi-driver-name'), 'Csi.Example.COM', []],
	['format csi-driver-name', text('format', 'csi-driver-name'), 'a'.repeat(64), ['f: Too long: may not be more than 63 bytes']],
	['format ip', text('format', 'ip'), '10.0.0.256', ['f: Invalid value: "10.0.0.256": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)']],
	['format ip', text('format', 'ip'), '2001:db8::1', []],
	[
		'format ip has no zone',
		text('format', 'ip'),
		'fe80::1%eth0',
		['f: Invalid value: "fe80::1%eth0": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'],
	],
	['format cidr', text('format', 'cidr'), '10.0.0.0/8', []],
	['format cidr', text('format', 'cidr'), '10.0.0.0/33', ['f: Invalid value: "10.0.0.0/33": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)']],
	['format uri', text('format', 'uri'), 'x', ['f: Invalid value: "x": must be a valid URI, (e.g. https://example.com/path)']],
	['format uuid', text('format', 'uuid'), '123e4567-e89b-12d3-a456-426614174000', []],
	['minItems', list('minItems', 1), [], ['f: Invalid value: 0: should have at least 1 items']],
	['maxItems', list('maxItems', 1), [1, 2], ['f: Too many: 2: must have at most 1 items']],
	[
		'uniqueItems',
		list('uniqueItems', true),
		[
			{ a: 1, b: 2 },
			{ b: 2, a: 1 },
		],
		['f[1]: Duplicate value: {"b":2,"a":1}'],
	],
	['uniqueItems tells text from numbers', list('uniqueItems', true), [1, '1'], []],
	['unique', list('unique', 'audience'), [{ audience: 'a' }, { audience: 'b' }, {}, {}], ['f[3].audience: Duplicate value: ""']],
	['minProperties', map('minProperties', 1), {}, ['f: Invalid value: 0: must have at least 1 items']],
	['maxProperties', map('maxProperties', 1), { a: '', b: '' }, ['f: Too many: 2: must have at most 1 items']],
	['cel', int('cel', [{ rule: 'self % 2 == 0', message: 'must be even' }]), 3, ['f: Invalid value: 3: must be even']],
	['cel', int('cel', [{ rule: 'self % 2 == 0', message: 'must be even' }]), 4, []],
	['cel without a message', int('cel', [{ rule: 'self > 5' }]), 3, ['f: Invalid value: 3: failed rule: self > 5']],
	['cel with a message of its own making', int('cel', [{ rule: 'self > 5', messageExpression: '"got " + string(self)' }]), 3, ['f: Invalid value: 3: got 3']],
	['cel on bigints', int('cel', [{ rule: 'self == 9007199254740993' }]), 9007199254740993n, []],
	['cel on structs', { kind: 'struct', type: 't/v1.Inner', ...use('cel', [{ rule: 'self.x * 2.0 == 4.0 && self.n + 1 == 3' }]) }, { n: 2, x: 2 }, []],
	[
		'cel with a reason and a path',
		{ kind: 'struct', type: 't/v1.Inner', ...use('cel', [{ rule: 'has(self.a)', message: 'a is needed', reason: 'FieldValueRequired', fieldPath: '.a' }]) },
		{},
		['f.a: Required value: a is needed'],
	],
	[
		'cel that blames what is not there',
		{
			kind: 'struct',
			type: 't/v1.Inner',
			...use('cel', [
				{ rule: 'has(self.a)', message: 'a', fieldPath: '.a' },
				{ rule: 'has(self.n)', message: 'n', fieldPath: '.n' },
			]),
		},
		{},
		['f.a: Invalid value: "": a', 'f.n: Invalid value: 0: n'],
	],
	[
		'cel that fails is a violation',
		{ kind: 'struct', type: 't/v1.Inner', ...use('cel', [{ rule: 'self.a == "x"' }]) },
		{},
		['f: Invalid value: "object": rule evaluation error: No such key: a (at character 6)'],
	],
])('%s', (_name, schema, value, expected) => {
	it('', () => {
		expect(check(schema, value)).toEqual(expected);
	});
});

describe('rules of several fields', () => {
	it('totalSize counts decoded bytes of values', () => {
		const schema: Schema = { kind: 'map', values: { kind: 'bytes' } };
		const size = (max: Json) => [{ rule: 'totalSize', argument: { of: ['f'], max } }];
		expect(check(schema, { a: 'AAAA', b: 'AA==' }, { struct: size(4) })).toEqual([]);
		expect(check(schema, { a: 'AAAA', b: 'AAA=' }, { struct: size(4) })).toEqual(['f: Too long: may not be more than 4 bytes']);
		expect(check({ kind: 'string' }, 'é'.repeat(513), { struct: size('1Ki') })).toEqual(['f: Too long: may not be more than 1024 bytes']);
	});

	it('totalSize counts entries, and reports too many as a size', () => {
		const schema: Schema = { kind: 'map', values: { kind: 'string' } };
		const rule = [{ rule: 'totalSize', argument: { of: ['f'], max: 9, entries: 2 } }];
		expect(check(schema, { a: '', b: '' }, { struct: rule })).toEqual([]);
		expect(check(schema, { a: '', b: '', c: '0123456789' }, { struct: rule })).toEqual(['f: Too long: may not be more than 2 bytes']);
		expect(check(schema, { a: '0123456789' }, { struct: rule })).toEqual(['f: Too long: may not be more than 9 bytes']);
	});

	it('requiredWhen asks for fields while its condition holds', () => {
		const rule = [{ rule: 'requiredWhen', argument: { cel: "self.other == 'x'", fields: ['f'], message: 'needed for x' } }];
		expect(check({ kind: 'string' }, '', { other: 'x', struct: rule })).toEqual(['f: Required value: needed for x']);
		expect(check({ kind: 'string' }, 'v', { other: 'x', struct: rule })).toEqual([]);
		expect(check({ kind: 'string' }, '', { other: 'y', struct: rule })).toEqual([]);
	});

	it('frozenWhen keeps fields while its condition holds of the old object', () => {
		const rule = [{ rule: 'frozenWhen', argument: { cel: 'has(oldSelf.other) && oldSelf.other', fields: ['f'] } }];
		expect(check({ kind: 'string' }, 'new', { old: 'old', other: true, struct: rule })).toEqual(['f: Forbidden: field is immutable when `other` is set']);
		expect(check({ kind: 'string' }, 'same', { old: 'same', other: true, struct: rule })).toEqual([]);
		expect(check({ kind: 'string' }, 'new', { old: 'old', other: false, struct: rule })).toEqual([]);
		expect(check({ kind: 'string' }, 'new', { other: true, struct: rule })).toEqual([]);
	});

	it('frozenWhen prevents the removal of fields with their parent struct, at every depth and position', () => {
		const rules: readonly RuleUse[] = [{ rule: 'frozenWhen', argument: { cel: 'self.shut', fields: ['shut', 'f'] } }];
		const own: Field[] = [
			{ name: 'f', schema: { kind: 'string' } },
			{ name: 'shut', schema: { kind: 'boolean' } },
		];
		const inner = (schema: Schema): Field[] => [{ name: 'inner', schema }];
		const lock = (type: string, uses: readonly RuleUse[] = []): Schema => ({ kind: 'struct', type, ...(uses.length > 0 && { rules: uses }) });
		const types = [
			struct('t/v1.Ruled', own, { rules }),
			struct('t/v1.Plain', own),
			struct('t/v1.Around', inner(lock('t/v1.Ruled'))),
			struct('t/v1.Beside', inner(lock('t/v1.Plain', rules))),
			struct('t/v1.Inlined', [{ name: 'inlined', schema: lock('t/v1.Ruled'), inline: true }]),
			struct(
				't/v1.T',
				['Ruled', 'Plain', 'Around', 'Beside', 'Inlined'].map((name) => ({ name, schema: lock(`t/v1.${name}`) })),
			),
		];
		const type = compile(catalogOf(types)).type('t/v1.T');
		const after = (object: JsonObject, old: JsonObject): (string | undefined)[] => type.validate(object, old).map(({ field }) => field);
		const shut = { f: 'x', shut: true };
		for (const name of ['Ruled', 'Inlined']) expect(after({}, { [name]: shut })).toEqual([`${name}.shut`, `${name}.f`]);
		for (const name of ['Around', 'Beside']) {
			const frozen = [`${name}.inner.shut`, `${name}.inner.f`];
			expect(after({}, { [name]: { inner: shut } })).toEqual(frozen);
			expect(after({ [name]: {} }, { [name]: { inner: shut } })).toEqual(frozen);
			expect(after({}, { [name]: { inner: { ...shut, shut: false } } })).toEqual([]);
			expect(after({ [name]: { inner: shut } }, { [name]: { inner: shut } })).toEqual([]);
		}
		expect(after({}, { Plain: shut })).toEqual([]);
	});

	it.each<[string, string]>([
		['oldSelf.other', ' when `other` is set'],
		['has(self.other)', ' when `other` is set'],
		['oldSelf.?other.orValue(false)', ' when `other` is set'],
		['true', ''],
		['has(self.other) && self.f != "x"', ' when `has(self.other) && self.f != "x"`'],
		['oldSelf.other == true', ' when `oldSelf.other == true`'],
	])('frozenWhen reports the condition: %s', (cel, said) => {
		const rule = [{ rule: 'frozenWhen', argument: { cel, fields: ['f'] } }];
		expect(check({ kind: 'string' }, 'new', { old: 'old', other: true, struct: rule })).toEqual([`f: Forbidden: field is immutable${said}`]);
	});

	it.each(['frozenWhen', 'requiredWhen'])('%s does not hold where it asks for a field that is not there', (rule) => {
		const uses = [{ rule, argument: { cel: "self.other == 'x'", fields: ['f'] } }];
		expect(check({ kind: 'string' }, rule === 'frozenWhen' ? 'new' : '', { old: 'old', struct: uses })).toEqual([]);
		const failing = [{ rule, argument: { cel: 'self.other > 0', fields: ['f'] } }];
		expect(check({ kind: 'string' }, 'new', { old: 'old', other: true, struct: failing })).toEqual([expect.stringContaining('rule evaluation error')]);
	});

	it('a CEL rule that names oldSelf holds on updates only', () => {
		const schema = int('cel', [{ rule: 'self >= oldSelf', message: 'cannot shrink' }]);
		expect(check(schema, 1)).toEqual([]);
		expect(check(schema, 1, { old: 2 })).toEqual(['f: Invalid value: 1: cannot shrink']);
		expect(check(schema, 3, { old: 2 })).toEqual([]);
	});

	it('a rule with optionalOldSelf also applies to new values', () => {
		const grows = { rule: 'self >= oldSelf.orValue(5)', messageExpression: "oldSelf.hasValue() ? 'was ' + string(oldSelf.value()) : 'was nothing'" };
		const schema = int('cel', [{ ...grows, optionalOldSelf: true }]);
		expect(check(schema, 1)).toEqual(['f: Invalid value: 1: was nothing']);
		expect(check(schema, 6)).toEqual([]);
		expect(check(schema, 1, { old: 2 })).toEqual(['f: Invalid value: 1: was 2']);
		expect(check(schema, 3, { old: 2 })).toEqual([]);
	});

	it('a rule with optionalOldSelf reads fields of the old value', () => {
		const kept = { rule: 'oldSelf.hasValue() ? self.?key.orValue("") == oldSelf.value().key : true', optionalOldSelf: true, message: 'key is kept' };
		const schema: Schema = { kind: 'map', values: { kind: 'string' }, rules: [{ rule: 'cel', argument: [kept] }] };
		expect(check(schema, { key: 'a' })).toEqual([]);
		expect(check(schema, { key: 'a' }, { old: { key: 'a' } })).toEqual([]);
		expect(check(schema, { key: 'b' }, { old: { key: 'a' } })).toEqual(['f: Invalid value: "object": key is kept']);
	});
});

describe('the registry', () => {
	it('names every rule once', () => {
		const keywords = rules.flatMap(({ keyword, aliases = [] }) => [keyword, ...aliases]);
		expect(new Set(keywords).size).toBe(keywords.length);
	});

	it.each(rules.map((rule) => [rule.keyword, rule] as const))('%s documents itself', (_keyword, rule) => {
		expect(rule.documentation).toMatch(/\.$/);
		expect(rule.appliesTo.length).toBeGreaterThan(0);
		expect(rule.argument).not.toEqual({});
	});

	it.each<[string, Json, string]>([
		['pattern', '(', 'not a valid regular expression: error parsing regexp: missing closing ): `(`'],
		['totalSize', { of: ['a'], max: 'lots' }, 'quantities must match'],
		['cel', [{ rule: 'self > 1', optionalOldSelf: true }], 'has no effect in a rule without oldSelf'],
	])('%s refuses a bad argument', (keyword, argument, problem) => {
		expect(rules.find((rule) => rule.keyword === keyword)?.checkArgument?.(argument)).toContain(problem);
	});

	it.each<[string, Json, Json]>([
		['minimum', 1, { minimum: 1 }],
		['minimum', '1Gi', {}],
		['exclusiveMaximum', 5, { maximum: 5, exclusiveMaximum: true }],
		['maxLength', 63, { maxLength: 63 }],
		['pattern', '^a', { pattern: '^a' }],
		['format', 'uuid', { format: 'uuid' }],
		['format', 'dns-label', {}],
		['uniqueItems', true, { uniqueItems: true }],
	])('%s %j in OpenAPI', (keyword, argument, expected) => {
		expect(rules.find((rule) => rule.keyword === keyword)?.openapi?.(argument)).toEqual(expected);
	});
});
