/** The only parser and formatter of durations, in Go's form `1h30m0s`: for fields, query parameters and flags. */
import { TimeError } from './time.ts';

const unitNanos: Readonly<Record<string, bigint>> = {
	ns: 1n,
	us: 1_000n,
	µs: 1_000n,
	μs: 1_000n,
	ms: 1_000_000n,
	s: 1_000_000_000n,
	m: 60_000_000_000n,
	h: 3_600_000_000_000n,
};
/** Escaped, because one character beyond Latin-1 doubles the memory of the module's source. */
const durationPart = /(\d*)(?:\.(\d*))?([^\d.]*)/y;
const longestDuration = 2n ** 63n - 1n;

/** Parses a duration to nanoseconds. Throws TimeError. */
export function parseDuration(text: string): bigint {
	const fail = (): never => {
		throw new TimeError(`time: invalid duration ${JSON.stringify(text)}`);
	};
	const negative = text.startsWith('-');
	const body = negative || text.startsWith('+') ? text.slice(1) : text;
	if (body === '0') return 0n;
	if (body === '' || body.length > 128) return fail();
	let total = 0n;
	durationPart.lastIndex = 0;
	while (durationPart.lastIndex < body.length) {
		const match = durationPart.exec(body);
		const [, whole = '', fraction = '', unit = ''] = match ?? [];
		if (match === null || (whole === '' && fraction === '')) return fail();
		if (unit === '') throw new TimeError(`time: missing unit in duration ${JSON.stringify(text)}`);
		const nanos = Object.hasOwn(unitNanos, unit) ? unitNanos[unit] : undefined;
		if (nanos === undefined) throw new TimeError(`time: unknown unit ${JSON.stringify(unit)} in duration ${JSON.stringify(text)}`);
		total += BigInt(whole || '0') * nanos + (BigInt(fraction || '0') * nanos) / 10n ** BigInt(fraction.length);
	}
	// Negative durations have one more value.
	if (total > longestDuration + (negative ? 1n : 0n)) return fail();
	return negative ? -total : total;
}

const nanosOfMs = 1_000_000;

/** Parses a duration to milliseconds, which may be fractional; undefined for other text. */
export function durationMs(text: string): number | undefined {
	try {
		return Number(parseDuration(text)) / nanosOfMs;
	} catch (error) {
		if (error instanceof TimeError) return undefined;
		throw error;
	}
}

/** Converts seconds to milliseconds like Go's 64-bit nanoseconds: values beyond 292 years wrap around, as in Kubernetes' clients. */
export function secondsInMs(seconds: number): number {
	if (Math.abs(seconds) <= 9_000_000_000) return seconds * 1000;
	return Number(BigInt.asIntN(64, BigInt(seconds) * 1_000_000_000n)) / nanosOfMs;
}

/** Formats a duration as Go does: `1h30m0s`, `1.5s`, `100ms`, `0s`. */
export function formatDuration(nanos: bigint): string {
	if (nanos === 0n) return '0s';
	const sign = nanos < 0n ? '-' : '';
	const value = nanos < 0n ? -nanos : nanos;
	if (value < 1_000n) return `${sign}${value}ns`;
	if (value < 1_000_000n) return `${sign}${decimal(value, 3)}µs`;
	if (value < 1_000_000_000n) return `${sign}${decimal(value, 6)}ms`;
	const minutes = value / 60_000_000_000n;
	const seconds = decimal(value % 60_000_000_000n, 9);
	if (minutes === 0n) return `${sign}${seconds}s`;
	const hours = minutes / 60n;
	return `${sign}${hours > 0n ? `${hours}h` : ''}${minutes % 60n}m${seconds}s`;
}

/** Formats `value` divided by 10^digits, without trailing zeros. */
function decimal(value: bigint, digits: number): string {
	const unit = 10n ** BigInt(digits);
	const fraction = (value % unit).toString().padStart(digits, '0').replace(/0+$/, '');
	return fraction === '' ? `${value / unit}` : `${value / unit}.${fraction}`;
}
