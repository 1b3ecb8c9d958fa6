/**
 * Damages a database as disks and people do, from single bits to whole files, and checks everything that is then served. Data must be
 * correct, refused or reported as damaged, never wrong; missing data counts as wrong.
 */

import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StorageDamagedError } from '../../runtime/storage/errors.ts';
import { openSqliteStore, type SqliteStore } from '../../runtime/storage/sqlite/open.ts';
import { type Change, CompactedError, type Mutation, type Revision, type Row } from '../../runtime/storage/store.ts';
import { openCache } from '../../runtime/watch/cache.ts';
import { changesBetween } from './log.ts';
import { pastOf } from './past.ts';

export interface DamageReport {
	tried: number;
	/** Runs in which the server refused to start and gave a reason. */
	refused: number;
	/** Runs in which an object or the history was reported as damaged. */
	reported: number;
	right: number;
	/** Descriptions of wrong results, with the damage that caused them. */
	readonly wrong: string[];
}

const files = ['', '-wal', '.mark'] as const;
const resources = ['things', 'others'] as const;

interface Truth {
	readonly rows: ReadonlyMap<string, string>;
	/** Changes as text, in revision order. */
	readonly changes: readonly string[];
	readonly past: readonly string[];
	readonly start: Revision;
	readonly middle: Revision;
	readonly head: Revision;
}

const keyOf = ({ resource, namespace, name }: { readonly resource: string; readonly namespace: string; readonly name: string }) =>
	`${resource}/${namespace}/${name}`;
const textOf = (bytes: Uint8Array | undefined) => (bytes === undefined ? '' : Buffer.from(bytes).toString());
const changeText = (change: Change) =>
	[keyOf(change), change.revision, textOf(change.bytes), change.side ?? '', change.previous?.revision ?? 0, textOf(change.previous?.bytes)].join('|');
const rowText = (row: Row) => [keyOf(row), row.revision, textOf(row.bytes), row.side, row.version].join('|');

/** Returns a deterministic pseudorandom generator. */
function seeded(seed: number): (below: number) => number {
	let state = seed >>> 0;
	return (below) => {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		return Math.floor((state / 2 ** 32) * below);
	};
}

function bytesOf(name: string, value: number): Buffer {
	return Buffer.from(JSON.stringify({ metadata: { name }, value, filler: 'abcdefghijklmnopqrstuvwxyz'.repeat(1 + (value % 9)) }));
}

function mutation(resource: string, name: string, expected: Revision, value: number): Mutation {
	return { resource, namespace: 'a', name, expected, bytes: bytesOf(name, value), side: `{"l":{"v":"${value}"}}`, version: 'v1' };
}

/** Rows of one resource: enough that a start reads most of them in batches and some one by one. */
const rowsOfResource = 150;

/** Template folders: one database closed cleanly, and one as a kill leaves it, with its log. */
export class Template {
	readonly folder = mkdtempSync(join(tmpdir(), 'damage-'));
	truth!: Truth;

	async make(): Promise<void> {
		const path = join(this.folder, 'live.db');
		const store = await openSqliteStore({ path, vocabulary: 'test' });
		const start = await store.revision();
		const revisions = new Map<string, Revision>();
		for (let round = 0; round < 6; round++) {
			const mutations = resources.flatMap((resource) =>
				Array.from({ length: rowsOfResource }, (_, i) => mutation(resource, `n${i}`, revisions.get(`${resource}/n${i}`) ?? 0, round * 100 + i)).filter(
					(_, i) => (i + round) % 3 > 0,
				),
			);
			for (const [i, outcome] of (await store.commit(mutations)).entries()) {
				const { resource, name } = mutations[i] as Mutation;
				if (outcome.ok) revisions.set(`${resource}/${name}`, outcome.revision);
			}
		}
		await store.commit([{ resource: 'things', namespace: 'a', name: 'n3', expected: revisions.get('things/n3') ?? 0 }]);
		this.truth = await truthOf(store, start, start + 200);
		this.#copy('live.db', 'killed');
		await store.close();
		this.#copy('live.db', 'closed');
	}

