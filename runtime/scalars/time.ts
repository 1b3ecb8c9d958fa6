/** Times as RFC 3339 text. In memory they are canonical: UTC, `2006-01-02T15:04:05Z`, with six decimals for micro times. */

export interface Instant {
	/** Seconds since 1970, possibly negative. */
	readonly seconds: number;
	readonly nanos: number;
}

const syntax = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:[.,](\d{1,9})\d*)?(?:Z|([+-])(\d{2}):(\d{2}))$/;
const daysOfMonth = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

export class TimeError extends Error {
	override readonly name = 'TimeError';
}

/** Throws TimeError with the message of Go's parser. */
export function parseTime(text: string): Instant {
	const match = syntax.exec(text);
	if (match === null)
		throw new TimeError(`parsing time ${JSON.stringify(text)} as "2006-01-02T15:04:05Z07:00": cannot parse ${JSON.stringify(text)} as "2006"`);
	const [, year = '', month = '', day = '', hour = '', minute = '', second = '', fraction = '', sign, zoneHour = '0', zoneMinute = '0'] = match;
	const range = outOfRange(+year, +month, +day, +hour, +minute, +second, +zoneHour, +zoneMinute);
	if (range !== undefined) throw new TimeError(`parsing time ${JSON.stringify(text)}: ${range} out of range`);
	const date = new Date(0);
	date.setUTCFullYear(+year, +month - 1, +day);
	date.setUTCHours(+hour, +minute, +second);
	const offset = (+zoneHour * 60 + +zoneMinute) * 60;
	return { seconds: date.getTime() / 1000 - (sign === '-' ? -offset : offset), nanos: fraction === '' ? 0 : Number(fraction.padEnd(9, '0')) };
}

function outOfRange(
	...[year, month, day, hour, minute, second, zoneHour, zoneMinute]: readonly [number, number, number, number, number, number, number, number]
) {
	if (month < 1 || month > 12) return 'month';
	const leap = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
	if (day < 1 || day > (daysOfMonth[month - 1] ?? 0) + (leap ? 1 : 0)) return 'day';
	if (hour > 23) return 'hour';
	if (minute > 59) return 'minute';
	if (second > 59) return 'second';
	if (zoneHour > 24 || zoneMinute > 59) return 'time zone offset';
	return undefined;
}

/** Returns why a text is no time; undefined for a time. */
export function timeProblem(text: string): string | undefined {
	try {
		parseTime(text);
		return undefined;
	} catch (error) {
		if (error instanceof TimeError) return error.message;
		throw error;
	}
}

/** Formats `2006-01-02T15:04:05Z`. */
export function formatTime({ seconds }: Instant): string {
	return `${new Date(seconds * 1000).toISOString().slice(0, -5)}Z`;
}

/** Formats `2006-01-02T15:04:05.000000Z`. */
export function formatMicroTime({ seconds, nanos }: Instant): string {
	return `${new Date(seconds * 1000).toISOString().slice(0, -5)}.${String(Math.floor(nanos / 1000)).padStart(6, '0')}Z`;
}

export function canonicalTime(text: string): string {
	if (isPlainlyCanonical(text)) return text;
	return formatTime(withinYears(parseTime(text), text));
}

export function canonicalMicroTime(text: string): string {
	return formatMicroTime(withinYears(parseTime(text), text));
}

/** True for text that is already canonical. Fast: no regular expression, no Date. Returns false for the last days of months. */
function isPlainlyCanonical(text: string): boolean {
	if (text.length !== 20 || text[4] !== '-' || text[7] !== '-' || text[10] !== 'T' || text[13] !== ':' || text[16] !== ':' || text[19] !== 'Z') return false;
	const month = twoDigits(text, 5);
	const day = twoDigits(text, 8);
	if (twoDigits(text, 0) < 0 || twoDigits(text, 2) < 0 || month < 1 || month > 12 || day < 1 || day > 28) return false;
	return inRange(twoDigits(text, 11), 23) && inRange(twoDigits(text, 14), 59) && inRange(twoDigits(text, 17), 59);
}

function inRange(value: number, max: number): boolean {
	return value >= 0 && value <= max;
}

/** Reads two digits; returns -1 for other characters. */
function twoDigits(text: string, at: number): number {
	const tens = text.charCodeAt(at) - 0x30;
	const ones = text.charCodeAt(at + 1) - 0x30;
	return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : -1;
}

/** Refuses a time whose year in UTC does not have four digits. */
function withinYears(instant: Instant, text: string): Instant {
	if (!isWithinYears(instant.seconds)) throw new TimeError(`parsing time ${JSON.stringify(text)}: year out of range`);
	return instant;
}

/** True when the year has four digits. */
export function isWithinYears(seconds: number): boolean {
	return seconds >= -62_167_219_200 && seconds <= 253_402_300_799;
}
