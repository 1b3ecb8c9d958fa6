/** Makes the table of figures in `docs/performance.md` from the newest recorded run of each row. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { historyFolder, newestOf, type Recorded, readFigures } from './history.ts';
import { type Row, rows } from './table-rows.ts';

const page = join(import.meta.dirname, '../docs/performance.md');
const head = '| row | kube-apiserver + etcd | orch | ratio | target | date | build |\n| --- | --- | --- | --- | --- | --- | --- |\n';

export function tableOf(rows: readonly Row[], read: (benchmark: string) => readonly Recorded[]): string {
	return head + rows.map((row) => lineOf(row, row.benchmark === undefined ? [] : newestOf(read(row.benchmark), row.figure))).join('');
}

/** Returns the page with a new table; the rest is unchanged. */
export function withTable(text: string, table: string): string {
	const begin = text.indexOf('| row | kube-apiserver');
	if (begin === -1) throw new Error('the page has no table of figures');
	const length = text.slice(begin).search(/\n(?!\|)/) + 1;
	return text.slice(0, begin) + table + text.slice(begin + length);
}

export function readTable(): string {
	return tableOf(rows, (benchmark) => readFigures(historyFolder, benchmark));
}

export function updatePage(): void {
	writeFileSync(page, withTable(readFileSync(page, 'utf8'), readTable()));
}

function lineOf(row: Row, run: readonly Recorded[]): string {
	const newest = run.at(-1);
	if (row.benchmark !== undefined && newest === undefined) throw new Error(`no recorded figure of ${row.benchmark}: ${row.figure}`);
	const cells =
		newest === undefined
			? ['', row.figure, '', row.target ?? '', '', '']
			: [...(newest.own === undefined ? ownCells(run) : comparedCells(run)), row.target ?? targetOf(newest), newest.date, newest.commit];
	const [peer = '', ...rest] = cells;
	return `| ${[row.name, peer === '' ? (row.peer ?? '') : peer, ...rest].join(' | ')} |\n`;
}

/** Returns the cells for the peer, our value and the ratio of a run against the peer. */
function comparedCells(run: readonly Recorded[]): string[] {
	const { own = 0, peer = 0 } = run.at(-1) ?? {};
	const [divisor, unit] = own >= 1000 ? [1000, 'ms'] : [1, 'µs'];
	return [`${shown(peer / divisor)} ${unit}`, `${shown(own / divisor)} ${unit}`, valuesOf(run)];
}

function ownCells(run: readonly Recorded[]): string[] {
	const { unit = '' } = run.at(-1) ?? {};
	return unit === 'times less' ? ['', '', valuesOf(run)] : ['', `${valuesOf(run)}${spaced(unit)}`, ''];
}

/** Returns one value, or the smallest and the largest. */
function valuesOf(run: readonly Recorded[]): string {
	const values = run.map(({ value }) => value);
	const [least, most] = [Math.min(...values), Math.max(...values)];
	return least === most ? shown(least) : `${shown(least)} to ${shown(most)}`;
}

function targetOf({ target, sense, unit }: Recorded): string {
	if (target === undefined) return '';
	return `${sense === 'atLeast' ? '≥' : '≤'} ${shown(target)}${unit === 'times less' ? '' : spaced(unit)}`;
}

/** Returns the unit with a space, unless it begins with a slash. */
function spaced(unit: string): string {
	return unit === '' || unit.startsWith('/') ? unit : ` ${unit}`;
}

function shown(value: number): string {
	return value.toLocaleString('en-US', { maximumSignificantDigits: value >= 100 ? 21 : 3, maximumFractionDigits: 3 });
}

if (import.meta.filename === process.argv[1]) updatePage();
