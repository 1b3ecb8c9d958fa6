/**
 * Values and their types, as plain data: what JSON is, and what a field, a schema and a type say of it. Part of the model (`catalog.ts`),
 * and read by way of it.
 */

/** A JSON value. Integers beyond 2^53 are `bigint`; nothing else is. */
export type Json = null | boolean | number | bigint | string | readonly Json[] | { readonly [key: string]: Json };

/** A mutable JSON object, the in-memory form of every API object: bytes are base64 text, times and quantities are text. */
export type JsonObject = { [key: string]: JsonValue };
export type JsonValue = null | boolean | number | bigint | string | JsonValue[] | JsonObject;

/** A release of the product, `major.minor`, for example `1.25`. */
export type Release = string;

/** The name of a type: `<package>/<version>.<Name>`, for example `core/v1.PodSpec`, `meta/v1.ObjectMeta`. */
export type TypeName = string;

/**
 * How a value is written when it is absent or zero. Bytes on the wire depend on it.
 *
 * | presence | Go | absent in JSON | zero in JSON | protobuf |
 * |---|---|---|---|---|
 * | optional | pointer, omitempty | omitted | kept | only when present |
 * | omitZero | value, omitempty | omitted | omitted | always (scalars), when not empty (lists, maps) |
 * | always | value | written as zero; `null` for lists, maps and times | kept | always (scalars, structs, times), when not empty (lists, maps) |
 * | nullable | pointer | written as null | kept | only when present |
 *
 * A struct or a time has no zero that JSON would omit: `omitZero` on them equals `always`, and is not used.
 */
export type Presence = 'optional' | 'omitZero' | 'always' | 'nullable';

/** One use of a rule of `rules/`: its keyword, its argument as the spec gives it, and a message that replaces the rule's own. */
export interface RuleUse {
	readonly rule: string;
	readonly argument: Json;
	readonly message?: string;
}

/** What every schema node may carry. */
interface SchemaBase {
	/** In the order in which they are checked and reported. */
	readonly rules?: readonly RuleUse[];
}

export type ScalarKind =
	| 'string'
	| 'boolean'
	| 'int32'
	| 'int64'
	| 'double'
	/** Base64 text in JSON, raw bytes in protobuf. */
	| 'bytes'
	/** RFC 3339 in seconds; protobuf message {seconds = 1, nanos = 2}. */
	| 'time'
	/** RFC 3339 with six decimals. */
	| 'microTime'
	/** Go duration text, for example `1h30m`. */
	| 'duration'
	/** `500m`, `1Gi`; written canonically; protobuf message {string = 1}. */
	| 'quantity'
	/** Number or text; protobuf message {type = 1, intVal = 2, strVal = 3}. */
	| 'intOrString'
	/** Any object, kept as it is; protobuf message {raw = 1}. */
	| 'rawExtension'
	/** The tree of owned fields, kept as it is; protobuf message {Raw = 1}. */
	| 'fieldsV1'
	/** Any JSON value, kept as it is (preserve-unknown-fields). */
	| 'any';

export type EnumValue = string | number | boolean;

export interface ScalarSchema extends SchemaBase {
	readonly kind: ScalarKind;
	/** Allowed values of a string, a number or a boolean, in the order shown in messages. */
	readonly enum?: readonly EnumValue[];
	/** Documents list the values; others are accepted all the same. */
	readonly enumOpen?: true;
	/** Documents do not list the values; validation knows them. */
	readonly enumHidden?: true;
	/** As of lists: the release since which documents show `enum`. */
	readonly markedSince?: Release;
	/** Of bytes, which are a list to documents. */
	readonly listType?: 'atomic';
	/** Of a quantity: what is finer is rounded up, away from zero, when it is read. */
	readonly precision?: 'milli';
	/** Of some allowed values the feature gate without which nobody may begin to use them. In a narrowed catalog only those whose gate is off. */
	readonly enumGates?: Readonly<Record<string, string>>;
}

export interface StructSchema extends SchemaBase {
	readonly kind: 'struct';
	readonly type: TypeName;
}

export interface ListSchema extends SchemaBase {
	readonly kind: 'list';
	readonly items: Schema;
	/** Who owns what of it (seed 1, merge-strategy markers). Absent means atomic, or `map` by `patchMergeKey` when the field's patch strategy is `merge`. */
	readonly listType?: 'atomic' | 'set' | 'map';
	readonly mapKeys?: readonly string[];
	/** The release since which documents and merging know `listType`; validation always does. Absent in a narrowed catalog when they do. */
	readonly markedSince?: Release;
	/** Of lists of type set or map: validation warns of equal entries instead of refusing them (older kinds whose clients send them), or says nothing. */
	readonly mayRepeat?: true | 'silently';
}

export interface MapSchema extends SchemaBase {
	readonly kind: 'map';
	readonly values: Schema;
	/** Rules of the keys. */
	readonly keys?: { readonly rules: readonly RuleUse[] };
	readonly mapType?: 'atomic' | 'granular';
}

