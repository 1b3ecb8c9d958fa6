/** Starts a webhook authorizer from flags or from a configuration file. */
import type { Authorizer } from '../../../api/authorization.ts';
import { remoteClient, usualTimes } from '../../../remote/remote-client.ts';
import { readRemoteService } from '../../../remote/service-file.ts';
import type { AuthorizerContext } from '../contract.ts';
import { webhookAuthorizer } from './authorizer.ts';
import type { MatchConditions } from './match-conditions.ts';
import type { ReviewVersion } from './review.ts';

export interface WebhookSettings {
	/** Kubeconfig file of the webhook. */
	readonly file: string;
	/** Source that names the file; error messages begin with it. */
	readonly what: string;
	readonly version: ReviewVersion;
	readonly authorizedMs: number;
	readonly unauthorizedMs: number;
	/** Timeout of one attempt. */
	readonly timeoutMs?: number;
	readonly deniesOnFailure?: boolean;
	readonly conditions?: readonly string[];
}

/** Starts the authorizer. Rejects with an Error of one sentence. */
export async function startWebhook(settings: WebhookSettings, { log, vocabulary, signal, type }: AuthorizerContext): Promise<Authorizer> {
	const { file, what, timeoutMs = usualTimes.tryMs, conditions = [], ...others } = settings;
	const service = await readRemoteService(file, `${what} ${file}`);
	return webhookAuthorizer({
		...others,
		client: await remoteClient(service, signal, { ...usualTimes, tryMs: timeoutMs }),
		vocabulary,
		failed: (sentence) => log.warn(sentence),
		...(conditions.length > 0 && { matches: await compiled(conditions, what, type) }),
	});
}

async function compiled(conditions: readonly string[], what: string, type: AuthorizerContext['type']): Promise<MatchConditions> {
	const { matchConditions } = await import('./match-conditions.ts');
	try {
		return matchConditions(conditions, type);
	} catch (error) {
		throw new Error(`${what}.${(error as Error).message}`, { cause: error });
	}
}
