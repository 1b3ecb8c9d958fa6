/**
 * Admission: changes or refuses a write after it is authorized and decoded, and before it is stored. All mutating plugins run first, then
 * all validating plugins on the final object (seed 3, "Admission control").
 *
 * A plugin is a file in `plugins/` and a row in its `index.ts`, in the order of kube-apiserver. The row states:
 *
 * - `exists`, `onByDefault`, `onWithMode`: the releases that have the plugin, and when it is on;
 * - `operations`, `only`: the writes that enter it;
 * - `flags`, `configuration`: its flags, and its section of `--admission-control-config-file`;
 * - `acting`: the permissions of its own requests.
 *
 * `start` returns its steps. A step reads other kinds synchronously with `lookup.ts`. It checks further permissions with
 * `context.authorizer`. It writes with `context.client`, as the user of the request or as `context.self`.
 */
import type { Authorizer } from '../api/authorization.ts';
import type { ClientAs } from '../api/client.ts';
import type { Flag, FlagValues } from '../api/flag.ts';
import type { Acting } from '../api/identity.ts';
import type { RemoteConversions } from '../api/remote-conversions.ts';
import type { Annotation, User } from '../api/request.ts';
import type { Catalog, GroupVersionKind, JsonObject, KindDescriptor, Release, TypeDescriptor, TypeName } from '../model/catalog.ts';
import type { Vocabulary } from '../model/vocabulary.ts';
import type { MetricFamily } from '../telemetry/family.ts';
import type { Log } from '../telemetry/log.ts';
import type { WatchCache } from '../watch/contract.ts';
import type { ConfigMap } from '../wire/config-parts.ts';

export type Operation = 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT';

export type Stage = 'mutate' | 'validate';

/** Options that the client sent with the object. The operation determines which exist. */
export interface OperationOptions {
	/** Options as sent. Absent: the client sent none. */
	readonly given?: JsonObject;
	readonly dryRun: boolean;
	readonly fieldManager?: string;
	readonly fieldValidation?: string;
	readonly gracePeriodSeconds?: number | undefined;
	readonly propagationPolicy?: string | undefined;
	readonly orphanDependents?: boolean | undefined;
	readonly preconditions?: { readonly uid: string | undefined; readonly resourceVersion: string | undefined };
}

export interface AdmissionRequest {
	readonly operation: Operation;
	/** Kind of the resource. Its name and plural are the same in all groups and versions. */
	readonly kind: KindDescriptor;
	/** Kind of the request body. For a subresource it is the subresource's type; for a connection, its options. */
	readonly requestKind: GroupVersionKind;
	/** True when `requestKind` is not a version of the resource's kind but another type: a Scale, a Binding, options. */
	readonly isSubresourceBody: boolean;
	/** Group in the request's URL. The version is also that of the URL. */
	readonly group: string;
	readonly version: string;
	/** Plural name. */
	readonly resource: string;
	readonly subresource: string;
	/** Storage version. Objects have this version. */
	readonly stored: { readonly group: string; readonly version: string };
	/** Empty for cluster-scoped kinds. */
	readonly namespace: string;
	/** Empty for collections, and as long as a name must still be generated. */
	readonly name: string;
	/** Object to be stored. Mutating plugins change it in place or replace it. Undefined for DELETE. */
	readonly object: JsonObject | undefined;
	/** Stored object. Undefined for CREATE. */
	readonly oldObject: JsonObject | undefined;
	/**
	 * Must be awaited before `objectIn`, `oldObjectIn` and `replaceIn` of another version than that of the URL: a webhook may have to
	 * convert. Returns undefined when it has not. Never rejects; `objectIn` throws the failure.
	 */
	prepare(group: string, version: string): Promise<void> | undefined;
	/**
	 * Converts the object to another version of its kind. Returns a copy, or the object itself if the versions are equal. Throws when the
	 * version does not exist.
	 */
	objectIn(group: string, version: string): JsonObject | undefined;
	oldObjectIn(group: string, version: string): JsonObject | undefined;
	/** Replaces `object` with one in the storage version. Throws for validating plugins. */
	replace(object: JsonObject): void;
	/**
	 * Replaces `object` with one in another version that an external client has written. It is decoded by its type and defaulted. Fields
	 * that the version cannot express are preserved. Returns true if it differs from the result of `objectIn`. Throws MalformedError if it
	 * is no valid object, and as `replace` does.
	 */
	replaceIn(group: string, version: string, object: JsonObject): boolean | Promise<boolean>;
	readonly options: OperationOptions;
	readonly user: User;
	/** True for a dry run. Plugins must then have no external side effects. */
	readonly dryRun: boolean;
	/** Texts for the Warning header. */
	readonly warnings: string[];
	/** Adds an audit annotation to the request. Does nothing when the request is not audited. */
	annotate(...annotation: Annotation): void;
	/** True in the second pass: the plugin has seen the object before, and another plugin has replaced it since. */
	readonly secondPass: boolean;
	readonly signal: () => AbortSignal;
}

