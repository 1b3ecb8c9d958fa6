import type { Json, JsonValue } from '../../model/catalog.ts';
import { forbiddenField, invalidValue } from '../../model/cause.ts';
import { deepEqual } from '../../model/equal.ts';
import { compileCondition } from './condition.ts';
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
	ofUpdates: true,
	argument: { anyOf: [one, { type: 'array', items: one }] },
	documentation:
		'If the expression is true for the object before an update (`oldSelf`, or `self`), these fields cannot change, nor be removed with the object around them. An expression that reads an absent field counts as false.',
	describe: (argument) =>
		read(argument)
			.map(({ cel, fields }) => `${fields.map((field) => `\`${field}\``).join(', ')} cannot change when \`${cel}\``)
			.join('; '),
	expressions: (argument) =>
		read(argument).map(({ cel }, index) => ({ at: Array.isArray(argument) ? [index, 'cel'] : ['cel'], text: cel, gives: 'bool', old: true })),
	compile(argument, { schema, type, message }) {
		const uses = read(argument).map((use) => ({
			fields: use.fields,
			detail: message ?? use.message ?? `field is immutable${tested(use.cel)}`,
			holds: compileCondition(use.cel, { self: schema, oldSelf: schema }, type),
		}));
		return (value, old, site) => {
			if (!site.update || !isObject(value) || !isObject(old)) return;
			for (const { fields, detail, holds } of uses) {
				try {
					if (!holds({ self: old, oldSelf: old })) continue;
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

const reading = '(?:oldSelf|self)\\.\\??(\\w+)';
/** Matches the spellings of a test for presence or truth: `self.x`, `has(self.x)`, `has(self.x) && self.x`, `self.?x.orValue(false)`. */
const ofOneField = new RegExp(`^(?:has\\(${reading}\\)|(?:has\\(${reading}\\) && )?${reading}(?:\\.orValue\\(false\\))?)$`);

/** Returns the condition for messages: the field if the condition only tests it, else the expression. */
function tested(cel: string): string {
	if (cel.trim() === 'true') return '';
	const fields = (ofOneField.exec(cel.trim()) ?? []).slice(1).filter((name) => name !== undefined);
	return new Set(fields).size === 1 ? ` when \`${fields[0]}\` is set` : ` when \`${cel}\``;
}

function isObject(value: JsonValue | undefined): value is { [key: string]: JsonValue } {
	return value !== null && typeof value === 'object' && !Array.isArray(value);
}

function own(object: { [key: string]: JsonValue }, field: string): JsonValue | undefined {
	return Object.hasOwn(object, field) ? object[field] : undefined;
}
