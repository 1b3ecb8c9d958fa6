/** The parts that every verb works with; the resource that the request names comes beside them. */
import type { AdmissionChain } from '../admission/contract.ts';
import type { Authorizer } from '../api/authorization.ts';
import type { Catalog } from '../model/catalog.ts';
import type { Vocabulary } from '../model/vocabulary.ts';
import type { Clock } from '../scalars/clock.ts';
import type { CompiledSchemas } from '../schema/compiled.ts';
import type { ServedResources } from '../serving/resources.ts';
import type { Store } from '../storage/store.ts';
import type { WatchCache } from '../watch/contract.ts';
import type { Answers } from './answers.ts';
import type { EventBatches } from './watch/batch.ts';
import type { WatchMetrics } from './watch/metrics.ts';
import type { Turns } from './write/commit/turns.ts';
import type { MetadataFields } from './write/metadata/fields.ts';

export interface VerbContext extends ServedResources {
	/** Narrowed to the release emulated. */
	readonly catalog: Catalog;
	readonly schemas: CompiledSchemas;
	readonly vocabulary: Vocabulary;
	readonly store: Store;
	readonly cache: WatchCache;
	readonly admission: AdmissionChain;
	/** Who may do what, for what a request does beside what its path says. */
	readonly authorizer: Authorizer;
	/** Counts what watchers are sent; absent: nobody asks. */
	readonly watchMetrics?: WatchMetrics;
	readonly answers: Answers;
	/** Of the writers of one object. */
	readonly turns: Turns;
	/** What watchers that are woken together are sent together. */
	readonly batches: EventBatches;
	readonly clock: Clock;
	readonly metadata: MetadataFields;
}