	#copy(name: string, to: string): void {
		mkdirSync(join(this.folder, to));
		for (const part of files)
			if (existsSync(join(this.folder, `${name}${part}`))) copyFileSync(join(this.folder, `${name}${part}`), join(this.folder, to, `orch.db${part}`));
	}

	/** Copies a template database into a folder, to be damaged. */
	take(kind: 'killed' | 'closed', into: string): void {
		for (const part of files) {
			const from = join(this.folder, kind, `orch.db${part}`);
			if (existsSync(from)) copyFileSync(from, join(into, `orch.db${part}`));
		}
	}

	remove(): void {
		rmSync(this.folder, { recursive: true });
	}
}

async function truthOf(store: SqliteStore, start: Revision, middle: Revision): Promise<Truth> {
	const rows = new Map<string, string>();
	await store.snapshot((chunk) => {
		for (const row of chunk) rows.set(keyOf(row), rowText(row));
	});
	const past: string[] = [];
	for (const resource of resources) past.push(...(await pastOf(store, middle, resource)).map(rowText));
	const head = await store.revision();
	return { rows, changes: (await changesBetween(store, start, head)).map(changeText), past, start, middle, head };
}

/** Number of damages tested at once; each spends most of its time waiting for the disk and for threads to start. */
const lanes = 4;

/** Tests `count` damages, each on a separate copy and chosen by the seed. */
export async function damageRepeatedly(template: Template, seed: number, count: number): Promise<DamageReport> {
	const report: DamageReport = { tried: 0, refused: 0, reported: 0, right: 0, wrong: [] };
	let next = 0;
	const lane = async (): Promise<void> => {
		while (next < count) await damageOnce(template, seed + next++ * 7919, report);
	};
	await Promise.all(Array.from({ length: lanes }, lane));
	return report;
}

async function damageOnce(template: Template, seed: number, report: DamageReport): Promise<void> {
	const random = seeded(seed);
	// Neighbouring seeds yield similar first numbers.
	for (let skipped = 0; skipped < 5; skipped++) random(2);
	const folder = mkdtempSync(join(tmpdir(), 'damaged-'));
	const what = damage(template, folder, random);
	report.tried++;
	const outcome = await outcomeOf(template.truth, join(folder, 'orch.db'), random);
	if (outcome.kind === 'wrong') report.wrong.push(`seed ${seed}, ${what}: ${outcome.detail}`);
	else report[outcome.kind]++;
	rmSync(folder, { recursive: true });
}

/** Damages a copy of the database and returns a description of the damage. */
function damage(template: Template, folder: string, random: (below: number) => number): string {
	const kind = random(2) === 0 ? 'killed' : 'closed';
	template.take(kind, folder);
	const there = files.filter((part) => existsSync(join(folder, `orch.db${part}`)));
	// The damaged file is usually the database or its log.
	const part = there[random(10) === 0 ? there.length - 1 : random(Math.max(1, there.length - 1))] ?? '';
	const path = join(folder, `orch.db${part}`);
	const how = random(12);
	if (how === 0) {
		rmSync(path);
		return `${kind}: orch.db${part} deleted`;
	}
	const bytes = readFileSync(path);
	if (how === 1) {
		const length = random(bytes.byteLength);
		truncateSync(path, length);
		return `${kind}: orch.db${part} cut to ${length}`;
	}
	if (how === 2) {
		const page = random(Math.ceil(bytes.byteLength / 4096));
		bytes.fill(0, page * 4096, Math.min((page + 1) * 4096, bytes.byteLength));
		writeFileSync(path, bytes);
		return `${kind}: page ${page} of orch.db${part} zeroed`;
	}
	const bit = random(bytes.byteLength * 8);
	bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
	writeFileSync(path, bytes);
	return `${kind}: bit ${bit & 7} of byte ${bit >> 3} (page ${bit >> 15}) of orch.db${part}`;
}

type Outcome = { readonly kind: 'refused' | 'reported' | 'right' } | { readonly kind: 'wrong'; readonly detail: string };

class Wrong extends Error {}

async function outcomeOf(truth: Truth, path: string, random: (below: number) => number): Promise<Outcome> {
	const reports: string[] = [];
	const open = () => openSqliteStore({ path, vocabulary: 'test', known: true, onReport: (sentence) => reports.push(sentence) });
	try {
		const expected = new Map(truth.rows);
		let store = await open();
		try {
			await look(store, truth, expected, reports);
			await write(store, truth, expected, random, reports);
		} finally {
			await store.close().catch(() => undefined);
		}
		store = await open();
		try {
			await look(store, truth, expected, reports);
		} finally {
			await store.close().catch(() => undefined);
		}
		return { kind: reports.length > 0 ? 'reported' : 'right' };
	} catch (error) {
		if (error instanceof Wrong) return { kind: 'wrong', detail: error.message };
		return { kind: 'refused' };
	}
}

