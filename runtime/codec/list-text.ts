/**
 * Text of a list before, between and after its items, in JSON, indented JSON and YAML. Items are encoded one at a time, so a list may have
 * any length.
 */
import { parseJson } from '../wire/json/json.ts';
import { writeYaml, writeYamlEntry } from '../yaml/writer.ts';
import type { JsonEnvelope } from './list.ts';
import type { Representation } from './representation.ts';
import { indented } from './text-form.ts';

export interface ListText {
	readonly head: string | Buffer;
	readonly lead: string;
	/** Text in place of the items when the list is empty. */
	readonly none: string;
	readonly separator: ',' | '';
	readonly tail: string | Buffer;
}

type Form = Pick<Representation, 'encoding' | 'pretty'>;

export function listText({ encoding, pretty }: Form, { head, tail }: JsonEnvelope): ListText {
	if (encoding === 'yaml') return yamlText(writeYaml(parseJson(`${head}${tail}`) as Parameters<typeof writeYaml>[0]));
	if (!pretty) return { head, lead: '', none: '', separator: ',', tail };
	const whole = indented(parseJson(`${head}${tail}`));
	// `items` is the last member, and empty here.
	const middle = whole.lastIndexOf('[]') + 1;
	return { head: whole.slice(0, middle), lead: '', none: '', separator: ',', tail: `\n  ${whole.slice(middle)}\n` };
}

/** Formats one item. `json`: the item as JSON. */
export function itemText({ encoding, pretty }: Form, json: Buffer | string): Buffer | string {
	if (encoding === 'yaml') return writeYamlEntry(parseJson(json) as Parameters<typeof writeYamlEntry>[0]);
	return pretty ? `\n    ${indented(parseJson(json)).replaceAll('\n', '\n    ')}` : json;
}

const emptyYamlList = /^(?:items|rows): (\[\]\n)/m;

/** Keys are sorted in YAML, so `items` is not always last. */
function yamlText(whole: string): ListText {
	const match = emptyYamlList.exec(whole);
	if (match === null) throw new Error('a list has a member for its items');
	const end = match.index + match[0].length;
	return { head: whole.slice(0, end - 4), lead: '\n', none: ' []\n', separator: '', tail: whole.slice(end) };
}
