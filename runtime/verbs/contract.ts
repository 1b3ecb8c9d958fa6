/** Contracts of the parts that every verb works with. The resource of a request is passed separately. */
import type { AdmissionChain } from '../admission/contract.ts';
import type { Authorizer } from '../api/authorization.ts';
import type { RemoteConversions } from '../api/remote-conversions.ts';
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
import type { ConvertedEvents } from './context/converted-events.ts';
import type { EventBatches } from './context/event-batches.ts';
import type { ItemSizes } from './context/item-sizes.ts';
import type { ResponseFormats } from './context/response-formats.ts';
import type { SingleFlight } from './context/single-flight.ts';
import type { WatchEventMetrics } from './context/watch-event-metrics.ts';
import type { MetadataFields } from './metadata/fields.ts';
import type { OwnedVersions } from './ownership/owned-versions.ts';

/** Handler of a verb for one kind of endpoint. Throws or rejects with ApiError. */
export type VerbHandler = (request: ApiRequest, resource: ServedResource, endpoint: Endpoint) => ApiResponse | Promise<ApiResponse>;

/**
 * Handlers of a verb by kind of endpoint. Endpoints that hooks answer are not listed. A subresource with the object's own type is another
 * way of writing the object, and hooks see its name.
 */
export type VerbHandlers = Readonly<Partial<Record<Exclude<EndpointHandler, 'computed' | 'observed' | 'connect'>, VerbHandler>>>;

/**
 * Implementation of a verb. Each file named in `model/verb.ts` exports one as `verb`. `inThread` is true for verbs that write one object;
 * the thread of large requests runs them, too.
 */
export type VerbWork =
	| { readonly inThread: true; readonly handlers: (context: WriteContext) => VerbHandlers }
	| { readonly inThread: false; readonly handlers: (context: VerbContext) => VerbHandlers };

export type VerbWorks = Readonly<Record<Verb, VerbWork>>;

/** Parts that every answer needs. */
export interface AnswerContext extends Serving {
	readonly vocabulary: Vocabulary;
	readonly formats: ResponseFormats;
	/** Conversions by webhooks. */
	readonly conversions: RemoteConversions;
}

/**
 * Parts that a write needs. The thread of large requests has them, too, so the cache and the store show only the members that writes use.
 */
export interface WriteContext extends AnswerContext {
	readonly store: Pick<Store, 'commit'>;
	readonly cache: Pick<WatchCache, 'get' | 'list' | 'consistent' | 'waitFor'>;
	readonly admission: AdmissionChain;
	/** Authorizer of actions that the request's path does not show. */
	readonly authorizer: Authorizer;
	/** Turns that serialise the writers of one object. */
	readonly writers: KeyedQueue;
	readonly clock: Clock;
	readonly metadata: MetadataFields;
	readonly ownedVersions: OwnedVersions;
	/**
	 * Reports whether an object of this revision may have been written under a newer snapshot, which may define the kind differently. True
	 * for revisions committed after this snapshot was replaced.
	 */
	isSuperseded(storageName: string, revision: Revision): boolean;
}

/** Thread for requests that would block the event loop for too long. */
export interface LargeWork {
	/**
	 * Creates, updates, patches or deletes one object. `body`: the body, which the caller has read. Rejects as the verb does, and with
	 * ApiError TooManyRequests, RequestEntityTooLarge.
	 */
	write(request: ApiRequest, body: Buffer, context: VerbContext): Promise<ApiResponse>;
	/** Encodes an object. Rejects with ApiError TooManyRequests, RequestEntityTooLarge. */
	encode(shown: LargeObject, resource: ServedResource, context: VerbContext): Promise<Buffer>;
	/** Reports whether the thread can run the hooks of the kind. */
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
	/** Name of the user who requested the work. Empty for work on behalf of all watchers. The thread alternates between users. */
	readonly user: string;
}

/** Parts that the composition of a stack gives. They stay the same when the served snapshot changes. */
export interface VerbParts extends Pick<WriteContext, 'vocabulary' | 'admission' | 'authorizer' | 'conversions'> {
	/** Returns the user of a bearer token, for token reviews. */
	readonly tokens: Tokens;
	readonly store: Pick<Store, 'commit'>;
	readonly cache: WatchCache;
	readonly snapshots: Snapshots;
	readonly continueTokens: ContinueTokens;
	/** Thread of large requests. Absent: all work runs on the calling thread. */
	readonly large?: LargeWork | undefined;
	/** Metrics of the events sent to watchers. */
	readonly watchMetrics: WatchEventMetrics;
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
	readonly watchMetrics: WatchEventMetrics;
	/** Batches of events shared by watchers that wake together. */
	readonly batches: EventBatches;
	/** Conversions of events in flight. */
	readonly convertedEvents: ConvertedEvents;
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
