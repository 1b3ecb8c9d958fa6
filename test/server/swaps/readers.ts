/**
 * Clients that read single objects in every representation, lists at once, slowly, in pages and of past revisions, and initial states of
 * watches.
 */
import type { Loose } from '../../setup/loose.ts';
import { contentOf } from './history.ts';
import { decoded, protobuf, table } from './judge.ts';
import { Random } from './random.ts';
import { pathOf, type SwapRun } from './run.ts';
import { type Variant, type Version, versions } from './variant.ts';

export function readers(run: SwapRun): Promise<void>[] {
	return [getter, getter, lister, pager, slowLister, tableReader].map((reader, i) => repeated(run, reader, new Random(100 + i)));
}

async function repeated(run: SwapRun, reader: (run: SwapRun, version: Version, random: Random) => Promise<void>, random: Random): Promise<void> {
	while (run.running && run.failures.length === 0) {
		await reader(run, random.of(versions), random);
		run.reads++;
	}
}

/** Returns the lowest revision of each object that a read beginning now must show. */
function newest(run: SwapRun): ReadonlyMap<string, number> {
	return new Map([...run.history.names].flatMap((name) => (run.history.present(name) === undefined ? [] : [[name, run.history.last(name)?.revision ?? 0]])));
}

async function getter(run: SwapRun, version: Version, random: Random): Promise<void> {
	const known = newest(run);
	const name = random.of([...known.keys()].filter((each) => !each.startsWith('standing') || random.once(20)).concat('standing-0'));
	const isBinary = random.once(4);
	const asked = { method: 'GET', path: `${pathOf(version)}/${name}`, ...(isBinary && { headers: { accept: protobuf } }) };
	// The object's writer may delete it meanwhile.
	const found = await run.ask(asked, { version, usual: [200, 404], as: isBinary ? 'protobuf' : 'json' });
	if (found?.answer.status !== 200) return;
	const { answer, variants } = found;
	if (!isBinary) {
		sawObject(run, `GET of ${version}`, JSON.parse(answer.body.toString()) as Loose, known);
		return;
	}
	const { content } = run.history.last(name) ?? {};
	// The state of these objects is known exactly, because no client writes them.
	if (name.startsWith('standing') && !decoded(variants, version, answer.body, (each) => each === content))
		run.failures.push(`protobuf of ${name} in ${version} is not ${content}`);
}

function sawObject(run: SwapRun, what: string, object: Loose, known: ReadonlyMap<string, number>): void {
	const { name, resourceVersion } = object.metadata;
	const revision = Number(resourceVersion);
	run.history.saw({ what, name, revision, content: contentOf(object) });
	if (revision < (known.get(name) ?? 0)) run.failures.push(`${what}: ${name} at ${revision}, after ${known.get(name)} was acknowledged`);
}

interface Selection {
	readonly query: string;
	readonly field?: string;
	readonly selects: (content: Loose) => boolean;
}

const selections: readonly Selection[] = [
	{ query: 'labelSelector=count', selects: ({ labels }) => labels.count !== undefined },
	{ query: 'labelSelector=odd%3Dyes', selects: ({ labels }) => labels.odd === 'yes' },
	{
		query: 'labelSelector=count&fieldSelector=spec.team%3Dteam-1',
		field: 'spec.team',
		selects: ({ team, labels }) => team === 'team-1' && labels.count !== undefined,
	},
	{
		query: 'labelSelector=count&fieldSelector=spec.shape%3Dround',
		field: 'spec.shape',
		selects: ({ shape, labels }) => shape === 'round' && labels.count !== undefined,
	},
];

async function lister(run: SwapRun, version: Version, random: Random): Promise<void> {
	const { query, field, selects } = random.of(selections);
	const found = await run.ask(
		{ method: 'GET', path: `${pathOf(version)}?${query}` },
		{ version, usual: [200], isList: true, ...(field !== undefined && { field }) },
	);
	if (found?.answer.status === 200) sawList(run, `LIST ${query} of ${version}`, JSON.parse(found.answer.body.toString()) as Loose, selects);
}

function sawList(run: SwapRun, what: string, { metadata, items }: Loose, selects: (content: Loose) => boolean): void {
	const at = Number(metadata.resourceVersion);
	for (const item of items) {
		const content = contentOf(item);
		if (!selects(JSON.parse(content))) run.failures.push(`${what} has ${item.metadata.name}: ${content}`);
		run.history.saw({ what, name: item.metadata.name, revision: Number(item.metadata.resourceVersion), content, at });
	}
	run.history.sawList({ what, at, names: new Set(items.map((item: Loose) => item.metadata.name)), selects });
}

/** Reads pages of one state, which swaps between them must not change, or a past revision at once. */
async function pager(run: SwapRun, version: Version, random: Random): Promise<void> {
	const items: Loose[] = [];
	const base = `${pathOf(version)}?labelSelector=count&limit=${2 + random.below(5)}`;
	let metadata: Loose;
	for (let token = ''; ; ) {
		const found = await run.ask({ method: 'GET', path: `${base}${token === '' ? '' : `&continue=${token}`}` }, { version, usual: [200], isList: true });
		if (found?.answer.status !== 200) return;
		const list = JSON.parse(found.answer.body.toString()) as Loose;
		metadata ??= list.metadata;
		items.push(...list.items);
		token = list.metadata.continue ?? '';
		if (token === '') break;
		await run.anyTime();
	}
	sawList(run, `pages of ${version}`, { metadata, items }, ({ labels }) => labels.count !== undefined);
}

/** Reads a list slowly. */
async function slowLister(run: SwapRun, version: Version): Promise<void> {
	const found = await run.ask(
		{ method: 'GET', path: `${pathOf(version)}?labelSelector=standing`, betweenPieces: () => run.anyTime() },
		{ version, usual: [200], isList: true },
	);
	if (found?.answer.status === 200)
		sawList(run, `slow LIST of ${version}`, JSON.parse(found.answer.body.toString()) as Loose, ({ labels }) => labels.standing === 'yes');
}

async function tableReader(run: SwapRun, version: Version): Promise<void> {
	const found = await run.ask(
		{ method: 'GET', path: `${pathOf(version)}?labelSelector=count`, headers: { accept: table } },
		{ version, usual: [200], as: 'table', isList: true },
	);
	if (found?.answer.status !== 200) return;
	const { columnDefinitions, rows } = JSON.parse(found.answer.body.toString()) as Loose;
	for (const { cells, object } of rows)
		checkRow(
			run,
			columnDefinitions.map(({ name }: Loose) => name),
			cells,
			object,
		);
}

/** Checks the cells of a row against the object. */
function checkRow(run: SwapRun, columns: readonly (keyof Variant | string)[], cells: readonly Loose[], { metadata }: Loose): void {
	const count = metadata.labels?.count;
	const size = cells[columns.indexOf('Size')];
	if (cells[0] !== metadata.name) run.failures.push(`a row of ${metadata.name} begins with ${cells[0]}`);
	// A write of the scale changes the size only.
	if (size !== undefined && Number(size) < Number(count)) run.failures.push(`a row of ${metadata.name} with count ${count} has size ${size}`);
	const colour = cells[columns.indexOf('Colour')];
	if (colour !== undefined && !/^c\d+$/.test(colour)) run.failures.push(`a row of ${metadata.name} has colour ${colour}`);
}
