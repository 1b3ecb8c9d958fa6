/** Fields of every object of the API, which specs never write: of the root and of embedded objects only rules of names come over. */
import type { Json } from '../../../runtime/model/catalog.ts';
import { type Definition, extension } from '../definition.ts';

/** Extension that holds the rules of names between here and `rulesOf`; no document has it. */
export const namesExtension = 'x-orch-metadata-names';

const identity = ['apiVersion', 'kind', 'metadata'];

/** The schema with the rules of names in an extension, in place of the properties that hold them. */
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

/** Structural words say nothing of a name, which is a text. */
const structural: ReadonlySet<string> = new Set(['type', 'description', 'title', 'default', 'example', 'nullable']);

function rulesOfNames(metadata: Definition | undefined): Json | undefined {
	const found = ['name', 'generateName'].flatMap((name) => {
		const rules = Object.entries(metadata?.properties?.[name] ?? {}).filter(([word]) => !structural.has(word) && !word.startsWith('x-'));
		return rules.length === 0 ? [] : [[name, Object.fromEntries(rules) as Json] as const];
	});
	return found.length === 0 ? undefined : Object.fromEntries(found);
}
