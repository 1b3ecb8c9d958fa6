/**
 * The model: groups, versions, kinds, types and fields as plain data.
 *
 * The generator emits values of these types (`generated/`), and kinds defined at run time build the same values. Reading, defaulting,
 * validation, protobuf, merge and OpenAPI are therefore written once. This file has no behaviour; `compile.ts` turns descriptors into
 * closures.
 *
 * Inside the generator, strings may name the vocabulary by role (`{groupDomain}`, ...). Emitted modules hold the final words.
 */

import type { Json, JsonObject, Release, TypeDescriptor, TypeName } from './types.ts';
import type { Verb } from './verb.ts';
import type { WebhookAddress } from './webhook-address.ts';

export type * from './types.ts';

export type Scope = 'Namespaced' | 'Cluster';

interface ColumnHead {
	readonly name: string;
	readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'date';
	readonly format?: string;
	readonly description: string;
	/** Releases that add and remove the column. Absent: every release has it. */
	readonly introduced?: Release;
	readonly removed?: Release;
	/** 0 appears in every output, 1 and more only in wide output. */
	readonly priority?: number;
}

/** A column of the Table representation. */
export type Column = ShownColumn | ComputedColumn;

export interface ShownColumn extends ColumnHead {
	/**
	 * CEL over `self`. A plain path (`self.spec.replicas`) is evaluated without CEL; an absent value makes an empty cell. A `date` is shown
	 * as its age (`5d3h`).
	 *
	 * Unless declared, Name precedes the first column and Age follows the columns of priority 0. A kind that declares Name has only its own
	 * columns.
	 */
	readonly value: string;
}

/** A column whose cells are computed by a hook of the kind. */
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

/**
 * A subresource whose behaviour no spec can express. With the kind's own type it is another way to write the object; with another type a
 * hook answers it.
 */
export interface OtherSubresource {
	readonly name: string;
	readonly verbs: readonly Verb[];
	/** Group and version of the request body. Absent: those of the URL. */
	readonly group?: string;
	readonly version?: string;
	readonly kind: string;
	/** Further versions of the group that a body may have; their types are alike. */
	readonly also?: readonly SentVersion[];
	/** Type of a body of another kind. Absent when no spec declares it. */
	readonly type?: TypeName;
	/** Kind of the answer, where it differs from the kind of the body. */
	readonly gives?: GroupVersionKind & { readonly type?: TypeName };
	/**
	 * The hook writes the answer itself. `options`: type of the query parameters. `path`: a path may follow the subresource's name, and any
	 * method is allowed. `port`: the URL may name a scheme and a port with the object.
	 */
	readonly connect?: { readonly options: TypeName; readonly path?: true; readonly port?: true };
	/**
	 * Fields of the object that this subresource alone changes; besides them it changes only metadata. Absent: it is another way to write
	 * the object.
	 */
	readonly writes?: readonly string[];
	/** Releases that add and remove the subresource. Absent: every release has it. */
	readonly introduced?: Release;
	readonly removed?: Release;
	/** Feature gate that must be on for the subresource to be served. */
	readonly gate?: string;
}

/** `before`: up to this release, this version replaces the one that is named otherwise. */
export interface SentVersion {
	readonly version: string;
	readonly before?: Release;
}

export interface StatusSubresource {
	/** Releases that add and remove the status subresource. Absent: every release has it. */
	readonly introduced?: Release;
	readonly removed?: Release;
	/** True when a create may set the status as well. Updates of an existing object change it only through the subresource. */
	readonly onCreate?: true;
	/** Versions without the subresource: their clients write the status with the object. */
	readonly notIn?: readonly string[];
}

export interface Subresources {
	readonly status?: StatusSubresource;
	readonly scale?: ScaleSubresource;
	/** Other subresources, sorted by name. */
	readonly other?: readonly OtherSubresource[];
}

/**
 * One step of the conversion between a version and the storage version. Fields of equal name and path match without a step. Steps are read
 * in both directions.
 */
