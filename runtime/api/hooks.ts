/**
 * Hand-written behaviour of one kind that its spec cannot express. The generator emits a typed instance of this interface for each kind
 * (`generated/hooks.ts`). `runtime/kinds/` implements them, one file each, in an ordered registry. Objects are in the kind's storage
 * version.
 */
import type { JsonObject, KindDescriptor } from '../model/catalog.ts';
import type { Cause } from '../model/cause.ts';
import type { Aged } from '../scalars/age.ts';
import type { Compute, Connect, Observe, ProxyAnswer } from './endpoint-hooks.ts';
import type { RequestVerb, User } from './request.ts';

export interface HookContext {
	readonly user: User;
	/** Group of the API version in which the client writes. */
	readonly group: string;
	readonly version: string;
	readonly dryRun: boolean;
	/** Subresource that the request names, or empty. */
	readonly subresource: string;
	readonly warnings: string[];
	readonly stored: StoredNow;
	/** Returns the served kind of a group, version and plural, or undefined. */
	readonly served: (group: string, version: string, plural: string) => ServedKind | undefined;
}

export type ServedKind = Pick<KindDescriptor, 'kind' | 'scope'>;

/** Stored objects as this server knows them. The commit checks whether another writer has made a claim meanwhile. */
export interface StoredNow {
	/** Reports whether a cluster-scoped object exists. `resource` names a kind or the rows of claims. */
	has(resource: string, name: string): boolean;
	/** Returns all objects of a cluster-scoped kind with few objects. */
	all(resource: string): Iterable<JsonObject>;
}

/**
 * Exclusive claim of an object, such as an address. It is stored as a separate row, written and deleted in the transaction that writes or
 * deletes the object. Where a kind is served under the name of `resource`, the row is an object of that kind.
 */
export interface Claim {
	readonly resource: string;
	readonly name: string;
	readonly kind: string;
	readonly apiVersion: string;
	readonly labels: Readonly<Record<string, string>>;
	/** Identifies the owner: a row of the same name with another spec belongs to another object. */
	readonly spec: JsonObject;
}

/** Facts that decide whether a violation is tolerated. */
export interface Leniency<T> {
	/** API version in which the client writes. */
	readonly version: string;
	/** Stored object and the schema's violations in it; absent for new objects. */
	readonly stored?: { readonly object: T; readonly causes: readonly Cause[] };
}

/** An object as passed to hooks: the server sets its metadata first. */
export type WithMetadata<T extends { readonly metadata?: unknown }> = T & { readonly metadata: NonNullable<T['metadata']> };

/**
 * Synchronous hooks of one kind. They may write to `console` but must not use `fetch`. `Computed` names the columns that the kind's spec
 * leaves to its hooks.
 */
export interface KindHooks<T = object, Computed extends string = string> {
	/** Normalizes alternative forms to the stored one, before fields get owners and before plugins see the object. In place. */
	normalize?(object: T): void;
	/** Metadata fields, by subresource, that a write through the subresource leaves unchanged and does not own. */
	readonly preservedMetadata?: Readonly<Record<string, readonly string[]>>;
	/** Paths of further fields, by subresource ('' for none), that a write through it does not own. */
	readonly untrackedFields?: Readonly<Record<string, readonly string[]>>;
	/** Sets server-controlled fields, after defaulting and before validation. In place. */
	prepareForCreate?(object: T, context: HookContext): void;
	/** Keeps or resets fields that this request may not change. In place. */
	prepareForUpdate?(object: T, old: T, context: HookContext): void;
	/** Reports whether an object write that changes only metadata and status increases `metadata.generation`. */
	countsInGeneration?(object: T, old: T): boolean;
	/** Selects the warnings of an update; by default only new content is warned about. Runs before validation. */
	updateWarnings?(object: T, old: T, context: HookContext): 'everything' | 'nothing';
	/** Reports whether a violation of the schema is tolerated: objects that an older version accepted must stay writable. */
	tolerates?(cause: Cause, object: T, leniency: Leniency<T>): boolean;
	/** Returns all violations on create and update; runs after the schema's own rules. */
	validate?(object: T, context: HookContext): readonly Cause[];
	/** Returns the violations that apply only to new objects. */
	validateCreate?(object: T, context: HookContext): readonly Cause[];
	/** Returns the violations that apply only to updates. */
	validateUpdate?(object: T, old: T, context: HookContext): readonly Cause[];
	/** Returns the object's exclusive claims. After a conflict the write reruns; its hooks see the claim in `HookContext.stored`. */
	claims?(object: T): readonly Claim[];
	/** Storage names of kinds whose object of the same namespace and name is deleted too, unless finalizers keep it. */
	readonly deletesWith?: readonly string[];
	/** Returns the Table cells of the columns that the kind's spec declares `computed`, by column. */
	cells?(object: T): Readonly<Record<Computed, string | number | boolean | null | Aged>>;
	/** Set when the cells depend only on the object and ages are given as `Aged`: rows are then cached until the object changes. */
	readonly agesInCells?: true;
	/** Reports whether a delete without finalizers may remove the object now. If not, it stays, marked, until another write releases it. */
	readyToRemove?(object: T): boolean;
	/** Marks an object that a delete request leaves in place, after the deletion timestamp is set. In place. */
	prepareForDelete?(object: T, context: HookContext): void;
	/**
	 * Additional verb, by subresource, that the user must be allowed where the method implies another one. A shell opened by GET does the
	 * same as one opened by POST. Checked before the object is looked up.
	 */
	readonly additionalVerb?: Readonly<Record<string, RequestVerb>>;
	/**
	 * Returns the seconds between a delete request and the removal, 0 for an immediate one. `requested` is the client's wish, if any.
	 * Absent for kinds without a grace period.
	 */
	gracePeriodSeconds?(object: T, requested: number | undefined): number;
}

/**
 * Answers of endpoints that only hooks can answer, by subresource; `''` is the kind itself, when it is not stored. The server waits for
 * them. They may use `fetch`, with the request's `signal()`, and `console`.
 */
export interface AnswerHooks {
	/** Endpoints that the kind's spec declares as computed. */
	readonly computes?: Readonly<Record<string, Compute>>;
	/** Endpoints of a kind that is read but not stored. */
	readonly observes?: Readonly<Record<string, Observe>>;
	/** Endpoints that the kind's spec declares as connections. */
	readonly connects?: Readonly<Record<string, Connect>>;
}

/**
 * Conversion between one version and the storage version. Neither direction changes its argument. Both receive unvalidated objects, and
 * fields that they omit are lost. `kind`, `apiVersion` and all metadata except labels and annotations are set afterwards.
 */
export interface Converter<Here = JsonObject, Stored = JsonObject> {
	toStorage(object: Here): Stored;
	fromStorage(object: Stored): Here;
}

/** Conversions of a kind. */
export interface ConversionHooks {
	/** Converters by version, for those whose `converts` in the kind's spec is `hook`. */
	readonly convert?: Readonly<Record<string, Converter>>;
}

/** Hooks of any kind, as the server sees them. */
export interface ServedHooks extends KindHooks<JsonObject>, AnswerHooks, ConversionHooks {}

/** Behaviour of a group that another server serves. The server waits for the answer; the hook may use `fetch` and `console`. */
export interface GroupHooks {
	readonly proxy: ProxyAnswer;
}
