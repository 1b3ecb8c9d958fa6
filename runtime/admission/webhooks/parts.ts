/** What webhooks work with. */
import type { Vocabulary } from '../../model/vocabulary.ts';
import type { RemoteUser } from '../../remote/service-file.ts';
import type { Log } from '../../telemetry/log.ts';
import type { WatchCache } from '../../watch/contract.ts';
import type { WebhookFigures } from './figures.ts';
import type { Hook } from './hook.ts';

/** As whom a host, with its port, is asked. */
export type UserFor = (target: string) => RemoteUser;

export interface HookCaller {
	/** What it answers to a review. `signal`: of the request. Rejects with CallFailure. */
	call(hook: Hook, review: string, signal: AbortSignal): Promise<string>;
	/** No others will be called. */
	keep(hooks: readonly Hook[]): void;
}

export interface InForceParts {
	readonly cache: WatchCache;
	readonly vocabulary: Vocabulary;
	readonly log: Log;
	readonly caller: HookCaller;
	readonly figures: WebhookFigures;
	readonly isMutating: boolean;
}
