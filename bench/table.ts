/** Makes the tables of figures in `docs/performance.md` from the newest recorded run of each row. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { historyFolder, newestOf, type Recorded, readFigures } from './history.ts';
import { type Row, type Section, sections } from './table-rows.ts';

const page = join(import.meta.dirname, '../docs/performance.md');
const head = '| measure | kube-apiserver + etcd | orch | ratio | target | date | build |\n| --- | --- | --- | --- | --- | --- | --- |\n';
const marks = ['<!-- figures: npx tsx bench/table.ts -->\n\n', '<!-- end of figures -->\n'] as const;

export function tablesOf(sections: readonly Section[], read: (benchmark: string) => readonly Recorded[]): string {
	return sections.map(({ title, rows }) => `### ${title}\n\n${tableOf(rows, read)}\n`).join('');
}

export function tableOf(rows: readonly Row[], read: (benchmark: string) => readonly Recorded[]): string {
	return head + rows.map((row) => lineOf(row, row.benchmark === undefined ? [] : newestOf(read(row.benchmark), row.figure))).join('');
}

/** Returns the page with new tables; the rest is unchanged. */
export function withTables(text: string, tables: string): string {
	const [begin, end] = marks.map((mark) => text.indexOf(mark)) as [number, number];
	if (begin === -1 || end === -1) throw new Error('the page has no marks around its figures');
	return text.slice(0, begin) + marks[0] + tables + text.slice(end);
}

export function readTables(): string {
	return tablesOf(sections, (benchmark) => readFigures(historyFolder, benchmark));
}

export function updatePage(): void {
	writeFileSync(page, withTables(readFileSync(page, 'utf8'), readTables()));
}

function lineOf(row: Row, run: readonly Recorded[]): string {
	const newest = run.at(-1);
	if (row.benchmark !== undefined && newest === undefined) throw new Error(`no recorded figure of ${row.benchmark}: ${row.figure}`);
	const cells =
		row.benchmark === undefined || newest === undefined
			? ['', row.figure, '', String(row.target ?? ''), '', '']
			: [...(newest.own === undefined ? ownCells(run, row.unit) : comparedCells(run)), targetOf(run, newest, row), newest.date, newest.commit];
	const [peer = '', ...rest] = cells;
	return `| ${[row.name, peer === '' ? (row.peer ?? '') : peer, ...rest].join(' | ')} |\n`;
}

/** Returns the cells for the peer, our value and the ratio of a run against the peer. */
function comparedCells(run: readonly Recorded[]): string[] {
	const { own = 0, peer = 0 } = run.at(-1) ?? {};
	const [divisor, unit] = own >= 1000 ? [1000, 'ms'] : [1, 'µs'];
	return [`${shown(peer / divisor)} ${unit}`, `${shown(own / divisor)} ${unit}`, valuesOf(run)];
}

function ownCells(run: readonly Recorded[], givenUnit: string | undefined): string[] {
	const unit = givenUnit ?? run.at(-1)?.unit ?? '';
	return unit === 'times less' ? ['', '', valuesOf(run)] : ['', `${valuesOf(run)}${spaced(unit)}`, ''];
}

/** Returns one value, or the smallest and the largest. */
function valuesOf(run: readonly Recorded[]): string {
	const values = run.map(({ value }) => value);
	const [least, most] = [Math.min(...values), Math.max(...values)];
	return least === most ? shown(least) : `${shown(least)} to ${shown(most)}`;
}

/** Returns the target, and whether all or some values of the run miss it. */
function targetOf(run: readonly Recorded[], { target: recorded, sense = 'atMost', unit: recordedUnit }: Recorded, row: Row): string {
	const target = row.target ?? recorded;
	if (target === undefined || typeof target === 'string') return target ?? '';
	const unit = (row.benchmark === undefined ? undefined : row.unit) ?? recordedUnit;
	const missed = run.filter(({ value }) => (sense === 'atLeast' ? value < target : value > target));
	const verdict = missed.length === 0 ? '' : missed.length === run.length ? ', missed' : ', missed in some runs';
	return `${sense === 'atLeast' ? '≥' : '≤'} ${shown(target)}${unit === 'times less' ? '' : spaced(unit)}${verdict}`;
}

/** Returns the unit with a space, unless it begins with a slash. */
function spaced(unit: string): string {
	return unit === '' || unit.startsWith('/') ? unit : ` ${unit}`;
}

function shown(value: number): string {
	return value.toLocaleString('en-US', { maximumSignificantDigits: value >= 100 ? 21 : 3, maximumFractionDigits: 3 });
}

if (import.meta.filename === process.argv[1]) updatePage();
