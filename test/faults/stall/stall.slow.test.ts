/**
 * No request keeps another waiting (DESIGN section 11): hostile requests from 16 connections at once, while another process
 * measures `/livez`; a third of them for each commit, all in a full run. Add a case to its family's file, or a family to families/index.ts.
 * `STALL=TEXT` runs the cases whose names contain the text.
 */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { shareOf } from '../../setup/sample.ts';
import { type ServerProcess, startServer } from '../../setup/server.ts';
import { slowness } from '../../setup/slowness.ts';
import type { HostileCase } from './contract.ts';
import { families } from './families/index.ts';
import { type Measured, Measurement } from './measure.ts';

/**
 * Beyond what a bare responder shows in the same time: twice the 100 ms of a fast machine, and some for a core that others use; as much
 * more as this machine takes longer for the same work.
 */
const allowedMs = Math.round(250 * slowness());

/** Measurements of a case before a bad one counts. */
const attempts = 4;

const wanted = process.env.STALL ?? '';
const chosen = families
	.map(({ name, cases }) => ({ name, cases: wanted === '' ? shareOf(cases, 3) : cases.filter((hostile) => `${name}: ${hostile.name}`.includes(wanted)) }))
	.filter(({ cases }) => cases.length > 0);

describe('hostile requests keep nobody waiting', () => {
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

	/** A machine that others use too may keep a process waiting: what one request can do, it does each time. */
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

/** On a machine that others use too, a server waits for a core as well: what it keeps others waiting for is its own work. */
function stalledMs({ server, bare }: Pick<Measured, 'server' | 'bare'>): number {
	return Math.min(server.worstMs - bare.worstMs, server.workedMs);
}
