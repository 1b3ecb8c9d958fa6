/** Types with random markers, and values of them. */
import fc from 'fast-check';
import type { Catalog, Field, JsonObject, Schema, TypeDescriptor, TypeName } from '../../runtime/model/catalog.ts';

/** Type of complete objects, `Root`, and the types it consists of. */
export interface RandomTypes {
	readonly types: ReadonlyMap<TypeName, TypeDescriptor>;
	readonly catalog: Pick<Catalog, 'type'>;
}

type Tree =
	| { readonly kind: 'string' | 'int32' | 'boolean' | 'any' | 'rawExtension' }
	| { readonly kind: 'list'; readonly of: 'atomic' | 'set' | 'none'; readonly items: Tree }
	| { readonly kind: 'keyed'; readonly keys: readonly string[]; readonly members: readonly Tree[] }
	| { readonly kind: 'map'; readonly atomic: boolean; readonly values: Tree }
	| { readonly kind: 'struct'; readonly atomic: boolean; readonly open: boolean; readonly members: readonly Tree[] };

const scalar = fc.constantFrom<Tree>({ kind: 'string' }, { kind: 'int32' }, { kind: 'boolean' });

const { tree } = fc.letrec<{ tree: Tree; members: Tree[] }>((tie) => ({
	members: fc.array(tie('tree'), { minLength: 1, maxLength: 3, depthIdentifier: 'tree' }),
	tree: fc.oneof(
		{ depthSize: 'small', maxDepth: 4, depthIdentifier: 'tree' },
		scalar,
		fc.constantFrom<Tree>({ kind: 'any' }, { kind: 'rawExtension' }),
		fc.record({ kind: fc.constant('list' as const), of: fc.constantFrom('atomic' as const, 'none' as const), items: tie('tree') }),
		fc.record({ kind: fc.constant('list' as const), of: fc.constant('set' as const), items: scalar }),
		fc.record({ kind: fc.constant('keyed' as const), keys: fc.constantFrom(['id'], ['id', 'type']), members: tie('members') }),
		fc.record({ kind: fc.constant('map' as const), atomic: fc.boolean(), values: tie('tree') }),
		fc.record({
			kind: fc.constant('struct' as const),
			atomic: fc.constantFrom(false, false, true),
			open: fc.constantFrom(false, false, true),
			members: tie('members'),
		}),
	),
}));

const names = ['a', 'b', 'c'];

export const randomTypes: fc.Arbitrary<RandomTypes> = fc.array(tree, { minLength: 1, maxLength: 3 }).map((members) => {
	const types = new Map<TypeName, TypeDescriptor>();
	const add = (fields: readonly Field[], more: Partial<TypeDescriptor> = {}): TypeName => {
		const name = `r/v1.T${types.size}`;
		types.set(name, { name, openapi: name, fields, ...more });
		return name;
	};
	const fieldsOf = (trees: readonly Tree[]): Field[] => trees.map((each, at) => ({ name: names[at] ?? '', schema: schemaOf(each) }));
	const schemaOf = (each: Tree): Schema => {
		switch (each.kind) {
			case 'list':
				return { kind: 'list', items: schemaOf(each.items), ...(each.of !== 'none' && { listType: each.of }) };
			case 'keyed': {
				const keys: Field[] = each.keys.map((name) => ({ name, schema: { kind: 'string' }, ...(name === 'type' && { default: 'x' }) }));
				return { kind: 'list', listType: 'map', mapKeys: each.keys, items: { kind: 'struct', type: add([...keys, ...fieldsOf(each.members)]) } };
			}
			case 'map':
				return { kind: 'map', values: schemaOf(each.values), ...(each.atomic && { mapType: 'atomic' }) };
			case 'struct':
				return {
					kind: 'struct',
					type: add(fieldsOf(each.members), { ...(each.atomic && { mapType: 'atomic' }), ...(each.open && { preserveUnknown: true }) }),
				};
			default:
				return { kind: each.kind };
		}
	};
	const spec = fieldsOf(members);
	const metadata = add([
		{ name: 'name', schema: { kind: 'string' } },
		{ name: 'labels', schema: { kind: 'map', values: { kind: 'string' } } },
	]);
	const strings: Field[] = ['apiVersion', 'kind'].map((name) => ({ name, schema: { kind: 'string' } }));
	types.set('Root', { name: 'Root', openapi: 'Root', fields: [...strings, { name: 'metadata', schema: { kind: 'struct', type: metadata } }, ...spec] });
	return {
		types,
		catalog: {
			type(name) {
				const found = types.get(name);
				if (found === undefined) throw new Error(`no type ${name}`);
				return found;
			},
		},
	};
});

