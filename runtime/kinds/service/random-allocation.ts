/** Random allocation from a numbered range, outside the part that is reserved for explicit requests while possible. */
import { randomInt } from 'node:crypto';

/** Number of random draws before a linear scan. They are likely to find a free number unless most are taken. */
const draws = 16;

/** Returns a free number; undefined when all are taken. `reserved`: number of first entries that are allocated only after all others. */
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

/** Returns the size of the part reserved for explicit requests: a share of the range, with a minimum and a maximum. */
export function reservedOf(size: number, { share, least, most }: { readonly share: number; readonly least: number; readonly most: number }): number {
	return size <= least ? 0 : Math.max(least, Math.min(most, Math.floor(size / share)));
}