export type ConversionStep =
	/**
	 * The same value under another path. `values` lists the values that differ, `entries` those of a map. With `type`, paths start at each
	 * value of that type in this version; otherwise at the object's root.
	 */
	| {
			readonly kind: 'move';
			readonly type?: string;
			readonly here: string;
			readonly storage: string;
			readonly values?: readonly ExchangedValue[];
			readonly entries?: readonly MovedEntry[];
	  }
	/** One int-or-string field in this version, two fields in the storage version, chosen by the value's type. */
	| { readonly kind: 'split'; readonly type?: string; readonly here: string; readonly integer: string; readonly string: string }
	/**
	 * One text on one side, several fields on the other. The sides hold the path of the text and the paths of its parts, in order. The
	 * first part is a string; the others are strings or integers.
	 */
	| { readonly kind: 'join'; readonly type?: string; readonly separator: string; readonly here: readonly string[]; readonly storage: readonly string[] }
	/** Two fields in this version, one int-or-string field in the storage version: the inverse of a split. */
	| { readonly kind: 'merge'; readonly type?: string; readonly integer: string; readonly string: string; readonly storage: string }
	/** Value of a field that the storage version requires and this version leaves absent. */
	| { readonly kind: 'whenAbsent'; readonly type?: string; readonly storage: string; readonly value: Json }
	/** Value of a field that this version requires and the storage version leaves absent. */
	| { readonly kind: 'whenAbsentHere'; readonly type?: string; readonly here: string; readonly value: Json };

/** A step that moves values; the others fill in absent ones. */
export type Relocation = Exclude<ConversionStep, { kind: 'whenAbsent' | 'whenAbsentHere' }>;

/** A pair of values, compared as a whole, that correspond to each other. */
export interface ExchangedValue {
	readonly here: Json;
	readonly storage: Json;
}

/**
 * A map entry that the storage version has as a field. With `repeats` the storage version omits the entry where it repeats another field of
 * both versions.
 */
export type MovedEntry = { readonly key: string; readonly storage: string } | { readonly key: string; readonly repeats: string };

export interface VersionDescriptor {
	readonly group: string;
	readonly version: string;
	readonly type: TypeName;
	readonly introduced: Release;
	readonly deprecated?: Release;
	readonly removed?: Release;
	readonly replacement?: { readonly group: string; readonly version: string; readonly kind: string };
	/** Parts that the version has in place of the kind's, as versions of a CustomResourceDefinition may. */
	readonly own?: Partial<Pick<KindDescriptor, 'subresources' | 'columns' | 'selectableFields'>>;
	/** Warning on each use of the version, in place of one that its deprecation implies. */
	readonly warning?: string;
	/** Feature gate that must be on for the version to be served. A narrowed catalog has resolved it. */
	readonly gate?: string;
	/** True when the version is served only on request. Absent: true for alpha versions only. */
	readonly onRequest?: boolean;
	/** `hook`: the kind's hooks convert (`KindHooks.convert`). Absent on the storage version. */
	readonly conversion?: readonly ConversionStep[] | 'hook';
}

export interface FieldLabel {
	readonly label: string;
	readonly of: readonly string[];
	/** Selectable fields that selectors cannot name directly. */
	readonly hides: readonly string[];
}

/** Webhook that converts the objects of a kind which a CustomResourceDefinition defines. */
export interface ConversionWebhook {
	readonly address: WebhookAddress;
	/** Version of the reviews to send. Undefined when the definition names none that the server knows. */
	readonly reviewVersion: 'v1' | 'v1beta1' | undefined;
}

export interface KindDescriptor {
	readonly kind: string;
	readonly listKind: string;
	readonly plural: string;
	readonly singular: string;
	readonly shortNames: readonly string[];
	readonly categories: readonly string[];
	readonly scope: Scope;
	/** Key prefix of the kind's objects in the store, shared by every group and version that serves it. */
	readonly storageName: string;
	/** Versions in order of preference; exactly one is the storage version. */
	readonly versions: readonly VersionDescriptor[];
	/** Index of the storage version in `versions`. */
	readonly storageVersion: number;
	readonly verbs: readonly Verb[];
	/** Releases that introduced some of the verbs. */
	readonly verbsIntroduced?: Readonly<Partial<Record<Verb, Release>>>;
	/** `false`: a hook answers each created object, and none is stored (a review). */
	readonly stored?: false;
	/** The kind has write-only fields. Its objects are encrypted at rest unless configured otherwise. */
	readonly confidential?: true;
	readonly deleteReturns: 'status' | 'object';
	/** Versions in which a delete without a propagation policy orphans dependents, and the warning that it returns. */
	readonly orphans?: { readonly in: readonly string[]; readonly warning: string };
	/** A PUT to an unused name creates the object. */
	readonly updateCreates?: true;
	/** A PUT must carry the resourceVersion that it is based on. */
	readonly updateNeedsVersion?: true;
	readonly subresources: Subresources;
	readonly columns: readonly Column[];
	/** Version whose field names the columns use; the storage version when absent. The release need not serve it. */
	readonly columnsIn?: VersionDescriptor;
	/** Dotted paths that field selectors accept in addition to `metadata.name` and `metadata.namespace`. */
	readonly selectableFields: readonly string[];
	/** Releases from which selectors may name some of these fields. A narrowed catalog has resolved them. */
	readonly selectableIntroduced?: Readonly<Record<string, Release>>;
	/** Selectable string fields that the watch cache indexes after the first selector that uses them. */
	readonly indexedFields?: readonly string[];
	/** Further names in field selectors. Each stands for the first of its fields that is not empty. */
	readonly fieldLabels?: readonly FieldLabel[];
	/** True when `metadata.generation` counts changes outside metadata and status. */
	readonly generation: boolean;
	/** First release that counts the generation. A narrowed catalog has resolved it. */
	readonly generationIntroduced?: Release;
	/** The product's calendar has the releases of the kind. */
	readonly product?: true;
	/** A CustomResourceDefinition of the running server defines the kind, and no spec does. */
	readonly defined?: true;
	/** Webhook that converts objects between the versions. Objects then stay stored in the versions in which they were written. */
	readonly conversionWebhook?: ConversionWebhook;
	/** Text that changes with the defaults of the storage version. Objects written with other defaults get these when they are read. */
	readonly defaultsMark?: string;
	/** Format that object names must have. */
	readonly nameFormat: 'dns-subdomain' | 'dns-label' | 'dns-label-1035' | 'path-segment';
}

