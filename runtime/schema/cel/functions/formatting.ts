/**
 * Formatting of values, `'%s has %d ports'.format([self.name, size(self.ports)])` and `strings.quote`. The output is that of the CEL
 * library in Kubernetes.
 */
import { CostError } from '../error.ts';
import type { CelLibrary } from './library.ts';
import { mostMade } from './values.ts';

class Strings {}

const escapes: Readonly<Record<string, string>> = {
	'\u0007': '\\a',
	'\b': '\\b',
	'\f': '\\f',
	'\n': '\\n',
	'\r': '\\r',
	'\t': '\\t',
	'\v': '\\v',
	'\\': '\\\\',
	'"': '\\"',
};

function quote(text: string): string {
	return `"${text.toWellFormed().replace(/[^ !#-[\]-~]/g, (character) => escapes[character] ?? character)}"`;
}

/** Returns the type of a value for error messages. */
function typeOf(value: unknown): string {
	if (value === null) return 'null_type';
	if (Array.isArray(value)) return 'list';
	if (value instanceof Uint8Array) return 'bytes';
	if (value instanceof Date) return 'google.protobuf.Timestamp';
	if (isUnsigned(value)) return 'uint';
	const plain = { bigint: 'int', number: 'double', string: 'string', boolean: 'bool' } as const;
	return plain[typeof value as keyof typeof plain] ?? 'map';
}

function isUnsigned(value: unknown): boolean {
	return value !== null && typeof value === 'object' && typeof value.valueOf() === 'bigint';
}

/** Returns the value of a signed or unsigned integer. Returns undefined for other types. */
function integer(value: unknown): bigint | undefined {
	const plain = isUnsigned(value) ? (value as object).valueOf() : value;
	return typeof plain === 'bigint' ? plain : undefined;
}

const special = (value: number): string => (Number.isNaN(value) ? 'NaN' : `${value > 0 ? '' : '-'}∞`);

/** Formats a number with as few digits as possible, as Go does. */
function shortest(value: number): string {
	if (!Number.isFinite(value)) return Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf';
	const text = value !== 0 && Math.abs(value) < 1e-4 ? value.toExponential() : String(value);
	return text.replace(/e([+-])(\d)$/, 'e$10$2');
}

