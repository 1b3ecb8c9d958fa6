/** Dependencies of webhook calls. */
import type { Authorizer } from '../../api/authorization.ts';
import type { Vocabulary } from '../../model/vocabulary.ts';
import type { RemoteUser } from '../../remote/service-file.ts';
import type { Log } from '../../telemetry/log.ts';
import type { WatchCache } from '../../watch/contract.ts';
import type { Hook } from './hook.ts';
import type { WebhookMetrics } from './webhook-metrics.ts';

/** Returns the credentials for a host and port. */
export type UserFor = (target: string) => RemoteUser;

export interface HookCaller {
	/** Sends a review and returns the response. `signal` is the request's. Rejects with CallFailure. */
	call(hook: Hook, review: string, signal: AbortSignal): Promise<string>;
	/** Retires the connections of all other webhooks. */
	keep(hooks: readonly Hook[]): void;
}

export interface InForceParts {
	readonly cache: WatchCache;
	readonly vocabulary: Vocabulary;
	readonly log: Log;
	/** Authorizer that match conditions ask. */
	readonly authorizer: Authorizer;
	readonly caller: HookCaller;
	readonly metrics: WebhookMetrics;
	readonly isMutating: boolean;
}
