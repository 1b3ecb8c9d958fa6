/** Reference texts of the spec language: each keyword with its inner keywords, and the equivalents of words from other languages. */
import { describe, expect, it } from 'vitest';
import { fileKeywords, ruleKeywords, schemaKeywords } from '../../../generator/language/keywords.ts';
import { elsewhere, wordsElsewhere } from '../../../generator/read/diagnostics/foreign-words.ts';
import { keywords } from '../../../generator/read/keywords/index.ts';
import { shapes } from '../../../generator/read/model.ts';
import { schemaTypes } from '../../../generator/read/shape/shape.ts';
import { rules } from '../../../runtime/schema/rules/index.ts';
import { diagnose, edited, source } from '../fixture.ts';

const rows = [...schemaKeywords(), ...ruleKeywords(), ...fileKeywords('kind'), ...fileKeywords('group'), ...fileKeywords('types')];
const names = new Set(rows.map(({ name }) => name));

describe('keywords', () => {
	it('are all there, under every spelling', () => {
		const spelled = [...keywords, ...rules].flatMap(({ keyword, aliases = [] }) => [keyword, ...aliases]);
		expect(spelled.filter((word) => !names.has(word))).toEqual([]);
	});

	it('of schemas all have a description', () => {
		expect([...schemaKeywords(), ...ruleKeywords()].filter(({ name, description }) => !name.includes('.') && description === '')).toEqual([]);
	});

	it.each([
		['versions[].converts[].storage.integer', true],
		['unions.NAME.members', true],
		['history[].from', true],
		['cel[].messageExpression', false],
		['requiredWhen[].fields', true],
		['withoutGate.instead', true],
	])('have inner keywords: %s', (name, required) => {
		expect(rows.find((row) => row.name === name)).toMatchObject({ required });
	});
});

describe('words of other languages', () => {
	const words = new Set([...names].flatMap((name) => name.split(/[.[\]]+/)));

	it.each([...wordsElsewhere])('%s leads to existing keywords', (_, meant) => {
		const quoted = [...meant.matchAll(/"([^"]+)"/g)].map(([, word = '']) => word);
		const unknown = quoted.filter((word) => {
			const [keyword = '', value] = word.split(': ');
			return !words.has(keyword) || (keyword === 'type' && value !== undefined && !(schemaTypes as readonly string[]).includes(value));
		});
		expect(unknown).toEqual([]);
	});

	it('are not keywords at the same position', () => {
		const known = Object.keys(shapes.$defs.schema?.properties ?? {});
		expect(known.filter((word) => elsewhere(word) !== undefined)).toEqual([]);
	});

	it.each([
		['contains: 3', 'unknown keyword "contains" in a schema: specs use another keyword: "cel", with an expression such as self.exists(x, x == 1)'],
		['x-kubernetes-list-type: set', 'unknown keyword "x-kubernetes-list-type" in a schema: specs use another keyword: "listType"'],
		['Minimum: 3', 'unknown keyword "Minimum" in a schema: did you mean "minimum"?'],
	])('are named in errors of a spec: %s', (written, message) => {
		expect(diagnose(source('shop/product.yaml', edited('minimum: 0', written))).join('\n')).toContain(`error: ${message}\n`);
	});
});
