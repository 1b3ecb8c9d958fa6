/** Describes syntax errors in terms of the expression's text. The CEL library reports internal names of tokens (LT, EOF). */

/** Members of a library error that describe a syntax error. */
interface SyntaxProblem {
	readonly code?: unknown;
	readonly message: string;
	readonly text: string;
	/** Range of the unexpected token in the text. */
	readonly start: number;
	readonly end: number;
}

/** Descriptions of the tokens that the library expects. */
const expectedTokens: Readonly<Record<string, string>> = {
	IDENTIFIER: 'a name',
	RPAREN: '")"',
	RBRACKET: '"]"',
	RBRACE: '"}"',
	LPAREN: '"("',
	COLON: '":"',
	COMMA: '","',
};

/** CEL operators, by the spelling in other languages. */
const operatorsMeant: Readonly<Record<string, string>> = { '=': '==', and: '&&', or: '||', not: '!', '&': '&&', '|': '||' };

/** Returns a description, or undefined when the error is no syntax error. */
export function syntaxProblem({ code, message, text, start, end }: SyntaxProblem): string | undefined {
	const token = text.slice(start, Math.max(end, start + 1)).trim();
	const found = token === '' ? 'end of the expression' : JSON.stringify(token);
	const meant = operatorsMeant[token];
	const hint = meant === undefined ? '' : `: did you mean ${JSON.stringify(meant)}?`;
	switch (code) {
		case 'unexpected_token':
			return `unexpected ${found}${hint || ': expected a value'}`;
		case 'unexpected_character':
			return `unexpected ${found}${hint}`;
		case 'expected_token': {
			const [, expected = ''] = /^Expected (\w+),/.exec(message) ?? [];
			return `unexpected ${found}${hint || `: expected ${expectedTokens[expected] ?? expected}`}`;
		}
		case 'unterminated_string':
		case 'unterminated_triple_quoted_string':
			return 'unterminated string';
		default:
			return undefined;
	}
}
