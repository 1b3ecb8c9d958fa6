/** Finds conversion steps that would need an order. All steps read the object as it was before, so no two steps may write the same path. */
import type { ConversionStep, TypeName } from '../../../runtime/model/catalog.ts';
import { isRelocation, sourcesHere, targetsInStorage } from '../../../runtime/schema/conversion/steps.ts';
import type { ReadContext } from '../context.ts';
import type { SpecNode } from '../source/node.ts';
import { isBroken, schemaAtPath } from '../types/field-path.ts';

export interface PlacedStep {
	readonly node: SpecNode;
	readonly step: ConversionStep;
}

/**
 * Reports steps that conflict, and steps that overwrite an unmoved field. `rootOf`: the type in this version from which a step's paths
 * start; undefined when unknown.
 */
export function checkOverlap(steps: readonly PlacedStep[], rootOf: (step: ConversionStep) => TypeName | undefined, context: ReadContext): void {
	for (const [index, { node, step }] of steps.entries()) {
		for (const { step: earlier } of steps.slice(0, index)) {
			const problem = step.type === earlier.type ? (orderNeeded(step, earlier) ?? orderNeeded(earlier, step)) : undefined;
			if (problem !== undefined) context.report(node, problem);
		}
		const root = rootOf(step);
		if (root === undefined || !isRelocation(step)) continue;
		const others = steps.filter(({ step: other }) => other.type === step.type).map(({ step: other }) => other);
		for (const target of targets(step)) {
			// The object becomes a string, and its other fields are dropped (`unmapped-fields.ts`).
			if (step.kind === 'join' && step.here.some((part) => isWithin(target, part))) continue;
			const stays = stayingAt(target, step, others);
			if (stays !== undefined && !isBroken(schemaAtPath(root, stays.split('.'), context)))
				context.report(
					node,
					`${stays} is a field of this version as well, and ${stays === target ? 'keeps its name' : `becomes ${target}`} in the storage version: name its target`,
				);
		}
	}
}

/**
 * Describes why two steps would need an order, or returns undefined. A part of a moved value may move separately. Any other two steps on
 * one path conflict.
 */
function orderNeeded(step: ConversionStep, other: ConversionStep): string | undefined {
	const place = twice(sources(step), sources(other), step, other, 'whenAbsentHere') ?? twice(targets(step), targets(other), step, other, 'whenAbsent');
	if (place !== undefined) return `two steps are about ${place}: steps have no order, so each path may be in only one of them`;
	// A value for an absent field is applied after all moves, so its path may be a move's target.
	if (!isRelocation(step) || !isRelocation(other)) return undefined;
	const pairs = sourcesHere(step).flatMap((part) => sourcesHere(other).map((whole) => ({ part, whole })));
	const within = pairs.find(({ part, whole }) => isWithin(whole, part));
	if (within !== undefined) {
		const outer = targets(step).find((path) => targets(other).some((whole) => isWithin(path, whole)));
		return outer === undefined
			? undefined
			: `${within.part} is a part of ${within.whole}, which cannot become a part of ${outer}: say of each field of ${within.whole} where it goes`;
	}
	const beside = pairs.find(({ part, whole }) => !isWithin(part, whole));
	const isInside = targets(step).some((path) => targets(other).some((whole) => isWithin(whole, path)));
	return beside === undefined || !isInside
		? undefined
		: `${beside.part} becomes a part of what ${beside.whole} becomes: say of each field of ${beside.whole} where it goes, instead of moving it as a whole`;
}

/** Returns the path in this version of another field that would be stored at the target. */
function stayingAt(target: string, step: ConversionStep, others: readonly ConversionStep[]): string | undefined {
	const whole = others
		.filter((other) => other !== step && other.kind === 'move' && isWithin(other.storage, target))
		.reduce<{ readonly here: string; readonly storage: string } | undefined>(
			(longest, other) => (other.kind === 'move' && other.storage.length > (longest?.storage.length ?? 0) ? other : longest),
			undefined,
		);
	const path = whole === undefined ? target : whole.here + target.slice(whole.storage.length);
	const goes = others
		.flatMap(sourcesHere)
		.some((source) => (path === source || isWithin(source, path)) && (whole === undefined || source.length > whole.here.length));
	return goes ? undefined : path;
}

/** Reports whether `path` leads to a part of the value at `whole`. */
function isWithin(whole: string, path: string): boolean {
	return path.startsWith(`${whole}.`);
}

function targets(step: ConversionStep): readonly string[] {
	return step.kind === 'whenAbsent' ? [step.storage] : targetsInStorage(step);
}

function sources(step: ConversionStep): readonly string[] {
	return step.kind === 'whenAbsentHere' ? [step.here] : sourcesHere(step);
}

/**
 * Returns a path that both steps name. A step of the kind `filling` may fill the place of another one. Of two such steps, a part of the
 * other's path counts as well.
 */
function twice(
	some: readonly string[],
	others: readonly string[],
	one: ConversionStep,
	other: ConversionStep,
	filling: ConversionStep['kind'],
): string | undefined {
	const fills = [one, other].filter((step) => step.kind === filling).length;
	if (fills === 1) return undefined;
	return some.find((path) => others.some((each) => path === each || (fills === 2 && isWithin(each, path))));
}
