/** Report of `orch upgrade check`, as a table and as JSON. */
import { subjects, type UpgradeFinding } from './finding.ts';
import type { ReleasePair } from './releases-compared.ts';

export interface UpgradeReport {
	readonly from: ReleasePair;
	readonly to: ReleasePair;
	/** Names of what was examined. */
	readonly examined: readonly string[];
	readonly findings: readonly UpgradeFinding[];
}

/** Returns the output of `--json`. Its form is stable: fields may be added, not removed or changed. */
export function jsonOf({ from, to, examined, findings }: UpgradeReport): object {
	const count = findings.filter(({ breaks }) => breaks).length;
	return { from, to, examined, findings: ordered(findings), summary: { breaks: count, notes: findings.length - count } };
}

export function textOf(report: UpgradeReport): string {
	const { from, to, examined, findings } = report;
	const rows = ordered(findings).map(({ breaks, subject, name, count, problem, instead, names = [] }) => {
		const some = names.length === 0 ? '' : ` (${names.join(', ')}${count !== undefined && count > names.length ? ', ...' : ''})`;
		return [
			breaks ? 'breaks' : 'note',
			subject,
			name,
			count === undefined ? '' : String(count),
			`${problem}${some}${instead === undefined ? '' : `; ${instead}`}`,
		];
	});
	const breaks = findings.filter((finding) => finding.breaks).length;
	const summary = `${nameOf(from)} to ${nameOf(to)}, by ${examined.join(', ')}: ${breaks === 0 ? 'nothing breaks' : `${breaks} ${breaks === 1 ? 'thing breaks' : 'things break'}`}`;
	return [...(rows.length === 0 ? [] : table([['', 'WHAT', 'NAME', 'COUNT', 'PROBLEM'], ...rows])), summary].join('\n');
}

function nameOf({ release, product }: ReleasePair): string {
	return product === undefined ? release : `${release} (product ${product})`;
}

/** Breaks come first, then the order of subjects. */
function ordered(findings: readonly UpgradeFinding[]): readonly UpgradeFinding[] {
	const rank = ({ breaks, subject }: UpgradeFinding): number => (breaks ? 0 : subjects.length) + subjects.indexOf(subject);
	return findings.toSorted((a, b) => rank(a) - rank(b));
}

function table(rows: readonly (readonly string[])[]): readonly string[] {
	const widths = rows.reduce((most, row) => row.map((cell, column) => Math.max(most[column] ?? 0, cell.length)), [] as number[]);
	return rows.map((row) =>
		row
			.map((cell, column) => cell.padEnd(widths[column] ?? 0))
			.join('  ')
			.trimEnd(),
	);
}
