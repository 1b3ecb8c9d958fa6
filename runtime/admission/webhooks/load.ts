/** What is loaded with the first configuration. */
import type { JsonObject } from '../../model/catalog.ts';
import type { Log } from '../../telemetry/log.ts';
import { Caller, type CallerParts } from './caller.ts';
import { conditionsOf } from './conditions.ts';
import { type Hook, hooksOf } from './hook.ts';
import { WebhooksInForce } from './in-force.ts';
import type { InForceParts } from './parts.ts';

export { mutate } from './mutating.ts';
export { validate } from './validating.ts';

/** `signal`: nobody is called any longer. */
export async function webhooksInForce(parts: Omit<InForceParts, 'caller'> & CallerParts, signal: AbortSignal): Promise<WebhooksInForce> {
	const { Agent, request } = await import('node:https');
	const caller = new Caller(parts, { Agent, request });
	signal.addEventListener('abort', () => caller.close(), { once: true });
	return new WebhooksInForce({ ...parts, caller });
}

/** By the names of their configurations, and in these as they stand. One that cannot be read is left out, and said. */
export function hooksInOrder(configurations: ReadonlyMap<string, JsonObject>, log: Log): readonly Hook[] {
	const sorted = [...configurations].sort(([a], [b]) => (a < b ? -1 : 1));
	return sorted.flatMap(([name, configuration]) => {
		try {
			return hooksOf(configuration, conditionsOf);
		} catch (error) {
			log.error('a webhook configuration cannot be read, and nobody is asked by it', { configuration: name, error: String(error) });
			return [];
		}
	});
}
