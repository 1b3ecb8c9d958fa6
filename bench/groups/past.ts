/**
 * Lists of the past: a continued page of 500 of 80,000 objects, compared with a current page. At most 63,000 log rows follow the page's
 * version.
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
/** Largest cost of a page of the past relative to a current one. */
const mostOfNow = 10;
const rounds = 5;
const pages = 600;
/** Number of lists that scan all objects of a namespace. */
const searches = 12;

/** Number of objects by namespace; each namespace stands for a share of changes since the requested version. */
const counts = { same: 20_000, some: 30_000, all: 30_000 } as const;
type Namespace = keyof typeof counts;
/** One of this many objects changes in the `some` namespace. */
const changedOfSome = 10;
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
	// Numbers with the same last digit are every tenth.
	await put('some', 'o-{i}0', counts.some / changedOfSome, 100_000 / changedOfSome);
	for (let round = 0; round < 2; round++) await put('all', 'o-{i}', counts.all, 100_000);
	await page(subject, made, 'same', 'nothing of it changed since');
	await page(subject, made, 'some', 'a tenth of it changed since');
	await page(subject, made, 'all', 'all of it changed since');
	await search(subject, made);
	await endSubject(subject);
}

/** Fills the store; returns the version after all objects were created. */
async function fill(path: string): Promise<string> {
	const store = await openSqliteStore({ path, vocabulary: vocabulary.name });
	const write = async (namespace: Namespace, names: readonly string[]): Promise<void> => {
		await store.commit(
			names.map((name) => {
				const { apiVersion, kind, metadata, data } = JSON.parse(configMap(name, objectBytes - 250)) as Record<string, object>;
				const whole = {
					kind,
					apiVersion,
					metadata: { name, namespace, uid: crypto.randomUUID(), creationTimestamp: '2026-01-01T00:00:00Z', ...metadata },
					data,
				};
				const side = JSON.stringify({ l: (metadata as { labels: object }).labels });
				return { resource: 'configmaps', namespace, name, expected: 0, bytes: Buffer.from(JSON.stringify(whole)), side };
			}),
		);
	};
	for (const [namespace, count] of Object.entries(counts))
		for (let i = 0; i < count; i += rowsPerCommit)
			await write(
				namespace as Namespace,
				Array.from({ length: rowsPerCommit }, (_, j) => nameOf(i + j)),
			);
	const made = String(await store.revision());
	await store.close();
	return made;
}

async function token(server: Subject['server'], namespace: Namespace, query: string): Promise<string> {
	const { status, text } = await server.call('GET', `${collectionOf(namespace)}?limit=${pageSize}${query}`);
	if (status !== 200) throw new Error(text.slice(0, 500));
	return (JSON.parse(text) as { metadata: { continue: string } }).metadata.continue;
}

async function page(subject: Subject, version: string, namespace: Namespace, what: string): Promise<void> {
	const path = `${collectionOf(namespace)}?limit=${pageSize}&continue=`;
	const now = `${path}${await token(subject.server, namespace, '')}`;
	const past = `${path}${await token(subject.server, namespace, `&resourceVersion=${version}&resourceVersionMatch=Exact`)}`;
	await compare(subject, now, past, pages, `continued list of the past, ${what}`, mostOfNow);
}

/** Measures a list that scans all objects and matches none. */
async function search(subject: Subject, version: string): Promise<void> {
	const path = `${collectionOf('all')}?labelSelector=app%3Dnone&limit=${pageSize}`;
	await compare(subject, path, `${path}&resourceVersion=${version}&resourceVersionMatch=Exact`, searches, 'search of the past, all of it changed since');
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
