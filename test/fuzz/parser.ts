/** Description of a fuzzed parser of client bytes: a row of `parsers/index.ts`. */
import type fc from 'fast-check';

export interface FuzzedParser {
	/** Name of the parser and of its corpus folder. */
	readonly name: string;
	/** Valid inputs and formerly problematic ones, in addition to the corpus. */
	readonly seeds: readonly (string | Buffer)[];
	/** Words of such inputs, to be inserted anywhere. */
	readonly words?: readonly string[];
	/** Generator of complete inputs, in addition to mutated seeds. */
	readonly whole?: fc.Arbitrary<string | Buffer>;
	/** Maximum input length in bytes; 64 KiB when absent. */
	readonly mostBytes?: number;
	/**
	 * Parses the input, or throws an error accepted by `refuses`. Throws `Broken` when the result is wrong. The result is searched for
	 * objects that became prototypes.
	 */
	run(input: Buffer): unknown;
	/** Reports whether an error is this parser's own, which is answered with 4xx. Absent when the parser refuses no input. */
	refuses?(error: unknown): boolean;
}

/** Thrown for a result that cannot be correct. */
export class Broken extends Error {
	override readonly name = 'Broken';
}