/** Reads the stored data through every read path. */
async function look(store: SqliteStore, truth: Truth, expected: ReadonlyMap<string, string>, reports: string[]): Promise<void> {
	if ((await store.revision()) < truth.head) throw new Wrong(`revisions after ${await store.revision()} would be issued again, up to ${truth.head}`);
	const cache = await openCache(store, { historyMs: 1_000_000 });
	try {
		let found = 0;
		for (const [key, text] of expected) {
			const [resource = '', namespace = '', name = ''] = key.split('/');
			const object = cache.get(resource, namespace, name);
			if (object === undefined) throw new Wrong(`${key} has vanished`);
			found++;
			try {
				const [, revision, bytes] = text.split('|');
				const shown = object.bytes.toString().replace(`,"resourceVersion":"${revision}"`, '');
				if (shown !== bytes || object.revision !== Number(revision)) throw new Wrong(`${key} is ${shown} at ${object.revision}`);
			} catch (error) {
				if (!(error instanceof StorageDamagedError)) throw error;
				reports.push(error.message);
			}
		}
		const count = resources.reduce((sum, resource) => sum + cache.count(resource, ''), 0);
		if (count !== found) throw new Wrong(`there are ${count} objects instead of ${found}`);
	} finally {
		await cache.close();
	}
	await lookBack(store, truth, reports);
}

async function lookBack(store: SqliteStore, truth: Truth, reports: string[]): Promise<void> {
	const unlessSaid = async (what: string, read: () => Promise<readonly string[]>, wanted: readonly string[]) => {
		try {
			const found = await read();
			if (found.join('\n') !== wanted.join('\n')) throw new Wrong(`${what} is not what was: ${found.length} rows instead of ${wanted.length}`);
		} catch (error) {
			if (!(error instanceof CompactedError || error instanceof StorageDamagedError)) throw error;
			reports.push(error.message);
		}
	};
	await unlessSaid('the log', async () => (await changesBetween(store, truth.start, truth.head)).map(changeText), truth.changes);
	for (const resource of resources) {
		const of = (texts: readonly string[]) => texts.filter((text) => text.startsWith(`${resource}/`));
		await unlessSaid(
			`the log of ${resource}`,
			async () => (await changesBetween(store, truth.start, truth.head, { resource })).map(changeText),
			of(truth.changes),
		);
		await unlessSaid(`the past of ${resource}`, async () => (await pastOf(store, truth.middle, resource)).map(rowText), of(truth.past));
	}
}

/** Writes a few mutations of each kind; the acknowledged ones extend the expected state. */
async function write(store: SqliteStore, truth: Truth, expected: Map<string, string>, random: (below: number) => number, reports: string[]): Promise<void> {
	for (let i = 0; i < 12; i++) {
		const key = [...expected.keys()][random(expected.size)] ?? '';
		const [resource = '', , name = ''] = key.split('/');
		const revision = Number(expected.get(key)?.split('|')[1]);
		const created = i % 3 === 0;
		const one = created
			? mutation(resource, `new${i}`, 0, i)
			: i % 3 === 1
				? mutation(resource, name, revision, 1000 + i)
				: { resource, namespace: 'a', name, expected: revision };
		try {
			const [outcome] = await store.commit([one]);
			if (outcome?.ok !== true) throw new Wrong(`a write of ${resource}/${one.name} met revision ${outcome?.current} instead of ${one.expected}`);
			if (outcome.revision <= truth.head) throw new Wrong(`revision ${outcome.revision} was issued again`);
			const { bytes, side = '', version = '' } = one as Mutation;
			if (bytes === undefined) expected.delete(keyOf(one));
			else expected.set(keyOf(one), rowText({ resource, namespace: 'a', name: one.name, revision: outcome.revision, bytes, side, version }));
		} catch (error) {
			if (!(error instanceof StorageDamagedError)) throw error;
			reports.push(error.message);
		}
	}
}