const text = fc.constantFrom('x', 'y');
const anything = fc.letrec((tie) => ({
	any: fc.oneof(
		{ maxDepth: 2 },
		text,
		fc.constantFrom(1, true),
		fc.array(text, { maxLength: 2 }),
		fc.dictionary(text, tie('any'), { maxKeys: 2, noNullPrototype: true }),
	),
})).any;

/**
 * Returns values of a schema; scalars are sometimes null. Composite values are not: as in Kubernetes, null empties a present one but is
 * null when applied again, so applies would not be idempotent.
 */
function anyOf(schema: Schema, types: RandomTypes): fc.Arbitrary<unknown> {
	switch (schema.kind) {
		case 'list':
			return schema.listType === 'map' || schema.listType === 'set' ? entriesOf(schema, types) : fc.array(anyOf(schema.items, types), { maxLength: 2 });
		case 'map':
			return fc.dictionary(text, anyOf(schema.values, types), { maxKeys: 2, noNullPrototype: true });
		case 'struct':
			return structOf(types.types.get(schema.type), types);
		case 'string':
			return text;
		case 'int32':
			return fc.constantFrom(0, 1);
		case 'boolean':
			return fc.boolean();
		default:
			return anything;
	}
}

function entriesOf(schema: Extract<Schema, { kind: 'list' }>, types: RandomTypes): fc.Arbitrary<unknown[]> {
	if (schema.listType === 'set') return fc.uniqueArray(anyOf(schema.items, types), { maxLength: 3 });
	const entry = anyOf(schema.items, types) as fc.Arbitrary<JsonObject>;
	const keyed = fc.tuple(entry, text).map(([members, id]): JsonObject => {
		const type = typeof members.type === 'string' ? { type: members.type } : {};
		const { type: _, ...others } = members;
		return { ...others, id, ...(schema.mapKeys?.includes('type') && type) };
	});
	return fc.uniqueArray(keyed, {
		maxLength: 3,
		selector: ({ id, type }) => JSON.stringify([id, schema.mapKeys?.includes('type') ? (type ?? 'x') : '']),
	});
}

function isScalar({ kind }: Schema): boolean {
	return kind === 'string' || kind === 'int32' || kind === 'boolean';
}

function orNull(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
	return fc.oneof({ weight: 9, arbitrary: value }, { weight: 1, arbitrary: fc.constant(null) });
}

function structOf(type: TypeDescriptor | undefined, types: RandomTypes): fc.Arbitrary<unknown> {
	const members = (type?.fields ?? []).map(({ name, schema }) => [name, isScalar(schema) ? orNull(anyOf(schema, types)) : anyOf(schema, types)] as const);
	const more = type?.preserveUnknown ? { other: anything } : {};
	return fc.record({ ...Object.fromEntries(members), ...more }, { requiredKeys: [], noNullPrototype: true });
}

export function objectOf(types: RandomTypes): fc.Arbitrary<JsonObject> {
	const root = types.types.get('Root');
	return structOf(root, types).map((value) => ({ ...(value as JsonObject), apiVersion: 'r/v1', kind: 'Root', metadata: { name: 'r', labels: { a: 'x' } } }));
}
