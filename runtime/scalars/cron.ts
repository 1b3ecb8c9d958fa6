/** Cron schedules of Kubernetes: five fields, words such as `@daily`, or `@every 1h30m`, with an optional `TZ=` prefix. */

import { parseDuration } from './duration.ts';
import { TimeError } from './time.ts';
import { timeZoneProblem } from './time-zones.ts';

interface Bounds {
	readonly min: number;
	readonly max: number;
	/** Names of the values, from `min` on. */
	readonly names: readonly string[];
}

/** Minute, hour, day of the month, month, day of the week. */
const fields: readonly Bounds[] = [
	{ min: 0, max: 59, names: [] },
	{ min: 0, max: 23, names: [] },
	{ min: 1, max: 31, names: [] },
	{ min: 1, max: 12, names: ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'] },
	{ min: 0, max: 6, names: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] },
];
const descriptors: ReadonlySet<string> = new Set(['@yearly', '@annually', '@monthly', '@weekly', '@daily', '@midnight', '@hourly']);
const every = '@every ';
const zone = /^(?:CRON_)?TZ=([^ ]*)( ?)/;
/** Separator of fields: Unicode whitespace. `\s` lacks U+0085. */
const blank = /[\s\u0085]+/u;

class ScheduleError extends Error {}

/** Returns why a schedule is invalid; undefined for a valid one. */
export function scheduleProblem(text: string): string | undefined {
	try {
		checkSchedule(text);
		return undefined;
	} catch (error) {
		if (error instanceof ScheduleError) return error.message;
		throw error;
	}
}

function checkSchedule(text: string): void {
	if (text === '') fail('empty spec string');
	const rest = afterZone(text);
	if (rest.startsWith('@')) checkDescriptor(rest);
	else checkFields(rest.split(blank).filter((field) => field !== ''));
}

function afterZone(text: string): string {
	const [prefix, name = '', space] = zone.exec(text) ?? [];
	if (prefix === undefined) return text;
	if (space === '') fail(`no schedule follows the time zone: ${text}`);
	const problem = timeZoneProblem(name);
	if (problem !== undefined) fail(`provided bad location ${name}: ${problem}`);
	return text.slice(prefix.length).trim();
}

function checkDescriptor(text: string): void {
	if (descriptors.has(text)) return;
	if (!text.startsWith(every)) fail(`unrecognized descriptor: ${text}`);
	try {
		parseDuration(text.slice(every.length));
	} catch (error) {
		if (error instanceof TimeError) fail(`failed to parse duration ${text}: ${error.message}`);
		throw error;
	}
}

function checkFields(given: readonly string[]): void {
	if (given.length !== fields.length) fail(`expected exactly ${fields.length} fields, found ${given.length}: [${given.join(' ')}]`);
	for (const [index, bounds] of fields.entries()) {
		for (const range of (given[index] ?? '').split(',')) if (range !== '') checkRange(range, bounds);
	}
}

/** Checks a range with an optional step: `5`, `mon-fri`, `*`, `10-20/5`. */
function checkRange(text: string, bounds: Bounds): void {
	const [range = '', step, ...steps] = text.split('/');
	const [low = '', high, ...more] = range.split('-');
	const isAll = low === '*' || low === '?';
	const start = isAll ? bounds.min : numberOf(low, bounds);
	let end = isAll ? bounds.max : high === undefined ? start : more.length > 0 ? fail(`too many hyphens: ${text}`) : numberOf(high, bounds);
	if (steps.length > 0) fail(`too many slashes: ${text}`);
	const by = step === undefined ? 1 : integerOf(step);
	if (step !== undefined && high === undefined) end = bounds.max;
	if (start < bounds.min) fail(`beginning of range (${start}) below minimum (${bounds.min}): ${text}`);
	if (end > bounds.max) fail(`end of range (${end}) above maximum (${bounds.max}): ${text}`);
	if (start > end) fail(`beginning of range (${start}) beyond end of range (${end}): ${text}`);
	if (by === 0) fail(`step of range should be a positive number: ${text}`);
}

function numberOf(text: string, { min, names }: Bounds): number {
	const named = names.indexOf(text.toLowerCase());
	return named < 0 ? integerOf(text) : min + named;
}

function integerOf(text: string): number {
	const quoted = JSON.stringify(text);
	if (!/^[+-]?\d+$/.test(text)) fail(`failed to parse int from ${text}: strconv.Atoi: parsing ${quoted}: invalid syntax`);
	const value = BigInt(text.replace(/^\+/, ''));
	if (BigInt.asIntN(64, value) !== value) fail(`failed to parse int from ${text}: strconv.Atoi: parsing ${quoted}: value out of range`);
	if (value < 0n) fail(`negative number (${value}) not allowed: ${text}`);
	return Number(value);
}

function fail(message: string): never {
	throw new ScheduleError(message);
}
