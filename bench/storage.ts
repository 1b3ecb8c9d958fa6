/**
 * Figures of the store and the watch cache alone, as JSON lines. Each has the machine's limit from the same run: an fdatasync loop, and a
 * single-threaded insert loop in plain SQLite. Run: npx tsx bench/storage.ts
 */
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openSqliteStore } from '../runtime/storage/sqlite/open.ts';
import type { Store } from '../runtime/storage/store.ts';
import { openCache } from '../runtime/watch/cache.ts';

const objectBytes = 1000;
const folder = mkdtempSync(join(tmpdir(), 'bench-storage-'));

function print(figure: string, values: Record<string, number>): void {
	const rounded = Object.entries(values).map(([key, value]) => [key, Math.round(value * 1000) / 1000]);
	console.log(JSON.stringify({ figure, ...Object.fromEntries(rounded) }));
}

function objectOf(name: string, namespace = 'default'): Uint8Array {
	const head = `{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"${name}","namespace":"${namespace}","uid":"5d5a5f5c-0000-4000-8000-000000000000","creationTimestamp":"2026-01-01T00:00:00Z","labels":{"app":"bench"}},"data":{"payload":"`;
	return Buffer.from(`${head}${'x'.repeat(Math.max(0, objectBytes - head.length - 3))}"}}`);
}

/** Runs `clients` loops until `seconds` have passed; returns throughput, percentiles and CPU (both threads). */
async function load(clients: number, seconds: number, operation: (client: number, turn: number) => Promise<void>): Promise<Record<string, number>> {
	const latencies: number[] = [];
	const cpu = process.cpuUsage();
	const start = performance.now();
	const end = start + seconds * 1000;
	await Promise.all(
		Array.from({ length: clients }, async (_, client) => {
			for (let turn = 0; performance.now() < end; turn++) {
				const began = performance.now();
				await operation(client, turn);
				latencies.push(performance.now() - began);
			}
		}),
	);
	const took = (performance.now() - start) / 1000;
	const used = process.cpuUsage(cpu);
	latencies.sort((a, b) => a - b);
	return {
		perSecond: latencies.length / took,
		p50Ms: latencies[Math.floor(latencies.length * 0.5)] ?? 0,
		p99Ms: latencies[Math.floor(latencies.length * 0.99)] ?? 0,
		cpuMicrosecondsEach: (used.user + used.system) / latencies.length,
	};
}

function calibrateSync(): number {
	const file = openSync(join(folder, 'sync'), 'w');
	const block = Buffer.alloc(4096);
	const start = performance.now();
	let count = 0;
	while (performance.now() - start < 1000) {
		writeSync(file, block, 0, 4096, count * 4096);
		fdatasyncSync(file);
		count++;
	}
	closeSync(file);
	return (performance.now() - start) / count;
}

/** Measures inserts into the same two tables in one thread, 64 rows a transaction. */
function calibrateInsert(): number {
	const db = new DatabaseSync(join(folder, 'raw.db'));
	db.exec(
		'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE o (r TEXT, ns TEXT, n TEXT, rev INTEGER, bytes BLOB, PRIMARY KEY (r, ns, n)); CREATE TABLE l (rev INTEGER PRIMARY KEY, r TEXT, ns TEXT, n TEXT)',
	);
	const object = db.prepare('INSERT INTO o VALUES (?, ?, ?, ?, ?)');
	const log = db.prepare('INSERT INTO l VALUES (?, ?, ?, ?)');
	const bytes = objectOf('raw');
	const start = performance.now();
	let count = 0;
	while (performance.now() - start < 1000) {
		db.exec('BEGIN');
		for (let i = 0; i < 64; i++) {
			count++;
			object.run('configmaps', 'default', `raw-${count}`, count, bytes);
			log.run(count, 'configmaps', 'default', `raw-${count}`);
		}
		db.exec('COMMIT');
	}
	db.close();
	return count / ((performance.now() - start) / 1000);
}

async function creates(store: Store, clients: number, prefix: string): Promise<Record<string, number>> {
	return await load(clients, 3, async (client, turn) => {
		const name = `${prefix}-${client}-${turn}`;
		const [outcome] = await store.commit([
			{ resource: 'configmaps', namespace: 'default', name, expected: 0, bytes: objectOf(name), side: '{"l":{"app":"bench"}}' },
		]);
		if (!outcome?.ok) throw new Error(`create of ${name} conflicted`);
	});
}

