/** JSON parsing and writing: exact integers, duplicates, limits, and no member that becomes a prototype. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../runtime/model/catalog.ts';
import { MalformedError } from '../../runtime/model/malformed.ts';
import { inOrderOfText } from '../../runtime/wire/json/duplicates.ts';
import { maxJsonDepth, parseJson, stringifyJson } from '../../runtime/wire/json/json.ts';

function refusal(text: string | Uint8Array): string {
	try {
		parseJson(text);
	} catch (error) {
		if (error instanceof MalformedError) return error.message;
		throw error;
	}
	throw new Error('it was parsed');
}

function duplicatesOf(text: string): string[] {
	const duplicates: string[] = [];
	parseJson(text, { duplicates });
	return duplicates;
}

describe('parseJson', () => {
	it('returns the same value as JSON.parse', () => {
		fc.assert(
			fc.property(
				fc.json().filter((text) => !/\d{16}/.test(text)),
				(text) => {
					expect(parseJson(text, { duplicates: [] })).toEqual(JSON.parse(text));
					expect(duplicatesOf(text)).toEqual([]);
					expect(parseJson(Buffer.from(text))).toEqual(JSON.parse(text));
				},
			),
		);
	});

	it('keeps integers beyond 2^53, and only those, as bigint', () => {
		const text = '{"a":9007199254740993,"b":9007199254740991,"c":-9223372036854775808,"d":1.5,"e":"9007199254740993","f":1e20,"g":12345678901234567890123}';
		expect(parseJson(text)).toEqual({
			a: 9007199254740993n,
			b: 9007199254740991,
			c: -9223372036854775808n,
			d: 1.5,
			e: '9007199254740993',
			f: 1e20,
			g: 1.2345678901234568e22,
		});
	});

	it('writes them in full', () => {
		expect(stringifyJson({ a: 9007199254740993n, b: [1, { c: -9223372036854775808n }] })).toBe('{"a":9007199254740993,"b":[1,{"c":-9223372036854775808}]}');
	});

	it('round-trips integers of 64 bits', () => {
		fc.assert(
			fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (value) => {
				expect(stringifyJson(parseJson(`{"a":${value}}`))).toBe(`{"a":${value}}`);
			}),
		);
	});

	it.each([
		['{"a":1,"a":2}', ['duplicate field "a"']],
		['{"spec":{"x":1,"y":{"z":[1]},"x":2}}', ['duplicate field "spec.x"']],
		['{"spec":{"list":[{"a":1},{"a":1,"b":[[{"c":1,"c":1}]],"a":2}]}}', ['duplicate field "spec.list[1].b[0][0].c"', 'duplicate field "spec.list[1].a"']],
		['{"a":{"\\u0061":1,"a":2},"b":"\\"a\\":{\\\\"}', ['duplicate field "a.a"']],
		['{"a":{"b":1},"c":{"b":1}}', []],
		['{"a":1,"a":2,"a":3}', ['duplicate field "a"']],
		['{"a":":","b":"\\\\","c":":"}', []],
	])('duplicates of %s', (text, expected) => {
		expect(duplicatesOf(text)).toEqual(expected);
	});

	it.each([
		['in the order of the text', '{"new":1,"a":1,"b":{"x":[{"odd":1,"c":1,"c":2}]},"a":2}', ['new', 'b.x[0].odd'], ['?new', '?b.x[0].odd', 'b.x[0].c', 'a']],
		['what is unknown once, however often it is there', '{"odd":1,"a":1,"odd":2,"a":2}', ['odd'], ['?odd', 'a']],
		['nothing of what is in it', '{"a":1,"odd":{"b":1,"b":2},"a":2,"b":1}', ['odd'], ['?odd', 'a']],
		['what is not found by its path last', '{"a":1,"a":2}', ['elsewhere'], ['a', '?elsewhere']],
	])('tells %s', (_, text, unknown, expected) => {
		const named = (path: string) => (path.startsWith('?') ? `unknown field "${path.slice(1)}"` : `duplicate field "${path}"`);
		const found = inOrderOfText(
			text,
			duplicatesOf(text),
			unknown.map((path) => named(`?${path}`)),
		);
		expect(found).toEqual(expected.map(named));
	});

	it('reports at most 100 duplicates', () => {
		const text = `{${Array.from({ length: 1_000 }, (_, index) => `"k${index}":1,"k${index}":2`).join(',')}}`;
		expect(duplicatesOf(text).length).toBe(100);
	});

	it('keeps the last of two members of one name', () => {
		expect(parseJson('{"a":1,"a":2}')).toEqual({ a: 2 });
	});

	it.each(['[', '{"a":'])('refuses a million levels of %s before parsing them', (opening) => {
		expect(refusal(opening.repeat(1_000_000))).toBe(`exceeded max depth of ${maxJsonDepth}`);
	});

	it('ignores brackets in strings', () => {
		expect(parseJson(JSON.stringify(['['.repeat(5_000)]))).toEqual(['['.repeat(5_000)]);
		expect(parseJson(`${'['.repeat(maxJsonDepth)}${']'.repeat(maxJsonDepth)}`)).toBeInstanceOf(Array);
	});

	it.each([
		['', 'unexpected end of JSON input'],
		['  ', 'unexpected end of JSON input'],
		['{"a":', 'unexpected end of JSON input'],
		['{"a', 'unexpected end of JSON input'],
		['{"a":x}', "invalid character 'x' looking for beginning of value"],
		["{'a':1}", "invalid character '\\'' looking for beginning of object key string"],
		['{"a":1,}', "invalid character '}' looking for beginning of object key string"],
		['{a:1}', "invalid character 'a' looking for beginning of object key string"],
		['{"a" 1}', "invalid character '1' after object key"],
		['[1 2]', "invalid character '2' after array element"],
		['["\\x"]', "invalid character 'x' in string escape code"],
		['["\u0001"]', "invalid character '\\u0001' in string literal"],
		['{"a":1}"', "invalid character '\"' after top-level value"],
		['{"a":1}}', "invalid character '}' after top-level value"],
		['{', 'unexpected end of JSON input'],
		['{"a":1', 'unexpected end of JSON input'],
		['\ufeff{}', "invalid character '\ufeff' looking for beginning of value"],
	])('refuses %j', (text, message) => {
		expect(refusal(text)).toBe(message);
	});

	it('keeps the body out of errors', () => {
		expect(refusal('{"password":"hunter2",}')).not.toContain('hunter2');
	});

	it('makes data of special names', () => {
		const value = parseJson('{"__proto__":{"polluted":1},"a":{"constructor":{"prototype":{"polluted":1}}},"n":9007199254740993}') as JsonObject;
		expect(Object.keys(value)).toEqual(['__proto__', 'a', 'n']);
		expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
		expect(({} as { polluted?: number }).polluted).toBeUndefined();
		expect(stringifyJson(value)).toContain('"__proto__":{"polluted":1}');
	});
});
