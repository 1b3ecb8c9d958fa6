/**
 * One step of a field path, spelt as in FieldsV1. `f:name` is a struct field or map key, `k:{"name":"x"}` an entry of a list-map. `v:"x"`
 * is an entry of a set, `i:0` an entry by index. Elements are canonical texts, so equal elements are equal texts. Order and escapes follow
 * Kubernetes.
 */
import type { JsonValue } from '../../model/catalog.ts';
import { cut, quote } from '../../model/cause.ts';
import { identity } from '../../model/equal.ts';
import { MalformedError } from '../../model/malformed.ts';
import { compareText } from '../../model/text-order.ts';
import { parseJson, stringifyJson } from '../../wire/json/json.ts';

export type Element = string;

export function fieldElement(name: string): Element {
	return `f:${name}`;
}

/** Returns the element of a set's entry. */
export function valueElement(value: JsonValue): Element {
	return `v:${valueText(value)}`;
}

/** Returns the element of a list-map's entry. `keys` is sorted by name; a member's text is `"name":value`. */
export function keyElement(keys: readonly (readonly [name: string, value: JsonValue])[]): Element {
	return `k:{${keys.map(([name, value]) => `${JSON.stringify(name)}:${valueText(value)}`).join(',')}}`;
}

/** Characters that Go's JSON encoder escapes and JavaScript's does not, or differently. */
const escapedOtherwise = /[<>&\u2028\u2029\b\f]/;
const eachEscapedOtherwise = /[<>&\u2028\u2029\b\f]/g;

/**
 * Returns the text of a value in an element. Throws MalformedError on a number without a JSON text, such as the result of reading `1e400`.
 */
export function valueText(value: JsonValue): string {
	if (typeof value === 'string') return text(value);
	if (value !== null && typeof value === 'object') return containerText(value);
	if (typeof value === 'number' && !Number.isFinite(value)) throw new MalformedError('a number is too large');
	return String(value);
}

