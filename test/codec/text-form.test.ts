/** Human-readable forms of huge values: deep values take a few times the size of their JSON. */
import { describe, expect, it } from 'vitest';
import { plainJson, type Representation } from '../../runtime/codec/representation.ts';
import { textForm } from '../../runtime/codec/text-form.ts';
import { parseJson } from '../../runtime/wire/json/json.ts';
import { parseYaml } from '../../runtime/wire/yaml.ts';

const yaml: Representation = { ...plainJson, encoding: 'yaml' };
const pretty: Representation = { ...plainJson, pretty: true };

/** Returns a value nested this number of levels, with the innermost given. */
function nested(levels: number, open: string, inner: string, close: string): string {
	return `${open.repeat(levels)}${inner}${close.repeat(levels)}`;
}

const lines = JSON.stringify('a b\n'.repeat(5_000));
const many = Array.from({ length: 10_000 }, (_, i) => i);
const objects = JSON.stringify(Object.fromEntries(many.map((i) => [`key ${i}`, { '': i, [`${'long'.repeat(40)}${i}`]: null }])));
const deep: readonly (readonly [string, string])[] = [
	['lists', nested(900, '[', JSON.stringify(many), ']')],
	['maps', nested(900, '{"a":', objects, '}')],
	['lists and maps by turns', nested(450, '[{"a":', objects, '}]')],
	['texts of many lines', nested(900, '{"a":', `[${lines},${lines}]`, '}')],
	['texts and numbers of every sort', nested(60, '[', JSON.stringify(['', 'null', '\u0085 \u2028\u007f', '🦊', '#', 'a: b', -0.5, 1e-9, true, [], {}]), ']')],
	['integers of 64 bits', nested(60, '{"a":', '[9223372036854775807]', '}')],
];

describe.each(deep)('%s, deep within', (_, json) => {
	it('are the same in YAML', () => {
		const text = textForm(json, yaml).toString();
		expect(text.length).toBeLessThan(8 * json.length + 10_000);
		expect(parseYaml(text)).toEqual(parseJson(json));
	});

	it('are the same indented', () => {
		const text = textForm(json, pretty).toString();
		expect(text.length).toBeLessThan(8 * json.length + 10_000);
		expect(parseJson(text)).toEqual(parseJson(json));
	});
});

it('levels deeper than fifty are on one line', () => {
	const json = nested(52, '{"a":', '{"b":[1,{"c":[]}],"d":{}}', '}');
	const [text, whole] = [textForm(json, pretty).toString(), `${JSON.stringify(JSON.parse(json), undefined, 2)}\n`];
	const same = 51;
	expect(text.split('\n').slice(0, same - 1)).toEqual(whole.split('\n').slice(0, same - 1));
	expect(text.split('\n')[same - 1]?.trim()).toBe('"a": {"a":{"a":{"b":[1,{"c":[]}],"d":{}}}}');
	expect(text.split('\n').slice(same)).toEqual(whole.split('\n').slice(-same));
	expect(textForm(json, yaml)).toMatch(/\n {98}a:\n {100}\{"a": \{"a": \{"b": \[1, \{"c": \[\]\}\], "d": \{\}\}\}\}\n$/);
});
