import type { JsonValue } from '../../model/catalog.ts';
import { duplicate, invalidValue } from '../../model/cause.ts';
import { identity } from '../../model/equal.ts';
import type { Rule } from './rule.ts';

export const unique: Rule = {
	keyword: 'unique',
	appliesTo: ['list'],
	argument: { type: 'string' },
	documentation: 'The entries of the list differ in this field. An absent field counts as empty, so at most one entry may omit it.',
	describe: (argument) => `entries differ in \`${argument}\``,
	compile(argument, { message }) {
		const field = String(argument);
		return (value, _old, site) => {
			if (!Array.isArray(value)) return;
			const seen = new Set<string>();
			for (const [index, item] of value.entries()) {
				const part = fieldOf(item, field);
				const key = identity(part);
				if (seen.has(key)) {
					const path = `${site.path.at(index)}.${field}`;
					site.causes.push(message === undefined ? duplicate(path, part) : invalidValue(path, part, message));
				}
				seen.add(key);
			}
		};
	},
};

function fieldOf(item: JsonValue, field: string): JsonValue {
	if (item === null || typeof item !== 'object' || Array.isArray(item) || !Object.hasOwn(item, field)) return '';
	return item[field] ?? '';
}
