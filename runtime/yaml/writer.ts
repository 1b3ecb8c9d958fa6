/**
 * YAML encoder, byte for byte like Kubernetes': sorted keys, lists not indented below their key, folded lines, quotes only where needed.
 */

import { compareKeys } from './key-order.ts';
import type { Writable } from './value.ts';
import { quotedText, yamlText } from './written-text.ts';

/** Longer keys are written with `?`, on a line of their own. */
const longestSimpleKey = 128;
const step = 2;
/**
 * Deeper values are written on one line, because their indentation would be much larger than their content. No object that people read is
 * so deep.
 */
const deepestIndent = 50 * step;

type Collection = readonly Writable[] | { readonly [key: string]: Writable };

/** Returns the document, with a final line break. */
export function writeYaml(value: Writable): string {
	const output: string[] = [];
	if (isFilled(value)) writeCollection(value, 0, output);
	else output.push(scalar(value, 0, step), '\n');
	return output.join('');
}

/** Returns one entry of a list at the top level of the document, as `writeYaml` formats it. */
export function writeYamlEntry(value: Writable): string {
	const output: string[] = [];
	writeList([value], 0, output);
	return output.join('');
}

function isFilled(value: Writable): value is Collection {
	if (value === null || typeof value !== 'object') return false;
	return Array.isArray(value) ? value.length > 0 : Object.keys(value).length > 0;
}

/** Writes from the current position (column `indent`) and ends with a line break. */
function writeCollection(value: Collection, indent: number, output: string[]): void {
	if (indent >= deepestIndent) {
		writeFlow(value, output);
		output.push('\n');
	} else if (Array.isArray(value)) writeList(value, indent, output);
	else writeMap(value as { readonly [key: string]: Writable }, indent, output);
}

function writeFlow(value: Writable, output: string[]): void {
	if (typeof value === 'string') output.push(quotedText(value));
	else if (!isFilled(value)) output.push(scalar(value, 0, 0));
	else if (Array.isArray(value)) {
		for (const [index, item] of value.entries()) {
			output.push(index === 0 ? '[' : ', ');
			writeFlow(item, output);
		}
		output.push(']');
	} else {
		const map = value as { readonly [key: string]: Writable };
		for (const [index, key] of Object.keys(map).sort(compareKeys).entries()) {
			const simple = Buffer.byteLength(key) <= longestSimpleKey;
			output.push(index === 0 ? '{' : ', ', simple ? '' : '? ', quotedText(key), simple ? ': ' : ' : ');
			writeFlow(map[key] ?? null, output);
		}
		output.push('}');
	}
}

function writeList(list: readonly Writable[], indent: number, output: string[]): void {
	for (const [index, item] of list.entries()) {
		if (index > 0) output.push(' '.repeat(indent));
		output.push('- ');
		if (isFilled(item)) writeCollection(item, indent + step, output);
		else output.push(scalar(item, indent + step, indent + step), '\n');
	}
}

function writeMap(map: { readonly [key: string]: Writable }, indent: number, output: string[]): void {
	for (const [index, key] of Object.keys(map).sort(compareKeys).entries()) {
		if (index > 0) output.push(' '.repeat(indent));
		const text = yamlText(key, { column: indent, indent: indent + step, key: true });
		const simple = Buffer.byteLength(key) <= longestSimpleKey;
		output.push(simple ? `${text}:` : `? ${text}\n${' '.repeat(indent)}:`);
		writeValue(map[key] ?? null, indent, simple ? indent + text.length + 1 : indent + 1, output);
	}
}

function writeValue(value: Writable, indent: number, column: number, output: string[]): void {
	if (!isFilled(value)) {
		output.push(' ', scalar(value, column + 1, indent + step), '\n');
		return;
	}
	const below = Array.isArray(value) ? indent : indent + step;
	output.push('\n', ' '.repeat(below));
	writeCollection(value, below, output);
}

function scalar(value: Writable, column: number, indent: number): string {
	switch (typeof value) {
		case 'string':
			return yamlText(value, { column, indent, key: false });
		case 'number':
			return number(value);
		case 'object':
			return value === null ? 'null' : Array.isArray(value) ? '[]' : '{}';
		default:
			return String(value);
	}
}

/** Formats the shortest decimal, with an exponent of at least two digits below 10^-4 and from 10^21 on. */
function number(value: number): string {
	const magnitude = Math.abs(value);
	if (value === 0 || (magnitude >= 1e-4 && magnitude < 1e21)) return Object.is(value, -0) ? '-0' : String(value);
	const [mantissa, exponent = '+0'] = value.toExponential().split('e');
	return `${mantissa}e${exponent.charAt(0)}${exponent.slice(1).padStart(2, '0')}`;
}
