/**
 * What a structural keyword is: one word of the spec language that says how a value or a field is built (rules, in
 * `runtime/schema/rules/`, say what it may be), with everything that follows from it here: its form, what it becomes in the model,
 * what is checked, its documentation and its words on reference pages. One file a keyword or a close family; `index.ts` is the registry.
 */
import type { Field, HistoryEntry, ListSchema, MapSchema, ScalarSchema, Schema, TypeDescriptor, TypeName } from '../../../runtime/model/catalog.ts';
import type { ReadContext, SchemaLocation } from '../context.ts';
import type { Shape } from '../shape/shape.ts';
import type { MapNode } from '../source/node.ts';

/** What a schema node describes; `map` is an object with additionalProperties. */
export type NodeType = 'object' | 'map' | 'array' | 'variant' | 'string' | 'integer' | 'number' | 'boolean' | 'quantity' | 'intOrString';

/** A field while it is read. */
export interface FieldUse {
	readonly name: string;
	/** The schema that it is written as. */
	readonly node: MapNode;
	/** What that was read as. */
	readonly schema: Schema;
	readonly location: SchemaLocation;
	/** The type of the object around it. */
	readonly owner: TypeName;
	/** Whether the object around it requires it. */
	readonly required: boolean;
	/** The protobuf number that the tool gives, where the spec has none. */
	readonly givenNumber?: number;
	/** All keywords, for what speaks of others. */
	readonly keywords: readonly Keyword[];
}

/** What keywords of values become, by the kind of schema that they stand on. */
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
	/** The form of what stands under it; its description is the documentation. */
	readonly shape: Shape;
	/** A keyword of a field stays with a `$ref` and has no meaning on what lists and maps hold. */
	readonly belongsTo: 'field' | 'value';
	/** What it may stand on; anything when absent. */
	readonly appliesTo?: readonly NodeType[];
	/** It would make another type of what a `$ref` beside it names. */
	readonly makesType?: true;
	/** An entry of a field's history may change it without describing the value anew. */
	readonly changes?: true;
	/** May stand on what lists and maps hold, though it belongs to fields. */
	readonly alsoOnParts?: true;
	/** What the field says in the model. */
	readField?(use: FieldUse, context: ReadContext): Partial<Field>;
	/** `field` is the field as read by all keywords. */
	checkField?(use: FieldUse, field: Field, context: ReadContext): void;
	/** What the schema of the value says in the model. */
	readValue?(node: MapNode, context: ReadContext): ValueAttributes;
	/** Checks of the object around, when its fields are there. */
	checkType?(node: MapNode, descriptor: TypeDescriptor, context: ReadContext): void;
	/** Of a field, in words for reference pages. */
	describeField?(field: Field): readonly string[];
	/** Of a value, likewise. */
	describeValue?(schema: Schema): readonly string[];
	/** What a release changed, likewise. */
	describeChange?(value: HistoryEntry['set'][keyof HistoryEntry['set']]): string;
}
