import type { Json, JsonValue } from '../../model/catalog.ts';
import { forbiddenField, invalidValue } from '../../model/cause.ts';
import { deepEqual } from '../../model/equal.ts';
import { compileExpression } from '../cel/expression.ts';
import type { Rule } from './rule.ts';

interface FrozenWhen {
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

export const frozenWhen: Rule = {
	keyword: 'frozenWhen',
	appliesTo: ['struct'],
	argument: { anyOf: [one, { type: 'array', items: one }] },
	documentation: 'When the expression holds of the object before an update (`oldSelf`, or `self`), these fields cannot change.',
	describe: (argument) =>
		read(argument)
			.map(({ cel, fields }) => `${fields.map((field) => `\`${field}\``).join(', ')} cannot change when \`${cel}\``)
			.join('; '),
	expressions: (argument) =>
		read(argument).map(({ cel }, index) => ({ at: Array.isArray(argument) ? [index, 'cel'] : ['cel'], text: cel, gives: 'bool', old: true })),
	needsOld: true,
	compile(argument, { schema, type, message }) {
		const uses = read(argument).map((use) => ({
			fields: use.fields,
			detail: message ?? use.message ?? `field is immutable when ${subject(use.cel)} is set`,
			holds: compileExpression(use.cel, { self: schema, oldSelf: schema }, type),
		}));
		return (value, old, site) => {
			if (!site.update || !isObject(value) || !isObject(old)) return;
			for (const { fields, detail, holds } of uses) {
				try {
					if (holds({ self: old, oldSelf: old }) !== true) continue;
				} catch (error) {
					site.causes.push(invalidValue(site.path.toString(), 'object', `rule evaluation error: ${error instanceof Error ? error.message : error}`));
					continue;
				}
				for (const field of fields) {
					if (!deepEqual(own(value, field), own(old, field))) site.causes.push(forbiddenField(site.path.child(field), detail));
				}
			}
		};
	},
};

function read(argument: Json): readonly FrozenWhen[] {
	return (Array.isArray(argument) ? argument : [argument]) as unknown as readonly FrozenWhen[];
}

/** The field that the expression names first: `immutable` in backquotes. */
function subject(cel: string): string {
	const field = /\b(?:oldSelf|self)\.(\w+)/.exec(cel)?.[1];
	return field === undefined ? `\`${cel}\`` : `\`${field}\``;
}

function isObject(value: JsonValue | undefined): value is { [key: string]: JsonValue } {
	return value !== null && typeof value === 'object' && !Array.isArray(value);
}

function own(object: { [key: string]: JsonValue }, field: string): JsonValue | undefined {
	return Object.hasOwn(object, field) ? object[field] : undefined;
}
