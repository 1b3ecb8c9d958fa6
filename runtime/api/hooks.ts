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

/** Stored objects from the watch cache. The commit checks that no other writer has claimed the same value since. */
export interface StoredNow {
	/** Reports whether a cluster-scoped object exists. `resource` is a storage name or the resource of claims. */
	has(resource: string, name: string): boolean;
	/** Returns all objects of a cluster-scoped kind with few objects. */
	all(resource: string): Iterable<JsonObject>;
}

/**
 * Exclusive claim of an object, such as an IP address. It is a row of its own, written and deleted in the same transaction as the object.
 * If a served kind has the storage name `resource`, the row is an object of that kind.
 */
export interface Claim {
	readonly resource: string;
	readonly name: string;
	readonly kind: string;
	readonly apiVersion: string;
	readonly labels: Readonly<Record<string, string>>;
	/** Identifies the owner: a row with the same name and another spec belongs to another object. */
	readonly spec: JsonObject;
}

/** Context for deciding whether a violation is tolerated. */
export interface Leniency<T> {
	/** API version in which the client writes. */
	readonly version: string;
	/** Stored object and the schema's violations in it; absent for new objects. */
	readonly stored?: { readonly object: T; readonly causes: readonly Cause[] };
}

/** An object as hooks receive it: with metadata, which the server sets first. */
export type WithMetadata<T extends { readonly metadata?: unknown }> = T & { readonly metadata: NonNullable<T['metadata']> };

/**
 * Synchronous hooks of one kind. They may write to `console` but not use `fetch`. `Computed`: names of the columns declared `computed` in
 * the spec.
 */
export interface KindHooks<T = object, Computed extends string = string> {
	/** Converts alternative forms to the stored form, in place. Runs before field ownership and before admission plugins. */
	normalize?(object: T): void;
	/** Metadata fields that a write through a subresource leaves unchanged and does not own, by subresource. */
	readonly preservedMetadata?: Readonly<Record<string, readonly string[]>>;
	/** Paths of further fields that a write does not own, by subresource ('' for the object itself). */
	readonly untrackedFields?: Readonly<Record<string, readonly string[]>>;
	/** Sets server-controlled fields, after defaulting and before validation. In place. */
	prepareForCreate?(object: T, context: HookContext): void;
	/** Preserves or resets fields that this request may not change, in place. */
	prepareForUpdate?(object: T, old: T, context: HookContext): void;
	/** Reports whether a write to the main resource that changes only metadata and status increments `metadata.generation`. */
	countsInGeneration?(object: T, old: T): boolean;
	/** Reports for which fields an update returns warnings; by default only for changed ones. Runs before validation. */
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
	/** Storage names of kinds. Deleting the object also deletes their object of the same namespace and name, unless it has finalizers. */
	readonly deletesWith?: readonly string[];
	/** Returns the Table cells of columns declared `computed` in the kind's spec, by column name. */
	cells?(object: T): Readonly<Record<Computed, string | number | boolean | null | Aged>>;
	/** Set when the cells depend only on the object, with ages given as `Aged`. Table rows are then cached until the object changes. */
	readonly agesInCells?: true;
	/**
	 * Reports whether a delete may remove an object without finalizers now. If not, the object stays, marked for deletion, until a later
	 * write removes it.
	 */
	readyToRemove?(object: T): boolean;
	/** Changes an object that stays after a delete request, in place. Its deletion timestamp is already set. */
	prepareForDelete?(object: T, context: HookContext): void;
	/**
	 * Additional verb that the user must be allowed, by subresource. Needed where the HTTP method implies a weaker verb: exec by GET opens
	 * the same shell as exec by POST. Checked before the object is looked up.
	 */
	readonly additionalVerb?: Readonly<Record<string, RequestVerb>>;
	/**
	 * Returns the grace period in seconds, between a delete request and the removal; 0 removes immediately. `requested`: the client's
	 * value. Absent for kinds without a grace period.
	 */
	gracePeriodSeconds?(object: T, requested: number | undefined): number;
}

/**
 * Hooks that answer requests of endpoints, by subresource; `''` is the kind itself, when it is not stored. They may be asynchronous, and
 * may use `fetch` with the request's `signal()`, and `console`.
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

/** Hooks by which stored objects are judged without a server: conversion, and violations that updates tolerate. */
export type StoredHooks = ConversionHooks & Pick<KindHooks<JsonObject>, 'tolerates'>;

/** Hooks of any kind, as the server sees them. */
export interface ServedHooks extends KindHooks<JsonObject>, AnswerHooks, ConversionHooks {}

/** Hooks of a group that another server serves. They may be asynchronous, and may use `fetch` and `console`. */
export interface GroupHooks {
	readonly proxy: ProxyAnswer;
}
