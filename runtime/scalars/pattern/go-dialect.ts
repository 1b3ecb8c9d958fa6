/**
 * What Go's regular expressions (RE2), in which patterns of Kubernetes are written, spell otherwise than the language does: taken
 * here, so that such a pattern is kept and shown as its author has written it.
 */

/** Between the brackets of a class. */
const namedClasses: Readonly<Record<string, string>> = {
	alnum: '0-9A-Za-z',
	alpha: 'A-Za-z',
	ascii: '\\x00-\\x7f',
	blank: '\\t ',
	cntrl: '\\x00-\\x1f\\x7f',
	digit: '0-9',
	graph: '!-~',
	lower: 'a-z',
	print: ' -~',
	punct: '!-\\/:-@\\[-`\\{-~',
	space: '\\t\\n\\v\\f\\r ',
	upper: 'A-Z',
	word: '0-9A-Za-z_',
	xdigit: '0-9A-Fa-f',
};

const escapes: Readonly<Record<string, string>> = { A: '^', z: '$', a: '\\x07' };

/** A part that is spelt otherwise, at the place where it begins: outside of classes, in them, and in both. */
const group = /\(\?P</y;
const named = /\[:([a-z]+):\]/y;
const property = /\\([pP])([A-Z])/y;
/** A backslash before a character that means nothing else. */
const needless = /\\([^A-Za-z0-9^$\\.*+?()[\]{}|/])/y;
const edgeOrBell = /\\([Aza])/y;

/** The pattern as the language spells it; what it does not know either is left as it is. */
export function fromGo(source: string): string {
	let result = '';
	let inClass = false;
	for (let at = 0; at < source.length; ) {
		const spelt = inClass ? spellInClass(source, at) : spell(source, at);
		const part = spelt?.part ?? (source[at] === '\\' ? source.slice(at, at + 2) : (source[at] ?? ''));
		if (!inClass && part === '[') inClass = true;
		else if (inClass && part === ']') inClass = false;
		result += spelt?.written ?? part;
		at += part.length;
	}
	return result;
}

interface Spelt {
	readonly part: string;
	readonly written: string;
}

function spell(source: string, at: number): Spelt | undefined {
	const take = (expression: RegExp, write: (found: RegExpExecArray) => string): Spelt | undefined => takeAt(source, at, expression, write);
	return (
		take(group, () => '(?<') ??
		take(property, ([, sign, name]) => `\\${sign}{${name}}`) ??
		take(edgeOrBell, ([, name = '']) => escapes[name] ?? '') ??
		take(needless, ([, character = '']) => plain(character))
	);
}

function spellInClass(source: string, at: number): Spelt | undefined {
	const take = (expression: RegExp, write: (found: RegExpExecArray) => string): Spelt | undefined => takeAt(source, at, expression, write);
	return (
		take(named, ([whole, name = '']) => namedClasses[name] ?? whole) ??
		take(property, ([, sign, name]) => `\\${sign}{${name}}`) ??
		take(needless, ([whole, character = '']) => (character === '-' ? whole : plain(character)))
	);
}

/** A character by its code, whatever it would mean by itself. */
function plain(character: string): string {
	return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

function takeAt(source: string, at: number, expression: RegExp, write: (found: RegExpExecArray) => string): Spelt | undefined {
	expression.lastIndex = at;
	const found = expression.exec(source);
	return found === null ? undefined : { part: found[0], written: write(found) };
}
