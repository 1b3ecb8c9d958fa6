/** GET, CREATE and merge PATCH at 1 and 64 clients. Limits: a bare responder with the same bytes; an fdatasync loop. */
import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { bareLimit, type Limit, named, reportLoad, type Targets } from '../figures.ts';
import { collection, configMap } from '../objects.ts';
import { endSubject, load, startBare, startSubject } from '../subject.ts';

const durationMs = 4000;
/** Warm-up time in milliseconds: each figure has a new generator process, which first compiles its own code. */
const warmUpMs = 700;
const objects = 2000;
const objectBytes = 900;

const clientCounts = [1, 64] as const;

const targets: Readonly<Record<'GET' | 'CREATE' | 'PATCH', Readonly<Record<(typeof clientCounts)[number], Targets>>>> = {
	GET: { 1: {}, 64: { perSecond: 30_000, p99Ms: 10 } },
	CREATE: { 1: { p50Ms: 0.6 }, 64: { perSecond: 10_000, p99Ms: 15 } },
	PATCH: { 1: {}, 64: { perSecond: 7000 } },
};

export async function requests(built: string): Promise<void> {
	const subject = await startSubject(built);
	const body = configMap('bench-{i}', objectBytes);
	await load(subject, { method: 'POST', path: collection, body, clients: 64, requests: objects });
	const sample = (await subject.server.call('GET', `${collection}/bench-1`)).text;
	const bare = await startBare(subject, sample, 1);
	const sync: Limit = { is: 'fdatasync loop', perSecond: 1000 / fdatasyncMs(subject.dataDir, objectBytes) };
	const measured = { warmUpMs, durationMs };
	const bareAt = async (clients: number): Promise<Limit> =>
		bareLimit('bare TLS responder', await load(bare, { method: 'GET', path: '/', clients, ...measured }));
	const limits = { 1: await bareAt(1), 64: await bareAt(64) };
	await bare.child.end();

	for (const clients of clientCounts) {
		const result = await load(subject, { method: 'GET', path: `${collection}/bench-{i}`, wrap: objects, clients, ...measured });
		reportLoad(named('GET', clients), result, targets.GET[clients], limits[clients]);
	}
	for (const clients of clientCounts) {
		const result = await load(subject, { method: 'POST', path: collection, body: configMap(`new-${clients}-{i}`, objectBytes), clients, ...measured });
		reportLoad(named('CREATE', clients), result, targets.CREATE[clients], limitOfWrites(clients, sync, limits[64]));
	}
	for (const clients of clientCounts) {
		const result = await load(subject, {
			method: 'PATCH',
			path: `${collection}/bench-{i}`,
			contentType: 'application/merge-patch+json',
			// The value differs each time: a patch without a change is not written.
			body: '{"data":{"changed":"{n}-{t}"}}',
			wrap: objects,
			clients,
			start: clients === 1 ? 0 : 3,
			...measured,
		});
		reportLoad(named('merge PATCH', clients), result, targets.PATCH[clients], limitOfWrites(clients, sync, limits[64]));
	}
	await endSubject(subject);
}

/** Returns the limit of writes. One writer waits for the disk each time; many writers share a sync. */
function limitOfWrites(clients: number, sync: Limit, { is, perSecond }: Limit): Limit {
	return clients === 1 ? sync : { is, perSecond };
}

/** Returns the milliseconds of appending an object and its sync, on the disk of the data directory. */
function fdatasyncMs(folder: string, bytes: number): number {
	const path = join(folder, 'fdatasync-loop');
	const file = openSync(path, 'w');
	const piece = Buffer.alloc(bytes, 'x');
	const rounds = 500;
	const before = performance.now();
	for (let round = 0; round < rounds; round++) {
		writeSync(file, piece);
		fdatasyncSync(file);
	}
	const each = (performance.now() - before) / rounds;
	closeSync(file);
	rmSync(path);
	return each;
}
