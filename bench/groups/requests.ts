/** GET, CREATE and merge PATCH at 1 and 64 clients. Limits: a bare responder with the same bytes; an fdatasync loop. */
import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { collection, configMap } from '../objects.ts';
import { report } from '../report.ts';
import { endSubject, type LoadResult, load, startBare, startSubject } from '../subject.ts';

const durationMs = 4000;
/** The generator is a new process for every figure, and compiles its own code first. */
const warmUpMs = 700;
const objects = 2000;
const objectBytes = 900;

interface Targets {
	readonly many: number;
	readonly p99Ms?: number;
	readonly oneMs?: number;
}

export async function requests(built: string): Promise<void> {
	const subject = await startSubject(built);
	const body = configMap('bench-{i}', objectBytes);
	await load(subject, { method: 'POST', path: collection, body, clients: 64, requests: objects });
	const sample = (await subject.server.call('GET', `${collection}/bench-1`)).text;
	const bare = await startBare(subject, sample, 1);
	const syncMs = fdatasyncMs(subject.dataDir, objectBytes);
	const limits: Record<number, LoadResult> = {};
	for (const clients of [1, 64]) limits[clients] = await load(bare, { method: 'GET', path: '/', clients, warmUpMs, durationMs });
	await bare.child.end();

	for (const clients of [1, 64]) {
		const result = await load(subject, { method: 'GET', path: `${collection}/bench-{i}`, wrap: objects, clients, warmUpMs, durationMs });
		tell(
			'GET',
			clients,
			result,
			{ many: 30_000, p99Ms: 10 },
			limits[clients]?.perSecond,
			'bare TLS responder',
			1 / (limits[clients]?.cpuPerRequest ?? Number.NaN),
		);
	}
	for (const clients of [1, 64]) {
		const result = await load(subject, { method: 'POST', path: collection, body: configMap(`new-${clients}-{i}`, objectBytes), clients, warmUpMs, durationMs });
		tell(
			'CREATE',
			clients,
			result,
			{ many: 10_000, p99Ms: 15, oneMs: 0.6 },
			clients === 1 ? 1000 / syncMs : limits[64]?.perSecond,
			clients === 1 ? 'fdatasync loop' : 'bare TLS responder',
		);
	}
	for (const clients of [1, 64]) {
		const patch = {
			method: 'PATCH',
			path: `${collection}/bench-{i}`,
			contentType: 'application/merge-patch+json',
			// Another value each time: a patch that changes nothing writes nothing.
			body: '{"data":{"changed":"{n}-{t}"}}',
			wrap: objects,
		};
		const result = await load(subject, { ...patch, clients, warmUpMs, durationMs, start: clients === 1 ? 0 : 3 });
		tell(
			'merge PATCH',
			clients,
			result,
			{ many: 7000 },
			clients === 1 ? 1000 / syncMs : limits[64]?.perSecond,
			clients === 1 ? 'fdatasync loop' : 'bare TLS responder',
		);
	}
	await endSubject(subject);
}

function tell(verb: string, clients: number, result: LoadResult, targets: Targets, limit: number | undefined, limitIs: string, cpuLimit?: number): void {
	const threads = Object.entries(result.threads)
		.map(([name, seconds]) => `${name} ${seconds}`)
		.join(', ');
	report({
		figure: `${verb}, ${clients} clients`,
		value: result.perSecond,
		unit: '/s',
		...(clients === 64 && { target: targets.many, sense: 'atLeast' }),
		...(limit !== undefined && { limit, limitIs }),
		note: `CPU s by thread: ${threads}`,
	});
	report({
		figure: `${verb}, ${clients} clients, per CPU second`,
		value: 1 / result.cpuPerRequest,
		unit: '/s',
		...(cpuLimit !== undefined && { limit: cpuLimit, limitIs }),
	});
	report({
		figure: `${verb}, ${clients} clients, p50`,
		value: result.p50Ms,
		unit: 'ms',
		...(clients === 1 && targets.oneMs !== undefined && { target: targets.oneMs, sense: 'atMost' }),
	});
	report({
		figure: `${verb}, ${clients} clients, p99`,
		value: result.p99Ms,
		unit: 'ms',
		...(clients === 64 && targets.p99Ms !== undefined && { target: targets.p99Ms, sense: 'atMost' }),
	});
}

/** One appended object and its sync, on the disk that holds the data. */
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
