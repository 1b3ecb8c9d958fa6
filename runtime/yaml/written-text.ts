/** Encodes text in YAML: plain where possible, otherwise quoted or as a block, with folded long lines. */
import { staysText } from './plain-value.ts';

/** Column after which a line is broken at the next space. */
const bestWidth = 80;

export interface Place {
	/** Column at which the text starts. */
	readonly column: number;
	/** Indentation of continuation lines. */
	readonly indent: number;
	/** True for a key, which must stay on one line. */
	readonly key: boolean;
}

interface Shape {
	readonly plain: boolean;
	readonly single: boolean;
	readonly block: boolean;
}

export function yamlText(text: string, place: Place): string {
	const shape = shapeOf(text);
	if (text.includes('\n')) return shape.block && !place.key ? block(text, place) : doubleQuoted(text, place);
	if (!staysText(text)) return doubleQuoted(text, place);
	if (shape.plain) return folded(text, place);
	return shape.single ? `'${folded(text.replaceAll("'", "''"), { ...place, column: place.column + 1 }, true)}'` : doubleQuoted(text, place);
}

/** Characters to escape, including tabs and characters beyond the basic plane. */
const unprintable = /[^\n\x20-\x7e\u00a0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd]/;

function shapeOf(text: string): Shape {
	const special = unprintable.test(text) || / \n/.test(text);
	const edge = /^[ \n]|[ \n]$/.test(text);
	const indicator =
		/^(?:---|\.\.\.)/.test(text) || /^[#,[\]{}&*!|>'"%@`]/.test(text) || /^[-?:](?:[ \n]|$)/.test(text) || /:(?:[ \n]|$)/.test(text) || /[ \n]#/.test(text);
	return {
		plain: !special && !edge && !indicator && !text.includes('\n'),
		single: !special && !/\n /.test(text),
		block: !special && !text.endsWith(' '),
	};
}

/** Breaks the text at single spaces after `bestWidth`. */
function folded(text: string, { column, indent, key }: Place, quoted = false): string {
	if (key || column + text.length <= bestWidth) return text;
	let result = '';
	let at = column;
	for (let index = 0; index < text.length; index++) {
		const character = text[index] ?? '';
		const breaks = character === ' ' && at > bestWidth && text[index - 1] !== ' ' && text[index + 1] !== ' ';
		if (breaks && (!quoted || (index > 0 && index < text.length - 1))) {
			result += `\n${' '.repeat(indent)}`;
			at = indent;
		} else {
			result += character;
			at++;
		}
	}
	return result;
}

function block(text: string, { indent }: Place): string {
	const hint = /^[ \n]/.test(text) ? '2' : '';
	const chomp = !text.endsWith('\n') ? '-' : text === '\n' || text.endsWith('\n\n') ? '+' : '';
	const body = text.endsWith('\n') ? text.slice(0, -1) : text;
	const lines = body.split('\n').map((line) => (line === '' ? '' : ' '.repeat(indent) + line));
	return `|${hint}${chomp}\n${lines.join('\n')}`;
}

const escapes: Readonly<Record<string, string>> = {
	'\0': '\\0',
	'\x07': '\\a',
	'\b': '\\b',
	'\t': '\\t',
	'\n': '\\n',
	'\v': '\\v',
	'\f': '\\f',
	'\r': '\\r',
	'\x1b': '\\e',
	'"': '\\"',
	'\\': '\\\\',
	'\x85': '\\N',
	'\u2028': '\\L',
	'\u2029': '\\P',
	'\ufeff': '\\uFEFF',
};

/** Returns the text in double quotes, on one line. */
export function quotedText(text: string): string {
	return doubleQuoted(text, { column: 0, indent: 0, key: true });
}

function doubleQuoted(text: string, { column, indent, key }: Place): string {
	const characters = [...text];
	let result = '"';
	let at = column + 1;
	for (const [index, character] of characters.entries()) {
		const next = characters[index + 1];
		if (character === ' ' && !key && at > bestWidth && index > 0 && index < characters.length - 1 && characters[index - 1] !== ' ') {
			result += `\n${' '.repeat(indent)}${next === ' ' ? '\\' : ''}`;
			at = indent + (next === ' ' ? 1 : 0);
			continue;
		}
		const written = escaped(character);
		result += written;
		at += written.length;
	}
	return `${result}"`;
}

function escaped(character: string): string {
	const known = escapes[character];
	if (known !== undefined) return known;
	const code = character.codePointAt(0) ?? 0;
	if (!unprintable.test(character)) return character;
	const hex = code.toString(16).toUpperCase();
	if (code <= 0xff) return `\\x${hex.padStart(2, '0')}`;
	return code <= 0xffff ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`;
}
