/** kill -9 at any moment loses nothing acknowledged: the built server under load, killed and started again, again and again. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import type { Loose } from '../setup/loose.ts';
import { tries } from '../setup/sample.ts';
import { type ServerProcess, startServer } from '../setup/server.ts';

const kills = tries({ sample: 20, full: 50 });
const writers = 16;
const collection = '/api/v1/namespaces/default/configmaps';

/** What a writer knows of its object: the last value acknowledged, and the one on its way when the server died. */
interface Known {
	acknowledged: number;
	revision: number;
	inFlight: number | undefined;
}

describe('kill -9', () => {
	it(`loses nothing acknowledged in ${kills} kills under load`, async () => {
		const dataDir = mkdtempSync(join(tmpdir(), 'orch-kill-'));
		const known: Known[] = Array.from({ length: writers }, () => ({ acknowledged: -1, revision: 0, inFlight: undefined }));
		let newest = 0;
		let acknowledged = 0;
		for (let kill = 0; kill < kills; kill++) {
			const server = await startServer(inject('built').orch, { dataDir });
			const list = (await server.call('GET', collection)).json() as Loose;
			expect(Number(list.metadata.resourceVersion)).toBeGreaterThanOrEqual(newest);
			check(list.items, known);
			let alive = true;
			// The moment is seeded by the round, from right away to some hundred writes in.
			const moment = Promise.withResolvers<void>();
			let left = (kill * 37) % 331;
			if (left === 0) moment.resolve();
			const loads = known.map((state, writer) =>
				write(
					server,
					state,
					writer,
					() => alive,
					() => {
						acknowledged++;
						if (--left === 0) moment.resolve();
					},
				),
			);
			// Writers end by themselves only when one of them has failed, which is told.
			await Promise.race([moment.promise, Promise.all(loads)]);
			const dead = server.kill();
			alive = false;
			await Promise.all([...loads, dead]);
			newest = Math.max(newest, ...known.map((state) => state.revision));
		}
		rmSync(dataDir, { recursive: true, force: true });
		console.info(`${kills} kills, ${acknowledged} writes acknowledged, none lost`);
		expect(acknowledged).toBeGreaterThan(kills);
	});
});

/** Writes 0, 1, 2, ... into its own object until the server is gone. */
async function write(server: ServerProcess, state: Known, writer: number, alive: () => boolean, count: () => void): Promise<void> {
	while (alive()) {
		const value = state.acknowledged + 1;
		state.inFlight = value;
		try {
			const body = { metadata: { name: `w${writer}` }, data: { value: String(value) } };
			const answer =
				value === 0 || state.revision === 0 ? await server.call('POST', collection, body) : await server.call('PUT', `${collection}/w${writer}`, body);
			if (answer.status >= 300) {
				if (answer.status === 409 && value === 0) throw new Error('a create of unknown outcome had happened, which the check at the start must have seen');
				throw new Error(answer.text);
			}
			state.acknowledged = value;
			state.revision = Number((answer.json() as Loose).metadata.resourceVersion);
			state.inFlight = undefined;
			count();
		} catch (error) {
			if (!isDeath(error)) throw error;
			return;
		}
	}
}

/** What a client sees of a killed server; anything else is a failure of the test. */
function isDeath(error: unknown): boolean {
	return /ECONNRESET|ECONNREFUSED|EPIPE|socket hang up|disconnected/.test(String(error));
}

/** Each object holds the last value acknowledged, or the one in flight; what is found becomes what is known. */
function check(items: Loose[], known: Known[]): void {
	for (const [writer, state] of known.entries()) {
		const found = items.find((item) => item.metadata.name === `w${writer}`);
		const value = found === undefined ? -1 : Number(found.data.value);
		expect([state.acknowledged, state.inFlight ?? state.acknowledged]).toContain(value);
		state.acknowledged = value;
		state.inFlight = undefined;
		if (found !== undefined) {
			expect(Number(found.metadata.resourceVersion)).toBeGreaterThanOrEqual(state.revision);
			state.revision = Number(found.metadata.resourceVersion);
		}
	}
}
