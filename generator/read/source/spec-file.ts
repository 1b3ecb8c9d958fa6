/** A spec file as text, and the way from an offset in it to a line and a column. */
import type { Position } from '../../model.ts';
import type { DecodedText } from './encoding.ts';

/** One file handed to the generator. Nothing in the generator but the command line reads the disk. */
export interface SpecSource extends DecodedText {
	/** Relative to its spec root, with `/`: decides what the file is. */
	readonly path: string;
	/** The spec root that it belongs to; one for all where there is only one. */
	readonly root?: string;
	/** As diagnostics name it. */
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

/** Line and column from 1. */
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

/** The text of a line without its line break; lines count from 1. */
export function lineText(file: SpecFile, line: number): string {
	const start = file.lineStarts[line - 1] ?? 0;
	const end = file.lineStarts[line] ?? file.text.length + 1;
	return file.text.slice(start, end - 1).replace(/\r$/, '');
}
