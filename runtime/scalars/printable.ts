/** Characters that Go prints (`unicode.IsPrint`): letters, marks, numbers, punctuation, symbols and the space. */

/** Matches the first character that Go does not print. */
export const unprintable = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/u;
/** Matches each of them. */
export const eachUnprintable = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu;
