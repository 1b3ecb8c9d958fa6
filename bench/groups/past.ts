/**
 * Lists of the past: a continued page of 500 of 100,000 objects, compared with a current page. More than 160,000 log rows follow the
 * page's version. Much of the log is from before the start, so the first request for such a version must scan it.
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
/** Largest cost of a page of the past relative to a current one, while the later changes are still in memory. */
const mostOfNow = 2;
const rounds = 5;
const pages = 600;
/** Number of lists that scan all objects of a namespace. */
const searches = 12;

/** Number of objects by namespace; each namespace stands for a share of changes since the requested version. */
const counts = { same: 20_000, old: 10_000, some: 30_000, all: 30_000, busy: 10_000 } as const;
type Namespace = keyof typeof counts;
/** Updates in the busy namespace, before the start. */
const updatesOfBusy = 77_000;
/** Rounds of updates in the busy namespace after the start: more events than memory holds. */
const roundsOfBusy = 7;
/** One of this many objects changes in the `some` namespace, and in the `old` one before the start. */
const changedOfSome = 10;
/** Objects changed at the end, whose events stay in memory. */
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
	// Numbers with the same last digit are every tenth.
	await put('some', 'o-{i}0', counts.some / changedOfSome, 100_000 / changedOfSome);
	await put('all', 'o-{i}', counts.all, 100_000);
	await page(subject, labelled, 'some', 'a tenth of it changed lately', mostOfNow);
	// Afterwards, the events in memory are those of this namespace.
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

/** Fills the store; returns the version after all objects were created. */
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

/** Measures the first list of the past, which scans the log from before the start once. */
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

/** Measures a list that scans all objects and matches none. */
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

/** Compares interleaved, since the machine's speed changes. */
async function compare(subject: Subject, now: string, past: string, requests: number, figure: string, target?: number): Promise<void> {
	const costs: { readonly now: number; readonly past: number; readonly p50Ms: number }[] = [];
	for (let round = -1; round < rounds; round++) {
		const ofNow = await load(subject, { method: 'GET', path: now, clients: 1, requests });
		const ofPast = await load(subject, { method: 'GET', path: past, clients: 1, requests });
		// The first round compiles the code.
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