/**
 * A value of one of several forms, such as `true` or an object: in JSON it stands by itself, and its form tells which field of the type
 * it is; in protobuf it is a message with that field.
 */
export interface VariantSchema extends SchemaBase {
	readonly kind: 'variant';
	readonly type: TypeName;
}

export type Schema = ScalarSchema | StructSchema | ListSchema | MapSchema | VariantSchema;

/** Keywords of a field that hold from a release on; later entries win over earlier ones. */
export interface HistoryEntry {
	readonly from: Release;
	/** `false` takes a keyword away. */
	readonly set: Partial<Pick<Field, 'default' | 'gate' | 'presence' | 'schema'>> & { readonly required?: boolean; readonly immutable?: boolean };
}

export interface Field {
	readonly name: string;
	readonly schema: Schema;
	/** Protobuf field number; a type without numbers has no protobuf form. */
	readonly number?: number;
	/** `optional` when absent here. */
	readonly presence?: Presence;
	/** Validation reports `Required value` when it is absent or empty. A required number or boolean that is absent stays so when read, whatever its presence. */
	readonly required?: true;
	/** Validation accepts the field empty, though documents call it required or list other values (status fields, an audience that may be ""). */
	readonly mayBeEmpty?: true;
	/** A value that is sent empty is there, and does what `required` asks for, as in CustomResourceDefinitions. */
	readonly emptyIsGiven?: true;
	/** Null is a value of it, and kept as it is sent. */
	readonly nullable?: true;
	/** Filled in when the field is absent (after reading, before admission). */
	readonly default?: Json;
	/** The release since which documents of built-in groups show the default, or the zero where there is none. In a narrowed catalog only when they do. */
	readonly defaultShown?: Release;
	/** Cannot change, be set or be unset by an update. */
	readonly immutable?: true;
	/** Accepted on write, never stored or returned under this name. */
	readonly writeOnly?: true;
	/** Of fields of ObjectMeta: what the server does with it in an object's own metadata, not in that of a template. */
	readonly lifecycle?: MetadataLifecycle;
	/** Name of the union (of the struct's `unions`) that this field is a member of. */
	readonly union?: string;
	/** The struct's own fields stand among the parent's in JSON, and in a nested message in protobuf. */
	readonly inline?: true;
	readonly patchStrategy?: readonly ('merge' | 'replace' | 'retainKeys')[];
	readonly patchMergeKey?: string;
	readonly mapType?: 'atomic' | 'granular';
	/**
	 * Feature gate without which nobody may begin to use the field: what is sent is dropped, unless the stored object uses it already.
	 * Documents show the field all the same. In a narrowed catalog only while the gate is off.
	 */
	readonly gate?: string;
	/** What happens without the gate if the value is not dropped: another one is taken, or the request is refused, in other words where they are said. */
	readonly withoutGate?: { readonly instead: Json } | { readonly refused: string } | 'refused';
	/** Releases in which it appeared and disappeared; always there when absent. */
	readonly introduced?: Release;
	readonly removed?: Release;
	readonly history?: readonly HistoryEntry[];
}

/** What the server does with a field of metadata. What is not said is taken as it is sent. */
export interface MetadataLifecycle {
	/** Of a new object. `set`: the server gives the value; `fill`: it gives one where none is sent; `drop`: there is none. */
	readonly create?: 'set' | 'fill' | 'drop';
	/** Of an update. `fill`: the old value where none is sent; `keep`: the old value, where there is one, whatever is sent. */
	readonly update?: 'set' | 'fill' | 'keep' | 'drop';
	/** An update that would change it after all that is refused. */
	readonly immutable?: true;
}

export interface Union {
	readonly name: string;
	/** `described`: documents show which belong together; rules and hooks say what may be set. */
	readonly members: 'exactlyOne' | 'atMostOne' | 'described';
	/** Field that names the member chosen. */
	readonly discriminator?: string;
	/** What is to blame when several members are set: the object, once; each member after the first when absent. */
	readonly blames?: 'object';
	/** What is said when none is set, in place of a list of the members: that something is required, unless it is `invalid`. */
	readonly none?: { readonly message: string; readonly invalid?: true };
}

export interface TypeDescriptor {
	readonly name: TypeName;
	/** In the order in which JSON is written. */
	readonly fields: readonly Field[];
	readonly unions?: readonly Union[];
	readonly rules?: readonly RuleUse[];
	/** Name in OpenAPI documents, for example `io.k8s.api.core.v1.PodSpec`. */
	readonly openapi: string;
	/** Fields not named here are kept as they are. */
	readonly preserveUnknown?: true;
	/** Its values are those of one of its fields each (`VariantSchema`). */
	readonly variant?: true;
	/** `atomic`: wherever a value of this type stands, one owner has the whole of it (a field's own `mapType` wins). */
	readonly mapType?: 'atomic' | 'granular';
	/** As of lists: the release since which documents and merging know `mapType`. */
	readonly markedSince?: Release;
}
