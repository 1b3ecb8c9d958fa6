/**
 * Cacheable form of a Table row: all of its text except ages, which change. A header has the number of ages, and the position and start
 * time of each. A list of many thousand rows then only copies bytes.
 */

import { type Aged, ageSince } from '../scalars/age.ts';

/** The row begins with the number of ages: 16 bits, more than a kind may have columns. */
const countBytes = 2;

/** For each age its position in the text (32 bits) and milliseconds since the epoch (64-bit float; NaN for an invalid time). */
const placeBytes = 4 + 8;

/** Most ages have two or three characters; the longest is `<invalid>`. */
const longestAge = 16;

/** Placeholder of an age in the text. Encoded JSON never contains this character. */
const mark = '\0';

/** Builds the cacheable form. `textOf`: makes the row's text with the given placeholder for each aged cell. */
export function keptRow(textOf: (aged: (cell: Aged) => string) => string): Buffer {
	const times: number[] = [];
	const marked = textOf((cell) => {
		if (typeof cell.time !== 'string') return JSON.stringify(cell.text(0));
		times.push(Date.parse(cell.time));
		return `"${inner(cell.before)}${mark}${inner(cell.after)}"`;
	});
	const parts = marked.split(mark).map((part) => Buffer.from(part));
	const places = Buffer.alloc(countBytes + times.length * placeBytes);
	places.writeUInt16LE(times.length);
	let length = 0;
	for (const [i, time] of times.entries()) {
		length += parts[i]?.length ?? 0;
		places.writeUInt32LE(length, countBytes + i * placeBytes);
		places.writeDoubleLE(time, countBytes + i * placeBytes + 4);
	}
	return Buffer.concat([places, ...parts]);
}

/** Returns the row's JSON with the ages at a time. */
export function withAges(kept: Buffer, nowMs: number): Buffer {
	const count = kept.readUInt16LE(0);
	const start = countBytes + count * placeBytes;
	if (count === 0) return kept.subarray(start);
	const row = Buffer.allocUnsafe(kept.length - start + count * longestAge);
	let from = start;
	let at = 0;
	for (let place = countBytes; place < start; place += placeBytes) {
		const to = start + kept.readUInt32LE(place);
		at += kept.copy(row, at, from, to);
		const age = ageSince(kept.readDoubleLE(place + 4), nowMs);
		for (let i = 0; i < age.length; i++) row[at++] = age.charCodeAt(i);
		from = to;
	}
	at += kept.copy(row, at, from);
	return row.subarray(0, at);
}

/** Escapes text for the inside of a JSON string. */
function inner(text: string): string {
	return JSON.stringify(text).slice(1, -1);
}
