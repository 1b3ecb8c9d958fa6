/** Arbitrary JSON and YAML. */
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import type { JsonValue } from '../../../runtime/model/catalog.ts';
import { inOrderOfText } from '../../../runtime/wire/json/duplicates.ts';
import { maxJsonDepth, parseJson, stringifyJson } from '../../../runtime/wire/json/json.ts';
import { parseYaml } from '../../../runtime/wire/yaml.ts';
import { writeYaml } from '../../../runtime/yaml/writer.ts';
import { Broken, type FuzzedParser } from '../parser.ts';
import { isRefusal } from './refusals.ts';

const mostBytes = 256 * 1024;

function same(before: JsonValue, after: JsonValue, how: string): void {
	// Negative zero is written like positive zero.
	const [once, again] = [before, after].map((value) => parseJson(stringifyJson(value)));
	if (!isDeepStrictEqual(once, again)) throw new Broken(`${how}: ${stringifyJson(before).slice(0, 200)} became ${stringifyJson(after).slice(0, 200)}`);
}

/** Uses the engine's JSON parser where its limits differ from ours. */
function isJson(text: string): boolean {
	try {
		JSON.parse(text);
		return true;
	} catch {
		return false;
	}
}

const json: FuzzedParser = {
	name: 'JSON',
	mostBytes,
	seeds: [
		'{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"x","labels":{"a":"b"}},"data":{"k":"v\\n\\u0000\\ud83e\\udd8a"}}',
		'{"a":1,"a":{"b":1,"b":[{"c":1,"c":2}]},"__proto__":{"x":1},"constructor":null}',
		'[9007199254740993,-9223372036854775808,18446744073709551616,1e400,-0,0.1,1E5]',
		'['.repeat(1000) + ']'.repeat(1000),
		'['.repeat(1001) + ']'.repeat(1001),
		'{"a":'.repeat(500),
		'"\\ud800"',
		'\ufeff{}',
		'{"a":1,}',
		'{"a":1} x',
		"{'a':1}",
		'{"a":\u0001}',
		'"a\\"b\\\\": [1, 2]',
	],
	words: ['{', '}', '[', ']', ':', ',', '"', '\\u0000', '\\', '{"a":', '"a":1,', '1e', 'true', '\ufeff'],
	whole: fc.json({ maxDepth: 6 }),
	run(input) {
		const duplicates: string[] = [];
		const text = input.toString();
		let value: JsonValue;
		try {
			value = parseJson(input, { duplicates });
		} catch (error) {
			if (isJson(text) && !String(error).includes(`exceeded max depth of ${maxJsonDepth}`)) throw new Broken(`JSON was refused: ${String(error)}`);
			throw error;
		}
		if (!isJson(text)) throw new Broken('what is no JSON was taken');
		inOrderOfText(text, duplicates, ['unknown field "a.b"']);
		same(value, parseJson(stringifyJson(value)), 'written and read again');
		return value;
	},
	refuses: isRefusal,
};

const alias = 'bcdefghij'.split('').map((name, index) => `${name}: &${name} [${Array(9).fill(`*${'abcdefghi'[index]}`).join(',')}]`);

const yaml: FuzzedParser = {
	name: 'YAML',
	mostBytes,
	seeds: [
		'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: x\n  labels: {a: "b", c: d}\ndata:\n  k: |-\n    v\n     w\n  l: >+\n    x\n\n    y\n',
		'mode: 0644\na: 0o644\nb: 0x1F\nc: 1_000\nd: yes\ne: ~\nf: 12:30:45\ng: 2001-01-01\nh: .5\ni: -0\n',
		'x: &x {a: 1}\nz: &z {a: 2, c: 3}\nw:\n  <<: [*x, *z]\nl: [*x, *z]\n',
		`a: &a ["lol","lol"]\n${alias.join('\n')}\n`,
		"\"a\": \"\\x41\\u0041\\U0001F98A\\\n  b\"\n'c': 'd''e'\n",
		'- - - a\n    - b\n  -\n- ? a\n  : b\n- [a, {b: c}, ]\n',
		'%YAML 1.1\n%TAG !e! tag:example.com,2000:\n---\n!e!x a: !!str 5\n...\n',
		'1: a\ntrue: b\n~: c\n1: d\n<<: {e: f}\n__proto__: {x: 1}\n',
		'a: !!binary aGk=\nb: !!int "5"\nc: !!float 1\nd: !!null ""\ne: !!bool yes\n',
		'a: 1\n---\nb: 2',
		'a: "x',
		'a: [',
		'a:\n\t- b',
		'a: |x\n',
		'a: &x [*x]',
		'? [a]\n: b',
		'a: {? b : c, d}\n',
		'a: 123456789012345678901234567890\nb: 9223372036854775807\nc: .inf\n',
		'{"a": [1, "b", null]}',
		'- '.repeat(1100),
		'{a: '.repeat(1100),
		`a: [${'{}, '.repeat(2000)}`,
		`a: "${'x '.repeat(5000)}`,
	],
	words: [
		': ',
		'- ',
		'? ',
		'\n',
		'\n  ',
		'&a ',
		'*a',
		'<<: ',
		'|',
		'>',
		'"',
		"'",
		'!!',
		'---\n',
		'...\n',
		'#',
		'{',
		'}',
		'[',
		']',
		',',
		'\t',
		'%',
		'\u0085',
		'\r',
		'0x',
		'1:2',
	],
	run(input) {
		const duplicates: string[] = [];
		const value = parseYaml(input, { duplicates });
		same(value, parseYaml(writeYaml(value)), 'written and read again');
		return value;
	},
	refuses: isRefusal,
};

export const texts: readonly FuzzedParser[] = [json, yaml];
