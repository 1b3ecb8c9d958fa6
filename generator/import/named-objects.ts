/**
 * Names every object with fields. Documents of CustomResourceDefinitions declare objects where they are used; each becomes a definition,
 * named after its parent type and field.
 */
import type { Definition } from './definition.ts';

export type Definitions = Readonly<Record<string, Definition>>;

export function withNamedObjects(definitions: Definitions, reserved: ReadonlySet<string>): Definitions {
	const named = new Map<string, Definition>();
	const taken = new Set(Object.keys(definitions));
	// A kind also declares its list type.
	for (const name of Object.keys(definitions)) taken.add(`${name}List`);

	const nameFor = (owner: string, field: string): string => {
		const base = owner + field.replace(/[^A-Za-z0-9]/g, '').replace(/^./, (first) => first.toUpperCase());
		let name = base;
		for (let count = 2; taken.has(name) || reserved.has(name.slice(name.lastIndexOf('.') + 1)); count++) name = `${base}${count}`;
		taken.add(name);
		return name;
	};

	const place = (definition: Definition, owner: string, field: string): Definition => {
		const { default: value, nullable, ...more } = definition;
		const rest: Definition = hasFields(definition) || nullable === undefined ? more : { ...more, nullable };
		// Version 2 ignores keywords next to a reference.
		if (definition.$ref !== undefined || (definition.allOf?.length === 1 && definition.allOf[0]?.$ref !== undefined)) return rest;
		if (hasFields(definition)) {
			const name = nameFor(owner, field);
			declare(name, rest);
			const { description } = rest;
			return {
				$ref: `#/definitions/${name}`,
				...(value === undefined ? {} : { default: value }),
				...(description === undefined ? {} : { description }),
				...(nullable ? { nullable } : {}),
			};
		}
		return inside(definition, owner, field);
	};
	const inside = (definition: Definition, owner: string, field: string): Definition => {
		const { items, additionalProperties } = definition;
		return {
			...definition,
			...(items === undefined ? {} : { items: place(items, owner, field) }),
			...(typeof additionalProperties === 'object' ? { additionalProperties: place(additionalProperties, owner, field) } : {}),
		};
	};
	const declare = (name: string, definition: Definition): void => {
		const { properties } = definition;
		if (properties === undefined) {
			named.set(name, inside(definition, name, 'item'));
			return;
		}
		// A type precedes the types inside it.
		named.set(name, definition);
		const fields = Object.entries(properties).map(([field, schema]) => [field, place(schema, name, field)] as const);
		named.set(name, { ...definition, properties: Object.fromEntries(fields) });
	};

	for (const [name, definition] of Object.entries(definitions)) declare(name, definition);
	return Object.fromEntries(named);
}

function hasFields({ properties }: Definition): boolean {
	return properties !== undefined && Object.keys(properties).length > 0;
}
