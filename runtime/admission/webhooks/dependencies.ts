/** Dependencies of webhook calls. */
import type { Authorizer } from '../../api/authorization.ts';
import type { Vocabulary } from '../../model/vocabulary.ts';
import type { RemoteUser } from '../../remote/service-file.ts';
import type { WebhookClient } from '../../remote/webhook/client.ts';
import type { Log } from '../../telemetry/log.ts';
import type { WatchCache } from '../../watch/contract.ts';
import type { WebhookMetrics } from './webhook-metrics.ts';

/** Returns the credentials for a host and port. */
export type UserFor = (target: string) => RemoteUser;

export interface InForceParts {
	readonly cache: WatchCache;
	readonly vocabulary: Vocabulary;
	readonly log: Log;
	/** Authorizer that match conditions ask. */
	readonly authorizer: Authorizer;
	readonly client: Pick<WebhookClient, 'call' | 'keep'>;
	readonly metrics: WebhookMetrics;
	readonly isMutating: boolean;
}
