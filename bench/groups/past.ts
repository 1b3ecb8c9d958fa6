/**
 * Lists of the past: a page of 500 of 100,000 objects, continued, at a version with more than 160,000 rows of the log behind it, beside the
 * same page of now. Much of the log is from before the start, so that it has to be gone through when a version from then is first asked for.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vocabulary } from '../../generated/vocabulary.ts';
import { openSqliteStore } from '../../runtime/storage/sqlite/open.ts';
import { named } from '../figures.ts';
import { configMap } from '../objects.ts';
import { report } from '../report.ts';
import { endSubject, load, type Subject, startSubject } from '../subject.ts';

const objectBytes = 900;
const pageSize = 500;
/** A page of the past may take so many times what one of now takes, where what has changed since is still in memory. */
const mostOfNow = 2;
const rounds = 5;
const pages = 600;
/** Lists that look at all objects of a namespace. */
const searches = 12;

/** Namespaces by what has changed in them since the version that is asked for. */
const counts = { same: 20_000, old: 10_000, some: 30_000, all: 30_000, busy: 10_000 } as const;
type Namespace = keyof typeof counts;
/** Of the busy ones, before the start. */
const updatesOfBusy = 77_000;
/** After the start: more than memory has events of. */
const roundsOfBusy = 7;
/** Of some, and before the start of the old ones, one of so many. */
const changedOfSome = 10;
/** Changed at the end: their events stay in memory. */
const recent = 3000;
const rowsPerCommit = 500;

const nameOf = (i: number): string => `o-${100_000 + i}`;
const collectionOf = (namespace: Namespace): string => `/api/v1/namespaces/${namespace}/configmaps`;

export async function past(built: string): Promise<void> {
	const dataDir = mkdtempSync(join(tmpdir(), 'orch-bench-'));
	const made = await fill(join(dataDir, 'orch.db'));
	const subject = await startSubject(built, dataDir, ['--history', '1h']);
	const put = (namespace: Namespace, name: string, requests: number, start: number) =>
		load(subject, {
			method: 'PUT',
			path: `${collectionOf(namespace)}/${name}`,
			body: configMap(name, objectBytes, { t: '{t}' }),
			clients: 64,
			requests,
			start,
		});
	for (const namespace of Object.keys(counts))
		await subject.server.call('POST', '/api/v1/namespaces', JSON.stringify({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } }));
	await first(subject, made);
	await page(subject, made, 'old', 'a tenth of it changed before the start', mostOfNow);
	await page(subject, made, 'busy', 'all of it changed before the start', mostOfNow);
	await put('all', 'o-{i}', counts.all, 100_000);
	const labelled = await versionOf(subject);
	// Numbers that end alike are every tenth.
	await put('some', 'o-{i}0', counts.some / changedOfSome, 100_000 / changedOfSome);
	await put('all', 'o-{i}', counts.all, 100_000);
	await page(subject, labelled, 'some', 'a tenth of it changed lately', mostOfNow);
	// What the events in memory are of afterwards.
	for (let round = 0; round < roundsOfBusy; round++) await put('busy', 'o-{i}', counts.busy, 100_000);
	await page(subject, made, 'same', 'nothing of it changed since', mostOfNow);
	await page(subject, made, 'some', 'a tenth of it changed long ago', mostOfNow);
	await page(subject, made, 'all', 'all of it changed long ago', mostOfNow);
	await page(subject, made, 'busy', 'all of it changed longer ago than memory reaches, and read from the disk');
	await search(subject, labelled);
	const before = await versionOf(subject);
	await put('all', 'o-{i}', recent, 100_000);
	await page(subject, before, 'all', 'all of it changed just now', mostOfNow);
	await endSubject(subject);
}

async function versionOf({ server }: Subject): Promise<string> {
	return (JSON.parse((await server.call('GET', `${collectionOf('same')}?limit=1`)).text) as { metadata: { resourceVersion: string } }).metadata.resourceVersion;
}

