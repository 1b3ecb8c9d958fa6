/**
 * Hand-written behaviour of one kind, for what its spec cannot say. The generator emits one typed instance of this
 * interface per kind (`generated/hooks.ts`); `runtime/kinds/` implements them, one file each, in an ordered registry.
 * Objects are in the kind's storage version.
 */
import type { JsonObject, KindDescriptor } from '../model/catalog.ts';
import type { Cause } from '../model/cause.ts';
import type { Aged } from '../scalars/age.ts';
import type { Compute, Connect, Observe, ProxyAnswer } from './endpoint-hooks.ts';
import type { RequestVerb, User } from './request.ts';

export interface HookContext {
	readonly user: User;
	/** In which the client writes. */
	readonly group: string;
	readonly version: string;
	readonly dryRun: boolean;
	/** Empty, or the subresource that the request names. */
	readonly subresource: string;
	readonly warnings: string[];
	readonly stored: StoredNow;
	/** What the server serves under a group, a version and a plural; undefined: nothing. */
	readonly served: (group: string, version: string, plural: string) => ServedKind | undefined;
}

export type ServedKind = Pick<KindDescriptor, 'kind' | 'scope'>;

/** What is stored, as far as this server knows; whether nobody else has made a claim meanwhile, the commit says. */
export interface StoredNow {
	/** Whether there is an object of the cluster; of a kind or of rows that claims are. */
	has(resource: string, name: string): boolean;
	/** All objects of the cluster of a kind of which there are few. */
	all(resource: string): Iterable<JsonObject>;
}

/**
 * What an object has for itself alone, such as an address: a row of its own, written and deleted in the transaction that writes the
 * object or deletes it. Where a kind is served under the name of `resource`, it is an object of that kind.
 */
export interface Claim {
	readonly resource: string;
	readonly name: string;
	readonly kind: string;
	readonly apiVersion: string;
	readonly labels: Readonly<Record<string, string>>;
	/** Says whose it is: a row of the same name with another one is another's. */
	readonly spec: JsonObject;
}

/** What decides whether a violation is passed over. */
export interface Leniency<T> {
	/** The version that the client writes in. */
	readonly version: string;
	/** What is stored, and what the schema would refuse of it; absent for new objects. */
	readonly stored?: { readonly object: T; readonly causes: readonly Cause[] };
}

/** An object as hooks get it: the server gives metadata to every object before it calls them. */
export type WithMetadata<T extends { readonly metadata?: unknown }> = T & { readonly metadata: NonNullable<T['metadata']> };

/**
 * Hooks of one kind. The server does not wait for them: they answer at once. They may write to `console`; they may not use `fetch`.
 * `Computed`: names of the columns that the kind's spec leaves to its hooks.
 */
export interface KindHooks<T = object, Computed extends string = string> {
	/** Brings what may be sent in several ways to the one that is stored: before anybody comes to own it, and before plugins see it. In place. */
	normalize?(object: T): void;
	/** By subresource, the fields of metadata that a write through it leaves as they are: nobody comes to own them there. */
	readonly keptMetadata?: Readonly<Record<string, readonly string[]>>;
	/** By subresource, '' for none, paths of further fields that nobody comes to own by a write through it. */
	readonly unowned?: Readonly<Record<string, readonly string[]>>;
	/** Sets what the server decides, after defaulting and before validation. In place. */
	prepareForCreate?(object: T, context: HookContext): void;
	/** Keeps or resets what this request may not change. In place. */
	prepareForUpdate?(object: T, old: T, context: HookContext): void;
	/** Whether `metadata.generation` counts an update of the object itself that leaves everything beside metadata and status as it was. */
	countsInGeneration?(object: T, old: T): boolean;
	/** Of what an update warns its author: by default of what is new in it. Runs before validation. */
	warnsOfUpdate?(object: T, old: T, context: HookContext): 'everything' | 'nothing';
	/** Whether a violation of the schema's own rules is passed over: what an older version lets in must stay writable. */
	tolerates?(cause: Cause, object: T, leniency: Leniency<T>): boolean;
	/** All violations; runs after the schema's own rules, on create and update. */
	validate?(object: T, context: HookContext): readonly Cause[];
	/** Violations that count for new objects only. */
	validateCreate?(object: T, context: HookContext): readonly Cause[];
	/** Violations that count for updates only. */
	validateUpdate?(object: T, old: T, context: HookContext): readonly Cause[];
	/** What the object has for itself alone. A write that would take another's is made anew, from the hooks on, which see it by `HookContext.stored`. */
	claims?(object: T): readonly Claim[];
	/** Storage names of kinds whose object of the same namespace and name goes with it, unless finalizers keep that. */
	readonly takesAlong?: readonly string[];
	/** Cells of the Table representation by column, for the columns that the kind's spec declares `computed`. */
	cells?(object: T): Readonly<Record<Computed, string | number | boolean | null | Aged>>;
	/** Whether these depend on the object alone, and ages in them are given as such: then rows are kept until the object changes. */
	readonly agesInCells?: true;
	/** Whether a delete without finalizers may remove the object now (false: it stays, marked, until something else lets it go). */
	readyToRemove?(object: T): boolean;
	/** Marks an object that a delete request leaves in place, after the deletion timestamp is set. In place. */
	prepareForDelete?(object: T, context: HookContext): void;
	/** A verb that whoever connects must be allowed too, by subresource, where the method says another: a shell that is opened by GET does what one by POST does. Asked before the object is looked up. */
	readonly connectsAs?: Readonly<Record<string, RequestVerb>>;
	/** Seconds between a delete request and the removal; 0: at once. `requested` is the client's wish, when it has one. Absent: this kind knows no grace. */
	gracePeriodSeconds?(object: T, requested: number | undefined): number;
}

/**
 * Answers of the endpoints that only hooks can answer, by subresource; `''` is the kind itself, when nothing of it is stored. The server
 * waits for them: they may use `fetch`, with the request's `signal()`, and `console`.
 */
export interface AnswerHooks {
	/** Of those that the kind's spec declares as computed. */
	readonly computes?: Readonly<Record<string, Compute>>;
	/** Of a kind that is read, and of which nothing is stored. */
	readonly observes?: Readonly<Record<string, Observe>>;
	/** Of those that it declares as connections. */
	readonly connects?: Readonly<Record<string, Connect>>;
}

/**
 * How one version becomes the storage version and the other way round. Neither changes what it is given; both are asked for objects
 * that nobody has validated, and whatever they leave out is lost on the way. `kind` and `apiVersion` are set afterwards, and so is all
 * of the metadata but labels and annotations.
 */
export interface Converter<Here = JsonObject, Stored = JsonObject> {
	toStorage(object: Here): Stored;
	fromStorage(object: Stored): Here;
}

/** Conversions of a kind. */
export interface ConversionHooks {
	/** By version, of those whose `converts` in the kind's spec is `hook`. */
	readonly convert?: Readonly<Record<string, Converter>>;
}

/** What the server knows of a kind's hooks, whatever the kind. */
export interface ServedHooks extends KindHooks<JsonObject>, AnswerHooks, ConversionHooks {}

/** Behaviour of a group that another server has. The server waits for the answer: it may use `fetch` and `console`. */
export interface GroupHooks {
	readonly proxy: ProxyAnswer;
}
