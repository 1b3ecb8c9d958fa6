/**
 * Tests the nine guarantees of a watch on a history recorded at the built server. It covers TLS, HTTP/1.1 and HTTP/2, JSON and protobuf,
 * with concurrent writers. `WATCH_SEED` seeds the random part of the writes and reads.
 */
import { expect, inject, it } from 'vitest';
import { noDisk } from '../setup/disk.ts';
import { tries } from '../setup/sample.ts';
import { recorded, toldTooOld } from '../suites/front-door/scenario.ts';

const seed = Number(process.env.WATCH_SEED ?? Date.now() % 2 ** 31);

it('every watch keeps every promise over SIGTERM, kill -9, a full disk and a history that passes readers', async () => {
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
