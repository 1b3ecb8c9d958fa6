/** The parts that every verb works with; the resource that the request names comes beside them. */
import type { AdmissionChain } from '../admission/contract.ts';
import type { Authorizer } from '../api/authorization.ts';
import type { ApiRequest, ApiResponse } from '../api/request.ts';
import type { Slices } from '../api/slices.ts';
import type { Tokens } from '../api/tokens.ts';
import type { ObjectOptions } from '../codec/encode-object.ts';
import type { Item } from '../codec/item-form.ts';
import type { Representation } from '../codec/representation.ts';
import type { Endpoint, EndpointHandler } from '../model/endpoint.ts';
import type { Verb } from '../model/verb.ts';
import type { Vocabulary } from '../model/vocabulary.ts';
import type { Clock } from '../scalars/clock.ts';
import type { ServedResource } from '../serving/resource.ts';
import type { Serving } from '../serving/serving.ts';
import type { Snapshots } from '../serving/snapshots.ts';
import type { Revision, Store } from '../storage/store.ts';
import type { WatchCache } from '../watch/contract.ts';
import type { ContinueTokens } from './read/continue-token.ts';
import type { ItemSizes } from './read/item-sizes.ts';
import type { ResponseFormats } from './response-formats.ts';
import type { UnderWay } from './under-way.ts';
import type { EventBatches } from './watch/batch.ts';
import type { WatchMetrics } from './watch/metrics.ts';
import type { Turns } from './write/commit/turns.ts';
import type { MetadataFields } from './write/metadata/fields.ts';
import type { OwnedVersions } from './write/ownership/owned-versions.ts';

/** What answers one verb on one kind of endpoint. Throws (or rejects with) ApiError. */
export type VerbHandler = (request: ApiRequest, resource: ServedResource, endpoint: Endpoint) => ApiResponse | Promise<ApiResponse>;

/** What answers one verb on each kind of endpoint that is not a hook's to answer. A subresource of the object's own type is another way of writing the object; hooks see its name. */
export type VerbHandlers = Readonly<Partial<Record<Exclude<EndpointHandler, 'computed' | 'observed' | 'connect'>, VerbHandler>>>;

/** What does the work of a verb: each file that a row of `model/verb.ts` names exports one as `verb`. `inThread`: it writes one object, and the thread of large requests does it too. */
export type VerbWork =
	| { readonly inThread: true; readonly handlers: (context: WriteContext) => VerbHandlers }
	| { readonly inThread: false; readonly handlers: (context: VerbContext) => VerbHandlers };

export type VerbWorks = Readonly<Record<Verb, VerbWork>>;

/** What a write needs, and what the thread of large requests has as well: of the cache and the store no more than it uses. */
export interface WriteContext extends Serving {
	readonly vocabulary: Vocabulary;
	readonly store: Pick<Store, 'commit'>;
	readonly cache: Pick<WatchCache, 'get' | 'list' | 'consistent' | 'waitFor'>;
	readonly admission: AdmissionChain;
	/** Who may do what, for what a request does beside what its path says. */
	readonly authorizer: Authorizer;
	readonly formats: ResponseFormats;
	/** Of the writers of one object. */
	readonly turns: Turns;
	readonly clock: Clock;
	readonly metadata: MetadataFields;
	readonly ownedVersions: OwnedVersions;
	/** Whether a state of an object may be the work of a later snapshot, which has the kind otherwise: it was written since this one is no longer served. */
	isSuperseded(storageName: string, revision: Revision): boolean;
}

/** Who does what would keep others waiting for too long (DESIGN section 11). */
export interface LargeWork {
	/** A create, update, patch or delete of one object, with a body that has been read. Rejects as the verb does, and with ApiError TooManyRequests, RequestEntityTooLarge. */
	write(request: ApiRequest, body: Buffer, context: VerbContext): Promise<ApiResponse>;
	/** Shows an object. Rejects with ApiError TooManyRequests, RequestEntityTooLarge. */
	encode(shown: LargeObject, resource: ServedResource, context: VerbContext): Promise<Buffer>;
	/** Whether it knows the hooks of the kind. */
	serves(resource: ServedResource, context: VerbContext): boolean;
}

/** How an object is to be shown: as a whole answer, or as an item of a list. */
export interface LargeObject {
	readonly as: 'answer' | 'item';
	readonly representation: Representation;
	readonly options: ObjectOptions;
	readonly item: Item;
	readonly signal: AbortSignal;
	/** Name of the user for whom it is; empty: for all who watch. Users take turns. */
	readonly user: string;
}

/** What whoever puts a stack together gives: it stays the same whatever is served. */
export interface VerbParts extends Pick<WriteContext, 'vocabulary' | 'admission' | 'authorizer'> {
	/** Whose a bearer token is, for who is asked about one. */
	readonly tokens: Tokens;
	readonly store: Pick<Store, 'commit'>;
	readonly cache: WatchCache;
	readonly snapshots: Snapshots;
	readonly continueTokens: ContinueTokens;
	/** Absent: everything is done where it is asked for. */
	readonly large?: LargeWork | undefined;
	/** Counts what watchers are sent. */
	readonly watchMetrics: WatchMetrics;
}

/** The parts of a stack together with one `Serving`: a request is handled with the context that it began with. */
export interface VerbContext extends VerbParts, WriteContext {
	readonly store: Pick<Store, 'commit'>;
	readonly cache: WatchCache;
	/** What watchers that are woken together are sent together. */
	readonly batches: EventBatches;
	/** What the thread of large requests makes for several at once. */
	readonly underWay: UnderWay;
	readonly itemSizes: ItemSizes;
	/** Of what takes long here. */
	readonly slices: Slices;
	/** The present context: for what outlives a request, so that it holds no earlier one. */
	readonly current: () => VerbContext;
}