/** Strings without escapes, the usual case. */
const plainText = /^[\w ./:@*()+=,;!?#%$^|~'`-]*$/;

function text(value: string): string {
	if (plainText.test(value)) return `"${value}"`;
	if (!escapedOtherwise.test(value)) return JSON.stringify(value);
	let written = '';
	let from = 0;
	for (const { index, 0: character } of value.matchAll(eachEscapedOtherwise)) {
		written += JSON.stringify(value.slice(from, index)).slice(1, -1);
		written += `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
		from = index + 1;
	}
	return `"${written}${JSON.stringify(value.slice(from)).slice(1, -1)}"`;
}

function containerText(value: Exclude<JsonValue, null | boolean | number | bigint | string>): string {
	if (Array.isArray(value)) return `[${value.map(valueText).join(',')}]`;
	const names = Object.keys(value).sort(compareText);
	return `{${names.map((name) => `${text(name)}:${valueText(value[name] ?? null)}`).join(',')}}`;
}

/** Keys already in canonical form, the usual case: one member without escapes. */
const plainKey = /^k:\{"[\w-]+":(?:"[\w ./:@*()+=,;!?#%$^|~'`-]*"|0|[1-9]\d{0,14}|true|false)\}$/;

/**
 * Returns the canonical text of an element that a client may have written. Undefined: an unknown kind of element, which is ignored, because
 * later releases may add kinds. Throws MalformedError.
 */
export function readElement(text: string): Element | undefined {
	if (text.length < 2 || text.charCodeAt(1) !== 0x3a) throw new MalformedError(`invalid path element ${quote(shortened(text))}: expected f:, k:, v:, i: or .`);
	switch (text.charCodeAt(0)) {
		case 0x66: // f
			return text;
		case 0x6b: // k
			return plainKey.test(text) ? text : keyElement(keysOf(text));
		case 0x76: // v
			return valueElement(parsed(text));
		case 0x69: // i
			return `i:${indexOf(text)}`;
		default:
			return undefined;
	}
}

/** Returns the keys of a list-map's entry, sorted by name. */
function keysOf(text: string): [string, JsonValue][] {
	const keys = parsed(text);
	if (keys === null || typeof keys !== 'object' || Array.isArray(keys)) {
		throw new MalformedError(`invalid path element ${quote(shortened(text))}: keys of a list's entry must be an object`);
	}
	return Object.entries(keys).sort(([a], [b]) => compareText(a, b));
}

function parsed(text: string): JsonValue {
	try {
		return parseJson(text.slice(2));
	} catch (error) {
		if (!(error instanceof MalformedError)) throw error;
		throw new MalformedError(`invalid path element ${quote(shortened(text))}: ${error.message}`);
	}
}

function indexOf(text: string): number {
	const digits = text.slice(2);
	if (!/^[+-]?\d{1,15}$/.test(digits)) throw new MalformedError(`invalid path element ${quote(shortened(text))}: expected an index`);
	return Number(digits) + 0;
}

function shortened(text: string): string {
	return text.length > 100 ? `${text.slice(0, 100)}...` : text;
}

/** Returns the element as text for messages, appended to a path: `.spec`, `[name="nginx"]`, `[="a"]`, `[0]`. */
export function elementText(element: Element): string {
	const rest = element.slice(2);
	switch (element.charCodeAt(0)) {
		case 0x6b:
			return `[${keysOf(element)
				.map(([name, value]) => `${cut(name)}=${messageText(value)}`)
				.join(',')}]`;
		case 0x76:
			return `[=${messageText(parsed(element))}]`;
		case 0x69:
			return `[${rest}]`;
		default:
			return `.${cut(rest)}`;
	}
}

function messageText(value: JsonValue): string {
	return typeof value === 'string' ? quote(cut(value)) : value !== null && typeof value === 'object' ? cut(stringifyJson(value)) : String(value);
}

/** Sorts elements in the order of FieldsV1: fields by name, then entries by key, by value, by index. */
export function sortElements<T extends readonly [Element, unknown]>(entries: T[]): T[] {
	if (entries.length < 2) return entries;
	// Fast path for fields, the usual case: their texts sort without parsing.
	if (entries.every(([element]) => element.charCodeAt(0) === 0x66)) return entries.sort(([a], [b]) => compareText(a, b));
	const plain = plainPrefix(entries);
	if (plain !== undefined) return byText(entries, plain.length);
	const parts = new Map(entries.map(([element]) => [element, partsOf(element)]));
	const none: Parts = { rank: 0, values: [] };
	return entries.sort(([a], [b]) => compareParts(parts.get(a) ?? none, parts.get(b) ?? none));
}

/** Returns the common prefix, like `k:{"name":"`, when all elements begin with it and continue as plain text. */
function plainPrefix(entries: readonly (readonly [Element, unknown])[]): string | undefined {
	const [first = ''] = entries[0] ?? [];
	const prefix = /^k:\{"[\w-]+":"/.exec(first)?.[0];
	return prefix !== undefined && entries.every(([element]) => element.startsWith(prefix) && plainKey.test(element)) ? prefix : undefined;
}

function byText<T extends readonly [Element, unknown]>(entries: T[], from: number): T[] {
	const texts = entries.map((entry) => ({ entry, text: entry[0].slice(from, -2) }));
	texts.sort((a, b) => (a.text < b.text ? -1 : 1));
	for (const [at, { entry }] of texts.entries()) entries[at] = entry;
	return entries;
}

interface Parts {
	readonly rank: number;
	readonly values: readonly JsonValue[];
}

const ranks = ['f', 'k', 'v', 'i'];

function partsOf(element: Element): Parts {
	const rank = ranks.indexOf(element.charAt(0));
	const rest = element.slice(2);
	if (rank === 0) return { rank, values: [rest] };
	if (rank === 1) return { rank, values: keysOf(element).flat() };
	return { rank, values: [rank === 2 ? parsed(element) : Number(rest)] };
}

function compareParts(a: Parts, b: Parts): number {
	if (a.rank !== b.rank) return a.rank - b.rank;
	for (let at = 0; at < a.values.length && at < b.values.length; at++) {
		const order = compareValues(a.values[at] ?? null, b.values[at] ?? null);
		if (order !== 0) return order;
	}
	return a.values.length - b.values.length;
}

/** Compares by type (numbers, strings, booleans, lists, objects, null), then by value. */
function compareValues(a: JsonValue, b: JsonValue): number {
	const order = kindOf(a) - kindOf(b);
	if (order !== 0) return order;
	if (typeof a === 'string' && typeof b === 'string') return compareText(a, b);
	if (a !== null && b !== null && typeof a === 'object' && typeof b === 'object') return compareText(identity(a), identity(b));
	return a === b || a === null || b === null ? 0 : a < b ? -1 : 1;
}

function kindOf(value: JsonValue): number {
	if (typeof value === 'number' || typeof value === 'bigint') return 0;
	if (typeof value === 'string') return 1;
	if (typeof value === 'boolean') return 2;
	return Array.isArray(value) ? 3 : value === null ? 5 : 4;
}
