/** Unions: exactly one, or at most one, of some fields of an object is set. */
import type { Field, JsonValue, TypeDescriptor, Union } from '../../../runtime/model/catalog.ts';
import { isZero } from '../../../runtime/model/equal.ts';
import type { ReadContext } from '../context.ts';
import { suggestion } from '../diagnostics/suggestion.ts';
import { object, text as textShape } from '../shape/shape.ts';
import { at, flagAt, keyNode, type MapNode, mapAt, text, textAt } from '../source/node.ts';
import { allFields } from '../types/json-fields.ts';
import type { Keyword } from './keyword.ts';

export const unions: Keyword = {
	keyword: 'unions',
	belongsTo: 'value',
	appliesTo: ['object'],
	makesType: true,
	shape: {
		type: 'object',
		title: 'the unions of an object',
		minProperties: 1,
		description: 'Unions by name; fields become members with `union: NAME`.',
		additionalProperties: {
			anyOf: [
				{ type: 'string', enum: ['exactlyOne', 'atMostOne'] },
				object(
					'a union',
					{
						members: {
							type: 'string',
							enum: ['exactlyOne', 'atMostOne', 'described'],
							description: 'How many members must be set. `described`: documents show the union, and rules or hooks enforce it.',
						},
						discriminator: textShape('Field that names the chosen member.'),
						blames: {
							type: 'string',
							enum: ['object'],
							description: 'If set, the error for several set members is reported for the object, instead of for each member after the first.',
						},
						several: object(
							'a refusal of several members',
							{
								message: textShape('Message of one error for the object, as an invalid value, in place of an error for each member after the first.'),
								alone: { type: 'boolean', enum: [true], description: 'Hides causes within the members.' },
							},
							['message'],
						),
						none: object(
							'what is said when none is set',
							{
								message: textShape('Message in place of a list of the members.'),
								invalid: { type: 'boolean', enum: [true], description: 'If true, the error is an invalid value, not a missing one.' },
							},
							['message'],
						),
					},
					['members'],
				),
			],
		},
	},
	checkType: checkUnions,
};

export const union: Keyword = {
	keyword: 'union',
	belongsTo: 'field',
	shape: textShape('Union of the surrounding object of which the field is a member.'),
	readField({ node }) {
		const union = textAt(node, 'union');
		return union === undefined ? {} : { union };
	},
	describeField: ({ union }) => (union === undefined ? [] : [`one of the union ${union}`]),
};

/** Returns the unions that an object declares. */
export function makeUnions(node: MapNode): Union[] {
	return [...(mapAt(node, 'unions')?.entries ?? [])].map(([name, { value }]) => {
		const members = (text(value) ?? textAt(value, 'members') ?? 'exactlyOne') as Union['members'];
		const discriminator = textAt(value, 'discriminator');
		const blames = textAt(value, 'blames') === 'object' ? ('object' as const) : undefined;
		const several = wordsOfSeveral(mapAt(value, 'several'));
		const none = wordsOfNone(mapAt(value, 'none'));
		return {
			name,
			members,
			...(discriminator === undefined ? {} : { discriminator }),
			...(blames === undefined ? {} : { blames }),
			...(several === undefined ? {} : { several }),
			...(none === undefined ? {} : { none }),
		};
	});
}

function wordsOfSeveral(node: MapNode | undefined): Union['several'] {
	if (node === undefined) return undefined;
	return { message: textAt(node, 'message') ?? '', ...(flagAt(node, 'alone') === true && { alone: true as const }) };
}

function wordsOfNone(node: MapNode | undefined): Union['none'] {
	if (node === undefined) return undefined;
	return { message: textAt(node, 'message') ?? '', ...(flagAt(node, 'invalid') === true && { invalid: true as const }) };
}

function checkUnions(node: MapNode, descriptor: TypeDescriptor, context: ReadContext): void {
	const { report } = context;
	const names = (descriptor.unions ?? []).map((union) => union.name);
	for (const [, { value }] of mapAt(node, 'properties')?.entries ?? []) {
		const member = at(value, 'union');
		const union = text(member) ?? '';
		if (member !== undefined && !names.includes(union)) {
			report(
				member,
				names.length === 0
					? `the object around it has no "unions": add unions: {${union}: exactlyOne}`
					: `unknown union ${JSON.stringify(union)}${suggestion(union, names)}`,
			);
		}
	}
	for (const union of descriptor.unions ?? []) {
		const unionNode = mapAt(node, 'unions') as MapNode;
		const members = descriptor.fields.filter((field) => field.union === union.name);
		if (members.length === 0)
			report(keyNode(unionNode, union.name), `the union ${JSON.stringify(union.name)} has no members: mark fields with union: ${union.name}`);
		if (members.length > 1) context.later.push(() => checkDefaults(node, union.name, members, context));
		const discriminator = descriptor.fields.find((field) => field.name === union.discriminator);
		const discriminatorNode = at(at(unionNode, union.name), 'discriminator');
		if (discriminatorNode === undefined || discriminator !== undefined) continue;
		report(
			discriminatorNode,
			`the discriminator ${JSON.stringify(union.discriminator)} is not among the properties${suggestion(
				union.discriminator ?? '',
				descriptor.fields.map((field) => field.name),
			)}`,
		);
	}
}

/** Reports members that have a default. It would set the member in every object that omits it, so that no other member could be set. */
function checkDefaults(node: MapNode, union: string, members: readonly Field[], context: ReadContext): void {
	for (const member of members) {
		const shown = member.inline && member.schema.kind === 'struct' ? allFields(member.schema.type, context) : [member];
		const setting = shown.find(setsByDefault);
		if (setting === undefined) continue;
		const properties = mapAt(node, 'properties') ?? node;
		const own = setting === member ? at(at(properties, member.name), 'default') : undefined;
		context.report(
			own ?? keyNode(properties, member.name),
			`the default of ${JSON.stringify(setting.name)} sets this member of the union ${JSON.stringify(union)} in every object, so that no other member could be set: remove the default`,
		);
	}
}

/** Reports whether a default sets the field. A default of zero does not, if zero stands for absence. */
function setsByDefault({ default: value, presence = 'optional', history = [] }: Field): boolean {
	// The JSON is not changed.
	const defaults = [value, ...history.map(({ set }) => set.default)] as (JsonValue | undefined)[];
	return defaults.some((one) => one !== undefined && one !== null && (presence === 'optional' || presence === 'nullable' || !isZero(one)));
}
