/**
 * Text of a list around and between its items, in JSON, indented JSON and YAML. Items are written one at a time, so lists may have any
 * length.
 */
import { parseJson } from '../wire/json/json.ts';
import { writeYaml, writeYamlEntry } from '../wire/yaml/writer.ts';
import type { JsonEnvelope } from './list.ts';
import type { Representation } from './representation.ts';
import { indented } from './text-form.ts';

export interface ListText {
	readonly head: string | Buffer;
	/** Text before the first item. */
	readonly lead: string;
	/** Text in place of the items of an empty list. */
	readonly none: string;
	readonly separator: ',' | '';
	readonly tail: string | Buffer;
}

type Form = Pick<Representation, 'encoding' | 'pretty'>;

export function listText({ encoding, pretty }: Form, { head, tail }: JsonEnvelope): ListText {
	if (encoding === 'yaml') return yamlText(writeYaml(parseJson(`${head}${tail}`) as Parameters<typeof writeYaml>[0]));
	if (!pretty) return { head, lead: '', none: '', separator: ',', tail };
	const whole = indented(parseJson(`${head}${tail}`));
	// The item list is the last member, and empty here.
	const middle = whole.lastIndexOf('[]') + 1;
	return { head: whole.slice(0, middle), lead: '', none: '', separator: ',', tail: `\n  ${whole.slice(middle)}\n` };
}

/** Formats an item. `json`: the item in JSON. */
export function itemText({ encoding, pretty }: Form, json: Buffer | string): Buffer | string {
	if (encoding === 'yaml') return writeYamlEntry(parseJson(json) as Parameters<typeof writeYamlEntry>[0]);
	return pretty ? `\n    ${indented(parseJson(json)).replaceAll('\n', '\n    ')}` : json;
}

const emptyYamlList = /^(?:items|rows): (\[\]\n)/m;

/** Keys are sorted, so the list may be anywhere among them. */
function yamlText(whole: string): ListText {
	const match = emptyYamlList.exec(whole);
	if (match === null) throw new Error('a list has a member for its items');
	const end = match.index + match[0].length;
	return { head: whole.slice(0, end - 4), lead: '\n', none: ' []\n', separator: '', tail: whole.slice(end) };
}
