/**
 * Builds the admission chain from the plugins that run. Steps are looked up by operation and kind, so that a write meets only the plugins
 * that handle it.
 */
import { actingUser } from '../api/identity.ts';
import type { Vocabulary } from '../model/vocabulary.ts';
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
	WriteTarget,
} from './contract.ts';

const operations: readonly Operation[] = ['CREATE', 'UPDATE', 'DELETE', 'CONNECT'];
const allStages = ['mutate', 'validate'] as const satisfies readonly Stage[];

/**
 * Starts the plugins and builds the chain. `plugins`: plugins that run, in order. `configurations`: their sections of the configuration
 * file, by name. Rejects when a start does.
 */
export async function admissionChain(
	context: Omit<AdmissionContext, 'self' | 'configuration'>,
	plugins: readonly AdmissionPlugin[],
	configurations: ReadonlyMap<string, unknown> = new Map(),
): Promise<AdmissionChain> {
	const { vocabulary } = context;
	const started = await Promise.all(
		plugins.map(async (plugin): Promise<Started> => {
			const self = plugin.acting && actingUser(plugin.acting, vocabulary);
			const steps = await plugin.start({ ...context, self, configuration: configurations.get(plugin.name) });
			return { plugin, steps, only: kindsOf(plugin, vocabulary) };
		}),
	);
	const active = started.filter(({ steps }) => allStages.some((stage) => steps[stage] !== undefined));
	const asked = (operation: Operation): readonly Started[] => active.filter(({ plugin }) => plugin.operations.includes(operation));
	const sequences = byOperation((operation) => new Sequences(asked(operation)));
	const choosing = byOperation((operation) => ({ mutate: choosingIn('mutate', asked(operation)), validate: choosingIn('validate', asked(operation)) }));
	return {
		stages: byOperation((operation) => allStages.filter((stage) => asked(operation).some((one) => handlesAll(one, stage)))),
		wants: (stage, about) => choosing[about.operation][stage].some(({ wants }) => wants?.(about)),
		kindsAlwaysAsked: new Set(active.flatMap(({ only }) => [...(only ?? [])])),
		mutate: (request) => firstPass(sequences[request.operation].of(request).mutating, request, 0, [], -1),
		validate: (request) => run(sequences[request.operation].of(request).validating, request, 0),
		kindsChanged: kindsChanged(active),
		plugins: plugins.map((plugin) => plugin.name),
	};
}

interface Started {
	readonly plugin: AdmissionPlugin;
	readonly steps: StartedPlugin;
	/** Storage names of the kinds that the plugin handles. Undefined: all. */
	readonly only: ReadonlySet<string> | undefined;
}

function kindsOf(plugin: AdmissionPlugin, vocabulary: Vocabulary): ReadonlySet<string> | undefined {
	return plugin.only && new Set(plugin.only(vocabulary));
}

/** Reports whether the plugin handles every write of every kind in a stage. */
function handlesAll({ only, steps }: Started, stage: Stage): boolean {
	return only === undefined && steps.wants === undefined && steps[stage] !== undefined;
}

function choosingIn(stage: Stage, plugins: readonly Started[]): readonly StartedPlugin[] {
	return plugins.flatMap(({ steps, only }) => (only === undefined && steps.wants !== undefined && steps[stage] !== undefined ? [steps] : []));
}

function kindsChanged(plugins: readonly Started[]): AdmissionChain['kindsChanged'] {
	const changing = plugins.filter(({ plugin, steps }) => steps.mutate !== undefined && plugin.onlyRefuses !== true && plugin.onlyReplaces !== true);
	return changing.some(({ only }) => only === undefined) ? 'all' : new Set(changing.flatMap(({ only }) => [...(only ?? [])]));
}

interface Sequence {
	readonly mutating: readonly Step[];
	readonly validating: readonly AdmissionStep[];
}

/** Steps of one operation, in order. Kinds that no plugin names separately share a sequence. */
class Sequences {
	readonly #byKind: ReadonlyMap<string, Sequence>;
	readonly #others: Sequence;

