/**
 * Facts: what an import knows about kinds and types before it writes YAML: names, structure, numbers and markers. Descriptions are not
 * included, because they are written by hand.
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

/** Formats a key as in descriptors: `core/v1.PodSpec`. */
export function keyText(key: TypeKey): string {
	return `${key.package}/${key.version}.${key.name}`;
}

/** Structure of a value; `rules` are further restrictions. */
export type SchemaFacts = {
	/** Set when items of the list or values of the map may be null. */
	readonly nullable?: true;
} & (
	| { readonly kind: 'scalar'; readonly type: string; readonly format?: string; readonly enum?: readonly EnumValue[]; readonly rules?: NamedTypes }
	| { readonly kind: 'reference'; readonly type: TypeKey }
	/** An object without declared fields. */
	| { readonly kind: 'object'; readonly rules?: NamedTypes }
	| { readonly kind: 'list'; readonly items: SchemaFacts; readonly rules?: NamedTypes }
	| { readonly kind: 'map'; readonly values: SchemaFacts; readonly rules?: NamedTypes }
);

export interface FieldFacts {
	readonly name: string;
	/** Description, when descriptions are imported. */
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
	/** Set for a field that documents require but validation does not, as in a status. */
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
	/** Paths of the scale subresource; undefined when the kind has none or the source does not give them. */
	readonly scale?: ScaleSubresource;
	readonly introduced?: Release;
	/** Further keywords of the kind, as far as the source has them: columns, short names. */
	readonly words?: NamedTypes;
	/** Further keywords of the version, as far as the source has them. */
	readonly versionWords?: NamedTypes;
	/** Set for a version with the stored version's schema. */
	readonly sharesSchema?: true;
}

/** The requested kinds and all types that they use, with dependencies in the same package. */
export interface Facts {
	readonly kinds: readonly KindFacts[];
	readonly types: ReadonlyMap<string, TypeFacts>;
	/** Sentences about what specs cannot express. */
	readonly notes: readonly string[];
}
