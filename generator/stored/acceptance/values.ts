/**
 * Values at the limits of a field's rules, by either set of specs: just inside and just outside. A rule that moves refuses at least one.
 */
import type { Json, JsonValue, RuleUse, ScalarSchema } from '../../../runtime/model/catalog.ts';
import { isNumber } from '../../../runtime/schema/rules/bound.ts';

/** Texts of common formats. */
const texts: readonly string[] = [
	'a',
	'A-b_c.d',
	'a.example.com',
	'10.0.0.1',
	'2001:db8::1',
	'10.0.0.0/8',
	'https://example.com/a',
	'user@example.com',
	'2026-01-31T10:00:00Z',
	'1h30m',
	'123e4567-e89b-12d3-a456-426614174000',
	'a/b:c',
	'/a b',
];

/** Longest text that is made, in characters. */
const longest = 5000;

export function scalarValues(schemas: readonly ScalarSchema[], present: JsonValue | undefined): readonly JsonValue[] {
	const found = new Set<JsonValue>();
	for (const schema of schemas) for (const value of valuesOf(schema, present)) found.add(value);
	return [...found];
}

function* valuesOf(schema: ScalarSchema, present: JsonValue | undefined): Generator<JsonValue> {
	const { kind, enum: choices = [], rules = [] } = schema;
	yield* choices;
	switch (kind) {
		case 'boolean':
			yield* [true, false];
			return;
		case 'int32':
		case 'int64':
			yield* numbers(rules).filter((value) => Number.isInteger(value));
			return;
		case 'double':
			yield* numbers(rules);
			return;
		case 'string':
			yield* strings(rules, present);
			return;
		case 'intOrString':
			yield* [...numbers(rules), ...strings(rules, present)];
			return;
		case 'quantity':
			yield* ['0', '1', '1500m', '1Gi', '-1', ...bounds(rules).flatMap(String)];
			return;
		case 'duration':
			yield* ['0s', '1s', '24h', '-1s', ...bounds(rules).flatMap(String)];
			return;
		case 'time':
		case 'microTime':
			yield* ['1970-01-01T00:00:00Z', '2026-01-31T10:00:00Z', '2126-01-31T10:00:00Z', ...bounds(rules).map(String)];
			return;
		case 'bytes':
			yield* ['', ...lengths(rules)].map((length) => Buffer.alloc(Number(length), 'a').toString('base64'));
			return;
		default:
			yield* [{}, { key: 'value' }];
	}
}

function numbers(rules: readonly RuleUse[]): number[] {
	const near = bounds(rules).flatMap((bound) => (isNumber(bound) ? [Number(bound) - 1, Number(bound), Number(bound) + 1] : []));
	return [0, 1, -1, 2, 7, 1000, ...near];
}

function* strings(rules: readonly RuleUse[], present: JsonValue | undefined): Generator<string> {
	yield* ['', ...texts, ...bounds(rules).flatMap((bound) => (typeof bound === 'string' ? [bound] : []))];
	for (const length of lengths(rules)) yield 'a'.repeat(length);
	if (typeof present === 'string' && present.length < 300) yield* [`${present}a`, `${present}1`, `${present}-b`, present.slice(0, -1), present.toUpperCase()];
}

/** Returns the arguments of rules that are single values. */
function bounds(rules: readonly RuleUse[]): Json[] {
	return rules.map(({ argument }) => argument).filter((argument) => argument !== null && typeof argument !== 'object' && typeof argument !== 'boolean');
}

/** Returns lengths at the limits of the rules on lengths and counts. */
export function lengths(rules: readonly RuleUse[]): number[] {
	const limits = rules.flatMap(({ rule, argument }) => (/^(?:min|max)/.test(rule) && isNumber(argument) ? [Number(argument)] : []));
	return limits.flatMap((limit) => [limit - 1, limit, limit + 1]).filter((length) => length >= 0 && length <= longest);
}
