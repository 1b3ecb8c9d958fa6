/** Properties of a node: its tag (`!!str`) and its anchor (`&name`). */
import { type Cursor, code, isBlankOrEnd, isFlowIndicator } from './cursor.ts';

export interface Properties {
	/** The full tag: `tag:yaml.org,2002:str`. */
	readonly tag: string | undefined;
	readonly anchor: string | undefined;
	/** Column of the first property. */
	readonly column: number;
	readonly line: number;
}

/** Tag prefixes by handle (`!x!`), from `%TAG` directives. */
export type TagHandles = ReadonlyMap<string, string>;

const standardTags = 'tag:yaml.org,2002:';

export function startsProperties(cursor: Cursor): boolean {
	return cursor.next === code.bang || cursor.next === code.ampersand;
}

/** Parses the properties on this line, and the blanks after them. */
export function readProperties(cursor: Cursor, handles: TagHandles): Properties {
	const { column, line } = cursor;
	let tag: string | undefined;
	let anchor: string | undefined;
	while (startsProperties(cursor)) {
		if (cursor.next === code.ampersand) {
			if (anchor !== undefined) throw cursor.fault('found more than one anchor of a node');
			cursor.moveTo(cursor.at + 1);
			anchor = readName(cursor, 'anchor');
		} else {
			if (tag !== undefined) throw cursor.fault('found more than one tag of a node');
			tag = readTag(cursor, handles);
		}
		const behind = cursor.at;
		cursor.skipBlanks();
		if (cursor.at === behind && !isBlankOrEnd(cursor.next) && !isFlowIndicator(cursor.next)) {
			throw cursor.fault('did not find expected whitespace or line break');
		}
	}
	return { tag, anchor, column, line };
}

/** Parses the name of an anchor or alias. */
export function readName(cursor: Cursor, what: 'anchor' | 'alias'): string {
	const name = cursor.take(endOfWord(cursor));
	if (name === '') throw cursor.fault(`did not find expected alphabetic or numeric character of an ${what}`);
	return name;
}

function endOfWord({ text, at }: Cursor): number {
	let end = at;
	while (!isBlankOrEnd(text.charCodeAt(end)) && !isFlowIndicator(text.charCodeAt(end))) end++;
	return end;
}

function readTag(cursor: Cursor, handles: TagHandles): string {
	if (cursor.text.startsWith('!<', cursor.at)) {
		const verbatim = /!<([^\s>]*)>/y;
		verbatim.lastIndex = cursor.at;
		const [whole, tag] = verbatim.exec(cursor.text) ?? [];
		if (whole === undefined || tag === undefined) throw cursor.fault("did not find the expected '>' of a tag");
		cursor.moveTo(cursor.at + whole.length);
		return tag;
	}
	const word = cursor.take(endOfWord(cursor));
	const [, handle = '!', suffix = ''] = /^(!(?:[0-9A-Za-z-]*!)?)(.*)$/s.exec(word) ?? [];
	const prefix = handles.get(handle) ?? (handle === '!!' ? standardTags : handle === '!' ? '!' : undefined);
	if (prefix === undefined) throw cursor.fault('found undefined tag handle');
	return prefix + suffix;
}
