/** Recorded figures: a file of JSON lines for each benchmark in `bench/history/`, the newest line last. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Figure } from './report.ts';

export const historyFolder = join(import.meta.dirname, 'history');

/** Origin of a figure. */
export interface Stamp {
	/** Day of the run, YYYY-MM-DD. */
	readonly date: string;
	/** Commit of the measured build, with `-dirty` for uncommitted changes. */
	readonly commit: string;
}

export type Recorded = Stamp & Figure;

export function stampOf(root: string, now: Date): Stamp {
	const commit = execFileSync('git', ['describe', '--always', '--dirty', '--exclude', '*'], { cwd: root, encoding: 'utf8' }).trim();
	return { date: now.toISOString().slice(0, 10), commit };
}

export function appendFigures(folder: string, benchmark: string, figures: readonly Figure[], stamp: Stamp): void {
	mkdirSync(folder, { recursive: true });
	appendFileSync(fileOf(folder, benchmark), figures.map((figure) => `${JSON.stringify({ ...stamp, ...figure })}\n`).join(''));
}

/** All recorded figures of a benchmark, the oldest first. */
export function readFigures(folder: string, benchmark: string): readonly Recorded[] {
	const file = fileOf(folder, benchmark);
	if (!existsSync(file)) return [];
	return readFileSync(file, 'utf8')
		.split('\n')
		.filter((line) => line !== '')
		.map((line) => JSON.parse(line) as Recorded);
}

/** The newest run of a figure. A run that repeats the figure has several values. */
export function newestOf(figures: readonly Recorded[], figure: string): readonly Recorded[] {
	const recorded = figures.filter((each) => each.figure === figure);
	const newest = recorded.at(-1);
	return recorded.filter(({ date, commit }) => date === newest?.date && commit === newest.commit);
}

function fileOf(folder: string, benchmark: string): string {
	return join(folder, `${benchmark}.jsonl`);
}