/** Request, with the state that the chain maintains. */
export interface AdmissionPasses extends AdmissionRequest {
	/** Number of replacements of the object so far. */
	readonly replacements: number;
	secondPass: boolean;
}

/** Kinds that are served. A changed kind is another object. */
export interface ServedNow {
	readonly catalog: Catalog;
	/** Returns a kind in one of its versions, by its plural. Returns undefined when it is not served. */
	resource(group: string, version: string, plural: string): ServedKind | undefined;
}

export interface ServedKind {
	readonly kind: KindDescriptor;
	readonly apiVersion: string;
	/** Converts a stored object to this version. Returns the argument if the versions are equal. */
	fromStorage(object: JsonObject): JsonObject;
}

/** Parts of the server that a plugin gets at its start. `C`: type of the plugin's configuration. */
export interface AdmissionContext<C = unknown> {
	readonly flags: FlagValues;
	/** The plugin's section in `--admission-control-config-file`, as its row has read it. Undefined when there is none. */
	readonly configuration: C | undefined;
	readonly vocabulary: Vocabulary;
	/** Emulated release, and its feature gates. */
	readonly release: Release;
	readonly gates: ReadonlyMap<string, boolean>;
	readonly cache: WatchCache;
	/** Names of the controllers that this server runs. */
	readonly controllers: ReadonlySet<string>;
	/** Authorizer for plugins that check further permissions of the user. */
	readonly authorizer: Authorizer;
	/** Sends requests to the server itself, as the user of the request or as `self`. They are answered once the server has started. */
	readonly client: ClientAs;
	/** User of the plugin's own requests. Undefined when its row declares none. */
	readonly self: User | undefined;
	/** Adds metrics to `/metrics`. */
	addMetrics(families: readonly MetricFamily[]): void;
	/** Conversions by webhooks. */
	readonly conversions: RemoteConversions;
	/** Returns the kinds that are currently served. */
	readonly serving: () => ServedNow;
	/** Returns a type of the release by name. */
	readonly type: (name: TypeName) => TypeDescriptor;
	readonly log: Log;
	/** Aborted when the server stack stops. */
	readonly signal: AbortSignal;
}

/** Refuses the request by throwing an ApiError. A result that is no promise keeps the write path synchronous. */
export type AdmissionStep = (request: AdmissionRequest) => void | Promise<void>;

/**
 * Mutating step. It may return a step for the second pass of the same request. That step runs in the plugin's place in the order, whatever
 * other plugins do.
 */
export type MutatingStep = (request: AdmissionRequest) => void | AdmissionStep | Promise<AdmissionStep | undefined> | Promise<void>;

/** Attributes of a write that are known before its object is decoded. */
export interface WriteTarget {
	readonly operation: Operation;
	readonly group: string;
	readonly version: string;
	readonly resource: string;
	readonly subresource: string;
	/** Empty for cluster-scoped kinds. */
	readonly namespace: string;
}

