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

import type { Json, Release, TypeDescriptor, TypeName } from './types.ts';
import type { Verb } from './verb.ts';

export type * from './types.ts';

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
	/** The first release in which it does. In a narrowed catalog settled. */
	readonly generationIntroduced?: Release;
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
