/** Values and their types as plain data: JSON, fields, schemas and types. Part of the model, and exported through `catalog.ts`. */

/** A JSON value. Only integers beyond 2^53 are `bigint`. */
export type Json = null | boolean | number | bigint | string | readonly Json[] | { readonly [key: string]: Json };

/** A mutable JSON object, the in-memory form of every API object: bytes are base64 text, times and quantities are text. */
export type JsonObject = { [key: string]: JsonValue };
export type JsonValue = null | boolean | number | bigint | string | JsonValue[] | JsonObject;

/** Release of the product, `major.minor`, for example `1.25`. */
export type Release = string;

/** Name of a type: `<package>/<version>.<Name>`, for example `core/v1.PodSpec`, `meta/v1.ObjectMeta`. */
export type TypeName = string;

/**
 * Encoding of an absent or zero value. Bytes on the wire depend on it.
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

/** One use of a rule of `rules/`: its keyword, its argument from the spec, and a message that replaces the rule's own. */
export interface RuleUse {
	readonly rule: string;
	readonly argument: Json;
	readonly message?: string;
}

/** Members common to every schema node. */
interface SchemaBase {
	/** Rules in the order of checks and reports. */
	readonly rules?: readonly RuleUse[];
	/** Null is one of the items of the list or values of the map that have this schema, and is kept as it is sent. */
	readonly nullable?: true;
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
	/** Any object, preserved; protobuf message {raw = 1}. */
	| 'rawExtension'
	/** Tree of owned fields, preserved; protobuf message {Raw = 1}. */
	| 'fieldsV1'
	/** Any JSON value, preserved (preserve-unknown-fields). */
	| 'any';

export type EnumValue = string | number | bigint | boolean;

export interface ScalarSchema extends SchemaBase {
	readonly kind: ScalarKind;
	/** Allowed values of a string, a number or a boolean, in the order of messages. */
	readonly enum?: readonly EnumValue[];
	/** Documents list the values, but validation accepts others. */
	readonly enumOpen?: true;
	/** Validation knows the values, but documents do not list them. */
	readonly enumHidden?: true;
	/** Release since which documents show `enum`. */
	readonly markedSince?: Release;
	/** Merge type of `bytes`, which documents describe as a list. */
	readonly listType?: 'atomic';
	/** Finest unit of a quantity. Reading rounds finer values up, away from zero. */
	readonly precision?: 'milli';
	/**
	 * Feature gates, by allowed value, that must be on before a write may introduce the value. A narrowed catalog keeps only gates that are
	 * off.
	 */
	readonly enumGates?: Readonly<Record<string, string>>;
}

export interface StructSchema extends SchemaBase {
	readonly kind: 'struct';
	readonly type: TypeName;
}

export interface ListSchema extends SchemaBase {
	readonly kind: 'list';
	readonly items: Schema;
	/**
	 * Ownership of the entries (seed 1, merge-strategy markers). Absent: atomic, or `map` by `patchMergeKey` when the field's patch
	 * strategy is `merge`.
	 */
	readonly listType?: 'atomic' | 'set' | 'map';
	readonly mapKeys?: readonly string[];
	/** Release since which documents and merging apply `listType`; validation always does. A narrowed catalog omits it when they do. */
	readonly markedSince?: Release;
	/**
	 * Treatment of equal entries in a list of type set or map: validation warns instead of refusing them, or accepts them silently. Older
	 * kinds have clients that send them.
	 */
	readonly mayRepeat?: true | 'silently';
	/** Duplicates are reported as for CustomResourceDefinitions: once for each value, and for an entry with the keys that it has. */
	readonly ofDefinition?: true;
}

export interface MapSchema extends SchemaBase {
	readonly kind: 'map';
	readonly values: Schema;
	/** Rules for the keys. */
	readonly keys?: { readonly rules: readonly RuleUse[] };
	readonly mapType?: 'atomic' | 'granular';
}

/**
 * A value of one of several forms, such as `true` or an object. JSON holds the bare value, whose form selects the field of the type.
 * Protobuf holds a message with that field.
 */
export interface VariantSchema extends SchemaBase {
	readonly kind: 'variant';
	readonly type: TypeName;
}

export type Schema = ScalarSchema | StructSchema | ListSchema | MapSchema | VariantSchema;

/** Keywords of a field that apply from a release on. Later entries override earlier ones. */
export interface HistoryEntry {
	readonly from: Release;
	/** `false` removes a keyword. */
	readonly set: Partial<Pick<Field, 'default' | 'gate' | 'presence' | 'schema'>> & { readonly required?: boolean; readonly immutable?: boolean };
}

export interface Field {
	readonly name: string;
	readonly schema: Schema;
	/** Protobuf field number; a type without numbers has no protobuf form. */
	readonly number?: number;
	/** Absent: `optional`. */
	readonly presence?: Presence;
	/**
	 * Validation reports `Required value` when the field is absent or empty. Reading leaves an absent required number or boolean absent,
	 * whatever its presence.
	 */
	readonly required?: true;
	/**
	 * Validation accepts the field empty, although documents call it required or list other values (status fields, an audience that may be
	 * "").
	 */
	readonly mayBeEmpty?: true;
	/** An empty value satisfies `required`, as in CustomResourceDefinitions. */
	readonly emptyIsGiven?: true;
	/** Null is a valid value and is preserved. */
	readonly nullable?: true;
	/** Value of an absent field, filled in after reading and before admission. */
	readonly default?: Json;
	/**
	 * Release since which documents of built-in groups show the default, or the zero value where there is no default. A narrowed catalog
	 * has it only when they do.
	 */
	readonly defaultShown?: Release;
	/** A product's type took the field over from the platform, whose calendar has its releases. */
	readonly platform?: true;
	/** An update cannot change, set or unset the field. */
	readonly immutable?: true;
	/** Accepted on write; never stored or returned under this name. */
	readonly writeOnly?: true;
	/** The server's treatment of a field of ObjectMeta. It applies to an object's own metadata, not to a template's. */
	readonly lifecycle?: MetadataLifecycle;
	/** Name of the union (in the struct's `unions`) that has this field as a member. */
	readonly union?: string;
	/** JSON holds the struct's fields among the parent's; protobuf holds a nested message. */
	readonly inline?: true;
	readonly patchStrategy?: readonly ('merge' | 'replace' | 'retainKeys')[];
	readonly patchMergeKey?: string;
	readonly mapType?: 'atomic' | 'granular';
	/**
	 * Feature gate that must be on before a write may introduce the field. Otherwise the value is dropped, unless the stored object has the
	 * field already. Documents always show the field. A narrowed catalog keeps only gates that are off.
	 */
	readonly gate?: string;
	/**
	 * Effect of a closed gate that does not drop the value. Either another value replaces it, or the request is refused with the given
	 * message, if any.
	 */
	readonly withoutGate?: { readonly instead: Json } | { readonly refused: string } | 'refused';
	/** Releases that add and remove the field. Absent: every release has it. */
	readonly introduced?: Release;
	readonly removed?: Release;
	readonly history?: readonly HistoryEntry[];
}

/** The server's treatment of a metadata field. Absent members leave the value as sent. */
export interface MetadataLifecycle {
	/**
	 * Treatment on create. `set`: the server supplies the value. `fill`: the server supplies a missing value. `drop`: the server removes
	 * the value.
	 */
	readonly create?: 'set' | 'fill' | 'drop';
	/**
	 * Treatment on update. `fill`: the old value replaces a missing one. `keep`: the old value, where there is one, replaces the one sent.
	 */
	readonly update?: 'set' | 'fill' | 'keep' | 'drop';
	/** An update that would still change the field is refused. */
	readonly immutable?: true;
}

export interface Union {
	readonly name: string;
	/** `described`: documents show the members as a group; rules and hooks decide which may be set. */
	readonly members: 'exactlyOne' | 'atMostOne' | 'described';
	/** Field that names the chosen member. */
	readonly discriminator?: string;
	/** Target of the causes when several members are set: the object, once. Absent: each member after the first. */
	readonly blames?: 'object';
	/** The object is invalid with this message when several members are set. `alone` hides causes within the members. */
	readonly several?: { readonly message: string; readonly alone?: true };
	/** Message when no member is set, in place of a list of members. The reason is `Required value` unless `invalid` is set. */
	readonly none?: { readonly message: string; readonly invalid?: true };
}

export interface TypeDescriptor {
	readonly name: TypeName;
	/** The product's calendar has the releases of the fields. */
	readonly product?: true;
	/** Fields in the order of their JSON form. */
	readonly fields: readonly Field[];
	readonly unions?: readonly Union[];
	readonly rules?: readonly RuleUse[];
	/** Name in OpenAPI documents, for example `io.k8s.api.core.v1.PodSpec`. */
	readonly openapi: string;
	/** Fields that are not declared here are preserved. */
	readonly preserveUnknown?: true;
	/** Each value is the value of one of the type's fields (`VariantSchema`). */
	readonly variant?: true;
	/** `atomic`: one owner holds the whole value wherever the type is used. A field's own `mapType` takes precedence. */
	readonly mapType?: 'atomic' | 'granular';
	/** Release since which documents and merging apply `mapType`. */
	readonly markedSince?: Release;
}
