/** The parts that every verb works with; the resource that the request names comes beside them. */
import type { AdmissionChain } from '../admission/contract.ts';
import type { Authorizer } from '../api/authorization.ts';
import type { Vocabulary } from '../model/vocabulary.ts';
import type { Clock } from '../scalars/clock.ts';
import type { Serving } from '../serving/serving.ts';
import type { Snapshots } from '../serving/snapshots.ts';
import type { Store } from '../storage/store.ts';
import type { WatchCache } from '../watch/contract.ts';
import type { Answers } from './answers.ts';
import type { ContinueTokens } from './read/continue-token.ts';
import type { EventBatches } from './watch/batch.ts';
import type { WatchMetrics } from './watch/metrics.ts';
import type { Turns } from './write/commit/turns.ts';
import type { MetadataFields } from './write/metadata/fields.ts';

/** What a write needs, and what the thread of large requests has as well: of the cache and the store no more than it uses. */
export interface WriteContext extends Serving {
	readonly vocabulary: Vocabulary;
	readonly store: Pick<Store, 'commit'>;
	readonly cache: Pick<WatchCache, 'get' | 'consistent' | 'waitFor'>;
	readonly admission: AdmissionChain;
	/** Who may do what, for what a request does beside what its path says. */
	readonly authorizer: Authorizer;
	readonly answers: Answers;
	/** Of the writers of one object. */
	readonly turns: Turns;
	readonly clock: Clock;
	readonly metadata: MetadataFields;
}

/** What whoever puts a stack together gives: it stays the same whatever is served. */
export interface VerbParts extends Pick<WriteContext, 'vocabulary' | 'admission' | 'authorizer'> {
	readonly store: Store;
	readonly cache: WatchCache;
	readonly snapshots: Snapshots;
	readonly continueTokens: ContinueTokens;
	/** Counts what watchers are sent. */
	readonly watchMetrics: WatchMetrics;
}

/** The parts of a stack together with one `Serving`: a request is handled with the context that it began with. */
export interface VerbContext extends VerbParts, WriteContext {
	readonly store: Store;
	readonly cache: WatchCache;
	/** What watchers that are woken together are sent together. */
	readonly batches: EventBatches;
	/** The present context: for what outlives a request, so that it holds no earlier one. */
	readonly current: () => VerbContext;
}
