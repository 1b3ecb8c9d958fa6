/** Puts the plugins that are switched on behind each other. */
import type { AdmissionChain, AdmissionContext, AdmissionPlugin, AdmissionRequest, AdmissionStep, Operation } from './contract.ts';
import { admissionPlugins } from './plugins/index.ts';

export interface AdmissionSwitches {
	/** Beside those that are on by default. */
	readonly enable?: readonly string[];
	readonly disable?: readonly string[];
}

/** Throws an Error that names an unknown plugin, or one that is both switched on and off. */
export function admissionChain(
	context: AdmissionContext,
	switches: AdmissionSwitches = {},
	plugins: readonly AdmissionPlugin[] = admissionPlugins,
): AdmissionChain {
	const { enable = [], disable = [] } = switches;
	checkNames([...enable, ...disable], plugins);
	const torn = enable.find((name) => disable.includes(name));
	if (torn !== undefined) throw new Error(`admission plugin ${torn} is both enabled and disabled`);
	const chosen = plugins.filter((plugin) => (plugin.onByDefault || enable.includes(plugin.name)) && !disable.includes(plugin.name));
	const started = chosen.map((plugin) => ({ operations: plugin.operations, steps: plugin.start(context) }));
	const stepsOf = (stage: 'mutate' | 'validate') =>
		byOperation((operation) => started.filter((p) => p.operations.includes(operation)).flatMap((p) => p.steps[stage] ?? []));
	return {
		mutate: stepsOf('mutate'),
		validate: stepsOf('validate'),
		changesObjects: chosen.some((plugin) => plugin.changesObjects === true),
		plugins: chosen.map((plugin) => plugin.name),
	};
}

function checkNames(names: readonly string[], plugins: readonly AdmissionPlugin[]): void {
	const known = plugins.map((plugin) => plugin.name);
	const unknown = names.find((name) => !known.includes(name));
	if (unknown !== undefined) throw new Error(`unknown admission plugin ${JSON.stringify(unknown)}; there are ${known.join(', ')}`);
}

function byOperation(steps: (operation: Operation) => readonly AdmissionStep[]): AdmissionStep {
	const all: Readonly<Record<Operation, readonly AdmissionStep[]>> = {
		CREATE: steps('CREATE'),
		UPDATE: steps('UPDATE'),
		DELETE: steps('DELETE'),
		CONNECT: steps('CONNECT'),
	};
	return (request) => run(all[request.operation], request, 0);
}

/** In order, without a promise as long as no step answers with one. */
function run(steps: readonly AdmissionStep[], request: AdmissionRequest, from: number): void | Promise<void> {
	for (let i = from; i < steps.length; i++) {
		const pending = steps[i]?.(request);
		if (pending !== undefined) return pending.then(() => run(steps, request, i + 1));
	}
}