	constructor(plugins: readonly Started[]) {
		const named = new Set(plugins.flatMap(({ only }) => [...(only ?? [])]));
		this.#byKind = new Map([...named].map((kind) => [kind, sequenceOf(plugins.filter(({ only }) => only === undefined || only.has(kind)))]));
		this.#others = sequenceOf(plugins.filter(({ only }) => only === undefined));
	}

	of({ kind }: AdmissionRequest): Sequence {
		return this.#byKind.get(kind.storageName) ?? this.#others;
	}
}

function sequenceOf(plugins: readonly Started[]): Sequence {
	return {
		mutating: plugins.flatMap(({ plugin, steps: { mutate, wants } }) =>
			mutate === undefined ? [] : [{ run: wantedOnly<MutatingStep>(mutate, wants), decides: plugin.onlyReplaces === true }],
		),
		validating: plugins.flatMap(({ steps: { validate, wants } }) => (validate === undefined ? [] : [wantedOnly<AdmissionStep>(validate, wants)])),
	};
}

/** Wraps a step so that it runs only for writes that its plugin handles. */
function wantedOnly<S extends MutatingStep | AdmissionStep>(step: S, wants: ((about: WriteTarget) => boolean) | undefined): S {
	if (wants === undefined) return step;
	// The cast is safe: `undefined` is a result of both types of step.
	return ((request: AdmissionRequest) => (wants(request) ? step(request) : undefined)) as S;
}

function byOperation<T>(make: (operation: Operation) => T): Readonly<Record<Operation, T>> {
	// The cast is safe: `operations` lists every operation once.
	return Object.fromEntries(operations.map((operation) => [operation, make(operation)])) as Record<Operation, T>;
}

interface Step {
	readonly run: MutatingStep;
	/** True when the result of the plugin's step decides about a second run. */
	readonly decides: boolean;
}

/** Second run of a step. */
interface Again {
	/** Position of its plugin in the order. */
	readonly position: number;
	readonly run: AdmissionStep;
}

/**
 * Runs the mutating steps from a position on. Returns no promise as long as no step returns one. `again`: second runs that steps have
 * requested. `replacer`: position of the last step that replaced the object, or -1.
 */
function firstPass(steps: readonly Step[], request: AdmissionPasses, from: number, again: readonly Again[], replacer: number): void | Promise<void> {
	let [asked, last] = [again, replacer];
	for (let position = from; position < steps.length; position++) {
		const { replacements } = request;
		const answer = (steps[position] as Step).run(request);
		if (answer instanceof Promise) {
			return (answer as Promise<AdmissionStep | undefined>).then((later) => {
				const next = later === undefined ? asked : [...asked, { position, run: later }];
				return firstPass(steps, request, position + 1, next, request.replacements > replacements ? position : last);
			});
		}
		if (typeof answer === 'function') asked = [...asked, { position, run: answer }];
		if (request.replacements > replacements) last = position;
	}
	if (asked.length > 0 || last > 0) return secondPass(steps, request, asked, last);
}

/** Runs steps for the second time: those before the last replacement of the object, and those that requested it. */
function secondPass(steps: readonly Step[], request: AdmissionPasses, asked: readonly Again[], replacer: number): void | Promise<void> {
	const overtaken = steps.flatMap(({ run, decides }, position) => (position < replacer && !decides ? [{ position, run: run as AdmissionStep }] : []));
	const due = [...overtaken, ...asked].sort((a, b) => a.position - b.position).map(({ run }) => run);
	if (due.length === 0) return;
	request.secondPass = true;
	const pending = run(due, request, 0);
	if (pending === undefined) request.secondPass = false;
	else
		return pending.then(() => {
			request.secondPass = false;
		});
}

/** Runs the steps in order. Returns no promise as long as no step returns one. */
function run(steps: readonly AdmissionStep[], request: AdmissionRequest, from: number): void | Promise<void> {
	for (let i = from; i < steps.length; i++) {
		const pending = steps[i]?.(request);
		if (pending instanceof Promise) return pending.then(() => run(steps, request, i + 1));
	}
}
