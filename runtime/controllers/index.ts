/** All controllers, in the order in which they start. */
import type { MetricFamily } from '../telemetry/family.ts';
import { startBootstrap } from './bootstrap.ts';
import type { Controller, ControllerContext, RunningController } from './contract.ts';
import { namespaceController } from './namespace.ts';
import { queueMetrics } from './queue-metrics.ts';
import { rootCa } from './root-ca.ts';
import { serviceAccount } from './service-account.ts';

export type { Controller, ControllerContext, ControllerFailure, RunningController } from './contract.ts';

export const controllers: readonly Controller[] = [namespaceController, serviceAccount, rootCa];

/**
 * Those that `--controllers` chooses: names, `*` for all, a dash before what is not to run; the first that fits decides,
 * and what nothing fits does not run. Throws an Error that names an unknown controller.
 */
export function chosenControllers(selection: readonly string[] = ['*'], all: readonly Controller[] = controllers): readonly Controller[] {
	const names = all.map((controller) => controller.name);
	const unknown = selection.map((word) => word.replace(/^-/, '')).find((word) => word !== '*' && !names.includes(word));
	if (unknown !== undefined) throw new Error(`unknown controller ${JSON.stringify(unknown)}; there are ${names.join(', ')}`);
	return all.filter(({ name }) => {
		if (selection.includes(`-${name}`)) return false;
		return selection.includes(name) || (selection.includes('*') && !selection.includes('-*'));
	});
}

export interface RunningControllers extends RunningController {
	readonly metrics: readonly MetricFamily[];
}

/** Resolves when the system's namespaces exist, whatever is chosen. Stopping stops all and waits for the work under way. */
export async function startControllers(context: ControllerContext, chosen: readonly Controller[] = controllers): Promise<RunningControllers> {
	const running = [await startBootstrap(context), ...chosen.map((controller) => controller.start(context))];
	return {
		metrics: queueMetrics(running.flatMap(({ queue }) => queue ?? [])),
		async stop() {
			await Promise.all(running.map((controller) => controller.stop()));
		},
	};
}
