/**
 * Syntax errors in the wording of Kubernetes' parser. That parser continues after an error and may report more; only the first one is
 * reported here.
 */
import { tokensOf } from '../structs.ts';
import type { Issue } from './issues.ts';

interface LibraryError {
	readonly code?: unknown;
	readonly message?: unknown;
	readonly summary?: unknown;
	readonly range?: { readonly start?: unknown; readonly end?: unknown };
}

const rest = "'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}";
/** Tokens that may begin a value, in the order of Kubernetes' parser: alone, and after an opening parenthesis or bracket. */
const values = {
	alone: `{'[', '{', '(', '.', '-', '!', ${rest}`,
	call: `{'[', '{', '(', ')', '.', '-', '!', ${rest}`,
	list: `{'[', ']', '{', '(', '.', ',', '-', '!', '?', ${rest}`,
	map: `{'[', '{', '}', '(', '.', ',', '-', '!', '?', ${rest}`,
	index: `{'[', '{', '(', '.', '-', '!', '?', ${rest}`,
} as const;

type Place = keyof typeof values;

/** Converts an error of the library's parser. */
export function syntaxIssue(error: unknown, text: string): Issue {
	const { code, message, summary, range } = error as LibraryError;
	const at = typeof range?.start === 'number' ? range.start : 0;
	const end = typeof range?.end === 'number' ? range.end : at + 1;
	const said = typeof summary === 'string' ? summary : (String(message ?? error).split('\n')[0] ?? '');
	const fault = new Fault(text, at, end);
	switch (code) {
		case 'unexpected_token':
			return { message: `Syntax error: ${fault.ofValue()}`, at };
		case 'unexpected_character':
			return { message: `Syntax error: ${fault.atEnd()}`, at };
		case 'expected_token':
			return { message: `Syntax error: ${fault.of(/^Expected (\w+),/.exec(said)?.[1] ?? '')}`, at };
		case 'reserved_identifier':
			return { message: `reserved identifier: ${fault.found}`, at };
		case 'invalid_macro_argument':
			return { message: 'argument must be a simple name', at };
		case 'unterminated_string':
		case 'unterminated_triple_quoted_string':
			return { message: `Syntax error: token recognition error at: '${text.slice(at)}'`, at };
		default:
			return { message: `Syntax error: ${said}`, at };
	}
}

class Fault {
	readonly found: string;
	/** Token after the unexpected one. Empty at the end. */
	readonly #next: string;
	readonly #before: readonly string[];
	/** Character after the unexpected token. */
	readonly #following: string;

	constructor(text: string, at: number, end: number) {
		this.found = at >= text.length ? '<EOF>' : text.slice(at, Math.max(end, at + 1));
		this.#next = meaningful(text.slice(Math.max(end, at + 1)))[0] ?? '';
		this.#before = meaningful(text.slice(0, at));
		this.#following = text[at + 1] ?? '';
	}

	/** Describes a token at the place of a value. */
	ofValue(): string {
		const last = this.#before.at(-1);
		const place = this.#isOpening(last) ? this.#place() : 'alone';
		const isExtra = this.found === '<EOF>' ? last === '!' : beginsValue(this.#next);
		return `${isExtra ? 'extraneous' : 'mismatched'} input '${this.found}' expecting ${values[place]}`;
	}

	/** Describes a token after a complete expression. */
	atEnd(): string {
		if (isToken(this.found)) return `${this.#next === '' ? 'extraneous' : 'mismatched'} input '${this.found}' expecting <EOF>`;
		// The tokenizer reports half an operator together with the character at which it fails.
		return `token recognition error at: '${/^[=&|]/.test(this.found) ? this.found + this.#following : this.found}'`;
	}

	/** Describes a token at the place of the given token. */
	of(token: string): string {
		switch (token) {
			case 'IDENTIFIER':
				return `no viable alternative at input '.${this.found === '<EOF>' ? '' : this.found}'`;
			case 'RPAREN':
				return this.#instead("')'", ')');
			case 'RBRACKET':
				return this.#place() === 'list' ? this.#instead("{']', ','}", '],') : this.#instead("']'", ']');
			case 'RBRACE':
				return this.#instead("{'}', ','}", '},');
			case 'COLON':
				return this.found === '<EOF>' || !beginsValue(this.found) ? `mismatched input '${this.found}' expecting ':'` : `missing ':' at '${this.found}'`;
			default:
				return `mismatched input '${this.found}'`;
		}
	}

	#instead(expected: string, signs: string): string {
		if (this.found === '<EOF>') return signs.length === 1 ? `missing ${expected} at '<EOF>'` : `mismatched input '<EOF>' expecting ${expected}`;
		return `${this.#next !== '' && signs.includes(this.#next) ? 'extraneous' : 'mismatched'} input '${this.found}' expecting ${expected}`;
	}

	#isOpening(token: string | undefined): boolean {
		return token === '(' || token === '[' || token === '{';
	}

	/** Returns the meaning of the innermost open parenthesis or bracket. */
	#place(): Place {
		const open: number[] = [];
		for (const [at, token] of this.#before.entries()) {
			if (this.#isOpening(token)) open.push(at);
			else if (token === ')' || token === ']' || token === '}') open.pop();
		}
		const at = open.at(-1) ?? -1;
		const isBehindValue = at > 0 && /[\w"')\]}]$/.test(this.#before[at - 1] ?? '');
		switch (this.#before[at]) {
			case '(':
				return isBehindValue ? 'call' : 'alone';
			case '[':
				return isBehindValue ? 'index' : 'list';
			case '{':
				return 'map';
			default:
				return 'alone';
		}
	}
}

function meaningful(text: string): readonly string[] {
	return tokensOf(text)
		.map((token) => token.text)
		.filter((token) => !/^(?:\s|\/\/)/.test(token));
}

function beginsValue(token: string): boolean {
	return /^[\w"'[({.!-]/.test(token);
}

function isToken(found: string): boolean {
	return /^[\w"'()[\]{}.,:?!<>=+*/%-]/.test(found) && found !== '=';
}
