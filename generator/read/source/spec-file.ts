/** Spec file as text, and the conversion of its offsets to lines and columns. */
import type { Position } from '../../model.ts';
import type { DecodedText } from './encoding.ts';

/** File for the generator. Only the command line reads the disk. */
export interface SpecSource extends DecodedText {
	/** Path in its spec root, with `/`. It determines the role of the file. */
	readonly path: string;
	/** Spec root of the file. Absent when there is only one. */
	readonly root?: string;
	/** Name of the file in diagnostics. */
	readonly file: string;
}

export interface SpecFile extends SpecSource {
	readonly lineStarts: readonly number[];
}

export function specFile(source: SpecSource): SpecFile {
	const lineStarts = [0];
	for (let at = source.text.indexOf('\n'); at >= 0; at = source.text.indexOf('\n', at + 1)) lineStarts.push(at + 1);
	return { ...source, lineStarts };
}

/** Returns the position of an offset. Line and column count from 1. */
export function positionAt(file: SpecFile, offset: number): Position {
	let low = 0;
	let high = file.lineStarts.length - 1;
	while (low < high) {
		const middle = (low + high + 1) >> 1;
		if ((file.lineStarts[middle] ?? 0) <= offset) low = middle;
		else high = middle - 1;
	}
	return { file: file.file, line: low + 1, column: offset - (file.lineStarts[low] ?? 0) + 1 };
}

/** Returns a line without its line break. Lines count from 1. */
export function lineText(file: SpecFile, line: number): string {
	const start = file.lineStarts[line - 1] ?? 0;
	const end = file.lineStarts[line] ?? file.text.length + 1;
	return file.text.slice(start, end - 1).replace(/\r$/, '');
}
