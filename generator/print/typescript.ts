/**
 * Prints TypeScript modules. An import is a value; printing it adds the import. Text of specs gets into code only by `literal` and
 * `identifier`; a plain string in a template is a compile-time error.
 */

import { placeholders, type Vocabulary } from '../../runtime/model/vocabulary.ts';
import type { EmittedFile } from '../model.ts';
import { specifier } from './derived-names.ts';

/** Source text; only `code`, `literal` and `identifier` make it. */
export interface Code {
	readonly kind: 'code';
	readonly parts: readonly (string | Imported)[];
}

/** An export of another module. `from` is relative to the output folder: `vocabulary.ts`, `../runtime/model/catalog.ts`. */
export interface Imported {
	readonly kind: 'import';
	readonly name: string;
	readonly from: string;
	readonly typeOnly: boolean;
	/** Local name, when the exported one is taken. */
	readonly as?: string;
}

export type Printable = Code | Imported | readonly Printable[];

/** Tag for templates of code. Inserted values must be printable. */
export function code(strings: TemplateStringsArray, ...values: readonly Printable[]): Code {
	const parts: (string | Imported)[] = [];
	strings.forEach((string, index) => {
		parts.push(string);
		const value = values[index];
		if (value !== undefined) add(parts, value);
	});
	return { kind: 'code', parts };
}

function add(parts: (string | Imported)[], value: Printable): void {
	if (isList(value)) for (const item of value) add(parts, item);
	else if (value.kind === 'import') parts.push(value);
	else parts.push(...value.parts);
}

function isList(value: Printable): value is readonly Printable[] {
	return Array.isArray(value);
}

export function join(values: readonly Printable[], separator: Code): Code {
	const parts: (string | Imported)[] = [];
	values.forEach((value, index) => {
		if (index > 0) parts.push(...separator.parts);
		add(parts, value);
	});
	return { kind: 'code', parts };
}

export function imported(name: string, from: string, as?: string): Imported {
	return { kind: 'import', name, from, typeOnly: false, ...(as === undefined ? {} : { as }) };
}

export function importedType(name: string, from: string): Imported {
	return { kind: 'import', name, from, typeOnly: true };
}

const raw = (text: string): Code => ({ kind: 'code', parts: [text] });

/** Returns a name as code. Throws when it is no identifier, since it could inject code. */
export function identifier(name: string): Code {
	if (!isIdentifier(name)) throw new Error(`${JSON.stringify(name)} is no identifier`);
	return raw(name);
}

/** Formats a name as an object key, quoted if needed. */
export function propertyKey(name: string): string {
	return isIdentifier(name) ? name : JSON.stringify(name);
}

function isIdentifier(name: string): boolean {
	return /^[A-Za-z_$][A-Za-z0-9_$]*$/.test(name);
}

/** Imports of the chosen vocabulary's words, and of words derived from them. */
const vocabulary: Imported = imported('vocabulary', 'vocabulary.ts');
const words: Imported = imported('words', 'vocabulary.ts');

/** Placeholders that are words of the vocabulary; the others are derived from them. */
const roles: ReadonlySet<string> = new Set<keyof Vocabulary>(['product', 'groupDomain', 'labelDomain', 'shortPrefix', 'nodeAgent', 'cliName']);

export type Literal = null | undefined | boolean | number | bigint | string | Code | readonly Literal[] | { readonly [key: string]: Literal };

/**
 * Prints data on one line, without undefined properties. Text with placeholders becomes a template string, so that the words are chosen
 * when the output is bundled.
 */
export function literal(value: Literal): Code {
	const parts: (string | Imported)[] = [];
	write(value, parts);
	return { kind: 'code', parts };
}

function write(value: Literal, parts: (string | Imported)[]): void {
	if (value === null || value === undefined || typeof value === 'boolean') parts.push(String(value));
	else if (typeof value === 'number') parts.push(Object.is(value, -0) ? '-0' : String(value));
	else if (typeof value === 'bigint') parts.push(`${value}n`);
	else if (typeof value === 'string') writeText(value, parts);
	else if (isLiteralList(value)) writeList(value, parts);
	else if (isCode(value)) parts.push(...value.parts);
	else writeObject(value, parts);
}

function writeList(values: readonly Literal[], parts: (string | Imported)[]): void {
	parts.push('[');
	values.forEach((item, index) => {
		if (index > 0) parts.push(', ');
		write(item, parts);
	});
	parts.push(']');
}

