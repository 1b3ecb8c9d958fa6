/**
 * Conversions of a kind's versions. Each version states the steps to one other version: the one that `convertsTo` names, else the origin,
 * which states none. The storage version may be any of them, so that moving it changes nothing else in a spec.
 */
import type { ConversionStep, TypeName } from '../../../runtime/model/catalog.ts';
import { CombinationError, composed, reversed } from '../../../runtime/schema/conversion/combined-steps.ts';
import type { ReadContext } from '../context.ts';
import { at, keyNode, listAt, textAt } from '../source/node.ts';
import { checkSteps, writtenSteps } from './conversions.ts';
import type { KindPlan, VersionPlan } from './kind-plan.ts';
import type { PlacedStep } from './overlap.ts';
import { renamedFields } from './renamed-fields.ts';

export class KindConversions {
	readonly #plan: KindPlan;
	readonly #context: ReadContext;
	readonly #typeOf: (version: VersionPlan) => TypeName | undefined;
	/** Steps in the spec, by version. */
	readonly #written = new Map<VersionPlan, PlacedStep[]>();
	/** Steps to the storage version; filled once all types are made. */
	readonly #steps = new Map<VersionPlan, ConversionStep[]>();

	constructor(plan: KindPlan, typeOf: (version: VersionPlan) => TypeName | undefined, context: ReadContext) {
		this.#plan = plan;
		this.#context = context;
		this.#typeOf = typeOf;
		for (const version of [...plan.versions, ...plan.also]) {
			this.#steps.set(version, []);
			const target = this.targetOf(version);
			const [here, there] = [typeOf(version), target && typeOf(target)];
			this.#written.set(version, here === undefined ? [] : writtenSteps(listAt(version.node, 'converts'), { here, storage: there }, context));
		}
		context.later.push(() => this.#combine());
	}

	/** Returns the steps to the storage version, an array that is filled later. */
	steps(version: VersionPlan): readonly ConversionStep[] {
		return this.#steps.get(version) ?? [];
	}

	/** Returns the versions between the version and the storage version, with both. */
	between(version: VersionPlan): readonly VersionPlan[] {
		const { storage } = this.#plan;
		if (storage === undefined) return [version];
		const [down, up] = this.#ways(version, storage);
		return [...new Set([...down, ...up])];
	}

	/** Returns the version to which the steps in the spec lead. */
	targetOf(version: VersionPlan): VersionPlan | undefined {
		const { origin, versions } = this.#plan;
		const named = textAt(version.node, 'convertsTo');
		return named === undefined ? (version === origin ? undefined : origin) : versions.find(({ name }) => name === named);
	}

	/** Returns the versions from each of the two to the first one that both lead to. */
	#ways(version: VersionPlan, storage: VersionPlan): readonly [VersionPlan[], VersionPlan[]] {
		const [down, up] = [this.#chain(version), this.#chain(storage)];
		const meeting = down.find((one) => up.includes(one));
		const to = (chain: readonly VersionPlan[]): VersionPlan[] => (meeting === undefined ? [...chain] : chain.slice(0, chain.indexOf(meeting) + 1));
		return [to(down), to(up)];
	}

	#chain(version: VersionPlan): VersionPlan[] {
		const chain: VersionPlan[] = [];
		for (let next: VersionPlan | undefined = version; next !== undefined && !chain.includes(next); next = this.targetOf(next)) chain.push(next);
		return chain;
	}

	#combine(): void {
		const { storage } = this.#plan;
		if (storage === undefined) return;
		const full = new Map([...this.#written].map(([version, placed]) => [version, this.#withRenamed(version, placed)]));
		const along = (chain: readonly VersionPlan[]): ConversionStep[] =>
			chain.slice(0, -1).reduce<ConversionStep[]>((steps, version) => composed(steps, full.get(version) ?? []), []);
		for (const version of this.#written.keys()) {
			if (version === storage || textAt(version.node, 'converts') === 'hook') continue;
			const [down, up] = this.#ways(version, storage);
			try {
				this.#steps.get(version)?.push(...composed(along(down), reversed(along(up))));
			} catch (error) {
				if (!(error instanceof CombinationError)) throw error;
				this.#context.report(
					at(version.node, 'name') ?? version.node,
					`the steps from ${version.name} to the storage version ${storage.name} cannot be made from those in "converts": ${error.message}; convert in a hook, or set convertsTo: ${storage.name} with the steps to that`,
				);
			}
		}
	}

	/** Returns the steps to the version's target, with those of renamed fields. */
	#withRenamed(version: VersionPlan, placed: readonly PlacedStep[]): ConversionStep[] {
		const target = this.targetOf(version);
		const [here, storage] = [this.#typeOf(version), target && this.#typeOf(target)];
		if (here === undefined || storage === undefined) return placed.map(({ step }) => step);
		const all = [...placed, ...renamedFields({ here, storage, written: placed.map(({ step }) => step) }, this.#context)];
		checkSteps(all, here, this.#context);
		return all.map(({ step }) => step);
	}
}

/** Returns the version that states no steps, to which the storage version leads; the storage version itself when it states none. */
export function originOf(versions: readonly VersionPlan[], storage: VersionPlan | undefined, report: ReadContext['report']): VersionPlan | undefined {
	const seen = new Set<VersionPlan>();
	let version = storage;
	while (version !== undefined && hasTarget(version)) {
		if (seen.has(version)) {
			report(keyNode(version.node, 'name'), `the versions convert to each other in a cycle: one of them must have no steps`);
			return storage;
		}
		seen.add(version);
		const named = textAt(version.node, 'convertsTo');
		const others = versions.filter((one) => one !== version && !hasTarget(one) && at(one.node, 'converts') === undefined);
		const next: VersionPlan | undefined =
			named === undefined ? (others.find(({ own }) => own === undefined) ?? others[0]) : versions.find(({ name }) => name === named);
		if (next === undefined || (named === undefined && others.length > 1 && others.every(({ own }) => own !== undefined))) {
			report(
				keyNode(version.node, 'converts'),
				next === undefined
					? `${version.name} converts to another version, but the kind has none: remove "converts"`
					: `${version.name} is the storage version and has steps to another version: name it with convertsTo, ${others.map(({ name }) => name).join(' or ')}`,
			);
			return storage;
		}
		version = next;
	}
	return version;
}

function hasTarget({ node }: VersionPlan): boolean {
	return at(node, 'converts')?.kind === 'list' || at(node, 'convertsTo') !== undefined;
}