function fixedPoint(value: number, digits: number): string {
	if (!Number.isFinite(value)) return special(value);
	const [whole = '', fraction] = exactFixed(value, digits).split('.');
	const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
	return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** Formats a number with a fixed number of digits. For numbers from 1e21 on, JavaScript alone would write an exponent. */
function exactFixed(value: number, digits: number): string {
	if (Math.abs(value) >= 1e21) return `${BigInt(value)}${digits === 0 ? '' : `.${'0'.repeat(digits)}`}`;
	return toEven(value.toFixed(digits), value.toFixed(Math.min(mostDigits, digits + 60)), digits);
}

/** Rounds half to even like Go; JavaScript rounds half up. `exact`: all digits of the number. */
function toEven(rounded: string, exact: string, digits: number): string {
	const cut = exact.indexOf('.') + (digits === 0 ? 0 : digits + 1);
	const isBetween = /^\.?50*$/.test(exact.slice(cut));
	const last = rounded.at(-1) ?? '';
	return isBetween && Number(last) % 2 === 1 ? exact.slice(0, cut) : rounded;
}

const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** Formats a number with an exponent and six digits. */
function scientific(value: number): string {
	if (!Number.isFinite(value)) return special(value);
	const [mantissa = '', exponent = '0'] = value.toExponential(6).split('e');
	const [exact = ''] = value.toExponential(60).split('e');
	const raised = exponent.replace(/[+-]/, '').padStart(2, '0');
	return `${toEven(mantissa, exact, 6)}×10${exponent.startsWith('-') ? '⁻' : ''}${[...raised].map((digit) => superscripts[Number(digit)]).join('')}`;
}

/** Formats a value inside a list or map. Strings are quoted, and other values are written as literals of CEL. */
function within(value: unknown): string {
	if (typeof value === 'string') return quote(value);
	if (typeof value === 'number') return Number.isFinite(value) ? exactFixed(value, 6) : `"${shortest(value)}"`;
	if (value instanceof Uint8Array) return `b${quote(Buffer.from(value).toString())}`;
	if (value instanceof Date) return `timestamp("${timeText(value)}")`;
	if (isDuration(value)) return `duration("${durationText(value)}")`;
	return plainText(value);
}

interface Duration {
	readonly seconds: bigint;
	readonly nanos: number;
}

function isDuration(value: unknown): value is Duration {
	return value !== null && typeof value === 'object' && 'addDuration' in value;
}

function durationText({ seconds, nanos }: Duration): string {
	const total = seconds * 1_000_000_000n + BigInt(nanos);
	const sign = total < 0n ? '-' : '';
	const positive = total < 0n ? -total : total;
	const fraction = (positive % 1_000_000_000n).toString().padStart(9, '0').replace(/0+$/, '');
	return `${sign}${positive / 1_000_000_000n}${fraction === '' ? '' : `.${fraction}`}s`;
}

function timeText(time: Date): string {
	return time.toISOString().replace(/\.?0*Z$/, 'Z');
}

function plainText(value: unknown): string {
	if (value === null) return 'null';
	if (typeof value === 'string') return value;
	if (typeof value === 'number') return shortest(value);
	if (typeof value === 'bigint' || typeof value === 'boolean' || isUnsigned(value)) return String(value);
	if (value instanceof Uint8Array) return Buffer.from(value).toString();
	if (value instanceof Date) return timeText(value);
	if (isDuration(value)) return durationText(value);
	if (Array.isArray(value)) return `[${value.map(within).join(', ')}]`;
	const type = /^\[object Type<(.*)>\]$/.exec(Object.prototype.toString.call(value))?.[1];
	if (type !== undefined) return type;
	const entries = value instanceof Map ? [...value] : Object.entries(value as object);
	return `{${entries
		.map(([key, item]) => `${within(key)}:${within(item)}`)
		.sort()
		.join(', ')}}`;
}

/** Formats a value in base 16, bytes and strings byte by byte. */
function hexadecimal(value: unknown): string | undefined {
	if (typeof value === 'string' || value instanceof Uint8Array) return Buffer.from(value).toString('hex');
	return integer(value)?.toString(16);
}

interface Clause {
	/** Names of the types to which the clause applies, for error messages. */
	readonly of: string;
	/** Formats the value. Returns undefined when the clause does not apply to its type. */
	readonly write: (value: unknown, digits: number) => string | undefined;
}

const clauses: Readonly<Record<string, Clause>> = {
	s: { of: 'string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps', write: plainText },
	d: {
		of: 'decimal clause can only be used on integers',
		write: (value) => integer(value)?.toString(),
	},
	f: { of: 'fixed-point clause can only be used on doubles', write: (value, digits) => (typeof value === 'number' ? fixedPoint(value, digits) : undefined) },
	e: { of: 'scientific clause can only be used on doubles', write: (value) => (typeof value === 'number' ? scientific(value) : undefined) },
	b: {
		of: 'only integers and bools can be formatted as binary',
		write: (value) => (typeof value === 'boolean' ? String(Number(value)) : integer(value)?.toString(2)),
	},
	o: { of: 'octal clause can only be used on integers', write: (value) => integer(value)?.toString(8) },
	x: { of: 'only integers, byte buffers, and strings can be formatted as hex', write: hexadecimal },
	X: { of: 'only integers, byte buffers, and strings can be formatted as hex', write: (value) => hexadecimal(value)?.toUpperCase() },
};

/** Maximum number of digits after the decimal point. Further ones would be zeros. */
const mostDigits = 100;

function format(text: string, values: readonly unknown[]): string {
	let used = 0;
	let length = 0;
	const written = text.replace(/%(%|(?:\.(\d*))?(.|$))/gsu, (_, clause: string, precision: string | undefined, letter: string) => {
		if (clause === '%') return '%';
		if (precision === '') throw new Error('could not parse formatting clause: error while parsing precision: a number is expected after the point');
		if (letter === '') throw new Error('unexpected end of string');
		const found = Object.hasOwn(clauses, letter) ? clauses[letter] : undefined;
		if (found === undefined) throw new Error(`could not parse formatting clause: unrecognized formatting clause ${JSON.stringify(letter)}`);
		if (used >= values.length) throw new Error(`index ${used} out of range`);
		const digits = precision === undefined ? 6 : Number(precision);
		if (digits > mostDigits) throw new Error(`could not parse formatting clause: a precision of more than ${mostDigits} digits`);
		const value = values[used++];
		const part = found.write(value, digits);
		if (part === undefined) throw new Error(`error during formatting: ${found.of}, was given ${typeOf(value)}`);
		length += part.length;
		if (length > mostMade) throw new CostError();
		return part;
	});
	if (used < values.length) throw new Error(`too many arguments supplied to string.format (expected ${used}, got ${values.length})`);
	return written;
}

export const formatting: CelLibrary = {
	types: [{ name: 'StringsNamespace', ctor: Strings, namespace: 'strings' }],
	functions: [
		{ signature: 'string.format(list): string', handler: format },
		{ signature: 'StringsNamespace.quote(string): string', handler: (_, text) => quote(text) },
	],
};
