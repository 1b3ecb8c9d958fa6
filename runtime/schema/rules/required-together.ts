import type { Json, JsonObject, JsonValue } from '../../model/catalog.ts';
import { required } from '../../model/cause.ts';
import { isAbsent } from '../../model/equal.ts';
import { type Property, propertiesOf } from '../properties.ts';
import type { Rule } from './rule.ts';

export const requiredTogether: Rule = {
	keyword: 'requiredTogether',
	appliesTo: ['struct'],
	argument: { type: 'array', items: { type: 'string' } },
	documentation:
		'If any field of the object is set, these fields must be set too, and not be empty. `required` of a union member that is a group of fields (an inline object with `inline` and `union`) has this meaning.',
	describe: (argument) =>
		`${fieldsOf(argument)
			.map((field) => `\`${field}\``)
			.join(', ')} required where any of the group is given`,
	compile(argument, { schema, type, message = '' }) {
		if (schema.kind !== 'struct') return () => undefined;
		const properties = propertiesOf(type(schema.type), type);
		const needed = properties.filter(({ name }) => fieldsOf(argument).includes(name));
		return (value, _old, site) => {
			if (value === null || typeof value !== 'object' || Array.isArray(value)) return;
			if (!properties.some((property) => isThere(value, property))) return;
			for (const property of needed) if (!isThere(value, property)) site.causes.push(required(site.path.child(property.name), message));
		};
	},
};

export function fieldsOf(argument: Json): readonly string[] {
	return (Array.isArray(argument) ? argument : []).map(String);
}

function isThere(object: JsonObject, { name, field }: Property): boolean {
	const value: JsonValue | undefined = Object.hasOwn(object, name) ? object[name] : undefined;
	return field.emptyIsGiven ? value !== undefined && value !== null : !isAbsent(value);
}
