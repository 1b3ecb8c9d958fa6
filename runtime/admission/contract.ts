/**
 * Admission: what may still change or refuse a write after it is authorized and read, before it is stored.
 * First all plugins that change, then, on the finished object, all that only look (seed 3, "Admission control").
 */
import type { Authorizer } from '../api/authorization.ts';
import type { ClientAs } from '../api/client.ts';
import type { Flag, FlagValues } from '../api/flag.ts';
import type { Acting } from '../api/identity.ts';
import type { Annotation, User } from '../api/request.ts';
import type { GroupVersionKind, JsonObject, KindDescriptor, Release, TypeDescriptor, TypeName } from '../model/catalog.ts';
import type { Vocabulary } from '../model/vocabulary.ts';
import type { MetricFamily } from '../telemetry/family.ts';
import type { Log } from '../telemetry/log.ts';
import type { WatchCache } from '../watch/contract.ts';

export type Operation = 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT';

export type Stage = 'mutate' | 'validate';

/** What the client chose beside the object. Which of them there are depends on the operation. */
export interface OperationOptions {
	/** As they were sent; absent: nobody has sent any. */
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
	/** Of the resource: its name and plural are the same in all groups and versions. */
	readonly kind: KindDescriptor;
	/** What was sent: of a subresource with a type of its own that type, of a connection its options. */
	readonly sent: GroupVersionKind;
	/** Whether `sent` is no form of the kind, but something in its name: a Scale, a Binding, options. */
	readonly isApart: boolean;
	/** As asked for: of the URL. */
	readonly group: string;
	readonly version: string;
	/** Plural. */
	readonly resource: string;
	readonly subresource: string;
	/** As stored: objects are in this form. */
	readonly stored: { readonly group: string; readonly version: string };
	/** Empty for cluster-scoped kinds. */
	readonly namespace: string;
	/** Empty while a name has still to be generated, and for collections. */
	readonly name: string;
	/** The object as it will be stored; mutating plugins change it in place, or replace it. Undefined for DELETE. */
	readonly object: JsonObject | undefined;
	/** The object as it is stored; undefined for CREATE. */
	readonly oldObject: JsonObject | undefined;
	/** The object as another version of its kind shows it; a copy, or the object itself where nothing differs. Throws when there is no such version. */
	objectIn(group: string, version: string): JsonObject | undefined;
	oldObjectIn(group: string, version: string): JsonObject | undefined;
	/** Puts another object, in the stored form, in the place of `object`. Throws where the object is only looked at. */
	replace(object: JsonObject): void;
	/**
	 * The same with an object in another version of its kind, as somebody outside has written it: it is read by its type, with its defaults; what
	 * that version cannot say stays. Answers whether it differs from what `objectIn` shows. Throws MalformedError where it is none, as well.
	 */
	replaceIn(group: string, version: string, object: JsonObject): boolean;
	readonly options: OperationOptions;
	readonly user: User;
	/** A plugin with side effects outside must not have them. */
	readonly dryRun: boolean;
	/** Texts for the Warning header. */
	readonly warnings: string[];
	/** Leaves something for the audit of the request; nothing where it is not audited. */
	annotate(...annotation: Annotation): void;
	/** The plugin has seen the object before, and another has replaced it since. */
	readonly secondPass: boolean;
	readonly signal: () => AbortSignal;
}

/** A request as the chain handles it. */
export interface AdmissionPasses extends AdmissionRequest {
	/** How often the object was replaced so far. */
	readonly replacements: number;
	secondPass: boolean;
}

/** What plugins are started with. */
export interface AdmissionContext {
	readonly flags: FlagValues;
	readonly vocabulary: Vocabulary;
	/** The release emulated, and which of its gates are open. */
	readonly release: Release;
	readonly gates: ReadonlyMap<string, boolean>;
	readonly cache: WatchCache;
	/** Who may do what; for plugins that ask whether the author may do more than the write itself says. */
	readonly authorizer: Authorizer;
	/** Asks the server itself: as whoever writes, or as `self`. Answers once the server has started. */
	readonly client: ClientAs;
	/** As whom the plugin acts on its own account; undefined where its row says nothing of that. */
	readonly self: User | undefined;
	/** Shows figures at `/metrics`. */
	addMetrics(families: readonly MetricFamily[]): void;
	/** Types by name, of the release. */
	readonly type: (name: TypeName) => TypeDescriptor;
	readonly log: Log;
	/** Aborted when the stack ends. */
	readonly signal: AbortSignal;
}

/** Refuses by throwing an ApiError. Answering without a promise keeps the path of a write synchronous. */
export type AdmissionStep = (request: AdmissionRequest) => void | Promise<void>;

/** A step that may answer with what it does in the second pass of the same request, in its place in the order, whatever others do. */
export type MutatingStep = (request: AdmissionRequest) => void | AdmissionStep | Promise<AdmissionStep | undefined> | Promise<void>;

/** What a write is about, as far as it is known before its object is looked at. */
export interface Addressed {
	readonly operation: Operation;
	readonly group: string;
	readonly version: string;
	readonly resource: string;
	readonly subresource: string;
}

export interface StartedPlugin {
	readonly mutate?: MutatingStep;
	readonly validate?: AdmissionStep;
	/** Whether it would look at such a write now; absent: it always does. */
	wants?(about: Addressed): boolean;
}
/** From a release on, and before another. */
export interface Releases {
	readonly from: Release;
	readonly before?: Release;
}

export interface AdmissionPlugin {
	readonly name: string;
	readonly flags?: readonly Flag<unknown>[];
	/** The releases in which it runs when no flag says otherwise. */
	readonly onByDefault: Releases | 'never';
	readonly operations: readonly Operation[];
	/** Storage names of the kinds that it is asked about; absent: all. Writes of others do not wait for it. */
	only?(vocabulary: Vocabulary): readonly string[];
	/** What it may do beside what those may who write. */
	readonly acting?: Acting;
	/** Whether its `mutate` only refuses early: what another leaves is read again, so that nothing is stored that the kind does not have. */
	readonly onlyRefuses?: true;
	/** Whether its `mutate` changes no object but by `replace` and `replaceIn`. */
	readonly onlyReplaces?: true;
	/** Whether its `mutate` is asked once more when another plugin has replaced the object since. */
	readonly twice?: true;
	/** Rejects with an Error of one sentence that names the flag. */
	start(context: AdmissionContext): StartedPlugin | Promise<StartedPlugin>;
}

export interface AdmissionChain {
	readonly mutate: (request: AdmissionPasses) => void | Promise<void>;
	readonly validate: AdmissionStep;
	/** In which any plugin in force always looks, whatever the kind: else nobody need say what it would be asked. */
	readonly stages: Readonly<Record<Operation, readonly Stage[]>>;
	/** Whether in other stages any plugin would look at such a write now. */
	wants(stage: Stage, about: Addressed): boolean;
	/** Storage names of the kinds of which plugins are asked in other stages as well. */
	readonly alsoAsked: ReadonlySet<string>;
	/** Whether any plugin in force may change objects in place. */
	readonly changesObjects: boolean;
	/** Names of the plugins in force, in their order. */
	readonly plugins: readonly string[];
}

/** Of what has been admitted with something else. */
export const notAsked: AdmissionChain = {
	mutate: () => {},
	validate: () => {},
	stages: { CREATE: [], UPDATE: [], DELETE: [], CONNECT: [] },
	wants: () => false,
	alsoAsked: new Set(),
	changesObjects: false,
	plugins: [],
};
