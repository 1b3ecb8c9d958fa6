/**
 * How large values of a schema can be and how many of them an object can hold, from the bounds that the schema states and
 * from the size of a request: what has no bound is still part of a body of 3 MiB.
 */
import type { Field, ListSchema, MapSchema, Schema, TypeDescriptor, TypeName } from '../../model/catalog.ts';

/** The largest body. */
export const mostBytes = 3 * 1024 * 1024;

export type TypeLookup = (name: TypeName) => TypeDescriptor | undefined;

/** Bytes of the shortest JSON text of a value that passes. */
function leastBytes(schema: Schema, type: TypeLookup, within: readonly TypeName[] = []): number {
	switch (schema.kind) {
		case 'struct':
			return within.includes(schema.type) ? 2 : leastBytesOfStruct(type(schema.type), type, [...within, schema.type]);
		case 'boolean':
			return 4;
		case 'int32':
		case 'int64':
		case 'double':
		case 'intOrString':
		case 'any':
		case 'variant':
			return 1;
		default:
			return 2;
	}
}

/** Of the fields that must be there, and the shortest members of unions of which one must be. */
function leastBytesOfStruct(descriptor: TypeDescriptor | undefined, type: TypeLookup, within: readonly TypeName[]): number {
	const { fields = [], unions = [] } = descriptor ?? {};
	// Of a member the quotes of its name, a colon and a comma.
	const bytesOf = (field: Field): number => field.name.length + 4 + leastBytes(field.schema, type, within);
	const needed = fields.filter((field) => field.required === true && field.schema.kind !== 'list').map(bytesOf);
	const chosen = unions
		.filter(({ members }) => members === 'exactlyOne')
		.map(({ name }) => Math.min(...fields.filter(({ union }) => union === name).map(bytesOf)));
	const members = [...needed, ...chosen.filter(Number.isFinite)];
	return members.reduce((sum, bytes) => sum + bytes, members.length > 0 ? 1 : 2);
}

/** Entries at most: as stated, or as many as a text of so many bytes holds. */
export function mostEntries(schema: ListSchema | MapSchema, type: TypeLookup, bytes = mostBytes): number {
	return statedEntries(schema) ?? Math.floor(bytes / bytesPerEntry(schema, type));
}

export function statedEntries(schema: ListSchema | MapSchema): number | undefined {
	return statedBound(schema, schema.kind === 'list' ? 'maxItems' : 'maxProperties');
}

/** Of the shortest entries, with the commas between them. */
export function bytesPerEntry(schema: ListSchema | MapSchema, type: TypeLookup): number {
	return 1 + (schema.kind === 'list' ? leastBytes(schema.items, type) : 3 + leastBytes(schema.values, type));
}

/** The length that a text may have where its schema states one: by `maxLength`, by the longest of its values. */
export function statedLength(schema: Schema): number | undefined {
	if ('enum' in schema && schema.enum !== undefined && !schema.enumOpen) return Math.max(0, ...schema.enum.map((value) => String(value).length));
	return statedBound(schema, 'maxLength');
}

function statedBound({ rules = [] }: Schema, keyword: string): number | undefined {
	const bound = rules.find(({ rule }) => rule === keyword)?.argument;
	return typeof bound === 'number' ? bound : undefined;
}

/** How often each type can occur in one object of a kind; types that no kind reaches do not occur here. */
export function occurrences(roots: readonly TypeName[], type: TypeLookup): ReadonlyMap<TypeName, number> {
	const found = new Map<TypeName, number>();
	const pending: TypeName[] = [];
	const reach = (name: TypeName, count: number): void => {
		const capped = Math.min(count, Math.floor(mostBytes / (1 + leastBytes({ kind: 'struct', type: name }, type))));
		if (capped <= (found.get(name) ?? 0)) return;
		found.set(name, capped);
		pending.push(name);
	};
	for (const root of roots) reach(root, 1);
	for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
		const count = found.get(name) ?? 1;
		for (const { schema } of type(name)?.fields ?? []) {
			const { struct, times } = structWithin(schema, type);
			if (struct !== undefined) reach(struct, count * times);
		}
	}
	return found;
}

/** The struct in lists and maps, and how often it occurs in one value. */
function structWithin(schema: Schema, type: TypeLookup): { readonly struct: TypeName | undefined; readonly times: number } {
	if (schema.kind === 'struct') return { struct: schema.type, times: 1 };
	if (schema.kind !== 'list' && schema.kind !== 'map') return { struct: undefined, times: 1 };
	const inner = structWithin(schema.kind === 'list' ? schema.items : schema.values, type);
	return { struct: inner.struct, times: inner.times * mostEntries(schema, type) };
}
