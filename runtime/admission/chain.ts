/** Builds the admission chain from the enabled plugins. */
import { actingUser } from '../api/identity.ts';
import type { Release } from '../model/catalog.ts';
import { compareReleases } from '../model/release.ts';
import type {
	AdmissionChain,
	AdmissionContext,
	AdmissionPasses,
	AdmissionPlugin,
	AdmissionRequest,
	AdmissionStep,
	MutatingStep,
	Operation,
	Stage,
	StartedPlugin,
} from './contract.ts';

export interface AdmissionSwitches {
	/** Plugins enabled in addition to those that are on by default. */
	readonly enable?: readonly string[];
	readonly disable?: readonly string[];
}

const operations: readonly Operation[] = ['CREATE', 'UPDATE', 'DELETE', 'CONNECT'];

/** Returns the plugins that run. Throws an Error that names an unknown plugin, or one that is both enabled and disabled. */
export function pluginsInForce(switches: AdmissionSwitches, release: Release, plugins: readonly AdmissionPlugin[]): readonly AdmissionPlugin[] {
	const { enable = [], disable = [] } = switches;
	checkNames([...enable, ...disable], plugins);
	const torn = enable.find((name) => disable.includes(name));
	if (torn !== undefined) throw new Error(`admission plugin ${torn} is both enabled and disabled`);
	const isOn = (plugin: AdmissionPlugin): boolean => enable.includes(plugin.name) || isOnByDefault(plugin, release);
	return plugins.filter((plugin) => isOn(plugin) && !disable.includes(plugin.name));
}

/** Starts the plugins and builds the chain. `plugins` are those that run, in order. Rejects when a start does. */
export async function admissionChain(context: Omit<AdmissionContext, 'self'>, plugins: readonly AdmissionPlugin[]): Promise<AdmissionChain> {
	const started = await Promise.all(
		plugins.map(async (plugin): Promise<Started> => {
			const self = plugin.acting && actingUser(plugin.acting, context.vocabulary);
			return { plugin, steps: await plugin.start({ ...context, self }) };
		}),
	);
	const asked = (operation: Operation): readonly Started[] => started.filter(({ plugin }) => plugin.operations.includes(operation));
	const mutating = byOperation((operation) =>
		mutate(asked(operation).flatMap(({ plugin, steps: { mutate: run } }) => (run === undefined ? [] : [{ run, twice: plugin.twice === true }]))),
	);
	const validating = byOperation((operation) => inOrder(asked(operation).flatMap(({ steps }) => steps.validate ?? [])));
	const stages = byOperation((operation) =>
		allStages.filter((stage) => asked(operation).some(({ plugin, steps }) => plugin.only === undefined && steps.wants === undefined && steps[stage])),
	);
	const choosing = byOperation((operation) => ({ mutate: choosingIn('mutate', asked(operation)), validate: choosingIn('validate', asked(operation)) }));
	return {
		stages,
		wants: (stage, about) => choosing[about.operation][stage].some(({ wants }) => wants?.(about)),
		alsoAsked: new Set(plugins.flatMap((plugin) => plugin.only?.(context.vocabulary) ?? [])),
		mutate: (request) => mutating[request.operation](request),
		validate: (request) => validating[request.operation](request),
		changesObjects: started.some(({ plugin, steps }) => steps.mutate !== undefined && plugin.onlyRefuses !== true && plugin.onlyReplaces !== true),
		plugins: plugins.map((plugin) => plugin.name),
	};
}

interface Started {
	readonly plugin: AdmissionPlugin;
	readonly steps: StartedPlugin;
}

const allStages = ['mutate', 'validate'] as const satisfies readonly Stage[];

function choosingIn(stage: Stage, plugins: readonly Started[]): readonly StartedPlugin[] {
	return plugins.flatMap(({ steps }) => (steps.wants !== undefined && steps[stage] !== undefined ? [steps] : []));
}

function isOnByDefault({ onByDefault }: AdmissionPlugin, release: Release): boolean {
	if (onByDefault === 'never' || compareReleases(onByDefault.from, release) > 0) return false;
	return onByDefault.before === undefined || compareReleases(release, onByDefault.before) < 0;
}

function checkNames(names: readonly string[], plugins: readonly AdmissionPlugin[]): void {
	const known = plugins.map((plugin) => plugin.name);
	const unknown = names.find((name) => !known.includes(name));
	if (unknown !== undefined) throw new Error(`unknown admission plugin ${JSON.stringify(unknown)}; expected one of ${known.join(', ')}`);
}

interface Step {
	readonly run: MutatingStep;
	readonly twice: boolean;
}

function byOperation<T>(make: (operation: Operation) => T): Readonly<Record<Operation, T>> {
	// The cast is safe: `operations` lists every operation once.
	return Object.fromEntries(operations.map((operation) => [operation, make(operation)])) as Record<Operation, T>;
}

function mutate(steps: readonly Step[]): (request: AdmissionPasses) => void | Promise<void> {
	return (request) => firstPass(steps, request, 0, []);
}

/** Second run of a step: requested by its result, or due because a later plugin replaced the object. */
interface Again {
	readonly run: AdmissionStep;
	/** Number of replacements after the step's first run. Undefined: the second run does not depend on other plugins. */
	readonly replacements: number | undefined;
}

/** Runs the mutating steps. Returns without a promise as long as no step returns one. */
function firstPass(steps: readonly Step[], request: AdmissionPasses, from: number, again: Again[]): void | Promise<void> {
	for (let i = from; i < steps.length; i++) {
		const step = steps[i] as Step;
		const answer = step.run(request);
		if (answer instanceof Promise) {
			return (answer as Promise<AdmissionStep | undefined>).then((later) => {
				noteAgain(step, later, request, again);
				return firstPass(steps, request, i + 1, again);
			});
		}
		noteAgain(step, answer ?? undefined, request, again);
	}
	if (again.length > 0) return secondPass(again, request);
}

function noteAgain({ run, twice }: Step, later: AdmissionStep | undefined, { replacements }: AdmissionPasses, again: Again[]): void {
	if (typeof later === 'function') again.push({ run: later, replacements: undefined });
	else if (twice) again.push({ run: run as AdmissionStep, replacements });
}

/** Runs each due step once more, and only once. */
function secondPass(again: readonly Again[], request: AdmissionPasses): void | Promise<void> {
	const { replacements: last } = request;
	const due = again.filter(({ replacements }) => replacements === undefined || replacements < last);
	if (due.length === 0) return;
	request.secondPass = true;
	const pending = run(
		due.map(({ run }) => run),
		request,
		0,
	);
	if (pending === undefined) request.secondPass = false;
	else
		return pending.then(() => {
			request.secondPass = false;
		});
}

function inOrder(steps: readonly AdmissionStep[]): AdmissionStep {
	return (request) => run(steps, request, 0);
}

/** Runs the steps in order. Returns without a promise as long as no step returns one. */
function run(steps: readonly AdmissionStep[], request: AdmissionRequest, from: number): void | Promise<void> {
	for (let i = from; i < steps.length; i++) {
		const pending = steps[i]?.(request);
		if (pending !== undefined) return pending.then(() => run(steps, request, i + 1));
	}
}
