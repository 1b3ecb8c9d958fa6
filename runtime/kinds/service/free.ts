/** Which of a row of numbered things is given out next: one by chance, among those that nobody asks for by name as a rule. */
import { randomInt } from 'node:crypto';

/** Draws that are likely to find one unless most are taken; then they are gone through. */
const draws = 16;

/** `reserved`: the first so many are given out when all others are. Undefined: all are taken. */
export function freeOf(size: number, reserved: number, isTaken: (index: number) => boolean): number | undefined {
	return freeIn(reserved, size - reserved, isTaken) ?? freeIn(0, reserved, isTaken);
}

function freeIn(first: number, size: number, isTaken: (index: number) => boolean): number | undefined {
	if (size <= 0) return undefined;
	for (let draw = 0; draw < draws; draw++) {
		const index = first + randomInt(size);
		if (!isTaken(index)) return index;
	}
	const start = randomInt(size);
	for (let step = 0; step < size; step++) {
		const index = first + ((start + step) % size);
		if (!isTaken(index)) return index;
	}
	return undefined;
}

/** The size of the part that is for those who ask by name: a share of the whole, with a least and a most. */
export function reservedOf(size: number, { share, least, most }: { readonly share: number; readonly least: number; readonly most: number }): number {
	return size <= least ? 0 : Math.max(least, Math.min(most, Math.floor(size / share)));
}
