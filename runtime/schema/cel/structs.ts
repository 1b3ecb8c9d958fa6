/**
 * Support for objects in expressions, `Object.spec{replicas: 1}`, which the CEL library lacks. They are rewritten into calls,
 * `newObject("Object.spec", {"replicas": 1})`, with a mapping of offsets to the author's text.
 */

/** Name of the function that makes an object. Authors cannot write this name. */
export const maker = '__newObject';
/** Prefix of the key of a field that is set only if its optional value exists: `Object{?spec: value}`. */
export const optionalMark = '?';

export interface Rewritten {
	readonly text: string;
	/** Returns the offset in the author's text. */
	original(offset: number): number;
}

/** Matches a token: a string or number, a name, a comment or space, or a single other character. */
const token =
	/[rR]?[bB]?[rR]?(?:"""(?:[^\\]|\\.)*?"""|'''(?:[^\\]|\\.)*?'''|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|\/\/[^\n]*|\s+|[A-Za-z_]\w*|\d[\w.]*|./gsu;

/** Token of an expression, with its offset. */
export interface Token {
	readonly text: string;
	readonly at: number;
}

/** Returns all tokens of a text, including spaces and comments. */
export function tokensOf(text: string): Token[] {
	return [...text.matchAll(token)].map((match) => ({ text: match[0], at: match.index }));
}

export const isName = ({ text }: Pick<Token, 'text'>): boolean => /^[A-Za-z_]\w*$/.test(text);
export const isSpace = ({ text }: Token): boolean => /^(?:\s|\/\/)/.test(text);

/** Rewrites the objects in an expression. Returns text without objects unchanged. */
export function rewriteStructs(text: string): Rewritten {
	if (!/[A-Za-z_]\w*\s*\{/.test(text)) return { text, original: (offset) => offset };
	const writer = new Writer(text);
	const tokens = tokensOf(text);
	/** Open braces. True for the brace of an object. */
	const open: boolean[] = [];
	for (let i = 0; i < tokens.length; i++) {
		const each = tokens[i] as Token;
		const brace = isName(each) ? braceAfter(tokens, i) : undefined;
		if (brace !== undefined) {
			const name = tokens.slice(i, brace).filter((part) => !isSpace(part));
			writer.insert(`${maker}(${JSON.stringify(name.map((part) => part.text).join(''))}, `, each.at);
			writer.copy(tokens[brace] as Token);
			open.push(true);
			i = key(tokens, brace + 1, writer);
			continue;
		}
		if (each.text === '{' || each.text === '(' || each.text === '[') open.push(false);
		writer.copy(each);
		if (each.text === ',' && open.at(-1) === true) i = key(tokens, i + 1, writer);
		else if (each.text === '}' || each.text === ')' || each.text === ']') if (open.pop() === true) writer.insert(')', each.at);
	}
	return writer.end();
}

/** Returns the index of the brace that follows a dotted name, or undefined. */
function braceAfter(tokens: readonly Token[], from: number): number | undefined {
	const before = tokens.slice(0, from).findLast((part) => !isSpace(part));
	if (before?.text === '.') return undefined;
	for (let i = from + 1; i < tokens.length; i++) {
		const each = tokens[i] as Token;
		if (isSpace(each)) continue;
		if (each.text === '{') return i;
		if (each.text !== '.') return undefined;
		const next = tokens.findIndex((part, at) => at > i && !isSpace(part));
		if (next < 0 || !isName(tokens[next] as Token)) return undefined;
		i = next;
	}
	return undefined;
}

/** Copies the key of a field as a string. Returns the index of its last token. */
function key(tokens: readonly Token[], from: number, writer: Writer): number {
	let optional = false;
	for (let i = from; i < tokens.length; i++) {
		const each = tokens[i] as Token;
		if (isSpace(each)) writer.copy(each);
		else if (each.text === '?' && !optional) optional = true;
		else if (isName(each)) {
			writer.insert(JSON.stringify((optional ? optionalMark : '') + each.text), each.at);
			return i;
		} else return i - 1;
	}
	return tokens.length;
}

/** Writes a rewritten text, and remembers where its parts come from. */
export class Writer {
	readonly #source: string;
	#text = '';
	/** Offsets in the new text and their source offsets, in order. */
	readonly #starts: { readonly made: number; readonly source: number; readonly copied: boolean }[] = [];

	constructor(source: string) {
		this.#source = source;
	}

	copy({ text, at }: Token): void {
		this.#starts.push({ made: this.#text.length, source: at, copied: true });
		this.#text += text;
	}

	insert(text: string, at: number): void {
		this.#starts.push({ made: this.#text.length, source: at, copied: false });
		this.#text += text;
	}

	end(): Rewritten {
		const starts = this.#starts;
		const length = this.#source.length;
		return {
			text: this.#text,
			original(offset) {
				const start = starts.findLast(({ made }) => made <= offset);
				if (start === undefined) return 0;
				return Math.min(length, start.copied ? start.source + offset - start.made : start.source);
			},
		};
	}
}
