/** Characters that Go prints unescaped (`unicode.IsPrint`): letters, marks, numbers, punctuation, symbols, space. */

export const unprintable = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/u;
export const eachUnprintable = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu;
