/** Random allocation from a numbered range; prefers numbers outside the part reserved for explicit requests. */
import { randomInt } from 'node:crypto';

/** Number of random attempts before a linear search. They usually find a free number, unless most are taken. */
const draws = 16;

/** Returns a free number; undefined when there is none. `reserved`: number of first entries that are allocated last. */
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

/** Returns the size of the reserved part: a fraction of the range, with minimum and maximum. */
export function reservedOf(size: number, { share, least, most }: { readonly share: number; readonly least: number; readonly most: number }): number {
	return size <= least ? 0 : Math.max(least, Math.min(most, Math.floor(size / share)));
}
