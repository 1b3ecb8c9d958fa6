/**
 * Finds types that would be infinite: they contain themselves through fields that are always present, or through defaults. Recursion that
 * an object can omit is allowed. Aliases of lists and maps that contain themselves are refused where they are followed.
 */
import type { Field, Json, Schema, TypeName } from '../../../runtime/model/catalog.ts';
import type { DescribedType, ReadContext } from '../context.ts';
import type { Declaration } from '../packages.ts';
import { at, keyNode, type MapNode, mapAt, type SpecNode } from '../source/node.ts';
import { allFields } from './json-fields.ts';
import { resolveReference } from './reference.ts';
import { isType } from './struct.ts';

/**
 * Returns the reference through which an alias of a list or a map leads back to itself. The search ends at objects, whose fields can be
 * omitted.
 */
export function endlessAlias(declaration: Declaration, packages: ReadContext['packages'], chain: readonly Declaration[] = []): SpecNode | undefined {
	const within = (node: MapNode): SpecNode | undefined => {
		const reference = at(node, '$ref');
		const target = reference && resolveReference(reference, declaration, packages, () => {});
		if (target !== undefined) {
			const followed = [...chain, declaration];
			return followed.some(({ schema }) => schema === target.schema) ? reference : endlessAlias(target, packages, followed);
		}
		if (isType(node)) return undefined;
		const parts = ['items', 'additionalProperties'].flatMap((word) => mapAt(node, word) ?? []);
		return parts.map(within).find((found) => found !== undefined);
	};
	return within(declaration.schema);
}

/** Runs once all types are made. */
export function checkRecursion(context: ReadContext): void {
	for (const made of context.types.values()) {
		const { name } = made.descriptor;
		for (const field of made.descriptor.fields) {
			if (!alwaysHeld(field).some((type) => holds(type, name, context))) continue;
			const key = fieldKey(made, field.name);
			const word = field.required === true ? 'required' : 'always there';
			context.report(
				key,
				`${JSON.stringify(field.name)} is ${word} and holds ${name} again, so no object has an end: ${
					field.required === true ? 'leave it out of "required"' : 'say presence: optional'
				}, or make it a list or a map`,
			);
		}
	}
	checkDefaultRecursion(context);
}

/** Returns the type of an object that is present whatever a client sends. `checkInline` reports an inline object that contains itself. */
function alwaysHeld({ schema, required, presence, inline, history = [] }: Field): TypeName[] {
	const states = [{ schema, required, presence }, ...history.map(({ set }) => ({ schema, ...set }))];
	return states.flatMap((state) =>
		state.schema.kind === 'struct' && (state.required === true || state.presence === 'always' || inline === true) ? [state.schema.type] : [],
	);
}

function holds(outer: TypeName, inner: TypeName, context: ReadContext, seen = new Set<TypeName>()): boolean {
	if (outer === inner) return true;
	if (seen.has(outer)) return false;
	seen.add(outer);
	return (context.types.get(outer)?.descriptor.fields ?? []).flatMap(alwaysHeld).some((type) => holds(type, inner, context, seen));
}

function fieldKey({ node }: DescribedType, name: string): SpecNode {
	const properties = mapAt(node, 'properties');
	return properties === undefined ? node : keyNode(properties, name);
}

function checkDefaultRecursion(context: ReadContext): void {
	const finished = new Set<Field>();
	const reported = new Set<Field>();
	/** Follows the defaults that an object gets. `open`: fields that are being filled in. */
	const fillObject = (type: TypeName, value: Json, open: readonly Field[]): void => {
		if (value === null || typeof value !== 'object' || Array.isArray(value)) return;
		const written = value as Readonly<Record<string, Json>>;
		for (const field of allFields(type, context)) {
			if (Object.hasOwn(written, field.name)) fill(field.schema, written[field.name] ?? null, open);
			else fillField(field, open);
		}
	};
	const fillField = (field: Field, open: readonly Field[]): void => {
		if (open.includes(field)) reported.add(field);
		if (open.includes(field) || finished.has(field)) return;
		for (const value of defaultsOf(field)) fill(field.schema, value, [...open, field]);
		finished.add(field);
	};
	const fill = (schema: Schema, value: Json, open: readonly Field[]): void => {
		if (value === null || typeof value !== 'object') return;
		if (schema.kind === 'struct') fillObject(schema.type, value, open);
		else if (schema.kind === 'list') for (const item of Array.isArray(value) ? value : []) fill(schema.items, item, open);
		else if (schema.kind === 'map') for (const item of Object.values(value)) fill(schema.values, item, open);
	};
	for (const made of context.types.values()) for (const field of made.descriptor.fields) fillField(field, []);
	for (const made of context.types.values()) {
		for (const field of made.descriptor.fields) {
			if (!reported.has(field)) continue;
			const property = at(mapAt(made.node, 'properties'), field.name);
			context.report(
				at(property, 'default') ?? fieldKey(made, field.name),
				`the default of ${JSON.stringify(field.name)} holds ${made.descriptor.name} again, which gets the same default, without end: remove the default`,
			);
		}
	}
}

function defaultsOf({ default: value, history = [] }: Field): Json[] {
	return [value, ...history.map(({ set }) => set.default)].filter((one) => one !== undefined);
}
