/**
 * Facts of an import about kinds and types, before they become YAML: names, shapes, numbers and markers. Descriptions are not facts; they
 * are written by hand and stay.
 */
import type { EnumValue, Json, Presence, Release, ScaleSubresource, Scope } from '../../runtime/model/catalog.ts';
import type { Verb } from '../../runtime/model/verb.ts';
import type { NamedTypes } from './rules.ts';

/** Key of a type: folder of the group, API version, name. */
export interface TypeKey {
	readonly package: string;
	readonly version: string;
	readonly name: string;
}

/** Formats a key as descriptors name it: `core/v1.PodSpec`. */
export function keyText(key: TypeKey): string {
	return `${key.package}/${key.version}.${key.name}`;
}

/** Structure of a value; `rules` are the restrictions beyond the structure. */
export type SchemaFacts = {
	/** Set when the items of a list or the values of a map may be null. */
	readonly nullable?: true;
} & (
	| { readonly kind: 'scalar'; readonly type: string; readonly format?: string; readonly enum?: readonly EnumValue[]; readonly rules?: NamedTypes }
	| { readonly kind: 'reference'; readonly type: TypeKey }
	/** An object without named fields. */
	| { readonly kind: 'object'; readonly rules?: NamedTypes }
	| { readonly kind: 'list'; readonly items: SchemaFacts; readonly rules?: NamedTypes }
	| { readonly kind: 'map'; readonly values: SchemaFacts; readonly rules?: NamedTypes }
);

export interface FieldFacts {
	readonly name: string;
	/** Description, from documents whose descriptions are imported. */
	readonly description?: string;
	readonly schema: SchemaFacts;
	readonly required: boolean;
	readonly number?: number;
	readonly presence?: Presence;
	readonly inline?: true;
	readonly listType?: string;
	readonly listMapKeys?: readonly string[];
	readonly mapType?: string;
	readonly patchStrategy?: string;
	readonly patchMergeKey?: string;
	readonly introduced?: Release;
	readonly default?: Json;
	readonly nullable?: true;
	/** Set for a field that documents require, components report and validation never requires. */
	readonly mayBeEmpty?: true;
}

export interface TypeFacts {
	readonly key: TypeKey;
	readonly description?: string;
	readonly fields: readonly FieldFacts[];
	readonly mapType?: string;
	readonly rules?: NamedTypes;
}

export interface KindFacts {
	readonly group: string;
	readonly key: TypeKey;
	readonly plural: string;
	readonly scope: Scope;
	readonly verbs: readonly Verb[];
	readonly deleteReturns: 'status' | 'object';
	readonly status: boolean;
	/** Fields of the scale subresource; undefined when the kind has none or the source does not state them. */
	readonly scale?: ScaleSubresource;
	readonly introduced?: Release;
	/** Other keywords of the kind's spec that the source knows: columns, short names. */
	readonly words?: NamedTypes;
	/** Other keywords of the version's entry that the source knows. */
	readonly versionWords?: NamedTypes;
	/** Set for a version that has the schema of the stored one. */
	readonly sharesSchema?: true;
}

/** Result of the search for facts: the requested kinds and every type that they reach. Dependencies in the same package are included. */
export interface Facts {
	readonly kinds: readonly KindFacts[];
	readonly types: ReadonlyMap<string, TypeFacts>;
	/** Sentences about parts of the types that specs cannot express. */
	readonly notes: readonly string[];
}
