/**
 * Structural keyword: a word of the spec language that describes the structure of a value or a field. Rules, in `runtime/schema/rules/`,
 * restrict values. A record has the keyword's form, its effect on the model, its checks and its documentation. A file has one keyword or a
 * family of them; `index.ts` is the registry.
 */
import type { Field, HistoryEntry, ListSchema, MapSchema, ScalarSchema, Schema, TypeDescriptor, TypeName } from '../../../runtime/model/catalog.ts';
import type { ReadContext, SchemaLocation } from '../context.ts';
import type { Shape } from '../shape/shape.ts';
import type { MapNode } from '../source/node.ts';

/** Kind of value that a schema node describes. `map`: an object with additionalProperties. */
export type NodeType = 'object' | 'map' | 'array' | 'variant' | 'string' | 'integer' | 'number' | 'boolean' | 'quantity' | 'intOrString';

/** Field while its keywords are read. */
export interface FieldUse {
	readonly name: string;
	/** Schema of the field in the spec. */
	readonly node: MapNode;
	/** Schema in the model, made from `node`. */
	readonly schema: Schema;
	readonly location: SchemaLocation;
	/** Type that has the field. */
	readonly owner: TypeName;
	/** True when the type requires the field. */
	readonly required: boolean;
	/** Protobuf number that is assigned when the spec has none. */
	readonly givenNumber?: number;
	/** All keywords, for a keyword that refers to others. */
	readonly keywords: readonly Keyword[];
}

/** Attributes of values in the model, by the kind of schema that has them. */
export type ValueAttributes = Partial<
	Pick<ScalarSchema, 'enum' | 'enumOpen' | 'enumHidden' | 'enumGates' | 'markedSince' | 'precision'> &
		Pick<ListSchema, 'listType' | 'mapKeys' | 'mayRepeat'> &
		Pick<MapSchema, 'mapType'> &
		Pick<TypeDescriptor, 'preserveUnknown'>
>;

export interface Keyword {
	readonly keyword: string;
	/** Other spellings that specs may use. */
	readonly aliases?: readonly string[];
	/** Shape of the keyword's argument. Its description is the keyword's documentation. */
	readonly shape: Shape;
	/**
	 * Whether the keyword describes a field or a value. A keyword of fields may be next to a `$ref`, and has no meaning for entries of
	 * lists and maps.
	 */
	readonly belongsTo: 'field' | 'value';
	/** Kinds of value that may have the keyword. Absent: all. */
	readonly appliesTo?: readonly NodeType[];
	/** Set when the keyword next to a `$ref` would create a type that differs from the referenced one. */
	readonly makesType?: true;
	/** Set when an entry of a field's history may change the keyword without describing the whole value again. */
	readonly changes?: true;
	/** Set when a keyword of fields may also be used for entries of lists and maps. */
	readonly alsoOnParts?: true;
	/** Returns the attributes of a field in the model. */
	readField?(use: FieldUse, context: ReadContext): Partial<Field>;
	/** Checks the field. `field`: attributes of all keywords. */
	checkField?(use: FieldUse, field: Field, context: ReadContext): void;
	/** Returns the attributes of a value's schema in the model. */
	readValue?(node: MapNode, context: ReadContext): ValueAttributes;
	/** Checks the object around the field, once all its fields are read. */
	checkType?(node: MapNode, descriptor: TypeDescriptor, context: ReadContext): void;
	/** Describes a field for reference pages. */
	describeField?(field: Field): readonly string[];
	/** Describes a value for reference pages. */
	describeValue?(schema: Schema): readonly string[];
	/** Describes a change by a release for reference pages. */
	describeChange?(value: HistoryEntry['set'][keyof HistoryEntry['set']]): string;
}
