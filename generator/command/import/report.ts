/** The report of an import: sentences with one reason are counted, so that many of one sort do not hide the few of another. */
export interface ReportOptions {
	/** Errors only. */
	readonly quiet?: true;
	/** Every sentence, and not the first few of each reason. */
	readonly all?: true;
}

/** Of sentences with one reason, so many are shown in full. */
const shownOfReason = 3;

/** `label`: the word in front of each line. */
export function reportLines(label: string, sentences: readonly string[], { quiet, all }: ReportOptions): void {
	if (quiet) return;
	for (const [reason, alike] of Map.groupBy(sentences, reasonOf)) {
		const shown = all ? alike : alike.slice(0, shownOfReason);
		for (const sentence of shown) console.log(`${label}: ${sentence}`);
		const rest = alike.length - shown.length;
		if (rest > 0) console.log(`${label}: ${rest} more of the same: ${reason} (--all names each)`);
	}
}

/** Sentences name a place, or several, before the reason. */
function reasonOf(sentence: string): string {
	return sentence.slice(sentence.lastIndexOf(': ') + 1).trim();
}
