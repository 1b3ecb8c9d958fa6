import type { Json, JsonValue } from '../../model/catalog.ts';
import { invalidValue, required } from '../../model/cause.ts';
import { isAbsent } from '../../model/equal.ts';
import { compileCondition } from './condition.ts';
import type { Rule } from './rule.ts';

interface RequiredWhen {
	readonly cel: string;
	readonly fields: readonly string[];
	readonly message?: string;
}

const one = {
	type: 'object',
	required: ['cel', 'fields'],
	properties: { cel: { type: 'string' }, fields: { type: 'array', items: { type: 'string' } }, message: { type: 'string' } },
	additionalProperties: false,
} as const;

export const requiredWhen: Rule = {
	keyword: 'requiredWhen',
	appliesTo: ['struct'],
	argument: { anyOf: [one, { type: 'array', items: one }] },
	documentation: 'If the expression over `self` is true, these fields must be present and not empty. An expression that reads an absent field counts as false.',
	describe: (argument) =>
		read(argument)
			.map(({ cel, fields }) => `${fields.map((field) => `\`${field}\``).join(', ')} required when \`${cel}\``)
			.join('; '),
	expressions: (argument) =>
		read(argument).map(({ cel }, index) => ({ at: Array.isArray(argument) ? [index, 'cel'] : ['cel'], text: cel, gives: 'bool', old: false })),
	compile(argument, { schema, type, message }) {
		const uses = read(argument).map((use) => ({
			fields: use.fields,
			detail: message ?? use.message ?? '',
			holds: compileCondition(use.cel, { self: schema }, type),
		}));
		return (value, _old, site) => {
			if (value === null || typeof value !== 'object' || Array.isArray(value)) return;
			for (const { fields, detail, holds } of uses) {
				try {
					if (!holds({ self: value })) continue;
				} catch (error) {
					site.causes.push(invalidValue(site.path.toString(), 'object', `rule evaluation error: ${error instanceof Error ? error.message : error}`));
					continue;
				}
				for (const field of fields) {
					if (isAbsent(own(value, field))) site.causes.push(required(site.path.child(field), detail));
				}
			}
		};
	},
};

function read(argument: Json): readonly RequiredWhen[] {
	return (Array.isArray(argument) ? argument : [argument]) as unknown as readonly RequiredWhen[];
}

function own(object: { [key: string]: JsonValue }, field: string): JsonValue | undefined {
	return Object.hasOwn(object, field) ? object[field] : undefined;
}
