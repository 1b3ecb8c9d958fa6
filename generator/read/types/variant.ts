/** Variants: the JSON form of a value determines which member under `properties` it is. */
import type { TypeDescriptor } from '../../../runtime/model/catalog.ts';
import { type Form, formsOf } from '../../../runtime/schema/variant.ts';
import type { ReadContext } from '../context.ts';
import { at, keyNode, type MapNode, mapAt, textAt } from '../source/node.ts';

export function isVariant(node: MapNode): boolean {
	return textAt(node, 'type') === 'variant';
}

/** Reports members that have the same JSON form. */
export function checkVariant(node: MapNode, { fields }: TypeDescriptor, { report }: ReadContext): void {
	const properties = mapAt(node, 'properties');
	if (properties === undefined || fields.length === 0) {
		report(keyNode(node, 'type'), 'a variant needs members under "properties"');
		return;
	}
	const taken = new Map<Form, string>();
	for (const { name, schema, inline } of fields) {
		const key = keyNode(properties, name);
		if (schema.kind === 'variant') report(key, `${JSON.stringify(name)} is a variant itself: write its members here`);
		if (inline) report(at(mapAt(properties, name), 'inline') ?? key, 'a member of a variant cannot be inline, because it replaces the object');
		for (const form of formsOf(schema)) {
			const other = taken.get(form);
			if (other === undefined) taken.set(form, name);
			else report(key, `nothing tells ${JSON.stringify(name)} from ${JSON.stringify(other)}: both may be of the form ${form}`);
		}
	}
}
