/**
 * What an import knows of kinds and types before it becomes YAML: names, shapes, numbers and markers.
 * Descriptions are not facts; they are written by hand and stay where they are.
 */
import type { EnumValue, Json, Presence, Release, ScaleSubresource, Scope } from '../../runtime/model/catalog.ts';
import type { Verb } from '../../runtime/model/verb.ts';
import type { Words } from './rules.ts';

/** Where a type lives: folder of the group, API version, name. */
export interface TypeKey {
	readonly package: string;
	readonly version: string;
	readonly name: string;
}

/** `core/v1.PodSpec`, as descriptors name it. */
export function keyText(key: TypeKey): string {
	return `${key.package}/${key.version}.${key.name}`;
}

/** `rules`: what is said of the value beyond its structure. */
export type SchemaFacts = {
	/** Of items of a list and values of a map: null is one of them. */
	readonly nullable?: true;
} & (
	| { readonly kind: 'scalar'; readonly type: string; readonly format?: string; readonly enum?: readonly EnumValue[]; readonly rules?: Words }
	| { readonly kind: 'reference'; readonly type: TypeKey }
	/** An object without named fields. */
	| { readonly kind: 'object'; readonly rules?: Words }
	| { readonly kind: 'list'; readonly items: SchemaFacts; readonly rules?: Words }
	| { readonly kind: 'map'; readonly values: SchemaFacts; readonly rules?: Words }
);

export interface FieldFacts {
	readonly name: string;
	/** Of documents whose descriptions come over. */
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
	/** Required in documents, reported by components and never asked for by validation. */
	readonly mayBeEmpty?: true;
}

export interface TypeFacts {
	readonly key: TypeKey;
	readonly description?: string;
	readonly fields: readonly FieldFacts[];
	readonly mapType?: string;
	readonly rules?: Words;
}

export interface KindFacts {
	readonly group: string;
	readonly key: TypeKey;
	readonly plural: string;
	readonly scope: Scope;
	readonly verbs: readonly Verb[];
	readonly deleteReturns: 'status' | 'object';
	readonly status: boolean;
	/** Its fields; undefined where there is none, or the source does not say which they are. */
	readonly scale?: ScaleSubresource;
	readonly introduced?: Release;
	/** Words of the kind's spec that the source knows beside these: columns, short names. */
	readonly words?: Words;
	/** Likewise of the entry of its version. */
	readonly versionWords?: Words;
	/** A version with the schema of the one that is stored. */
	readonly sharesSchema?: true;
}

/** What an import found out: kinds asked for and every type that they reach, dependencies of a package together. */
export interface Facts {
	readonly kinds: readonly KindFacts[];
	readonly types: ReadonlyMap<string, TypeFacts>;
	/** Sentences about what of the types specs cannot say. */
	readonly notes: readonly string[];
}
