/** `deprecatedValues`: warns who uses one of some values or keys; it refuses nothing. */
import type { Rule } from './rule.ts';

export const deprecatedValues: Rule = {
	keyword: 'deprecatedValues',
	appliesTo: ['string'],
	argument: { type: 'object', additionalProperties: { type: 'string' } },
	documentation: "Of texts and of a map's keys: who gives one of these for the first time is warned with the text beside it.",
	describe: (argument) =>
		Object.entries(argument as Readonly<Record<string, string>>)
			.map(([value, text]) => `\`${value}\` is ${text}`)
			.join('; '),
	compile(argument) {
		const texts: ReadonlyMap<unknown, string> = new Map(Object.entries(argument as Readonly<Record<string, string>>));
		return (value, old, site) => {
			const text = value === old && !site.warnAnew ? undefined : texts.get(value);
			if (text === undefined) return;
			const path = site.path.toString();
			site.warnings.push(path.endsWith(`[${value}]`) ? `${path}: ${text}` : `${path}: ${value} is ${text}`);
		};
	},
};
