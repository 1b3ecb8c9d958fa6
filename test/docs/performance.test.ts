/** Figures are recorded, and the tables in `docs/performance.md` show the newest run of each row. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { appendFigures, newestOf, readFigures, stampOf } from '../../bench/history.ts';
import { readTables, tableOf, tablesOf, withTables } from '../../bench/table.ts';
import { projectRoot } from '../../generator/command/spec-roots.ts';

const first = { date: '2026-01-01', commit: 'aaaaaaaa' };
const second = { date: '2026-01-02', commit: 'bbbbbbbb' };

describe('the history of figures', () => {
	it('keeps every run, and finds the newest one of a figure', () => {
		const folder = mkdtempSync(join(tmpdir(), 'orch-history-'));
		try {
			appendFigures(folder, 'start', [{ figure: 'start', value: 0.3, unit: 's' }], first);
			appendFigures(
				folder,
				'start',
				[
					{ figure: 'start', value: 0.2, unit: 's' },
					{ figure: 'start', value: 0.25, unit: 's' },
				],
				second,
			);
			appendFigures(folder, 'start', [{ figure: 'idle memory', value: 90, unit: 'MB' }], second);
			const recorded = readFigures(folder, 'start');
			expect(recorded.map(({ date, value }) => [date, value])).toEqual([
				['2026-01-01', 0.3],
				['2026-01-02', 0.2],
				['2026-01-02', 0.25],
				['2026-01-02', 90],
			]);
			expect(newestOf(recorded, 'start').map(({ value }) => value)).toEqual([0.2, 0.25]);
			expect(readFigures(folder, 'list')).toEqual([]);
		} finally {
			rmSync(folder, { recursive: true, force: true });
		}
	});

	it('names day and commit of a run', () => {
		expect(stampOf(projectRoot, new Date('2026-01-02T23:00:00Z'))).toEqual({ date: '2026-01-02', commit: expect.stringMatching(/^[0-9a-f]{7,40}(-dirty)?$/) });
	});
});

describe('the tables of figures', () => {
	it.each([
		[{ figure: 'f', value: 49_800, unit: '/s', target: 30_000, sense: 'atLeast' }, '|  | 49,800/s |  | ≥ 30,000/s | 2026-01-01 | aaaaaaaa |'],
		[{ figure: 'f', value: 0.21, unit: 's', target: 0.3, sense: 'atMost' }, '|  | 0.21 s |  | ≤ 0.3 s | 2026-01-01 | aaaaaaaa |'],
		[{ figure: 'f', value: 12.4, unit: 'times less', own: 197, peer: 2396 }, '| 2,396 µs | 197 µs | 12.4 |  | 2026-01-01 | aaaaaaaa |'],
		[{ figure: 'f', value: 16, unit: 'times less', own: 3000, peer: 47_000 }, '| 47 ms | 3 ms | 16 |  | 2026-01-01 | aaaaaaaa |'],
	] as const)('shows %o', (figure, cells) => {
		const table = tableOf([{ name: 'row', benchmark: 'b', figure: 'f' }], () => [{ ...first, ...figure }]);
		expect(table.split('\n')[2]).toBe(`| row ${cells}`);
	});

	it('shows the range of a run, and rows that are not measured yet', () => {
		const rows = [
			{ name: 'row', benchmark: 'b', figure: 'f', peer: '3 s' },
			{ name: 'later', figure: 'not served yet', target: '20 ms' },
		];
		const run = [0.5, 0.77].map((value) => ({ ...first, figure: 'f', value, unit: 'ms' }));
		expect(
			tableOf(rows, () => run)
				.split('\n')
				.slice(2, 4),
		).toEqual(['| row | 3 s | 0.5 to 0.77 ms |  |  | 2026-01-01 | aaaaaaaa |', '| later |  | not served yet |  | 20 ms |  |  |']);
	});

	it('refuses a row without a recorded figure', () => {
		expect(() => tableOf([{ name: 'row', benchmark: 'b', figure: 'f' }], () => [])).toThrow('no recorded figure of b: f');
	});

	it('names a target that some or all values of the run miss', () => {
		const run = [8, 12].map((value) => ({ ...first, figure: 'f', value, unit: 'ms', target: 10, sense: 'atMost' as const }));
		const targetOf = (target?: number) => {
			const rows = [{ name: 'row', benchmark: 'b', figure: 'f', unit: 'ms CPU', ...(target !== undefined && { target }) }];
			return tableOf(rows, () => run).split(/\n| \| /)[18];
		};
		expect([20, undefined, 5].map(targetOf)).toEqual(['≤ 20 ms CPU', '≤ 10 ms CPU, missed in some runs', '≤ 5 ms CPU, missed']);
	});

	it('has a heading for each subject', () => {
		const section = { title: 'Lists', rows: [{ name: 'later', figure: 'not there', target: '20 ms' }] };
		expect(tablesOf([section], () => [])).toMatch(/^### Lists\n\n\| measure \|[^\n]*\n[^\n]*\n\| later \| {2}\| not there \|[^\n]*\n\n$/);
	});

	it('replaces only the tables of a page', () => {
		const page = 'a\n<!-- figures: npx tsx bench/table.ts -->\n\nold\n<!-- end of figures -->\nb\n';
		expect(withTables(page, 'new\n')).toBe(page.replace('old', 'new'));
	});

	it('of the page equal the recorded history', () => {
		const text = readFileSync(join(projectRoot, 'docs/performance.md'), 'utf8');
		expect(withTables(text, readTables()) === text, 'npx tsx bench/table.ts updates docs/performance.md').toBe(true);
	});
});
