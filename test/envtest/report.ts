/** Writes the results of suites into docs/conformance/envtest.md: a row for each suite, which its next run replaces. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { SuiteResult } from './run-suite.ts';

const page = resolve(import.meta.dirname, '../../docs/conformance/envtest.md');

const head = `# Suites of envtest

This page shows unchanged suites that run over the folder of \`orch envtest\`, and over kube-apiserver 1.36 with etcd 3.5 in the same session. \`npm run envtest:suites -- --peers DIR --write\` writes it. CPU is that of the suite and all programs that it starts; memory is the peak of those programs. Wall time depends on what else the machine does.

Rows with a project and a revision are suites of public operators and of kubebuilder's tutorials; the others are packages of controller-runtime 0.25.2. The failure of \`rabbitmq/cluster-operator\` is a text of bounds, which [differs](differences.md).

| suite | orch: passed, failed | peer: passed, failed | wall, s: orch, peer | CPU, s: orch, peer | memory, MB: orch, peer | date |
| --- | --- | --- | --- | --- | --- | --- |
`;

export interface SuiteRow {
	readonly name: string;
	readonly orch: SuiteResult;
	readonly peer: SuiteResult | undefined;
}

export function record(rows: readonly SuiteRow[]): void {
	const date = new Date().toISOString().slice(0, 10);
	const before = existsSync(page) ? readFileSync(page, 'utf8') : '';
	const kept = new Map([...before.matchAll(/^\| (`[^`]+`) \|.*$/gm)].map(([line, name = '']) => [name, line]));
	for (const row of rows) kept.set(`\`${row.name}\``, lineOf(row, date));
	writeFileSync(
		page,
		`${head}${[...kept]
			.sort(([a], [b]) => (a < b ? -1 : 1))
			.map(([, line]) => line)
			.join('\n')}\n`,
	);
}

/** Returns the row of the table. A comparison without a peer has dashes. */
export function lineOf({ name, orch, peer }: SuiteRow, date: string): string {
	const counts = (result: SuiteResult | undefined) => (result === undefined ? '-' : `${result.passed}, ${result.failed}`);
	const pair = (value: (result: SuiteResult) => string) => `${value(orch)}, ${peer === undefined ? '-' : value(peer)}`;
	const cells = [
		`\`${name}\``,
		counts(orch),
		counts(peer),
		pair(({ wallS }) => wallS.toFixed(1)),
		pair(({ cpuS }) => cpuS.toFixed(1)),
		pair(({ peakMb }) => String(peakMb)),
		date,
	];
	return `| ${cells.join(' | ')} |`;
}
