/** Mechanical rules for English text. Each rule returns the offending words, or undefined; CONTRIBUTING.md explains the style. */

/** Longest sentence, in words: a reader should not have to go back to its beginning. */
export const maxSentenceWords = 25;

const nounClause = /^(?:What|Who|Whom|Whose|Whoever|Whatever|Those|Where|How|That which|With which|With whom)\b/;
const fragment = /^(?:Of|As|By|To|But)\b(?! (?:a result|of \d))/;
const vague = /\b(?:whoever|whomever|nobody|somebody|anew|(?:is|are|was|were|be) told|by turns|so many)\b/i;

const clause = /^(?:Which|When|Whether|Why|Since when|That|It|Its|Their|Something|Somebody|Nothing|Everything|In|For|From|With|On|At|If|Until)\b/;

/** Descriptions of fields are noun phrases or sentences. Clauses such as "Whether it is ready" name no thing: "True if the pod is ready". */
export function findDescriptionStart(text: string): string | undefined {
	return findFirstWord(text) ?? clause.exec(text)?.[0];
}

const pronoun = /^(?:What|Who|Whom|Whoever|One|Ones|None|Nor|Nobody|Somebody|Nothing|It|Its|They|Those|Others)\b/i;

/** Names of tests continue the name of their group with a verb, an attribute or a sentence. A pronoun names no subject. */
export function findTitleStart(title: string): string | undefined {
	return pronoun.exec(title)?.[0];
}

export function findFirstWord(text: string): string | undefined {
	return nounClause.exec(text)?.[0] ?? fragment.exec(text)?.[0];
}

export function findVagueWord(text: string): string | undefined {
	return vague.exec(withoutCode(text))?.[0];
}

/** The first words of the first sentence that is too long. */
export function findLongSentence(text: string): string | undefined {
	return sentencesOf(text)
		.find((sentence) => sentence.split(/\s+/).length > maxSentenceWords)
		?.slice(0, 60);
}

/** Sentences, list items and paragraphs of a comment; a code span counts as one word. */
function sentencesOf(text: string): string[] {
	const plain = withoutCode(text).replace(/\b(e\.g|i\.e|vs|etc)\./g, '$1');
	return plain.split(/[.!?]["')\]]*(?:\s+|$)|\n\s*(?:\n|[-*@])/).map((sentence) => sentence.replace(/\s+/g, ' ').trim());
}

/** Tables hold facts rather than sentences. */
function withoutCode(text: string): string {
	return text.replace(/```[\s\S]*?```|^\|.*$/gm, '').replace(/`[^`]*`/g, 'code');
}
