/** Reads and writes the rows of docs/conformance/suite.md: one per test, with its outcome and, for a failure, the missing feature. */

export const outcomes = ['passes', 'waits', 'fails', 'not run'] as const;
export type RowOutcome = (typeof outcomes)[number];

/** Parts of the document: tests that need the server alone, and tests that need controllers and nodes. */
export const places = ['server', 'cluster'] as const;
export type Place = (typeof places)[number];

export interface Row {
	readonly place: Place;
	/** Test name in the suite, without the conformance mark. */
	readonly test: string;
	readonly outcome: RowOutcome;
	/** Missing feature that a waiting test needs. */
	readonly note: string;
}

const rowLine = /^\| (?<test>\[sig-.*) \| (?<outcome>passes|waits|fails|not run) \| (?<note>.*) \|$/;

const clusterHeading = '## In a cluster';

export function readRows(text: string): Row[] {
	const lines = text.split('\n');
	const boundary = lines.indexOf(clusterHeading);
	return lines.flatMap((line, index) => {
		const found = rowLine.exec(line)?.groups;
		if (found === undefined) return [];
		const { test = '', outcome = '', note = '' } = found;
		const place = boundary >= 0 && index > boundary ? 'cluster' : 'server';
		return [{ place, test: unescaped(test), outcome: outcome as RowOutcome, note: unescaped(note.trim()) }];
	});
}

/** Returns the text with its rows replaced in order; other lines stay. */
export function writeRows(text: string, rows: readonly Row[]): string {
	const byTest = new Map(rows.map((row) => [row.test, row]));
	return text
		.split('\n')
		.map((line) => {
			const row = byTest.get(readRows(line)[0]?.test ?? '');
			return row === undefined ? line : `| ${escaped(row.test)} | ${row.outcome} | ${escaped(row.note)} |`;
		})
		.join('\n');
}

function escaped(cell: string): string {
	return cell.replaceAll('|', '\\|');
}

function unescaped(cell: string): string {
	return cell.replaceAll('\\|', '|');
}
