/** A parser of a client's bytes, as it is fuzzed: a row of `parsers/index.ts`. */
import type fc from 'fast-check';

export interface FuzzedParser {
	/** Names its folder of the corpus, too. */
	readonly name: string;
	/** What it takes, and what once was trouble; what the corpus keeps is beside them. */
	readonly seeds: readonly (string | Buffer)[];
	/** What stands in such inputs, to be put anywhere. */
	readonly words?: readonly string[];
	/** Whole inputs of its own, beside mutations of seeds. */
	readonly whole?: fc.Arbitrary<string | Buffer>;
	/** Bytes of the longest input. Absent: 64 KiB. */
	readonly mostBytes?: number;
	/**
	 * Answers, or throws what `refuses` knows. Throws `Broken` where the answer is wrong. What it returns is looked through for objects that
	 * have become prototypes.
	 */
	run(input: Buffer): unknown;
	/** Whether it is this parser's own error, which is answered with 4xx. Absent: it refuses nothing. */
	refuses?(error: unknown): boolean;
}

/** An answer that cannot be right. */
export class Broken extends Error {
	override readonly name = 'Broken';
}
