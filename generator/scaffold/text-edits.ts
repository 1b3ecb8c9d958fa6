/** Changes of a spec file's text that leave all else as its author wrote it: formatting, comments and order. */
import type { ListNode, MapNode, SpecNode } from '../read/source/node.ts';

export interface TextEdit {
	readonly start: number;
	/** Exclusive. */
	readonly end: number;
	readonly text: string;
}

export function applied(text: string, edits: readonly TextEdit[]): string {
	return edits.toSorted((a, b) => b.start - a.start).reduce((result, { start, end, text: added }) => result.slice(0, start) + added + result.slice(end), text);
}

/** Appends an item to a list. `flow` is the item in braces, `block` its lines in the other style. */
export function appendItem(list: ListNode, { flow, block }: { readonly flow: string; readonly block: readonly string[] }): TextEdit {
	const { text } = list.file;
	const last = list.items.at(-1);
	if (text[list.start] === '[') {
		const at = text.lastIndexOf(']', list.end - 1);
		return { start: at, end: at, text: last === undefined ? flow : `, ${flow}` };
	}
	if (last === undefined) throw new Error('a list without items is written with brackets');
	const end = endOfLine(text, lastCharacter(text, last));
	const dash = text.lastIndexOf('-', last.start);
	const indent = ' '.repeat(dash - startOfLine(text, dash));
	return { start: end, end, text: block.map((line, index) => `\n${indent}${index === 0 ? '- ' : '  '}${line}`).join('') };
}

/** Adds a key behind another one. */
export function insertKey(map: MapNode, after: string, line: string): TextEdit {
	const { text } = map.file;
	const entry = map.entries.get(after);
	if (entry === undefined) throw new Error(`the map has no ${after}`);
	if (text[map.start] === '{') return { start: entry.value.end, end: entry.value.end, text: `, ${line}` };
	const end = endOfLine(text, lastCharacter(text, entry.value));
	return { start: end, end, text: `\n${' '.repeat(entry.key.start - startOfLine(text, entry.key.start))}${line}` };
}

/** Removes a key and its value. */
export function removeKey(map: MapNode, name: string): TextEdit {
	const { text } = map.file;
	const entry = map.entries.get(name);
	if (entry === undefined) throw new Error(`the map has no ${name}`);
	const [start, end] = [entry.key.start, entry.value.end];
	if (text[map.start] === '{') {
		const before = /,\s*$/.exec(text.slice(map.start, start));
		if (before !== null) return { start: start - before[0].length, end, text: '' };
		const [behind = ''] = /^\s*,\s*/.exec(text.slice(end)) ?? [];
		return { start, end: end + behind.length, text: '' };
	}
	const line = startOfLine(text, start);
	const lineEnd = Math.min(endOfLine(text, end) + 1, text.length);
	// The first key shares its line with the dash of the item.
	if (/^\s*-\s/.test(text.slice(line, start))) return { start, end: lineEnd + (/^\s*/.exec(text.slice(lineEnd))?.[0].length ?? 0), text: '' };
	return { start: line, end: lineEnd, text: '' };
}

function startOfLine(text: string, offset: number): number {
	return text.lastIndexOf('\n', offset - 1) + 1;
}

function endOfLine(text: string, offset: number): number {
	const end = text.indexOf('\n', offset);
	return end === -1 ? text.length : end;
}

/** Returns the offset of the last character of a node; the end of a block node may include the space behind it. */
function lastCharacter(text: string, { start, end }: SpecNode): number {
	return start + text.slice(start, end).trimEnd().length - 1;
}
