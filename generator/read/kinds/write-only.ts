/**
 * Checks fields that are never stored. A stored object cannot require such a field, because a client that changes another field would not
 * send it.
 */
import type { KindDescriptor, TypeName } from '../../../runtime/model/catalog.ts';
import { occurrences, type TypeLookup } from '../../../runtime/schema/cel/sizes.ts';
import { typeIn } from '../../../runtime/schema/properties.ts';
import type { ReadContext } from '../context.ts';
import { keyNode, mapAt } from '../source/node.ts';

/** Runs once all types are made. Kinds without stored objects, and bodies of subresources, may require such fields. */
export function checkWriteOnly(kinds: readonly { readonly descriptor: KindDescriptor }[], context: ReadContext): void {
	const type: TypeLookup = (name) => context.types.get(name)?.descriptor;
	const roots = kinds.filter(({ descriptor }) => descriptor.stored !== false).flatMap(({ descriptor }) => descriptor.versions.map((version) => version.type));
	for (const name of occurrences(roots, type).keys()) checkFields(name, context);
}

function checkFields(name: TypeName, { types, report }: ReadContext): void {
	const made = types.get(name);
	for (const { name: field, writeOnly, required } of made?.descriptor.fields ?? []) {
		const node = made && mapAt(mapAt(made.node, 'properties'), field);
		if (writeOnly && required && node !== undefined)
			report(
				keyNode(node, 'writeOnly'),
				`${JSON.stringify(field)} is required but never stored, so that every later write would lack it: remove it from "required", and refuse new objects without it in a hook`,
			);
	}
}

/** Marks kinds with confidential fields. A field that a hook derives from a confidential field is confidential, too. */
export function withConfidential<T extends { readonly descriptor: KindDescriptor }>(kinds: readonly T[], { types }: ReadContext): readonly T[] {
	const confidential = new Set<TypeName>();
	const owners = new Map<TypeName, TypeName[]>();
	for (const { descriptor } of types.values()) {
		for (const { schema, writeOnly } of descriptor.fields) {
			if (writeOnly) confidential.add(descriptor.name);
			const part = typeIn(schema);
			if (part !== undefined) owners.set(part, [...(owners.get(part) ?? []), descriptor.name]);
		}
	}
	// Iterating a set also visits entries that are added meanwhile.
	for (const part of confidential) for (const owner of owners.get(part) ?? []) confidential.add(owner);
	return kinds.map((kind) => {
		const { descriptor } = kind;
		const isConfidential = descriptor.stored !== false && descriptor.versions.some(({ type }) => confidential.has(type));
		return isConfidential ? { ...kind, descriptor: { ...descriptor, confidential: true } } : kind;
	});
}
