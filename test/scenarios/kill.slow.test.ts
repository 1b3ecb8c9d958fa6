/** Tests that kill -9 at any moment loses no acknowledged write: the built server is killed under load and restarted, repeatedly. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import type { Loose } from '../setup/loose.ts';
import { tries } from '../setup/sample.ts';
import { type ServerProcess, startServer } from '../setup/server.ts';

const kills = tries({ sample: 8, full: 50 });
const writers = 16;
const collection = '/api/v1/namespaces/default/configmaps';

/** State that a writer knows of its object: the last acknowledged value, and the value in flight when the server died. */
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
			// The round seeds the moment of the kill, from immediately to some hundred writes later.
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
			// A writer ends by itself only when it failed; the race then reports the failure.
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

/** Writes 0, 1, 2, ... into the writer's object until the server is gone. */
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

/** Returns true for the errors that a client sees of a killed server; any other error fails the test. */
function isDeath(error: unknown): boolean {
	return /ECONNRESET|ECONNREFUSED|EPIPE|socket hang up|disconnected/.test(String(error));
}

/** Checks that each object holds the last acknowledged value or the one in flight, and records the value found. */
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
