/** Priority and fairness over the watch cache of a stack. Its configuration follows the stored objects, whichever snapshot is served. */
import { Terminated } from '../filters/terminated.ts';
import { FairShare } from '../flowcontrol/fair-share.ts';
import { followFlowObjects } from '../flowcontrol/follow-objects.ts';
import { flowControlFamilies } from '../flowcontrol/scraped-metrics.ts';
import { mandatorySettings, startSettings } from '../flowcontrol/settings.ts';
import type { Vocabulary } from '../model/vocabulary.ts';
import type { MetricFamily } from '../telemetry/family.ts';
import type { Log } from '../telemetry/log.ts';
import type { WatchCache } from '../watch/contract.ts';
import type { ServerOptions } from './flags/read.ts';

export interface FairShareContext {
	readonly options: ServerOptions;
	readonly release: string;
	readonly vocabulary: Vocabulary;
	readonly cache: WatchCache;
	readonly log: Log;
	/** Aborted when the stack ends. */
	readonly signal: AbortSignal;
}

export interface RunningFairShare {
	readonly share: FairShare;
	readonly families: readonly MetricFamily[];
	/** Ends the startup configuration. From then on, only the mandatory settings apply without a stored object. */
	readonly objectsMade: () => void;
	close(): void;
}

/** Starts priority and fairness; returns undefined when it is off. */
export function startFairShare({ options, release, vocabulary, cache, log, signal }: FairShareContext): RunningFairShare | undefined {
	if (!options.enablePriorityAndFairness) return undefined;
	const product = vocabulary.product;
	const share = new FairShare({
		release,
		seats: options.maxRequestsInflight + options.maxMutatingRequestsInflight,
		mostWaitMs: options.requestTimeoutMs / 4,
		settings: startSettings(release, vocabulary),
		refusal: (retryAfterSeconds) => new Terminated('TooManyRequests', 'Too many requests, please try again later.', { retryAfterSeconds }),
		headers: { schema: `x-${product}-pf-flowschema-uid`, level: `x-${product}-pf-prioritylevel-uid` },
	});
	let mandatory = startSettings(release, vocabulary);
	const readAgain = followFlowObjects({
		cache,
		group: `flowcontrol.apiserver.${vocabulary.groupDomain}`,
		mandatory: () => mandatory,
		configure: (settings) => share.configure(settings),
		onFailure: (error) => log.error('flow schema and priority level watch failed; reloading', { error: String(error) }),
		signal,
	});
	return {
		share,
		families: flowControlFamilies(share),
		objectsMade: () => {
			mandatory = mandatorySettings(release, vocabulary);
			readAgain();
		},
		close: () => share.close(),
	};
}
