/** Parsers of flag values. Each throws an Error that names the expected form. */
import { durationMs, formatDuration } from '../scalars/duration.ts';

export function text(value: string): string {
	if (value === '') throw new Error('expected a value');
	return value;
}

/** Parses an integer between `min` and `max`, both included. */
export function integer(value: string, min: number, max: number): number {
	const number = Number(value);
	if (!/^\d+$/.test(value) || number < min || number > max) throw new Error(`expected a number from ${min} to ${max}`);
	return number;
}

/** Reports whether a word is a boolean value. There are no positional arguments, so such a word after a boolean flag is its value. */
export function isBoolean(word: string | undefined): boolean {
	return word === 'true' || word === 'false';
}

export function boolean(value: string): boolean {
	if (isBoolean(value)) return value === 'true';
	throw new Error('expected true or false');
}

export function list(value: string): readonly string[] {
	const items = value.split(',').map((item) => item.trim());
	if (items.includes('')) throw new Error('expected a comma-separated list without empty entries');
	return items;
}

/** Parses `Name=true,Other=false`; a name without value means true. */
export function switches(value: string): Readonly<Record<string, boolean>> {
	return Object.fromEntries(
		list(value).map((entry) => {
			const equals = entry.indexOf('=');
			return equals < 0 ? [entry, true] : [entry.slice(0, equals), boolean(entry.slice(equals + 1))];
		}),
	);
}

export interface DurationBounds {
	readonly minMs: number;
	readonly maxMs: number;
}

/** Parses a duration; returns milliseconds. */
export function duration(value: string, { minMs, maxMs }: DurationBounds): number {
	const ms = durationMs(value);
	const [shortest, longest] = [minMs, maxMs].map((bound) => formatDuration(BigInt(bound) * nanosOfMs));
	if (ms === undefined || ms < minMs || ms > maxMs) throw new Error(`expected a duration from ${shortest} to ${longest}, such as 1m30s`);
	return ms;
}

const nanosOfMs = 1_000_000n;
