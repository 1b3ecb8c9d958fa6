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
	/** Source of the file's name, which error messages begin with. */
	readonly source: string;
	readonly version: ReviewVersion;
	readonly authorizedMs: number;
	readonly unauthorizedMs: number;
	/** Timeout of one attempt. */
	readonly timeoutMs?: number;
	readonly deniesOnFailure?: boolean;
	readonly matches?: MatchConditions;
}

/** Starts the authorizer. Rejects with an Error of one sentence. */
export async function startWebhook(
	settings: WebhookSettings,
	{ log, vocabulary, signal }: Pick<AuthorizerContext, 'log' | 'vocabulary' | 'signal'>,
): Promise<Authorizer> {
	const { file, source, timeoutMs = usualTimes.tryMs, ...others } = settings;
	const service = await readRemoteService(file, source);
	return webhookAuthorizer({
		...others,
		client: await remoteClient(service, signal, { ...usualTimes, tryMs: timeoutMs }),
		vocabulary,
		failed: (sentence) => log.warn(sentence),
	});
}
