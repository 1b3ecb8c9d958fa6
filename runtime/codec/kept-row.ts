/**
 * A Table's row as it can be kept: all of it but its ages, which grow. In front of its text stands how many ages it has, and of each where
 * it belongs and since when it is counted, so that a list of many thousand rows only copies.
 */

import { type Aged, ageSince } from '../scalars/age.ts';

/** How many ages, before all else; 16 bits, as many as a kind may have columns and more. */
const countBytes = 2;

/** Of each age: where it belongs in the text (32 bits), and milliseconds since the epoch (64, floating; NaN where it is no time). */
const placeBytes = 4 + 8;

/** Most are of two or three letters, the longest is `<invalid>`. */
const longestAge = 16;

/** Stands for an age while the text is made: JSON has it nowhere else. */
const mark = '\0';

/** `textOf` asks for what stands in an aged cell's place. */
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

/** The row's JSON as it is at a time. */
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

/** Text as it stands within the quotes of JSON. */
function inner(text: string): string {
	return JSON.stringify(text).slice(1, -1);
}