async function updates(store: Store, clients: number): Promise<Record<string, number>> {
	const revisions = new Map<number, number>();
	return await load(clients, 3, async (client) => {
		const name = `update-${clients}-${client}`;
		const expected = revisions.get(client) ?? 0;
		const [outcome] = await store.commit([
			{ resource: 'configmaps', namespace: 'default', name, expected, bytes: objectOf(name), side: '{"l":{"app":"bench"}}' },
		]);
		if (!outcome?.ok) throw new Error(`update of ${name} conflicted`);
		revisions.set(client, outcome.revision);
	});
}

const syncMs = calibrateSync();
const rawPerSecond = calibrateInsert();
print('calibration', { fdatasyncMs: syncMs, rawInsertsPerSecond: rawPerSecond });
const path = join(folder, 'bench.db');
const store = await openSqliteStore({ path, vocabulary: 'bench' });
for (const clients of [1, 64]) {
	const created = await creates(store, clients, `c${clients}`);
	print(`store create, ${clients} clients`, { ...created, ofRawInserts: (created.perSecond ?? 0) / rawPerSecond, syncs: (created.p50Ms ?? 0) / syncMs });
	const updated = await updates(store, clients);
	print(`store update, ${clients} clients`, { ...updated, ofRawInserts: (updated.perSecond ?? 0) / rawPerSecond });
}
await store.close();
await memoryAndStart();
await fanOut();
rmSync(folder, { recursive: true });

/**
 * Measures 100,000 objects: the time in which the cache reads them all, and their memory beyond their bytes. Run with --expose-gc for exact
 * memory.
 */
async function memoryAndStart(): Promise<void> {
	const file = join(folder, 'many.db');
	const many = await openSqliteStore({ path: file, vocabulary: 'bench' });
	for (let i = 0; i < 100; i++) {
		await many.commit(
			Array.from({ length: 1000 }, (_, j) => {
				const name = `object-${String(i * 1000 + j).padStart(6, '0')}`;
				return { resource: 'configmaps', namespace: `ns-${j % 100}`, name, expected: 0, bytes: objectOf(name, `ns-${j % 100}`), side: '{"l":{"app":"bench"}}' };
			}),
		);
	}
	await many.close();
	globalThis.gc?.();
	const idle = process.memoryUsage().rss;
	const start = performance.now();
	const again = await openSqliteStore({ path: file, vocabulary: 'bench' });
	const opened = performance.now();
	const cache = await openCache(again);
	const ready = performance.now();
	globalThis.gc?.();
	const rss = process.memoryUsage().rss - idle;
	print('start with 100,000 objects', {
		openMs: opened - start,
		cacheMs: ready - opened,
		rssOverIdleBytes: rss,
		rssPerObjectByte: rss / (100_000 * objectBytes),
	});
	const listed = performance.now();
	let bytes = 0;
	for (const object of cache.list('configmaps', '')) bytes += object.bytes.byteLength;
	print('list 100,000 objects from memory', { ms: performance.now() - listed, bytes });
	const got = performance.now();
	for (let i = 0; i < 100_000; i++) cache.get('configmaps', `ns-${i % 100}`, `object-${String((i * 7919) % 100_000).padStart(6, '0')}`);
	print('get from memory', { perSecond: 100_000 / ((performance.now() - got) / 1000) });
	await cache.close();
	await again.close();
}

/** Measures events taken by 1,000 cursors of one resource, without any network. */
async function fanOut(): Promise<void> {
	const watched = await openSqliteStore({ path: join(folder, 'watched.db'), vocabulary: 'bench' });
	const cache = await openCache(watched);
	const watchers = 1000;
	const events = 2000;
	const signal = new AbortController().signal;
	const cpu = process.cpuUsage();
	const start = performance.now();
	let bytes = 0;
	const done = Array.from({ length: watchers }, async () => {
		const cursor = cache.cursor('configmaps', cache.revision, { namespace: '', name: '' });
		for (let seen = 0; seen < events; ) {
			const batch = await cursor.next(500, signal);
			for (const event of batch) bytes += event.json().byteLength;
			seen += batch.length;
		}
		cursor.close();
	});
	await Promise.all(
		Array.from({ length: 10 }, async (_, client) => {
			for (let i = 0; i < events / 10; i++) {
				const name = `w-${client}-${i}`;
				await watched.commit([{ resource: 'configmaps', namespace: 'default', name, expected: 0, bytes: objectOf(name), side: '' }]);
			}
		}),
	);
	await Promise.all(done);
	const used = process.cpuUsage(cpu);
	const deliveries = watchers * events;
	print('fan-out to 1,000 cursors', {
		deliveriesPerSecond: deliveries / ((performance.now() - start) / 1000),
		deliveriesPerCpuSecond: deliveries / ((used.user + used.system) / 1e6),
		bytes,
	});
	await cache.close();
	await watched.close();
}