function writeObject(value: { readonly [key: string]: Literal }, parts: (string | Imported)[]): void {
	const entries = Object.entries(value).filter(([, item]) => item !== undefined);
	parts.push(entries.length === 0 ? '{' : '{ ');
	entries.forEach(([key, item], index) => {
		if (index > 0) parts.push(', ');
		parts.push(...property(key, item).parts);
	});
	parts.push(entries.length === 0 ? '}' : ' }');
}

/** Prints a property of an object literal, without braces. */
export function property(key: string, value: Literal): Code {
	const parts: (string | Imported)[] = [];
	writeKey(key, parts);
	parts.push(': ');
	write(value, parts);
	return { kind: 'code', parts };
}

/** Writes a key. `__proto__: x` would set the prototype; `['__proto__']: x` defines a property. */
function writeKey(key: string, parts: (string | Imported)[]): void {
	if (key === '__proto__') parts.push("['__proto__']");
	else if (isIdentifier(key)) parts.push(key);
	else if (named(key)) {
		parts.push('[');
		writeText(key, parts);
		parts.push(']');
	} else writeText(key, parts);
}

const placeholder = new RegExp(`\\{(${Object.keys(placeholders).join('|')})\\}`);

function named(text: string): boolean {
	return placeholder.test(text);
}

function writeText(text: string, parts: (string | Imported)[]): void {
	if (!named(text)) {
		parts.push(quoted(text));
		return;
	}
	parts.push('`');
	text.split(new RegExp(placeholder, 'g')).forEach((part, index) => {
		// Every second part is a placeholder that `split` captured.
		if (index % 2 === 0) parts.push(escaped(part).replace(/`/g, '\\`').replace(/\$\{/g, '\\${'));
		else parts.push('${', roles.has(part) ? vocabulary : words, `.${part}}`);
	});
	parts.push('`');
}

function quoted(text: string): string {
	return `'${escaped(text).replace(/'/g, "\\'")}'`;
}

/** Escapes control characters, line separators and lone surrogates, which code cannot have. */
function escaped(text: string): string {
	return JSON.stringify(text)
		.slice(1, -1)
		.replace(/\\"/g, '"')
		.replace(/[\u007f-\u009f\u2028\u2029\ufeff]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function isLiteralList(value: Literal): value is readonly Literal[] {
	return Array.isArray(value);
}

function isCode(value: Literal | Code): value is Code {
	return value !== null && typeof value === 'object' && 'parts' in value && 'kind' in value && value.kind === 'code' && Array.isArray(value.parts);
}

/** Prints a documentation comment; escapes the end of a comment in the text. */
export function docComment(text: string): Code {
	return raw(`/** ${text.replace(/\*\//g, '*\\/').replace(/[\r\n\u2028\u2029]+/g, ' ')} */`);
}

/** First line of every emitted module. */
export const preamble = '// Generated from the specs. Edit those: this file is overwritten.';

/** Prints a module. Imports come first, sorted by module and name, types separate from values. */
export function printModule(path: string, statements: readonly Printable[]): EmittedFile {
	const { parts } = join(statements, code`\n`);
	const imports = new Map<string, Imported>();
	for (const part of parts) if (typeof part !== 'string') imports.set(`${part.from} ${part.name} ${part.as ?? ''}`, part);
	const body = parts.map((part) => (typeof part === 'string' ? part : (part.as ?? part.name))).join('');
	return { path, content: [preamble, ...importLines(path, [...imports.values()]), '', body.trim(), ''].join('\n') };
}

function importLines(path: string, imports: readonly Imported[]): string[] {
	const byModule = Map.groupBy(imports, (one) => specifier(path, one.from));
	return [...byModule]
		.sort(([a], [b]) => (a < b ? -1 : 1))
		.map(([from, names]) => {
			const allTypes = names.every((one) => one.typeOnly);
			const list = names
				.map((one) => `${one.typeOnly && !allTypes ? 'type ' : ''}${one.name}${one.as === undefined || one.as === one.name ? '' : ` as ${one.as}`}`)
				.sort((a, b) => (a < b ? -1 : 1));
			return `import ${allTypes ? 'type ' : ''}{ ${list.join(', ')} } from ${quoted(from)};`;
		});
}
