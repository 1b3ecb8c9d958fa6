import type { Json } from '../../model/catalog.ts';
import { maxLength } from './max-length.ts';
import { minLength } from './min-length.ts';
import { pattern } from './pattern.ts';
import type { Rule } from './rule.ts';

/** Rules in the order of the checks. */
const parts: readonly Rule[] = [maxLength, minLength, pattern];

/** Bounds and pattern of a text in a CustomResourceDefinition: the first violation is the only one that is reported. */
export const definitionText: Rule = {
	keyword: 'definitionText',
	appliesTo: ['string'],
	argument: { type: 'object' },
	documentation: 'Length and pattern of a text in a definition.',
	describe: (argument) =>
		rulesIn(argument)
			.map(([rule, own]) => rule.describe(own))
			.join(', '),
	compile(argument, context) {
		const checks = rulesIn(argument).flatMap(([rule, own]) => rule.compile?.(own, context) ?? []);
		return (value, old, site) => {
			const before = site.causes.length;
			for (const check of checks) {
				check(value, old, site);
				if (site.causes.length > before) return;
			}
		};
	},
};

export const textKeywords: readonly string[] = parts.map(({ keyword }) => keyword);

function rulesIn(argument: Json): readonly (readonly [Rule, Json])[] {
	const given = argument as { readonly [keyword: string]: Json };
	return parts.flatMap((rule) => (given[rule.keyword] === undefined ? [] : [[rule, given[rule.keyword] as Json] as const]));
}
