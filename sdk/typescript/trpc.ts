/**
 * Types of the procedures below `/trpc`: what a client of tRPC may call, with what, and what it gets. Types alone: the package has nothing of
 * tRPC in it, and whoever imports them has `@trpc/client`, which brings `@trpc/server` along.
 */
import type { TRPCBuiltRouter, TRPCMutationProcedure, TRPCQueryProcedure, TRPCRouterRecord, TRPCSubscriptionProcedure } from '@trpc/server';
import type { Applied, JsonPatchOperation, List as ListOf, MergePatch, New, Partially, Status, Stored, StrategicPatch } from './client/objects.ts';

export type { Status };

/** Of kinds of the whole cluster. */
export type Cluster = unknown;

export interface Namespaced {
	namespace: string;
}

export interface Named {
	name: string;
}

/** Where the objects of a list lie: in all namespaces when none is said. */
type Anywhere<Place> = Place extends Namespaced ? Partial<Namespaced> : unknown;

export interface Reading {
	resourceVersion?: string;
}

export interface Selecting<Fields extends string = never> {
	/** `app=web,tier!=cache` */
	labelSelector?: string;
	/** `metadata.name=a`. Only some fields can be selected by. */
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
	/** Everything is done but storing. */
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

/** What a patch may be. */
type Patching<T, Sent = Applied<T>> =
	| { patchType: 'merge'; body: MergePatch<Partially<New<T>>> }
	| { patchType: 'json'; body: readonly JsonPatchOperation[] }
	| { patchType: 'apply'; body: Sent; fieldManager: string; force?: boolean };

type Strategic<T> = { patchType: 'strategic'; body: StrategicPatch<Partially<New<T>>> };

/** One change, under the version from which the subscription goes on, or a mark of how far a watch has come. */
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
/** Of what is asked and not stored. */
export type Ask<Sent, Given, Place> = Mutation<Place & Writing & { body: New<Sent> }, Given>;
export type Update<T, Place> = Mutation<Place & Named & Writing & { body: New<T> }, Stored<T>>;
export type Patch<T, Place> = Mutation<Place & Named & Writing & Patching<T>, Stored<T>>;
export type PatchStrategic<T, Place> = Mutation<Place & Named & Writing & (Patching<T> | Strategic<T>), Stored<T>>;
export type Delete<T, Place> = Mutation<Place & Named & Deleting, Stored<T> | Status>;
export type DeleteCollection<T, Place, Fields extends string = never> = Mutation<Place & Selecting<Fields> & Deleting, ListOf<Stored<T>> | Status>;

/** Errors carry the Status that the API answers with. */
export interface ErrorShape {
	message: string;
	code: number;
	data: { code: string; httpStatus: number; path?: string; status: Status };
}

/** For `createTRPCClient<ApiRouter>`. */
export type Router<Procedures extends TRPCRouterRecord> = TRPCBuiltRouter<
	{ ctx: object; meta: object; errorShape: ErrorShape; transformer: false },
	Procedures
>;
