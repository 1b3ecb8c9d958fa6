/**
 * The model: what a group, version, kind, type and field is, as plain data.
 *
 * The generator emits values of these types (`generated/`), and custom kinds defined at run time
 * build the same values, so everything else (reading, defaulting, validation, protobuf, merge, OpenAPI)
 * is written once over them. Nothing here does anything; `compile.ts` turns descriptors into closures.
 *
 * Strings may name the vocabulary by role (`{groupDomain}`, ...) inside the generator; emitted modules
 * hold the words themselves.
 */

import type { Verb } from './verb.ts';

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

export interface ScalarSchema extends SchemaBase {
	readonly kind: ScalarKind;
	/** Allowed values of a string or of an integer, in the order shown in messages. */
	readonly enum?: readonly (string | number)[];
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
	/** What happens without the gate if the value is not dropped: another one is taken, or the request is refused. */
	readonly withoutGate?: { readonly instead: Json } | 'refused';
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

export type Scope = 'Namespaced' | 'Cluster';

interface ColumnHead {
	readonly name: string;
	readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'date';
	readonly format?: string;
	readonly description: string;
	/** Releases in which it appeared and disappeared; always there when absent. */
	readonly introduced?: Release;
	readonly removed?: Release;
	/** 0 is shown always, 1 and more only in wide output. */
	readonly priority?: number;
}

/** A column of the Table representation. */
export type Column = ShownColumn | ComputedColumn;

export interface ShownColumn extends ColumnHead {
	/**
	 * CEL over `self`; a plain path (`self.spec.replicas`) is evaluated without CEL, and what is absent is an empty cell. A `date` is shown as
	 * the time since then, as people write it (`5d3h`). Name stands before the first column and Age after those always shown,
	 * unless declared; a kind that declares Name has no other columns than its own.
	 */
	readonly value: string;
}

/** A column whose cells a hook of the kind makes. */
export interface ComputedColumn extends ColumnHead {
	readonly computed: true;
}

export interface ScaleSubresource {
	/** Dotted paths from the object's root, for example `spec.replicas`. */
	readonly replicas: string;
	readonly statusReplicas: string;
	/** Path of a LabelSelector or of a selector's text. */
	readonly selector?: string;
}

export interface GroupVersionKind {
	/** Empty for the core group. */
	readonly group: string;
	readonly version: string;
	readonly kind: string;
}

/** A subresource whose behaviour no spec can say: of the kind's own type, another way of writing the object; of another type, answered by a hook. */
export interface OtherSubresource {
	readonly name: string;
	readonly verbs: readonly Verb[];
	/** Group and version of what it takes; those of the URL when absent. */
	readonly group?: string;
	readonly version?: string;
	readonly kind: string;
	/** Other versions of the group that may be sent all the same; their types are alike. */
	readonly also?: readonly SentVersion[];
	/** Of a body of another kind; absent when no spec declares it. */
	readonly type?: TypeName;
	/** What it answers with, where that is not what it takes. */
	readonly gives?: GroupVersionKind & { readonly type?: TypeName };
	/** The hook writes the answer itself. `options`: type of the query's parameters. `path`: whether a path may follow its name, and any method may be used. `port`: whether the URL may name a scheme and a port with the object. */
	readonly connect?: { readonly options: TypeName; readonly path?: true; readonly port?: true };
	/** Fields of the object that it alone changes; it changes nothing else but metadata. Absent: another way of writing the object. */
	readonly writes?: readonly string[];
	/** Releases in which it appeared and disappeared; always there when absent. */
	readonly introduced?: Release;
	readonly removed?: Release;
	/** Feature gate without which it is not served. */
	readonly gate?: string;
}

/** `before`: up to this release it stands in the place of the version that is named otherwise. */
export interface SentVersion {
	readonly version: string;
	readonly before?: Release;
}

export interface StatusSubresource {
	/** Releases in which it appeared and disappeared; always there when absent. */
	readonly introduced?: Release;
	readonly removed?: Release;
	/** Whether who creates an object says its status as well; what is there already has it written through the subresource alone. */
	readonly onCreate?: true;
	/** Versions without it: their clients write the status with the object. */
	readonly notIn?: readonly string[];
}

export interface Subresources {
	readonly status?: StatusSubresource;
	readonly scale?: ScaleSubresource;
	/** Others, by name. */
	readonly other?: readonly OtherSubresource[];
}

/**
 * One step of the conversion between a version and the storage version. Fields of equal name and path match by
 * themselves; steps say the rest and are read in both directions.
 */
export type ConversionStep =
	/** The same value under another path, but for those of `values`, and for `entries` of a map. `type` restricts paths to each value of that type (of this version), else they start at the object's root. */
	| {
			readonly kind: 'move';
			readonly type?: string;
			readonly here: string;
			readonly storage: string;
			readonly values?: readonly ExchangedValue[];
			readonly entries?: readonly MovedEntry[];
	  }
	/** One int-or-string here, one of two fields there, by the value's type. */
	| { readonly kind: 'split'; readonly type?: string; readonly here: string; readonly integer: string; readonly string: string }
	/** One text, several fields: one side has the path of the text, and the other those of its parts, in order. The first part is a string, the others are strings or integers. */
	| { readonly kind: 'join'; readonly type?: string; readonly separator: string; readonly here: readonly string[]; readonly storage: readonly string[] }
	/** Required in the storage version: this value when it is absent here. */
	| { readonly kind: 'whenAbsent'; readonly type?: string; readonly storage: string; readonly value: Json };

/** A value of one version, compared as a whole, that is another one in the other. */
export interface ExchangedValue {
	readonly here: Json;
	readonly storage: Json;
}

/** An entry of a map that the storage version has as a field of its own, or leaves out where it says what another field (of both versions) says. */
export type MovedEntry = { readonly key: string; readonly storage: string } | { readonly key: string; readonly repeats: string };

export interface VersionDescriptor {
	readonly group: string;
	readonly version: string;
	readonly type: TypeName;
	readonly introduced: Release;
	readonly deprecated?: Release;
	readonly removed?: Release;
	readonly replacement?: { readonly group: string; readonly version: string; readonly kind: string };
	/** Feature gate without which it is not served. In a narrowed catalog settled. */
	readonly gate?: string;
	/** Whether only who asks for it is served; alpha versions alone when absent. */
	readonly onRequest?: boolean;
	/** `hook`: the kind's hooks convert (`KindHooks.convert`). Absent on the storage version. */
	readonly conversion?: readonly ConversionStep[] | 'hook';
}

export interface FieldLabel {
	readonly label: string;
	readonly of: readonly string[];
	/** Those of the fields that selectors cannot name by themselves. */
	readonly hides: readonly string[];
}

export interface KindDescriptor {
	readonly kind: string;
	readonly listKind: string;
	readonly plural: string;
	readonly singular: string;
	readonly shortNames: readonly string[];
	readonly categories: readonly string[];
	readonly scope: Scope;
	/** Where its objects lie in the store: shared by every group and version that serves it. */
	readonly storageName: string;
	/** In order of preference; exactly one is the storage version. */
	readonly versions: readonly VersionDescriptor[];
	/** Index into `versions`. */
	readonly storageVersion: number;
	readonly verbs: readonly Verb[];
	/** Releases in which some of the verbs appeared. */
	readonly verbsIntroduced?: Readonly<Partial<Record<Verb, Release>>>;
	/** `false`: objects are created to be answered by a hook, and nothing is kept (a review). */
	readonly stored?: false;
	/** It has fields that nobody may read: its objects are encrypted where they are stored, if nothing else is said. */
	readonly confidential?: true;
	readonly deleteReturns: 'status' | 'object';
	/** Versions through which a delete that says nothing else orphans dependents, and what it is told. */
	readonly orphans?: { readonly in: readonly string[]; readonly warning: string };
	/** A PUT on a name that is free creates the object. */
	readonly updateCreates?: true;
	/** A PUT must carry the resourceVersion that it is based on. */
	readonly updateNeedsVersion?: true;
	readonly subresources: Subresources;
	readonly columns: readonly Column[];
	/** Dotted paths usable in field selectors beside `metadata.name` and `metadata.namespace`. */
	readonly selectableFields: readonly string[];
	/** Releases from which on selectors may name some of them. In a narrowed catalog settled. */
	readonly selectableIntroduced?: Readonly<Record<string, Release>>;
	/** Selectable fields, of texts, of which the watch cache keeps an index once somebody selects by them. */
	readonly indexedFields?: readonly string[];
	/** Further names for field selectors: of these selectable fields, the first that is not empty. */
	readonly fieldLabels?: readonly FieldLabel[];
	/** Whether `metadata.generation` counts changes of everything but metadata and status. */
	readonly generation: boolean;
	/** How names are checked. */
	readonly nameFormat: 'dns-subdomain' | 'dns-label' | 'dns-label-1035' | 'path-segment';
}

export interface GroupDescriptor {
	/** Empty for the core group. */
	readonly group: string;
	/** Folder under `specs/` and first part of type names, for example `core`. */
	readonly package: string;
	/** Most preferred first. */
	readonly versions: readonly string[];
	/** Place in discovery: higher first, groups of equal priority by name; 1000 when absent. */
	readonly priority?: number;
	/** Of versions, higher first; 100 where none is said. Clients are shown them by the objects that register APIs. */
	readonly versionPriorities?: Readonly<Record<string, number>>;
	/** Users' own, as a CustomResourceDefinition would make it: items of its lists carry kind and apiVersion, as those of built-in groups do not. */
	readonly custom?: true;
	/** Everything below it is another server's: a hook passes requests on. */
	readonly proxied?: true;
}

export interface GateDescriptor {
	readonly name: string;
	readonly stages: readonly { readonly from: Release; readonly stage: 'alpha' | 'beta' | 'stable' | 'deprecated' | 'removed'; readonly default: boolean }[];
}

/** Everything that a server serves: the superset of all releases until `release.ts` narrows it. */
export interface Catalog {
	/** Only of a narrowed catalog: the gates of its release that are off. What a gate of another release says is as it is. */
	readonly closedGates?: ReadonlySet<string>;
	/** Those of them that somebody has turned off: what later releases added to the protocol is there in all, whatever the default of its gate. */
	readonly gatesTurnedOff?: ReadonlySet<string>;
	/** Release emulated by default. */
	readonly release: Release;
	readonly releases: readonly Release[];
	readonly groups: readonly GroupDescriptor[];
	readonly kinds: readonly KindDescriptor[];
	readonly gates: readonly GateDescriptor[];
	/** A type by name; throws on a name that does not exist. Emitted as thunks, so that unused types cost nothing. */
	type(name: TypeName): TypeDescriptor;
	readonly typeNames: readonly TypeName[];
}

/** Descriptions, apart from the descriptors so that only who shows them loads them. Key `''` is the type's own. */
export type TypeDocs = Readonly<Record<TypeName, Readonly<Record<string, string>>>>;
