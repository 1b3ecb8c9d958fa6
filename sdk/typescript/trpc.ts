/**
 * Types of the procedures below `/trpc`: names, inputs and results. The package contains no tRPC code. Programs that import these types
 * have `@trpc/client`, which depends on `@trpc/server`.
 */
import type { TRPCBuiltRouter, TRPCMutationProcedure, TRPCQueryProcedure, TRPCRouterRecord, TRPCSubscriptionProcedure } from '@trpc/server';
import type { Applied, JsonPatchOperation, List as ListOf, MergePatch, New, Partially, Status, Stored, StrategicPatch } from './client/objects.ts';

export type { Status };

/** Scope of cluster-scoped objects. */
export type Cluster = unknown;

export interface Namespaced {
	namespace: string;
}

export interface Named {
	name: string;
}

/** Scope of a list: all namespaces, unless one is given. */
type Anywhere<Place> = Place extends Namespaced ? Partial<Namespaced> : unknown;

export interface Reading {
	resourceVersion?: string;
}

export interface Selecting<Fields extends string = never> {
	/** Label selector, such as `app=web,tier!=cache`. */
	labelSelector?: string;
	/** Field selector, such as `metadata.name=a`. Only selectable fields are allowed. */
	fieldSelector?: `${Fields | 'metadata.name' | 'metadata.namespace'}${'=' | '!='}${string}`;
}

export interface Listing extends Reading {
	resourceVersionMatch?: 'Exact' | 'NotOlderThan';
	limit?: number;
	continue?: string;
}

export interface Watching extends Reading {
	resourceVersionMatch?: 'NotOlderThan';
	sendInitialEvents?: boolean;
	allowWatchBookmarks?: boolean;
	/** Seconds. */
	timeoutSeconds?: number;
}

export interface Writing {
	/** Runs the request without storing the result. */
	dryRun?: boolean;
	fieldManager?: string;
	fieldValidation?: 'Ignore' | 'Warn' | 'Strict';
}

export interface Deleting {
	dryRun?: boolean;
	/** Seconds. */
	gracePeriodSeconds?: number;
	propagationPolicy?: 'Foreground' | 'Background' | 'Orphan';
	preconditions?: { uid?: string; resourceVersion?: string };
}

/** Kinds of patches. */
type Patching<T, Sent = Applied<T>> =
	| { patchType: 'merge'; body: MergePatch<Partially<New<T>>> }
	| { patchType: 'json'; body: readonly JsonPatchOperation[] }
	| { patchType: 'apply'; body: Sent; fieldManager: string; force?: boolean };

type Strategic<T> = { patchType: 'strategic'; body: StrategicPatch<Partially<New<T>>> };

/** Change, with the version from which the subscription continues; or a bookmark of a watch. */
export type Event<T> =
	| { type: 'ADDED' | 'MODIFIED' | 'DELETED'; object: Stored<T> }
	| { type: 'BOOKMARK'; object: { apiVersion: string; kind: string; metadata: { resourceVersion: string } } };

type Query<Input, Output> = TRPCQueryProcedure<{ input: Input; output: Output; meta: object }>;
type Mutation<Input, Output> = TRPCMutationProcedure<{ input: Input; output: Output; meta: object }>;

export type Get<T, Place> = Query<Place & Named & Reading, Stored<T>>;
export type List<T, Place, Fields extends string = never> = Query<Anywhere<Place> & Selecting<Fields> & Listing, ListOf<Stored<T>>>;
export type Watch<T, Place, Fields extends string = never> = TRPCSubscriptionProcedure<{
	input: Anywhere<Place> & Selecting<Fields> & Watching;
	output: AsyncIterable<{ id: string; data: Event<T> }, void, unknown>;
	meta: object;
}>;
export type Create<T, Place> = Mutation<Place & Writing & { body: New<T> }, Stored<T>>;
/** Procedure of a kind that is created and not stored. */
export type Ask<Sent, Given, Place> = Mutation<Place & Writing & { body: New<Sent> }, Given>;
export type Update<T, Place> = Mutation<Place & Named & Writing & { body: New<T> }, Stored<T>>;
export type Patch<T, Place> = Mutation<Place & Named & Writing & Patching<T>, Stored<T>>;
export type PatchStrategic<T, Place> = Mutation<Place & Named & Writing & (Patching<T> | Strategic<T>), Stored<T>>;
export type Delete<T, Place> = Mutation<Place & Named & Deleting, Stored<T> | Status>;
export type DeleteCollection<T, Place, Fields extends string = never> = Mutation<Place & Selecting<Fields> & Deleting, ListOf<Stored<T>> | Status>;

/** Error with the Status of the API. */
export interface ErrorShape {
	message: string;
	code: number;
	data: { code: string; httpStatus: number; path?: string; status: Status };
}

/** Type of the router for `createTRPCClient<ApiRouter>`. */
export type Router<Procedures extends TRPCRouterRecord> = TRPCBuiltRouter<
	{ ctx: object; meta: object; errorShape: ErrorShape; transformer: false },
	Procedures
>;
