/** Long form of `watch-guarantees.test.ts`; `WATCH_SEED` seeds the random part of its writes and reads. */
import { expect, inject, it } from 'vitest';
import { noDisk } from '../setup/disk.ts';
import { tries } from '../setup/sample.ts';
import { recorded, toldTooOld } from '../suites/front-door/scenario.ts';

const seed = Number(process.env.WATCH_SEED ?? Date.now() % 2 ** 31);

it(`every watch keeps every promise, in the long run with WATCH_SEED=${seed}`, async () => {
	const { problems, counts, hadFullDisk, tooOld } = await recorded(inject('built').kubernetes, {
		seed,
		rounds: tries({ sample: 1, full: 3 }),
		writesEach: 400,
		floods: true,
	});
	console.info(`WATCH_SEED=${seed}: ${JSON.stringify(counts)}`);
	if (!hadFullDisk) console.warn(`without a full disk: ${noDisk}`);
	expect(problems).toEqual([]);
	expect(Object.entries(counts).filter(([what, count]) => count === 0 && (what !== 'refused' || hadFullDisk))).toEqual([]);
	expect(tooOld).toEqual([toldTooOld, toldTooOld]);
});
