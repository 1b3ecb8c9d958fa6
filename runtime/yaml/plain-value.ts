/**
 * Values of plain YAML scalars, as in Kubernetes. Booleans and octal integers (file modes such as 0644) follow version 1.1; sexagesimal
 * numbers and timestamps are text.
 */
import type { YamlValue } from './value.ts';

const words: ReadonlyMap<string, YamlValue> = new Map<string, YamlValue>([
	...['', '~', 'null', 'Null', 'NULL'].map((word) => [word, null] as const),
	...['y', 'Y', 'yes', 'Yes', 'YES', 'true', 'True', 'TRUE', 'on', 'On', 'ON'].map((word) => [word, true] as const),
	...['n', 'N', 'no', 'No', 'NO', 'false', 'False', 'FALSE', 'off', 'Off', 'OFF'].map((word) => [word, false] as const),
]);

/** Length of the longest word with a value (`false`). */
const longestWord = 5;

/** Most integers; all of these are exact. */
const shortInteger = /^(?:0|[1-9][0-9]*)$/;
const longestShort = 15;

/** Numbers without a JSON form. A text like this must be quoted. */
const notFinite = /^(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;
const float = /^[-+]?(?:[0-9]+\.[0-9]*|\.[0-9]+|[0-9]+)(?:[eE][-+]?[0-9]+)?$/;
const integer = /^([-+]?)(?:0[bB]([01]+)|0[oO]?([0-7]+)|0[xX]([0-9a-fA-F]+)|(0|[1-9][0-9]*))$/;

const int64 = { min: -(2n ** 63n), max: 2n ** 64n - 1n } as const;

/** Returns the value of a plain scalar, or undefined for a number without a JSON form. */
export function plainScalar(text: string): YamlValue | undefined {
	const first = text.charCodeAt(0);
	if (!mayStartNumber(first)) {
		if (text.length > longestWord) return text;
		const word = words.get(text);
		return word === undefined ? text : word;
	}
	if (text.length <= longestShort && shortInteger.test(text)) return Number(text);
	if (notFinite.test(text)) return undefined;
	return readInteger(text.replaceAll('_', '')) ?? (float.test(text) ? readFloat(text) : text);
}

/** Returns the text of a number beyond the range of a double. */
function readFloat(text: string): number | string {
	const number = Number(text);
	return Number.isFinite(number) ? number : text;
}

/** True for signs, the dot and digits. */
function mayStartNumber(character: number): boolean {
	return (character >= 0x30 && character <= 0x39) || character === 0x2b || character === 0x2d || character === 0x2e;
}

function readInteger(text: string): number | bigint | undefined {
	const match = integer.exec(text);
	if (match === null || text.length > 80) return undefined;
	const [, sign, binary, octal, hex, decimal] = match;
	const magnitude = BigInt(decimal ?? (binary !== undefined ? `0b${binary}` : octal !== undefined ? `0o${octal}` : `0x${hex}`));
	const value = sign === '-' ? -magnitude : magnitude;
	if (value < int64.min || value > int64.max) return undefined;
	const number = Number(value);
	return Number.isSafeInteger(number) ? number : value;
}

/** Numbers in base 60 (`1:30`), which other YAML 1.1 parsers read as integers. */
const base60 = /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?$/;
/** Times for other parsers: a date, alone or with a time and zone. */
const timestamp = /^\d{4}-\d{1,2}-\d{1,2}(?:[Tt]\d{1,2}:\d{1,2}:\d{1,2}(?:\.\d+)?(?:Z|[-+]\d{2}:\d{2})| \d{1,2}:\d{1,2}:\d{1,2}(?:\.\d+)?)?$/;

/** True when a text without quotes is parsed as the same text. */
export function staysText(text: string): boolean {
	return plainScalar(text) === text && !base60.test(text) && !timestamp.test(text) && text !== '<<';
}
