/** What is wrong with a spec, where, and what it looks like there. */
import type { Position } from '../../model.ts';
import type { SpecNode } from '../source/node.ts';
import { lineText, positionAt } from '../source/spec-file.ts';

export interface Diagnostic {
	readonly severity: 'error' | 'warning';
	readonly message: string;
	/** Warnings of one topic may be many, and say little each. */
	readonly topic?: string;
	readonly position: Position;
	/** The line that it stands on, and how many characters of it are meant. */
	readonly line: string;
	readonly length: number;
}

/** Takes one finding. All findings of all files are gathered; nothing stops at the first. */
export type Report = (node: SpecNode, message: string, severity?: Diagnostic['severity']) => void;

export function diagnosticAt(node: SpecNode, message: string, severity: Diagnostic['severity'] = 'error'): Diagnostic {
	const position = positionAt(node.file, node.start);
	const line = lineText(node.file, position.line);
	const rest = Math.max(1, line.length - position.column + 1);
	const length = Math.min(Math.max(1, firstLineLength(node)), rest);
	return { severity, message, position, line, length };
}

/** Blocks are underlined on their first line only. */
function firstLineLength(node: SpecNode): number {
	return node.file.text.slice(node.start, node.end).split('\n', 1)[0]?.trimEnd().length ?? 1;
}

/** By file, line and column, whatever order they were found in; the same finding once. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
	const sorted = [...diagnostics].sort(
		(a, b) =>
			compareText(a.position.file, b.position.file) ||
			a.position.line - b.position.line ||
			a.position.column - b.position.column ||
			compareText(a.message, b.message),
	);
	return sorted.filter((one, index) => {
		const before = sorted[index - 1];
		return before === undefined || before.message !== one.message || JSON.stringify(before.position) !== JSON.stringify(one.position);
	});
}

/** By UTF-16 code unit: the same on every machine, in every locale. */
export function compareText(a: string, b: string): number {
	return a < b ? -1 : a > b ? 1 : 0;
}

/** Puts a part into a colour of the terminal. */
export type Paint = (colour: 'red' | 'yellow' | 'bold' | 'dim', text: string) => string;

/**
 * `file:line:column: error: message`, then the line with the offending text underlined.
 * Tabs are kept in front of the mark, so that it stands under the text in every terminal.
 */
export function formatDiagnostic({ position, severity, message, line, length }: Diagnostic, paint: Paint = (_, text) => text): string {
	const colour = severity === 'error' ? 'red' : 'yellow';
	const margin = String(position.line);
	const indent = line.slice(0, position.column - 1).replace(/[^\t]/g, ' ');
	return [
		`${paint('bold', `${position.file}:${position.line}:${position.column}:`)} ${paint(colour, `${severity}:`)} ${message}`,
		`  ${paint('dim', `${margin} |`)} ${line}`,
		`  ${paint('dim', `${' '.repeat(margin.length)} |`)} ${indent}${paint(colour, '^'.repeat(length))}`,
	].join('\n');
}
