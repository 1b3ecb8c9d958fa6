/**
 * A structural keyword: one word of the spec language that says how a value or a field is built. Rules, in `runtime/schema/rules/`,
 * restrict the value. A record holds the keyword's form, its place in the model, its checks and its documentation, also for
 * reference pages. One file holds a keyword or a close family; `index.ts` is the registry.
 */
import type { Field, HistoryEntry, ListSchema, MapSchema, ScalarSchema, Schema, TypeDescriptor, TypeName } from '../../../runtime/model/catalog.ts';
import type { ReadContext, SchemaLocation } from '../context.ts';
import type { Shape } from '../shape/shape.ts';
import type { MapNode } from '../source/node.ts';

/** Kind of value that a schema node describes; `map` is an object with additionalProperties. */
export type NodeType = 'object' | 'map' | 'array' | 'variant' | 'string' | 'integer' | 'number' | 'boolean' | 'quantity' | 'intOrString';

/** A field while its keywords are read. */
export interface FieldUse {
	readonly name: string;
	/** Schema of the field as written in the spec. */
	readonly node: MapNode;
	/** Model schema made from `node`. */
	readonly schema: Schema;
	readonly location: SchemaLocation;
	/** Type of the surrounding object. */
	readonly owner: TypeName;
	/** True when the surrounding object requires the field. */
	readonly required: boolean;
	/** Protobuf number that the tool assigns when the spec has none. */
	readonly givenNumber?: number;
	/** All keywords, for keywords that refer to others. */
	readonly keywords: readonly Keyword[];
}

/** Attributes that keywords of values produce, by the kind of schema they apply to. */
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
	/** Form of the keyword's argument; its description is the documentation. */
	readonly shape: Shape;
	/** Owner of the keyword. A field's keyword applies beside a `$ref` and has no meaning on the parts of lists and maps. */
	readonly belongsTo: 'field' | 'value';
	/** Kinds of value that the keyword applies to; all when absent. */
	readonly appliesTo?: readonly NodeType[];
	/** Set when the keyword beside a `$ref` would make another type of the referenced one. */
	readonly makesType?: true;
	/** Set when an entry of a field's history may change the keyword without describing the whole value again. */
	readonly changes?: true;
	/** Set when a keyword of fields may also be used on the parts of lists and maps. */
	readonly alsoOnParts?: true;
	/** Returns the keyword's attributes of a field in the model. */
	readField?(use: FieldUse, context: ReadContext): Partial<Field>;
	/** Checks the field; `field` is the field as read by all keywords. */
	checkField?(use: FieldUse, field: Field, context: ReadContext): void;
	/** Returns the keyword's attributes of a value's schema in the model. */
	readValue?(node: MapNode, context: ReadContext): ValueAttributes;
	/** Checks the surrounding object once its fields are read. */
	checkType?(node: MapNode, descriptor: TypeDescriptor, context: ReadContext): void;
	/** Describes a field for reference pages. */
	describeField?(field: Field): readonly string[];
	/** Describes a value for reference pages. */
	describeValue?(schema: Schema): readonly string[];
	/** Describes a release's change for reference pages. */
	describeChange?(value: HistoryEntry['set'][keyof HistoryEntry['set']]): string;
}
