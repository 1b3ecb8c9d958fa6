/** Quantities, durations and times: strings with a fixed format. The compiler checks literals; functions check other strings. */
import { formatDuration, parseDuration } from '../../runtime/scalars/duration.ts';
import { compareQuantities, formatQuantity, parseQuantity } from '../../runtime/scalars/quantity.ts';
import { parseTime } from '../../runtime/scalars/time.ts';

type DecimalSuffix = 'n' | 'u' | 'm' | 'k' | 'M' | 'G' | 'T' | 'P' | 'E';
type BinarySuffix = 'Ki' | 'Mi' | 'Gi' | 'Ti' | 'Pi' | 'Ei';

/** Quantity: `500m`, `1.5`, `64Mi`. */
export type Quantity = `${number}` | `${number}${DecimalSuffix | BinarySuffix}`;

/** Duration: `1h30m`, `500ms`. */
export type Duration =
	| `${number}${'h' | 'm' | 's' | 'ms' | 'us' | 'µs' | 'ns'}`
	| `${number}h${number}m`
	| `${number}h${number}s`
	| `${number}m${number}s`
	| `${number}h${number}m${number}s`
	| '0';

/** Time with seconds: `2030-01-31T12:00:00Z`. */
export type Time = `${number}-${number}-${number}T${number}:${number}:${string}`;

/** Time with microseconds: `2030-01-31T12:00:00.000000Z`. */
export type MicroTime = Time;

const nano = 10n ** 9n;

/** Makes a quantity from a string or a number. Throws an Error that explains an invalid one. */
export function quantity(value: string | number | bigint): Quantity {
	const text = typeof value === 'number' ? decimalText(value) : String(value);
	return formatQuantity(parseQuantity(text)) as Quantity;
}

/** Returns a quantity as a number: 0.5 for `500m`, 1024 for `1Ki`. Inexact when a number cannot represent it. */
export function quantityNumber(value: string): number {
	const { nano: nanos } = parseQuantity(value);
	return Number(nanos / nano) + Number(nanos % nano) / Number(nano);
}

/** Compares exactly. Returns a negative number, zero or a positive number, as `a` is less than, equal to or more than `b`. */
export function compareQuantity(a: string, b: string): number {
	return compareQuantities(parseQuantity(a), parseQuantity(b));
}

/** Returns the exact sum, in the notation of the first quantity. */
export function addQuantities(first: string, ...others: readonly string[]): Quantity {
	const sum = parseQuantity(first);
	const nanos = others.reduce((total, other) => total + parseQuantity(other).nano, sum.nano);
	return formatQuantity({ nano: nanos, form: sum.form }) as Quantity;
}

/** Makes a duration from a string or from milliseconds. Throws an Error that explains an invalid one. */
export function duration(value: string | number): Duration {
	if (typeof value === 'number') return formatDuration(BigInt(Math.round(value * 1e6))) as Duration;
	return formatDuration(parseDuration(value)) as Duration;
}

/** Returns the duration in milliseconds, which may have a fraction. */
export function durationMs(value: string): number {
	return Number(parseDuration(value)) / 1e6;
}

/** Makes a time from a Date or a string. Throws an Error that explains an invalid one. */
export function time(value: Date | string): Time {
	const date = typeof value === 'string' ? timeDate(value) : value;
	return `${date.toISOString().slice(0, -5)}Z` as Time;
}

/** Makes a time with microseconds. */
export function microTime(value: Date): MicroTime {
	return `${value.toISOString().slice(0, -1)}000Z` as MicroTime;
}

/** Returns the time as a Date, which has milliseconds only. */
export function timeDate(value: string): Date {
	const { seconds, nanos } = parseTime(value);
	return new Date(seconds * 1000 + Math.floor(nanos / 1e6));
}

/** Formats a number without an exponent, which quantities would read as a suffix. */
function decimalText(value: number): string {
	if (!Number.isFinite(value)) throw new RangeError(`${value} is no quantity`);
	return Number.isInteger(value) ? BigInt(value).toString() : value.toFixed(9).replace(/0+$/, '');
}
