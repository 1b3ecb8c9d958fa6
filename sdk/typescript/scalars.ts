/** Quantities, durations and times: text with a form of its own, which the compiler checks where it is written out, and helpers where it is not. */
import { formatDuration, parseDuration } from '../../runtime/scalars/duration.ts';
import { compareQuantities, formatQuantity, parseQuantity } from '../../runtime/scalars/quantity.ts';
import { parseTime } from '../../runtime/scalars/time.ts';

type DecimalSuffix = 'n' | 'u' | 'm' | 'k' | 'M' | 'G' | 'T' | 'P' | 'E';
type BinarySuffix = 'Ki' | 'Mi' | 'Gi' | 'Ti' | 'Pi' | 'Ei';

/** An amount: `500m`, `1.5`, `64Mi`. */
export type Quantity = `${number}` | `${number}${DecimalSuffix | BinarySuffix}`;

/** A span of time: `1h30m`, `500ms`. */
export type Duration =
	| `${number}${'h' | 'm' | 's' | 'ms' | 'us' | 'µs' | 'ns'}`
	| `${number}h${number}m`
	| `${number}h${number}s`
	| `${number}m${number}s`
	| `${number}h${number}m${number}s`
	| '0';

/** A moment, in seconds: `2030-01-31T12:00:00Z`. */
export type Time = `${number}-${number}-${number}T${number}:${number}:${string}`;

/** A moment, in microseconds: `2030-01-31T12:00:00.000000Z`. */
export type MicroTime = Time;

const nano = 10n ** 9n;

/** A quantity of text that is not known before, or of a number. Throws an Error that says what is wrong. */
export function quantity(value: string | number | bigint): Quantity {
	const text = typeof value === 'number' ? decimalText(value) : String(value);
	return formatQuantity(parseQuantity(text)) as Quantity;
}

/** As a number: `500m` is 0.5, `1Ki` is 1024. Inexact where a number cannot hold it. */
export function quantityNumber(value: string): number {
	const { nano: nanos } = parseQuantity(value);
	return Number(nanos / nano) + Number(nanos % nano) / Number(nano);
}

/** Negative, zero or positive, as `a` is less than, equal to or more than `b`, exactly. */
export function compareQuantity(a: string, b: string): number {
	return compareQuantities(parseQuantity(a), parseQuantity(b));
}

/** The sum, exactly, written as the first is. */
export function addQuantities(first: string, ...others: readonly string[]): Quantity {
	const sum = parseQuantity(first);
	const nanos = others.reduce((total, other) => total + parseQuantity(other).nano, sum.nano);
	return formatQuantity({ nano: nanos, form: sum.form }) as Quantity;
}

/** A duration of text that is not known before, or of milliseconds. Throws an Error that says what is wrong. */
export function duration(value: string | number): Duration {
	if (typeof value === 'number') return formatDuration(BigInt(Math.round(value * 1e6))) as Duration;
	return formatDuration(parseDuration(value)) as Duration;
}

/** Milliseconds, which may have a fraction. */
export function durationMs(value: string): number {
	return Number(parseDuration(value)) / 1e6;
}

/** A time of a Date, or of text that is not known before. Throws an Error that says what is wrong. */
export function time(value: Date | string): Time {
	const date = typeof value === 'string' ? timeDate(value) : value;
	return `${date.toISOString().slice(0, -5)}Z` as Time;
}

/** A time with microseconds. */
export function microTime(value: Date): MicroTime {
	return `${value.toISOString().slice(0, -1)}000Z` as MicroTime;
}

/** As a Date, which knows milliseconds. */
export function timeDate(value: string): Date {
	const { seconds, nanos } = parseTime(value);
	return new Date(seconds * 1000 + Math.floor(nanos / 1e6));
}

/** Without an exponent that quantities would take for a suffix. */
function decimalText(value: number): string {
	if (!Number.isFinite(value)) throw new RangeError(`${value} is no quantity`);
	return Number.isInteger(value) ? BigInt(value).toString() : value.toFixed(9).replace(/0+$/, '');
}
