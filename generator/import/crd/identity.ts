/**
 * Removes the fields that all objects have and that specs leave out. Only rules for names in metadata, of the root and of embedded objects,
 * are imported.
 */
import type { Json } from '../../../runtime/model/catalog.ts';
import { type Definition, extension } from '../definition.ts';

/** Extension in which the rules for names reach `rulesOf`; documents do not have it. */
export const namesExtension = 'x-metadata-names';

const identity = ['apiVersion', 'kind', 'metadata'];

/** Returns the schema with the rules for names in an extension, and without the removed properties. */
export function withoutIdentity(definition: Definition, isRoot = true): Definition {
	const isObject = isRoot || extension(definition, 'embedded-resource') === true;
	const { properties, items, additionalProperties, required } = definition;
	const names = isObject ? rulesOfNames(properties?.metadata) : undefined;
	const kept = Object.entries(properties ?? {}).filter(([name]) => !isObject || !identity.includes(name));
	return {
		...definition,
		...(properties && { properties: Object.fromEntries(kept.map(([name, part]) => [name, withoutIdentity(part, false)])) }),
		...(items && { items: withoutIdentity(items, false) }),
		...(typeof additionalProperties === 'object' && { additionalProperties: withoutIdentity(additionalProperties, false) }),
		...(required && isObject && { required: required.filter((name) => !identity.includes(name)) }),
		...(names && { [namesExtension]: names }),
	};
}

/** Structural keywords, which do not restrict a name: it is always text. */
const structural: ReadonlySet<string> = new Set(['type', 'description', 'title', 'default', 'example', 'nullable']);

function rulesOfNames(metadata: Definition | undefined): Json | undefined {
	const found = ['name', 'generateName'].flatMap((name) => {
		const rules = Object.entries(metadata?.properties?.[name] ?? {}).filter(([word]) => !structural.has(word) && !word.startsWith('x-'));
		return rules.length === 0 ? [] : [[name, Object.fromEntries(rules) as Json] as const];
	});
	return found.length === 0 ? undefined : Object.fromEntries(found);
}
