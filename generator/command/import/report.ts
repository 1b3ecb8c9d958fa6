/** Report of an import. Sentences are grouped by reason, so that a frequent reason does not hide a rare one. */
export interface ReportOptions {
	/** Prints errors only. */
	readonly quiet?: true;
	/** Prints every sentence instead of a few per reason. */
	readonly all?: true;
}

/** Number of sentences printed per reason. */
const shownOfReason = 3;

/** Prints sentences grouped by reason. `label` starts each line. */
export function reportLines(label: string, sentences: readonly string[], { quiet, all }: ReportOptions): void {
	if (quiet) return;
	for (const [reason, alike] of Map.groupBy(sentences, reasonOf)) {
		const shown = all ? alike : alike.slice(0, shownOfReason);
		for (const sentence of shown) console.log(`${label}: ${sentence}`);
		const rest = alike.length - shown.length;
		if (rest > 0) console.log(`${label}: ${rest} more of the same: ${reason} (--all names each)`);
	}
}

/** Returns the reason of a sentence, which follows its places. */
function reasonOf(sentence: string): string {
	return sentence.slice(sentence.lastIndexOf(': ') + 1).trim();
}
