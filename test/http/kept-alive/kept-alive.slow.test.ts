/**
 * No request on a kept-alive connection is lost: four clients, with bodies and responses of 1 KB to 3 MB in any order. A sample runs by
 * default; `EXCHANGES=10000` runs the full count, and `SEED` selects another sequence.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { tries } from '../../setup/sample.ts';
import { type ServerProcess, startServer } from '../../setup/server.ts';
import type { Client } from './client.ts';
import { type Counts, exchanges, prepare } from './exchanges.ts';
import { curl, pythonClient } from './foreign-client.ts';
import { nodeClient } from './node-client.ts';
import { pipeliningClient } from './pipelining-client.ts';

const clients: readonly Client[] = [nodeClient, pythonClient, curl, pipeliningClient];
const connections = 2;
/** Exchanges of all clients together. */
const count = Number(process.env.EXCHANGES ?? tries({ sample: 800, full: 1_600 }));
const seed = Number(process.env.SEED ?? 1);

describe('connections that are kept alive', () => {
	let server: ServerProcess;
	let folder: string;

	beforeAll(async () => {
		server = await startServer(inject('built').kubernetes);
		await prepare(server);
		folder = mkdtempSync(join(tmpdir(), 'orch-kept-alive-'));
	});
	afterAll(async () => {
		await server?.remove();
		rmSync(folder, { recursive: true, force: true });
	});

	it.each(clients)('$name loses nothing', async (client) => {
		const each = Math.ceil(count / clients.length / connections);
		const runs = Array.from({ length: connections }, (_, i) => client.run(server, exchanges(seed + i, each), mkdtempSync(join(folder, 'connection-'))));
		const counts = (await Promise.all(runs)).reduce(sum);
		console.info(`${client.name}: ${counts.tried} tried, ${counts.refused} refused, ${counts.lost} lost`);
		expect(counts).toEqual({ tried: each * connections, refused: 0, lost: 0 });
	});
});

function sum(a: Counts, b: Counts): Counts {
	return { tried: a.tried + b.tried, refused: a.refused + b.refused, lost: a.lost + b.lost };
}
