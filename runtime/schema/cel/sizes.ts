/**
 * Maximum sizes of the values of a schema, and their maximum number in an object. They follow from the bounds in the schema and from the
 * size of a request. A value without a bound is still part of a body of 3 MiB.
 */
import type { Field, ListSchema, MapSchema, Schema, TypeDescriptor, TypeName } from '../../model/catalog.ts';

/** Size of the largest body. */
export const mostBytes = 3 * 1024 * 1024;

export type TypeLookup = (name: TypeName) => TypeDescriptor | undefined;

/** Returns the length of the shortest valid JSON text of a value. */
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

/** Returns the length of the required fields and of the shortest members of required unions. */
function leastBytesOfStruct(descriptor: TypeDescriptor | undefined, type: TypeLookup, within: readonly TypeName[]): number {
	const { fields = [], unions = [] } = descriptor ?? {};
	// A member adds the quotes of its name, a colon and a comma.
	const bytesOf = (field: Field): number => field.name.length + 4 + leastBytes(field.schema, type, within);
	const needed = fields.filter((field) => field.required === true && field.schema.kind !== 'list').map(bytesOf);
	const chosen = unions
		.filter(({ members }) => members === 'exactlyOne')
		.map(({ name }) => Math.min(...fields.filter(({ union }) => union === name).map(bytesOf)));
	const members = [...needed, ...chosen.filter(Number.isFinite)];
	return members.reduce((sum, bytes) => sum + bytes, members.length > 0 ? 1 : 2);
}

/** Returns the maximum number of entries: the declared bound, or as many as fit into a text of `bytes` bytes. */
export function mostEntries(schema: ListSchema | MapSchema, type: TypeLookup, bytes = mostBytes): number {
	return statedEntries(schema) ?? Math.floor(bytes / bytesPerEntry(schema, type));
}

export function statedEntries(schema: ListSchema | MapSchema): number | undefined {
	return statedBound(schema, schema.kind === 'list' ? 'maxItems' : 'maxProperties');
}

/** Returns the length of the shortest entry, with its comma. */
export function bytesPerEntry(schema: ListSchema | MapSchema, type: TypeLookup): number {
	return 1 + (schema.kind === 'list' ? leastBytes(schema.items, type) : 3 + leastBytes(schema.values, type));
}

/** Returns the declared maximum length of a string: `maxLength`, or the longest value of its enum. */
export function statedLength(schema: Schema): number | undefined {
	if ('enum' in schema && schema.enum !== undefined && !schema.enumOpen) return Math.max(0, ...schema.enum.map((value) => String(value).length));
	return statedBound(schema, 'maxLength');
}

function statedBound({ rules = [] }: Schema, keyword: string): number | undefined {
	const bound = rules.find(({ rule }) => rule === keyword)?.argument;
	return typeof bound === 'number' ? bound : undefined;
}

/** Returns the maximum number of occurrences of each type in one object of a kind. Types that no kind reaches are missing. */
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

/** Returns the struct inside lists and maps, and its maximum number of occurrences in a value. */
function structWithin(schema: Schema, type: TypeLookup): { readonly struct: TypeName | undefined; readonly times: number } {
	if (schema.kind === 'struct') return { struct: schema.type, times: 1 };
	if (schema.kind !== 'list' && schema.kind !== 'map') return { struct: undefined, times: 1 };
	const inner = structWithin(schema.kind === 'list' ? schema.items : schema.values, type);
	return { struct: inner.struct, times: inner.times * mostEntries(schema, type) };
}
