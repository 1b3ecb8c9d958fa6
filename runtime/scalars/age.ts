/** Formats durations in Tables: `45s`, `5m30s`, `3h`, `5d3h`, `2y40d`. Small numbers of the large unit are followed by a second unit. */
const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
const year = 365 * day;

/** Formats by exclusive upper bound in seconds: one unit, or two. */
const steps: readonly {
	readonly below: number;
	readonly unit: number;
	readonly letter: string;
	readonly minor?: { readonly unit: number; readonly letter: string };
}[] = [
	{ below: 2 * minute, unit: 1, letter: 's' },
	{ below: 10 * minute, unit: minute, letter: 'm', minor: { unit: 1, letter: 's' } },
	{ below: 3 * hour, unit: minute, letter: 'm' },
	{ below: 8 * hour, unit: hour, letter: 'h', minor: { unit: minute, letter: 'm' } },
	{ below: 2 * day, unit: hour, letter: 'h' },
	{ below: 8 * day, unit: day, letter: 'd', minor: { unit: hour, letter: 'h' } },
	{ below: 2 * year, unit: day, letter: 'd' },
	{ below: 8 * year, unit: year, letter: 'y', minor: { unit: day, letter: 'd' } },
	{ below: Number.POSITIVE_INFINITY, unit: year, letter: 'y' },
];

/** Formats a duration. Up to two seconds in the future count as 0; a later time is `<invalid>`. */
export function humanDuration(durationMs: number): string {
	const seconds = Math.trunc(durationMs / 1000);
	if (seconds < -1) return '<invalid>';
	if (seconds < 0) return '0s';
	const step = steps.find(({ below }) => seconds < below) ?? { unit: year, letter: 'y', minor: undefined };
	const major = `${Math.floor(seconds / step.unit)}${step.letter}`;
	const rest = step.minor === undefined ? 0 : Math.floor((seconds % step.unit) / step.minor.unit);
	return step.minor === undefined || rest === 0 ? major : `${major}${rest}${step.minor.letter}`;
}

/** Formats the age of an RFC 3339 time; `<unknown>` without one. */
export function age(time: unknown, nowMs = Date.now()): string {
	return typeof time === 'string' ? ageSince(Date.parse(time), nowMs) : '<unknown>';
}

/** `thenMs`: milliseconds since the epoch, NaN for an invalid time. */
export function ageSince(thenMs: number, nowMs: number): string {
	return Number.isNaN(thenMs) ? '<invalid>' : humanDuration(nowMs - thenMs);
}

/** A text with an age that grows: the text before it, the start time, and the text after it. */
export class Aged {
	readonly before: string;
	readonly time: unknown;
	readonly after: string;
	constructor(time: unknown, before = '', after = '') {
		this.time = time;
		this.before = before;
		this.after = after;
	}

	text(nowMs: number): string {
		return `${this.before}${age(this.time, nowMs)}${this.after}`;
	}
}
