/**
 * Field paths in definitions: `.spec.size`, and `['a name']` where it is allowed. Paths lead through objects, and through maps by any key.
 */
import type { Props } from './props.ts';

export interface FoundField {
	/** Names on the path. */
	readonly names: readonly string[];
	/** Schema of the field. Undefined for a value of any type. */
	readonly props: Props | undefined;
}

/** Matches a quoted name (up to the end of the text if it is unterminated), a delimiter, or a name. */
const token = /'.*?(?<!\\)'|'.*|[.[\]]|[^.[\]]+/gs;
const escapes: Readonly<Record<string, string>> = { a: '\u0007', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v', "'": "'", '\\': '\\' };

/** Returns the field, or the reason why it does not exist as a string. */
export function fieldAt(path: string, root: Props, { quoted }: { readonly quoted: boolean }): FoundField | string {
	const tokens = path.match(token) ?? [];
	const names: string[] = [];
	let props: Props | undefined = root;
	for (let at = 0; at < tokens.length; ) {
		const sign = tokens[at];
		const next = tokens[at + 1];
		if (sign !== '.' && sign !== '[') return `expected [ or . but got: ${sign}`;
		if (sign === '[' && !quoted) return 'array notation is not allowed';
		if (next === undefined) return 'unexpected end of JSON path';
		const name = sign === '.' ? next : unquoted(next);
		if (name === undefined) return `expected single quoted string but got ${next}`;
		if (sign === '[' && tokens[at + 2] !== ']') return tokens[at + 2] === undefined ? 'unexpected end of JSON path' : `expected ] but got ${tokens[at + 2]}`;
		at += sign === '.' ? 2 : 3;
		const known: Props | undefined = props?.properties.get(name);
		const additional: boolean | Props | undefined = props?.properties.size === 0 ? props.additionalProperties : undefined;
		if (known === undefined && additional === undefined) return 'does not refer to a valid field';
		props = known ?? (typeof additional === 'object' ? additional : undefined);
		names.push(name);
	}
	return { names, props };
}

function unquoted(text: string): string | undefined {
	if (!/^'.*'$/s.test(text) || text.length < 2) return undefined;
	const inner = text.slice(1, -1);
	if ([...inner.matchAll(/\\(.)/gs)].some(([, letter = '']) => escapes[letter] === undefined)) return undefined;
	return inner.replace(/\\(.)/gs, (_, letter: string) => escapes[letter] ?? letter);
}
