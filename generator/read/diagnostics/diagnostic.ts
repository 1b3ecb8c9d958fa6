/** A finding about a spec: the message, its position and the source line. */
import type { Position } from '../../model.ts';
import type { SpecNode } from '../source/node.ts';
import { lineText, positionAt } from '../source/spec-file.ts';

export interface Diagnostic {
	readonly severity: 'error' | 'warning';
	readonly message: string;
	/** Topic of a warning; warnings of one topic may be many and say little each. */
	readonly topic?: string;
	readonly position: Position;
	/** Source line of the finding, and the number of characters to underline. */
	readonly line: string;
	readonly length: number;
}

/** Takes one finding. Findings of all files are gathered; the first does not stop the run. */
export type Report = (node: SpecNode, message: string, severity?: Diagnostic['severity']) => void;

export function diagnosticAt(node: SpecNode, message: string, severity: Diagnostic['severity'] = 'error'): Diagnostic {
	const position = positionAt(node.file, node.start);
	const line = lineText(node.file, position.line);
	const rest = Math.max(1, line.length - position.column + 1);
	const length = Math.min(Math.max(1, firstLineLength(node)), rest);
	return { severity, message, position, line, length };
}

/** Returns the length to underline. A block is underlined on its first line only. */
function firstLineLength(node: SpecNode): number {
	return node.file.text.slice(node.start, node.end).split('\n', 1)[0]?.trimEnd().length ?? 1;
}

/** Returns the findings by file, line and column, independent of the order of discovery, without duplicates. */
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

/** Compares by UTF-16 code unit: the same result on every machine and in every locale. */
export function compareText(a: string, b: string): number {
	return a < b ? -1 : a > b ? 1 : 0;
}

/** Wraps a text in a terminal colour. */
export type Paint = (colour: 'red' | 'yellow' | 'bold' | 'dim', text: string) => string;

/**
 * Formats a finding as `file:line:column: error: message`, then the source line with the offending text underlined. Tabs before the mark
 * are preserved, so that it aligns in every terminal.
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
