/** The parts that every verb works with; the resource that the request names comes beside them. */
import type { AdmissionChain } from '../admission/contract.ts';
import type { Catalog } from '../model/catalog.ts';
import type { Vocabulary } from '../model/vocabulary.ts';
import type { CompiledSchemas } from '../schema/compiled.ts';
import type { ServedResources } from '../serving/resources.ts';
import type { Store } from '../storage/store.ts';
import type { WatchCache } from '../watch/contract.ts';
import type { WatchMetrics } from './watch/metrics.ts';

export interface VerbContext extends ServedResources {
	/** Narrowed to the release emulated. */
	readonly catalog: Catalog;
	readonly schemas: CompiledSchemas;
	readonly vocabulary: Vocabulary;
	readonly store: Store;
	readonly cache: WatchCache;
	/** Absent: every plugin that is on by default. */
	readonly admission?: AdmissionChain;
	/** Counts what watchers are sent; absent: nobody asks. */
	readonly watchMetrics?: WatchMetrics;
}
