/** Finding about a spec: the message, its position and the source line. */
import type { Position } from '../../model.ts';
import type { SpecNode } from '../source/node.ts';
import { lineText, positionAt } from '../source/spec-file.ts';

export interface Diagnostic {
	readonly severity: 'error' | 'warning';
	readonly message: string;
	/** Topic of a warning. There may be many warnings of one topic, and each says little. */
	readonly topic?: string;
	readonly position: Position;
	/** Source line of the finding, and the number of characters to underline. */
	readonly line: string;
	readonly length: number;
}

/** Receives a finding. The findings of all files are gathered; the first one does not end the run. */
export type Report = (node: SpecNode, message: string, severity?: Diagnostic['severity']) => void;

export function diagnosticAt(node: SpecNode, message: string, severity: Diagnostic['severity'] = 'error'): Diagnostic {
	const position = positionAt(node.file, node.start);
	const line = lineText(node.file, position.line);
	const rest = Math.max(1, line.length - position.column + 1);
	const length = Math.min(Math.max(1, firstLineLength(node)), rest);
	return { severity, message, position, line, length };
}

/** Returns the number of characters to underline. Of a block, only the first line is underlined. */
function firstLineLength(node: SpecNode): number {
	return node.file.text.slice(node.start, node.end).split('\n', 1)[0]?.trimEnd().length ?? 1;
}

/** Returns the findings without duplicates, by file, line and column, whatever the order in which they were found. */
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

/** Compares by UTF-16 code units, which gives the same result on every machine and in every locale. */
export function compareText(a: string, b: string): number {
	return a < b ? -1 : a > b ? 1 : 0;
}

/** Adds a terminal colour to a text. */
export type Paint = (colour: 'red' | 'yellow' | 'bold' | 'dim', text: string) => string;

/**
 * Formats a finding as `file:line:column: error: message`, followed by the source line with the text underlined. Tabs before the underline
 * are kept, so that it aligns in every terminal.
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
