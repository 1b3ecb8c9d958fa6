/** Table cells of custom resources as kube-apiserver prints them, by column type; objects and lists in Go's JSON format. */
import type { JsonValue } from '../model/catalog.ts';
import { compareText } from '../model/text-order.ts';
import { Aged } from '../scalars/age.ts';
import { stringifyJson } from '../wire/json/json.ts';

/** Returns null for a value that does not have the type of the column. */
export function customCell(type: string, value: JsonValue): JsonValue | Aged {
	switch (type) {
		case 'integer':
			return typeof value === 'number' ? Math.trunc(value) : typeof value === 'bigint' ? value : null;
		case 'number':
			return typeof value === 'number' || typeof value === 'bigint' ? value : null;
		case 'boolean':
			return typeof value === 'boolean' ? value : null;
		case 'date':
			return typeof value === 'string' ? new Aged(value) : null;
		default:
			return value === null ? null : textOf(value);
	}
}

function textOf(value: JsonValue): string {
	if (typeof value === 'number') return numberText(value);
	return typeof value === 'object' ? jsonText(value) : String(value);
}

/** Go writes numbers below 1e-4 with an exponent of at least two digits. */
function numberText(value: number): string {
	if (value === 0 || Math.abs(value) >= 1e-4) return String(value);
	return value.toExponential().replace(/-(\d)$/, '-0$1');
}

/** Keys are sorted, and characters special to HTML and JavaScript are escaped. */
function jsonText(value: JsonValue): string {
	if (Array.isArray(value)) return `[${value.map(jsonText).join(',')}]`;
	if (value === null || typeof value !== 'object') return stringifyJson(value).replace(/[<>&\u2028\u2029]/g, escaped);
	const members = Object.entries(value).sort(([a], [b]) => compareText(a, b));
	return `{${members.map(([key, member]) => `${jsonText(key)}:${jsonText(member)}`).join(',')}}`;
}

function escaped(character: string): string {
	return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
