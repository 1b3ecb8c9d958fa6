/** Puts the plugins that are switched on behind each other. */
import { actingUser } from '../api/identity.ts';
import type { Release } from '../model/catalog.ts';
import { compareReleases } from '../model/release.ts';
import type { AdmissionChain, AdmissionContext, AdmissionPasses, AdmissionPlugin, AdmissionRequest, AdmissionStep, Operation, Stage } from './contract.ts';

export interface AdmissionSwitches {
	/** Beside those that are on by default. */
	readonly enable?: readonly string[];
	readonly disable?: readonly string[];
}

const operations: readonly Operation[] = ['CREATE', 'UPDATE', 'DELETE', 'CONNECT'];

/** Of all plugins, those that run. Throws an Error that names an unknown one, or one that is both switched on and off. */
export function pluginsInForce(switches: AdmissionSwitches, release: Release, plugins: readonly AdmissionPlugin[]): readonly AdmissionPlugin[] {
	const { enable = [], disable = [] } = switches;
	checkNames([...enable, ...disable], plugins);
	const torn = enable.find((name) => disable.includes(name));
	if (torn !== undefined) throw new Error(`admission plugin ${torn} is both enabled and disabled`);
	const isOn = (plugin: AdmissionPlugin): boolean => enable.includes(plugin.name) || isOnByDefault(plugin, release);
	return plugins.filter((plugin) => isOn(plugin) && !disable.includes(plugin.name));
}

/** `plugins`: those that run, in their order. */
export function admissionChain(context: Omit<AdmissionContext, 'self'>, plugins: readonly AdmissionPlugin[]): AdmissionChain {
	const started = plugins.map((plugin) => {
		const self = plugin.acting && actingUser(plugin.acting, context.vocabulary);
		return { plugin, steps: plugin.start({ ...context, self }) };
	});
	const stepsOf = (stage: Stage, operation: Operation): readonly Step[] =>
		started.flatMap(({ plugin, steps }) => {
			const run = plugin.operations.includes(operation) ? steps[stage] : undefined;
			return run === undefined ? [] : [{ run, twice: plugin.twice === true }];
		});
	const mutating = byOperation((operation) => mutate(stepsOf('mutate', operation)));
	const validating = byOperation((operation) => inOrder(stepsOf('validate', operation).map(({ run }) => run)));
	const stages = byOperation((operation) =>
		(['mutate', 'validate'] as const).filter((stage) =>
			started.some(({ plugin, steps }) => plugin.only === undefined && plugin.operations.includes(operation) && steps[stage] !== undefined),
		),
	);
	return {
		stages,
		alsoAsked: new Set(plugins.flatMap((plugin) => plugin.only?.(context.vocabulary) ?? [])),
		mutate: (request) => mutating[request.operation](request),
		validate: (request) => validating[request.operation](request),
		changesObjects: started.some(({ plugin, steps }) => steps.mutate !== undefined && plugin.onlyRefuses !== true),
		plugins: plugins.map((plugin) => plugin.name),
	};
}

function isOnByDefault({ onByDefault }: AdmissionPlugin, release: Release): boolean {
	if (onByDefault === 'never' || compareReleases(onByDefault.from, release) > 0) return false;
	return onByDefault.before === undefined || compareReleases(release, onByDefault.before) < 0;
}

function checkNames(names: readonly string[], plugins: readonly AdmissionPlugin[]): void {
	const known = plugins.map((plugin) => plugin.name);
	const unknown = names.find((name) => !known.includes(name));
	if (unknown !== undefined) throw new Error(`unknown admission plugin ${JSON.stringify(unknown)}; there are ${known.join(', ')}`);
}

interface Step {
	readonly run: AdmissionStep;
	readonly twice: boolean;
}

function byOperation<T>(make: (operation: Operation) => T): Readonly<Record<Operation, T>> {
	// All operations are there, each once.
	return Object.fromEntries(operations.map((operation) => [operation, make(operation)])) as Record<Operation, T>;
}

function mutate(steps: readonly Step[]): (request: AdmissionPasses) => void | Promise<void> {
	const once = inOrder(steps.map(({ run }) => run));
	return steps.some(({ twice }) => twice) ? (request) => again(steps, request) : once;
}

/** Whoever wants it is asked once more about an object that was replaced behind it, and no more than once. */
async function again(steps: readonly Step[], request: AdmissionPasses): Promise<void> {
	const overtaken: { readonly run: AdmissionStep; readonly replacements: number }[] = [];
	for (const { run, twice } of steps) {
		await run(request);
		if (twice) overtaken.push({ run, replacements: request.replacements });
	}
	const { replacements: last } = request;
	request.secondPass = true;
	for (const { run, replacements } of overtaken) if (replacements < last) await run(request);
	request.secondPass = false;
}

function inOrder(steps: readonly AdmissionStep[]): AdmissionStep {
	return (request) => run(steps, request, 0);
}

/** Without a promise as long as no step answers with one. */
function run(steps: readonly AdmissionStep[], request: AdmissionRequest, from: number): void | Promise<void> {
	for (let i = from; i < steps.length; i++) {
		const pending = steps[i]?.(request);
		if (pending !== undefined) return pending.then(() => run(steps, request, i + 1));
	}
}
