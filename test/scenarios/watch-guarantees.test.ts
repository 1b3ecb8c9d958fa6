/**
 * Tests the nine guarantees of a watch on a history recorded at the built server. It covers TLS, HTTP/1.1 and HTTP/2, JSON and protobuf,
 * with concurrent writers. `watch-guarantees.slow.test.ts` is the long form.
 */
import { expect, inject, it } from 'vitest';
import { noDisk } from '../setup/disk.ts';
import { recorded, toldTooOld } from '../suites/front-door/scenario.ts';

/** Timeout for a busy machine; an idle one takes seconds. */
const busyMs = 180_000;

it(
	'every watch keeps every promise over SIGTERM, kill -9, a full disk and a history that passes readers',
	async () => {
		const { problems, counts, hadFullDisk, tooOld } = await recorded(inject('built').kubernetes, { seed: 1, rounds: 1, writesEach: 100, floods: false });
		if (!hadFullDisk) console.warn(`without a full disk: ${noDisk}`);
		expect(problems).toEqual([]);
		expect(Object.entries(counts).filter(([what, count]) => count === 0 && (what !== 'refused' || hadFullDisk))).toEqual([]);
		expect(tooOld).toEqual([toldTooOld, toldTooOld]);
	},
	busyMs,
);
