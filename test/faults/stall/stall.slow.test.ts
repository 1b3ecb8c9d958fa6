/**
 * No request stalls another (DESIGN section 11): hostile requests come from 16 connections at once, while another process measures
 * `/livez`. Each commit runs a twelfth of the cases, and a full run all of them. Add a case to its family's file, or a family to
 * families/index.ts. `STALL=TEXT` runs the cases whose names contain the text.
 */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { shareOf } from '../../setup/sample.ts';
import { type ServerProcess, startServer } from '../../setup/server.ts';
import { slowness } from '../../setup/slowness.ts';
import type { HostileCase } from './contract.ts';
import { families } from './families/index.ts';
import { type Measured, Measurement } from './measure.ts';

/**
 * Limit above the baseline responder's time: twice the 100 ms of a fast machine, and a margin for shared cores.
 * The slowness of this machine scales the limit.
 */
const allowedMs = Math.round(250 * slowness());

/** Measurements of a case before a failure counts. */
const attempts = 4;

const wanted = process.env.STALL ?? '';
const chosen = families
	.map(({ name, cases }) => ({ name, cases: wanted === '' ? shareOf(cases, 12) : cases.filter((hostile) => `${name}: ${hostile.name}`.includes(wanted)) }))
	.filter(({ cases }) => cases.length > 0);

describe('hostile requests delay no other request', () => {
	let server: ServerProcess;
	let measurement: Measurement;
	const rows: string[] = [];

	beforeAll(async () => {
		server = await startServer(inject('built').kubernetes, { flags: ['--enable-trpc'] });
		measurement = await Measurement.start(server);
	});
	afterAll(async () => {
		measurement?.end();
		await server?.remove();
		console.info(`allowed: ${allowedMs} ms; worst /livez (beside a bare responder, and of that the server's own work), ms:\n${rows.join('\n')}`);
	});

	/** Repeats a failed measurement: other load may delay a process once, but a stalling request does it each time. */
	async function measured(hostile: HostileCase): Promise<Measured> {
		let seen = await measurement.run(hostile);
		for (let again = 1; again < attempts && !isGood(seen); again++) seen = await measurement.run(hostile);
		return seen;
	}

	for (const { name, cases } of chosen) {
		describe(name, () => {
			it.each(cases)('$name', async (hostile) => {
				const { server: seen, bare, outcomes, seconds } = await measured(hostile);
				const counts = Object.entries(outcomes).map(([outcome, count]) => `${count} x ${outcome}`);
				rows.push(
					`  ${String(seen.worstMs).padStart(6)} (${String(bare.worstMs).padStart(4)}, ${String(seen.workedMs).padStart(4)})  ${name}: ${hostile.name}: ${counts.join(', ')} in ${seconds} s`,
				);
				expect(Object.keys(outcomes).filter((outcome) => !hostile.answers.map(String).includes(outcome))).toEqual([]);
				expect(seen.failed).toBe(0);
				expect(seen.asked).toBeGreaterThan(0);
				expect(stalledMs({ server: seen, bare })).toBeLessThan(allowedMs);
				expect(server.process.exitCode).toBeNull();
			});
		});
	}
});

function isGood({ server, bare }: Measured): boolean {
	return server.failed === 0 && stalledMs({ server, bare }) < allowedMs;
}

/** Returns the stall caused by the server's own work; waiting for a core on a shared machine does not count. */
function stalledMs({ server, bare }: Pick<Measured, 'server' | 'bare'>): number {
	return Math.min(server.worstMs - bare.worstMs, server.workedMs);
}
