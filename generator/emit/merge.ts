/**
 * Merge schema: states for every type which values have one owner as a whole, and which have owners of their parts.
 *
 * It describes the default release, so markers of later releases are not in force. The format is that of structured-merge-diff's schemas,
 * on which apply works, here and in SDKs. Seed 1, merge-strategy markers.
 */

import type { Field, Json, ListSchema, MapSchema, ScalarKind, Schema, TypeDescriptor } from '../../runtime/model/catalog.ts';
import { narrow } from '../../runtime/schema/emulated-catalog.ts';
import { stringify } from '../../runtime/wire/json/text.ts';
import type { Emitter, Model } from '../model.ts';
import { yamlPreamble } from '../print/preamble.ts';
import { flatFields, inDefaultWords, typeModules } from './typescript/type-modules.ts';

interface List {
	readonly elementType: TypeReference;
	readonly elementRelationship: 'atomic' | 'associative';
	readonly keys?: readonly string[];
}

interface MapOrStruct {
	readonly fields?: readonly { readonly name: string; readonly type: TypeReference; readonly default?: unknown }[];
	readonly elementType?: TypeReference;
	readonly elementRelationship?: 'atomic' | 'separable';
}

/** Reference to a type. Exactly one of its members is set. */
interface TypeReference {
	readonly namedType?: string;
	readonly scalar?: 'string' | 'numeric' | 'boolean' | 'untyped';
	readonly list?: List;
	readonly map?: MapOrStruct;
	readonly elementRelationship?: 'atomic' | 'separable';
}

const scalars: Readonly<Record<ScalarKind, TypeReference>> = {
	string: { scalar: 'string' },
	boolean: { scalar: 'boolean' },
	int32: { scalar: 'numeric' },
	int64: { scalar: 'numeric' },
	double: { scalar: 'numeric' },
	bytes: { scalar: 'string' },
	duration: { scalar: 'string' },
	// The value may be a string or a number, and different strings may have the same meaning.
	time: { scalar: 'untyped' },
	microTime: { scalar: 'untyped' },
	quantity: { scalar: 'untyped' },
	intOrString: { scalar: 'untyped' },
	// An object without a schema has one owner. Ownership inside `any` follows from the actual value.
	rawExtension: { namedType: '__untyped_atomic_' },
	fieldsV1: { namedType: '__untyped_atomic_' },
	any: { namedType: '__untyped_deduced_' },
};

const untyped = [
	{
		name: '__untyped_atomic_',
		scalar: 'untyped',
		list: { elementType: { namedType: '__untyped_atomic_' }, elementRelationship: 'atomic' },
		map: { elementType: { namedType: '__untyped_atomic_' }, elementRelationship: 'atomic' },
	},
	{
		name: '__untyped_deduced_',
		scalar: 'untyped',
		list: { elementType: { namedType: '__untyped_atomic_' }, elementRelationship: 'atomic' },
		map: { elementType: { namedType: '__untyped_deduced_' }, elementRelationship: 'separable' },
	},
];

export const merge: Emitter = {
	name: 'merge',
	emit(model) {
		// One type per line, in the JSON subset of YAML, so that a changed type is a changed line.
		const file = (path: string, types: readonly object[]) => {
			const lines = types.map((type) => `  - ${stringify(type as Json)}\n`);
			return { path: `merge/${path}.yaml`, content: `${yamlPreamble}types:\n${lines.join('')}` };
		};
		const inForce = { ...model, catalog: narrow(model.catalog, model.catalog.release) };
		const modules = typeModules(inForce.catalog).map(({ package: folder, version, types }) =>
			file(
				`${folder}/${version}`,
				types.filter((type) => type.variant !== true).map((type) => structOf(type, inForce)),
			),
		);
		return [file('untyped', untyped), ...modules];
	},
};

function structOf(type: TypeDescriptor, model: Model): { readonly name: string; readonly map: MapOrStruct } {
	const fields = [...flatFields(type, model.catalog)]
		.map(([, field]) => ({ name: inDefaultWords(field.name, model), type: fieldType(field), ...(field.default !== undefined && { default: field.default }) }))
		.sort((a, b) => (a.name < b.name ? -1 : 1));
	return {
		name: type.name,
		map: {
			...(fields.length > 0 && { fields }),
			...(type.preserveUnknown && { elementType: { namedType: '__untyped_deduced_' } }),
			...(type.mapType === 'atomic' && type.markedSince === undefined && { elementRelationship: 'atomic' }),
		},
	};
}

/** Returns the type of a field. Markers of the field take precedence over those of its type. */
function fieldType(field: Field): TypeReference {
	const { schema, mapType } = field;
	if (schema.kind === 'list') return { list: listOf(schema, field) };
	if (schema.kind === 'map') return { map: mapOf(schema, mapType) };
	if (schema.kind === 'struct' && mapType) return { namedType: schema.type, elementRelationship: mapType === 'atomic' ? 'atomic' : 'separable' };
	return typeOf(schema);
}

function typeOf(schema: Schema): TypeReference {
	if (schema.kind === 'struct') return { namedType: schema.type };
	if (schema.kind === 'list') return { list: listOf(schema) };
	if (schema.kind === 'map') return { map: mapOf(schema) };
	if (schema.kind === 'variant') return scalars.any;
	return scalars[schema.kind];
}

function mapOf(schema: MapSchema, mapType = schema.mapType): MapOrStruct {
	return { elementType: typeOf(schema.values), ...(mapType === 'atomic' && { elementRelationship: 'atomic' }) };
}

/** Returns the type of a list. A list without a list type is atomic, unless strategic merge patches merge it by a key. */
function listOf(schema: ListSchema, field?: Field): List {
	const elementType = typeOf(schema.items);
	const merges = field?.patchStrategy?.includes('merge') === true;
	const listType = schema.markedSince === undefined ? schema.listType : undefined;
	if (listType === 'set') return { elementType, elementRelationship: 'associative' };
	if (listType === 'map') return { elementType, elementRelationship: 'associative', keys: schema.mapKeys ?? [] };
	if (listType === undefined && merges) {
		return { elementType, elementRelationship: 'associative', ...(field?.patchMergeKey && { keys: [field.patchMergeKey] }) };
	}
	return { elementType, elementRelationship: 'atomic' };
}
