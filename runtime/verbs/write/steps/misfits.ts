/**
 * Refuses an object of a custom kind that has values of the wrong type. Zeros replace these values, but no hook or plugin sees the zeros.
 */
import type { Misfit } from '../../../schema/misfit.ts';
import { keepFromOld, takes } from './kept.ts';
import { setSystemMetadata } from './system-metadata.ts';
import { validate } from './validation.ts';
import type { Write } from './write.ts';

/** Throws ApiError Invalid with a cause for each misfit and every other violation. */
export function refuseMisfits(found: readonly Misfit[], write: Write): void {
	const misfits = found.filter(({ top }) => takes(top, write));
	if (misfits.length === 0) return;
	keepFromOld(write);
	setSystemMetadata(write);
	validate(write, misfits);
}
