/** Code loaded with the first webhook configuration. */
import type { JsonObject } from '../../model/catalog.ts';
import { type WebhookClientParts, webhookClient } from '../../remote/webhook/client.ts';
import type { Log } from '../../telemetry/log.ts';
import type { AdmissionExpressions } from '../expressions/expressions.ts';
import { compiledConditions } from '../policies/conditions.ts';
import type { InForceParts } from './dependencies.ts';
import { type Hook, hooksOf } from './hook.ts';
import { WebhooksInForce } from './in-force.ts';

export { mutate } from './mutating.ts';
export { validate } from './validating.ts';

/** Maximum size of a response in bytes. Its patch may contain an object of 3 MiB, which base64 makes 4 MiB. */
const maxAnswerBytes = 6 * 1024 * 1024;

type Parts = Omit<InForceParts, 'client'> & Omit<WebhookClientParts, 'maxAnswerBytes'>;

/** Creates the set of active webhooks. `signal` ends all calls. */
export async function webhooksInForce(parts: Parts, signal: AbortSignal): Promise<WebhooksInForce> {
	return new WebhooksInForce({ ...parts, client: await webhookClient({ ...parts, maxAnswerBytes }, signal) });
}

/** Returns the webhooks, ordered by configuration name and by their order within it. An unreadable configuration is logged and skipped. */
export function hooksInOrder(configurations: ReadonlyMap<string, JsonObject>, expressions: AdmissionExpressions, log: Log): readonly Hook[] {
	const sorted = [...configurations].sort(([a], [b]) => (a < b ? -1 : 1));
	return sorted.flatMap(([name, configuration]) => {
		try {
			return hooksOf(configuration, (conditions) => compiledConditions(expressions, conditions));
		} catch (error) {
			log.error('webhook configuration unreadable; its webhooks are not called', { configuration: name, error: String(error) });
			return [];
		}
	});
}