export interface StartedPlugin {
	readonly mutate?: MutatingStep;
	readonly validate?: AdmissionStep;
	/** Reports whether the plugin currently handles such a write. Absent: it handles every write. */
	wants?(about: WriteTarget): boolean;
}

/** Range of releases, from `from` up to but not including `before`. */
export interface Releases {
	readonly from: Release;
	readonly before?: Release;
}

/** Section of a plugin in `--admission-control-config-file`. */
export interface PluginConfiguration<C> {
	/** Accepted values of `apiVersion` and `kind` of the section. Absent: the section has neither. */
	kinds?(context: ConfigurationContext): readonly ConfigurationKind[];
	/**
	 * Reads and checks a section. `where`: its place in the file, for the accessors of `wire/config-parts.ts` and for ConfigError. Throws
	 * ConfigError, or rejects with an Error of one sentence.
	 */
	read(section: ConfigMap, where: string, context: ConfigurationContext): C | Promise<C>;
}

export interface ConfigurationKind {
	readonly apiVersion: string;
	readonly kind: string;
}

export interface ConfigurationContext {
	readonly vocabulary: Vocabulary;
	readonly release: Release;
	/** Folder of the file with the section. Paths in the section may be relative to it. */
	readonly folder: string;
}

export interface AdmissionPlugin<C = unknown> {
	readonly name: string;
	readonly flags?: readonly Flag<unknown>[];
	/** Releases that have the plugin. Absent: all. */
	readonly exists?: Releases;
	/** Releases in which the plugin is on by default. */
	readonly onByDefault: Releases | 'never';
	/** Authorization mode that turns the plugin on, unless a flag disables it. */
	readonly onWithMode?: string;
	/** Absent: the plugin has no configuration. */
	readonly configuration?: PluginConfiguration<C>;
	readonly operations: readonly Operation[];
	/** Storage names of the kinds that the plugin handles. Absent: all. Writes of other kinds do not wait for it. */
	only?(vocabulary: Vocabulary): readonly string[];
	/** Permissions of the plugin's own requests, beyond those of the writing user. */
	readonly acting?: Acting;
	/**
	 * True when `mutate` only refuses early and changes nothing. An object that any other plugin changed is decoded again, so that no
	 * unknown fields are stored.
	 */
	readonly onlyRefuses?: true;
	/**
	 * True when `mutate` changes objects only with `replace` and `replaceIn`. It then runs again only if it returns a step. Any other
	 * plugin runs `mutate` again, in a second pass, when a later plugin has replaced the object.
	 */
	readonly onlyReplaces?: true;
	/** Starts the plugin. Rejects with an Error of one sentence that names the flag. */
	start(context: AdmissionContext<C>): StartedPlugin | Promise<StartedPlugin>;
}

export interface AdmissionChain {
	readonly mutate: (request: AdmissionPasses) => void | Promise<void>;
	readonly validate: AdmissionStep;
	/** Stages in which some plugin handles every write of every kind. For other stages the caller asks `wants` or `kindsAlwaysAsked`. */
	readonly stages: Readonly<Record<Operation, readonly Stage[]>>;
	/** Reports whether a plugin in one of the other stages currently handles such a write. */
	wants(stage: Stage, about: WriteTarget): boolean;
	/** Storage names of kinds that plugins handle in the other stages. */
	readonly kindsAlwaysAsked: ReadonlySet<string>;
	/** Storage names of kinds whose objects a plugin may change in place. */
	readonly kindsChanged: ReadonlySet<string> | 'all';
	/** Names of the active plugins, in order. */
	readonly plugins: readonly string[];
}

/** Chain for writes that were admitted as part of another request. */
export const noAdmission: AdmissionChain = {
	mutate: () => {},
	validate: () => {},
	stages: { CREATE: [], UPDATE: [], DELETE: [], CONNECT: [] },
	wants: () => false,
	kindsAlwaysAsked: new Set(),
	kindsChanged: new Set(),
	plugins: [],
};
