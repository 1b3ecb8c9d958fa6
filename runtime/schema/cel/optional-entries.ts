/**
 * Optional entries of lists and maps, `[?a, b]` and `{?"a": b}`, which the library's syntax lacks. They are rewritten into calls,
 * `__entries([__entry(a), b])`, with a mapping of offsets back to the text that the author wrote.
 */
import type { CelLibrary } from './functions/library.ts';
import { celLibrary } from './load.ts';
import { isName, isSpace, type Rewritten, type Token, tokensOf, Writer } from './structs.ts';

/** Names of the functions. No author can write them. */
export const entryOf = '__entry';
export const entriesOf = '__entries';

/** An open bracket of a text. */
interface Open {
	readonly isMap: boolean;
	/** True when an entry is optional. */
	readonly isRewritten: boolean;
	/** True within an optional entry; in a map, from its `?` on. */
	isOptional: boolean;
	/** True within the value of an optional entry. */
	isWrapped: boolean;
	/** Number of conditions whose `:` is still to come. */
	conditions: number;
}

/** Rewrites optional entries. Text without them is returned as it is. */
export function rewriteOptionalEntries(text: string): Rewritten {
	if (!/[[{,]\s*\?/.test(text)) return { text, original: (offset) => offset };
	const tokens = tokensOf(text);
	const rewritten = bracketsWithOptional(tokens);
	const writer = new Writer(text);
	const open: Open[] = [];
	for (const [i, each] of tokens.entries()) {
		const around = open.at(-1);
		switch (each.text) {
			case '(':
			case '[':
			case '{':
				if (rewritten.has(i)) writer.insert(`${entriesOf}(`, each.at);
				writer.copy(each);
				open.push({ isMap: each.text === '{', isRewritten: rewritten.has(i), isOptional: false, isWrapped: false, conditions: 0 });
				break;
			case ')':
			case ']':
			case '}':
				endEntry(around, each, writer);
				writer.copy(each);
				if (open.pop()?.isRewritten === true) writer.insert(')', each.at);
				break;
			case ',':
				endEntry(around, each, writer);
				writer.copy(each);
				break;
			case '?':
				if (around?.isRewritten === true && beginsEntry(tokens, i)) beginEntry(around, each, writer);
				else {
					if (around !== undefined && !isSelection(tokens, i)) around.conditions++;
					writer.copy(each);
				}
				break;
			case ':':
				writer.copy(each);
				if (around !== undefined && around.conditions > 0) around.conditions--;
				else if (around?.isMap === true && around.isOptional) wrap(around, each, writer);
				break;
			default:
				writer.copy(each);
		}
	}
	return writer.end();
}

function beginEntry(around: Open, token: Token, writer: Writer): void {
	around.isOptional = true;
	if (!around.isMap) wrap(around, token, writer);
}

function wrap(around: Open, { at }: Token, writer: Writer): void {
	around.isWrapped = true;
	writer.insert(`${entryOf}(`, at);
}

function endEntry(around: Open | undefined, { at }: Token, writer: Writer): void {
	if (around === undefined) return;
	if (around.isWrapped) writer.insert(')', at);
	around.isOptional = false;
	around.isWrapped = false;
	around.conditions = 0;
}

/** Returns the indices of the brackets of lists and maps that end and have an optional entry. */
function bracketsWithOptional(tokens: readonly Token[]): ReadonlySet<number> {
	const found = new Set<number>();
	const open: { readonly at: number; hasOptional: boolean }[] = [];
	for (const [i, { text }] of tokens.entries()) {
		const around = open.at(-1);
		if (text === '(' || text === '[' || text === '{') open.push({ at: i, hasOptional: false });
		else if (text === ')' || text === ']' || text === '}') {
			if (around?.hasOptional === true) found.add(around.at);
			open.pop();
		} else if (text === '?' && around !== undefined && beginsEntry(tokens, i) && isLiteral(tokens, around.at)) around.hasOptional = true;
	}
	return found;
}

function beginsEntry(tokens: readonly Token[], at: number): boolean {
	const before = tokenBefore(tokens, at);
	return before === '[' || before === '{' || before === ',';
}

/** Reports whether a `?` is that of `value.?field` or `value[?key]`. */
function isSelection(tokens: readonly Token[], at: number): boolean {
	const before = tokenBefore(tokens, at);
	return before === '.' || before === '[';
}

/** Reports whether a bracket begins a list or a map: an index and the arguments of a call follow a value. */
function isLiteral(tokens: readonly Token[], at: number): boolean {
	const { text } = tokens[at] as Token;
	if (text === '(') return false;
	const before = tokenBefore(tokens, at);
	if (before === undefined || before === 'in') return true;
	const isValue = isName({ text: before }) || /^[)\]}\d"']/.test(before) || /["']$/.test(before);
	return !isValue;
}

function tokenBefore(tokens: readonly Token[], at: number): string | undefined {
	for (let i = at - 1; i >= 0; i--) {
		const token = tokens[i] as Token;
		if (!isSpace(token)) return token.text;
	}
	return undefined;
}

/** Stands for an entry that is left out. */
class AbsentEntry {}
const absent = new AbsentEntry();

function entry(value: unknown): unknown {
	if (!(value instanceof celLibrary().Optional)) throw new Error('no such overload');
	return value.hasValue() ? value.value() : absent;
}

function entriesOfMap(map: object): object {
	const entries = map instanceof Map ? [...map] : Object.entries(map);
	return new Map(entries.filter(([, value]) => value !== absent));
}

export const optionalEntries: CelLibrary = {
	types: [{ name: 'AbsentEntry', ctor: AbsentEntry }],
	functions: [
		{ signature: `${entryOf}(dyn): dyn`, handler: entry },
		{ signature: `${entriesOf}(list<dyn>): list<dyn>`, handler: (list: readonly unknown[]) => list.filter((value) => value !== absent) },
		{ signature: `${entriesOf}(map<dyn, dyn>): map<dyn, dyn>`, handler: entriesOfMap },
	],
};
