/** Syntax errors in the words of the parser that authors know from Kubernetes. Its recovery from errors is not repeated: one is reported. */
import type { Issue } from './issues.ts';

/** Tokens that may begin a value, as the parser lists them. */
const values = "{'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}";
/** Tokens that may follow a complete value. */
const ends: Readonly<Record<string, string>> = {
	RPAREN: "')'",
	RBRACKET: "']'",
	RBRACE: "'}'",
	LPAREN: "'('",
	COLON: "':'",
	COMMA: "','",
	IDENTIFIER: '{IDENTIFIER, ESC_IDENTIFIER}',
};

interface LibraryError {
	readonly code?: unknown;
	readonly message?: unknown;
	readonly summary?: unknown;
	readonly range?: { readonly start?: unknown; readonly end?: unknown };
}

/** Converts an error of the library's parser. */
export function syntaxIssue(error: unknown, text: string): Issue {
	const { code, message, summary, range } = error as LibraryError;
	const at = typeof range?.start === 'number' ? range.start : 0;
	const end = typeof range?.end === 'number' ? range.end : at + 1;
	const said = typeof summary === 'string' ? summary : (String(message ?? error).split('\n')[0] ?? '');
	const found = at >= text.length ? '<EOF>' : text.slice(at, Math.max(end, at + 1));
	switch (code) {
		case 'unexpected_token':
			return { message: `Syntax error: mismatched input '${found}' expecting ${values}`, at };
		case 'unexpected_character':
			if (isToken(found)) return { message: `Syntax error: mismatched input '${found}' expecting <EOF>`, at };
			// The tokenizer reports half an operator together with the character at which it fails.
			return { message: `Syntax error: token recognition error at: '${/^[=&|]/.test(found) ? text.slice(at, at + 2) : found}'`, at };
		case 'expected_token': {
			const [, expected = ''] = /^Expected (\w+),/.exec(said) ?? [];
			return { message: `Syntax error: ${at >= text.length ? 'missing' : 'mismatched input'} ${missing(expected, found, at >= text.length)}`, at };
		}
		case 'reserved_identifier':
			return { message: `reserved identifier: ${found}`, at };
		case 'invalid_macro_argument':
			return { message: 'argument must be a simple name', at };
		case 'unterminated_string':
		case 'unterminated_triple_quoted_string':
		case 'newline_in_string':
			return { message: `Syntax error: token recognition error at: '${text.slice(at)}'`, at };
		default:
			return { message: `Syntax error: ${said}`, at };
	}
}

function missing(expected: string, found: string, isEnd: boolean): string {
	const token = ends[expected] ?? expected;
	return isEnd ? `${token} at '<EOF>'` : `'${found}' expecting ${token}`;
}

function isToken(found: string): boolean {
	return /^[\w"'()[\]{}.,:?!<>=+*/%-]/.test(found) && found !== '=' && found !== '&' && found !== '|';
}
