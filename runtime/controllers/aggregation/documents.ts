/**
 * Fetches the OpenAPI documents of available extension API servers: when an APIService becomes available, and at intervals. A document that
 * cannot be used is left out of the merged ones, and the next fetch tries again.
 */
import type { Aggregation } from '../../aggregation/aggregation.ts';
import { registrationGroup } from '../../aggregation/remote-apis.ts';
import type { ControllerContext, RunningController } from '../contract.ts';
import { type RunningLoop, startLoop } from '../loop.ts';

/** Interval of the fetches, that of kube-aggregator. */
const intervalMs = 60_000;

/** Starts the controller. Returns undefined if the kind is not served. */
export function startDocuments(context: ControllerContext, aggregation: Aggregation): RunningController | undefined {
	const storageName = `apiservices.${registrationGroup(context.verbs.vocabulary)}`;
	if (context.verbs.stored(storageName) === undefined) return undefined;
	const controller = 'api-service-documents';
	const reported = new Map<string, string>();
	/** Reports a problem once, as long as it stays the same. */
	const report = (name: string, error: unknown): void => {
		if (reported.get(name) === String(error)) return;
		reported.set(name, String(error));
		context.report({ controller, subject: name, error });
	};
	const loop: RunningLoop = startLoop(context, {
		name: controller,
		follows: (add) => [{ storageName, seen: (_, { name }) => add(name) }],
		work: async (name, signal) => {
			const api = aggregation.apis.named(name);
			if (api === undefined) reported.delete(name);
			if (api?.isAvailable !== true) return;
			await aggregation.fetchDocuments(api, signal, (error) => report(name, error));
			loop.againAfter(name, intervalMs);
		},
	});
	return loop;
}
