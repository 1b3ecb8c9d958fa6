/** `deprecatedValues`: warns clients that use one of some values or keys. It refuses no value. */
import type { Rule } from './rule.ts';

interface Argument {
	readonly texts: Readonly<Record<string, string>>;
	/** True for warnings that have the value between path and text, as clients know them. */
	readonly named?: boolean;
}

export const deprecatedValues: Rule = {
	keyword: 'deprecatedValues',
	appliesTo: ['string'],
	argument: {
		type: 'object',
		required: ['texts'],
		properties: { texts: { type: 'object', additionalProperties: { type: 'string' } }, named: { type: 'boolean' } },
		additionalProperties: false,
	},
	documentation: 'For strings and keys of a map: warnings by value, for clients that newly set the value. With `named` the warning starts with the value.',
	describe: (argument) =>
		Object.entries((argument as object as Argument).texts)
			.map(([value, text]) => `\`${value}\` is ${text}`)
			.join('; '),
	compile(argument) {
		const { texts, named = false } = argument as object as Argument;
		const byValue: ReadonlyMap<unknown, string> = new Map(Object.entries(texts));
		return (value, old, site) => {
			const text = value === old && !site.warnAnew ? undefined : byValue.get(value);
			if (text !== undefined) site.warnings.push(named ? `${site.path}: ${value} is ${text}` : `${site.path}: ${text}`);
		};
	},
};
