/** Contracts of the parts that every verb works with. The resource that the request names is passed separately. */
import type { AdmissionChain } from '../admission/contract.ts';
import type { Authorizer } from '../api/authorization.ts';
import type { ApiRequest, ApiResponse } from '../api/request.ts';
import type { Tokens } from '../api/tokens.ts';
import type { ObjectOptions } from '../codec/encode-object.ts';
import type { Item } from '../codec/item-form.ts';
import type { Representation } from '../codec/representation.ts';
import type { Endpoint, EndpointHandler } from '../model/endpoint.ts';
import type { Verb } from '../model/verb.ts';
import type { Vocabulary } from '../model/vocabulary.ts';
import type { Clock } from '../scalars/clock.ts';
import type { KeyedQueue } from '../scheduling/keyed-queue.ts';
import type { TimeSlicer } from '../scheduling/time-slicer.ts';
import type { ServedResource } from '../serving/resource.ts';
import type { Serving } from '../serving/serving.ts';
import type { Snapshots } from '../serving/snapshots.ts';
import type { Revision, Store } from '../storage/store.ts';
import type { WatchCache } from '../watch/contract.ts';
import type { ContinueTokens } from './context/continue-token.ts';
import type { EventBatches } from './context/event-batches.ts';
import type { ItemSizes } from './context/item-sizes.ts';
import type { ResponseFormats } from './context/response-formats.ts';
import type { SingleFlight } from './context/single-flight.ts';
import type { WatchMetrics } from './context/watch-metrics.ts';
import type { MetadataFields } from './metadata/fields.ts';
import type { OwnedVersions } from './ownership/owned-versions.ts';

/** Handler of one verb on one kind of endpoint. Throws (or rejects with) ApiError. */
export type VerbHandler = (request: ApiRequest, resource: ServedResource, endpoint: Endpoint) => ApiResponse | Promise<ApiResponse>;

/**
 * Handlers of one verb by endpoint kind; endpoints answered by hooks are not listed. A subresource of the object's own type is another way
 * of writing the object, and hooks see its name.
 */
export type VerbHandlers = Readonly<Partial<Record<Exclude<EndpointHandler, 'computed' | 'observed' | 'connect'>, VerbHandler>>>;

/**
 * Implementation of a verb. Each file that a row of `model/verb.ts` names exports one as `verb`. `inThread` is true for a verb that writes
 * one object: the thread of large requests implements it too.
 */
export type VerbWork =
	| { readonly inThread: true; readonly handlers: (context: WriteContext) => VerbHandlers }
	| { readonly inThread: false; readonly handlers: (context: VerbContext) => VerbHandlers };

export type VerbWorks = Readonly<Record<Verb, VerbWork>>;

/** Parts that every answer needs. */
export interface AnswerContext extends Serving {
	readonly vocabulary: Vocabulary;
	readonly formats: ResponseFormats;
}

/**
 * Parts that a write needs and that the thread of large requests has too. The cache and the store are therefore narrowed to the members in
 * use.
 */
export interface WriteContext extends AnswerContext {
	readonly store: Pick<Store, 'commit'>;
	readonly cache: Pick<WatchCache, 'get' | 'list' | 'consistent' | 'waitFor'>;
	readonly admission: AdmissionChain;
	/** Authorizer for actions of a request beyond those of its path. */
	readonly authorizer: Authorizer;
	/** Turns that serialise the writers of one object. */
	readonly writers: KeyedQueue;
	readonly clock: Clock;
	readonly metadata: MetadataFields;
	readonly ownedVersions: OwnedVersions;
	/**
	 * Reports whether a state of an object may have been written under a later snapshot, which may define the kind differently. True for
	 * revisions committed after this snapshot stopped being served.
	 */
	isSuperseded(storageName: string, revision: Revision): boolean;
}

/** Worker for requests that would block the event loop for too long (DESIGN section 11). */
export interface LargeWork {
	/**
	 * Performs a create, update, patch or delete of one object; the body has already been read. Rejects as the verb does, and with ApiError
	 * TooManyRequests, RequestEntityTooLarge.
	 */
	write(request: ApiRequest, body: Buffer, context: VerbContext): Promise<ApiResponse>;
	/** Encodes an object. Rejects with ApiError TooManyRequests, RequestEntityTooLarge. */
	encode(shown: LargeObject, resource: ServedResource, context: VerbContext): Promise<Buffer>;
	/** Reports whether the thread has the hooks of the kind. */
	serves(resource: ServedResource, context: VerbContext): boolean;
}

/** Encoding of large objects in that thread, as of one context. */
export interface LargeReads {
	/** Encodes an object. Rejects with ApiError TooManyRequests, RequestEntityTooLarge. */
	encode(shown: LargeObject, resource: ServedResource): Promise<Buffer>;
	/** Reports whether the thread has the hooks of the kind. */
	serves(resource: ServedResource): boolean;
}

/** Object to encode, as a whole answer or as an item of a list. */
export interface LargeObject {
	readonly as: 'answer' | 'item';
	readonly representation: Representation;
	readonly options: ObjectOptions;
	readonly item: Item;
	readonly signal: AbortSignal;
	/** Name of the user who requested the work; empty when it serves all watchers. The thread alternates between users. */
	readonly user: string;
}

/** Parts given by the code that composes a stack; they stay the same when the served snapshot changes. */
export interface VerbParts extends Pick<WriteContext, 'vocabulary' | 'admission' | 'authorizer'> {
	/** Lookup of the user of a bearer token, for handlers of token reviews. */
	readonly tokens: Tokens;
	readonly store: Pick<Store, 'commit'>;
	readonly cache: WatchCache;
	readonly snapshots: Snapshots;
	readonly continueTokens: ContinueTokens;
	/** Thread of large requests; when absent, all work runs on the calling thread. */
	readonly large?: LargeWork | undefined;
	/** Metrics of the events sent to watchers. */
	readonly watchMetrics: WatchMetrics;
}

/** Parts that reads need. */
export interface ReadContext extends AnswerContext {
	readonly cache: WatchCache;
	readonly continueTokens: ContinueTokens;
	readonly itemSizes: ItemSizes;
	/** Time slices for long work on this thread. */
	readonly slices: TimeSlicer;
	/** Single flight for work of the thread of large requests that several callers await. */
	readonly underWay: SingleFlight;
	/** Absent when all work runs on the calling thread. */
	readonly largeReads?: LargeReads | undefined;
}

/** Parts that watches need. */
export interface WatchContext extends ReadContext {
	readonly snapshots: Snapshots;
	/** Metrics of the events sent to watchers. */
	readonly watchMetrics: WatchMetrics;
	/** Batches of events shared by watchers that wake together. */
	readonly batches: EventBatches;
	/** Returns the current context, which a watch uses so as not to hold an earlier one. */
	readonly current: () => WatchContext;
}

/** The parts of a stack together with one `Serving`. A request keeps the context with which it began. */
export interface VerbContext extends VerbParts, WriteContext, WatchContext {
	readonly store: Pick<Store, 'commit'>;
	readonly cache: WatchCache;
	/** Returns the current context. Work that outlives a request uses it so as not to hold an earlier context. */
	readonly current: () => VerbContext;
}