/** The version after all was made. */
async function fill(path: string): Promise<string> {
	const store = await openSqliteStore({ path, vocabulary: vocabulary.name });
	const revisions = new Map<string, number>();
	const write = async (namespace: Namespace, names: readonly string[]): Promise<void> => {
		const outcomes = await store.commit(
			names.map((name) => {
				const { apiVersion, kind, metadata, data } = JSON.parse(configMap(name, objectBytes - 250)) as Record<string, object>;
				const whole = {
					kind,
					apiVersion,
					metadata: { name, namespace, uid: crypto.randomUUID(), creationTimestamp: '2026-01-01T00:00:00Z', ...metadata },
					data,
				};
				const expected = revisions.get(`${namespace}/${name}`) ?? 0;
				const side = JSON.stringify({ l: (metadata as { labels: object }).labels });
				return { resource: 'configmaps', namespace, name, expected, bytes: Buffer.from(JSON.stringify(whole)), side };
			}),
		);
		for (const [i, outcome] of outcomes.entries()) if (outcome.ok) revisions.set(`${namespace}/${names[i]}`, outcome.revision);
	};
	for (const [namespace, count] of Object.entries(counts))
		for (let i = 0; i < count; i += rowsPerCommit)
			await write(
				namespace as Namespace,
				Array.from({ length: rowsPerCommit }, (_, j) => nameOf(i + j)),
			);
	const made = String(await store.revision());
	for (let i = 0; i < updatesOfBusy; i += rowsPerCommit)
		await write(
			'busy',
			Array.from({ length: rowsPerCommit }, (_, j) => nameOf((i + j) % counts.busy)),
		);
	for (let i = 0; i < counts.old; i += changedOfSome * rowsPerCommit)
		await write(
			'old',
			Array.from({ length: rowsPerCommit }, (_, j) => nameOf(i + j * changedOfSome)),
		);
	await store.close();
	return made;
}

/** What there was before the start is gone through once. */
async function first({ server }: Subject, version: string): Promise<void> {
	const began = performance.now();
	await token(server, 'same', `&resourceVersion=${version}&resourceVersionMatch=Exact`);
	report({ figure: 'first list of a version before the start', value: performance.now() - began, unit: 'ms', sense: 'atMost' });
}

async function token(server: Subject['server'], namespace: Namespace, query: string): Promise<string> {
	const { status, text } = await server.call('GET', `${collectionOf(namespace)}?limit=${pageSize}${query}`);
	if (status !== 200) throw new Error(text.slice(0, 500));
	return (JSON.parse(text) as { metadata: { continue: string } }).metadata.continue;
}

async function page(subject: Subject, version: string, namespace: Namespace, what: string, target?: number): Promise<void> {
	const path = `${collectionOf(namespace)}?limit=${pageSize}&continue=`;
	const now = `${path}${await token(subject.server, namespace, '')}`;
	const past = `${path}${await token(subject.server, namespace, `&resourceVersion=${version}&resourceVersionMatch=Exact`)}`;
	await compare(subject, now, past, pages, `continued list of the past, ${what}`, target);
}

/** All are looked at, and none is found. */
async function search(subject: Subject, version: string): Promise<void> {
	const path = `${collectionOf('all')}?labelSelector=app%3Dnone&limit=${pageSize}`;
	await compare(
		subject,
		path,
		`${path}&resourceVersion=${version}&resourceVersionMatch=Exact`,
		searches,
		'search of the past, all of it changed since',
		mostOfNow,
	);
}

/** In turns, since the machine's speed changes. */
async function compare(subject: Subject, now: string, past: string, requests: number, figure: string, target?: number): Promise<void> {
	const costs: { readonly now: number; readonly past: number; readonly p50Ms: number }[] = [];
	for (let round = -1; round < rounds; round++) {
		const ofNow = await load(subject, { method: 'GET', path: now, clients: 1, requests });
		const ofPast = await load(subject, { method: 'GET', path: past, clients: 1, requests });
		// The code is compiled first.
		if (round >= 0) costs.push({ now: ofNow.cpuPerRequest, past: ofPast.cpuPerRequest, p50Ms: ofPast.p50Ms });
	}
	const median = (of: (cost: (typeof costs)[number]) => number): number => costs.map(of).sort((a, b) => a - b)[rounds >> 1] ?? Number.NaN;
	const sense = 'atMost' as const;
	report({
		figure: `${named(figure, 1)}, CPU`,
		value: median((cost) => cost.past / cost.now),
		unit: '× the list of now',
		sense,
		...(target !== undefined && { target }),
	});
	report({ figure: `${named(figure, 1)}, p50`, value: median(({ p50Ms }) => p50Ms), unit: 'ms', sense });
}
