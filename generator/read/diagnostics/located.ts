/** Finding at a position in the model. It underlines the source line from there to its end. */
import type { Position } from '../../model.ts';
import { type SpecSource, specFile } from '../source/spec-file.ts';
import { type Diagnostic, diagnosticAt } from './diagnostic.ts';

/** Returns undefined when the file is not among the sources. */
export function locatedDiagnostic(
	{ file, line, column }: Position,
	message: string,
	severity: Diagnostic['severity'],
	sources: readonly SpecSource[],
): Diagnostic | undefined {
	const source = sources.find((each) => each.file === file);
	if (source === undefined) return undefined;
	const spec = specFile(source);
	const start = (spec.lineStarts[line - 1] ?? 0) + column - 1;
	const end = source.text.indexOf('\n', start);
	return diagnosticAt({ kind: 'scalar', value: null, file: spec, start, end: end < 0 ? source.text.length : end }, message, severity);
}