export interface GroupDescriptor {
	/** Empty for the core group. */
	readonly group: string;
	/** Folder below `specs/` and first part of type names, for example `core`. */
	readonly package: string;
	/** Versions, most preferred first. */
	readonly versions: readonly string[];
	/** Order in discovery: higher first, groups of equal priority by name. Absent: 1000. */
	readonly priority?: number;
	/** Priorities of versions, higher first; 100 where none is given. Clients read them in the objects that register APIs. */
	readonly versionPriorities?: Readonly<Record<string, number>>;
	/**
	 * True for groups of users, as a CustomResourceDefinition makes them: list items carry kind and apiVersion, unlike those of built-in
	 * groups.
	 */
	readonly custom?: true;
	/** Another server owns everything below the group; a hook forwards requests. */
	readonly proxied?: true;
}

export interface GateDescriptor {
	readonly name: string;
	/** The product's calendar has the releases of the stages. */
	readonly product?: true;
	readonly stages: readonly { readonly from: Release; readonly stage: 'alpha' | 'beta' | 'stable' | 'deprecated' | 'removed'; readonly default: boolean }[];
}

/** Calendar of a product: that of a user's spec root, beside the platform's. */
export interface ProductCalendar {
	/** Release emulated by default; in a narrowed catalog, the emulated one. */
	readonly release: Release;
	readonly releases: readonly Release[];
}

/** Everything that a server serves. It covers all releases until `schema/emulated-catalog.ts` narrows it. */
export interface Catalog {
	/** Gates of the release that are off; only a narrowed catalog has them. Gates of other releases have no effect. */
	readonly closedGates?: ReadonlySet<string>;
	/** Gates that the operator turned off. Protocol additions of later releases are on in every release, whatever their gate's default. */
	readonly gatesTurnedOff?: ReadonlySet<string>;
	/** Release emulated by default. */
	readonly release: Release;
	readonly releases: readonly Release[];
	/** Calendar of the parts that are marked `product`. Absent when no spec root of a user has a calendar. */
	readonly product?: ProductCalendar;
	readonly groups: readonly GroupDescriptor[];
	readonly kinds: readonly KindDescriptor[];
	readonly gates: readonly GateDescriptor[];
	/** Returns a type by name; throws on an unknown name. Types are emitted as thunks, so unused types cost nothing. */
	type(name: TypeName): TypeDescriptor;
	readonly typeNames: readonly TypeName[];
	/** Versions that other servers serve, by group, as APIServices declare them. Only a catalog for discovery has them. */
	readonly remoteVersions?: ReadonlyMap<string, readonly string[]>;
	/** Types of the kinds that definitions add at run time, which `typeNames` lacks. */
	readonly defined?: DefinedTypes;
}

/** Root types of kinds that are defined at run time. They are made on first use, and documents show the schemas of their authors. */
export interface DefinedTypes {
	has(name: TypeName): boolean;
	/** Returns the schema as its author wrote it; undefined when the definition has none. */
	schema(name: TypeName): DefinedSchema | undefined;
}

export interface DefinedSchema {
	readonly schema: JsonObject;
	/** Fields that no schema names are kept everywhere. */
	readonly keepsUnknown: boolean;
}

/** Descriptions, separate from the descriptors so that only their readers load them. The key `''` is the type's own description. */
export type TypeDocs = Readonly<Record<TypeName, Readonly<Record<string, string>>>>;
