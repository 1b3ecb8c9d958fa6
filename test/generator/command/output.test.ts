/** Findings as commands print them. */
import { afterEach, expect, it, vi } from 'vitest';
import { printDiagnostics } from '../../../generator/command/output.ts';
import type { Diagnostic } from '../../../generator/read/diagnostics/diagnostic.ts';

afterEach(() => vi.restoreAllMocks());

const warning = (line: number, message: string, topic?: string): Diagnostic => ({
	...{ severity: 'warning', message, position: { file: 'a.yaml', line, column: 1 }, line: 'x', length: 1 },
	...(topic !== undefined && { topic }),
});

function shown(...parameters: Parameters<typeof printDiagnostics>): string[] {
	const said: string[] = [];
	vi.spyOn(console, 'error').mockImplementation((text: string) => void said.push(text.split('\n')[0] ?? ''));
	printDiagnostics(...parameters);
	return said;
}

it('warnings of one topic are last, the first few with the number of the others', () => {
	const silent = [1, 2, 3, 4, 5].map((line) => warning(line, 'no description', 'missing descriptions'));
	const found = [...silent.slice(0, 3), warning(9, 'it matters'), ...silent.slice(3)];
	expect(shown(found)).toEqual([
		'a.yaml:9:1: warning: it matters',
		...[1, 2, 3].map((line) => `a.yaml:${line}:1: warning: no description`),
		'warning: 2 more warnings about missing descriptions; orch check --all shows all',
		'0 errors, 6 warnings in 1 file',
	]);
	vi.restoreAllMocks();
	expect(shown(found, { all: true })).toHaveLength(7);
});
