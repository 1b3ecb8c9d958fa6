/** Steps of a conversion that would need an order: each takes what is there before any of them, so two must not say what the same place becomes. */
import type { ConversionStep, TypeName } from '../../../runtime/model/catalog.ts';
import { sourcesHere, targetsInStorage } from '../../../runtime/schema/conversion/steps.ts';
import type { ReadContext } from '../context.ts';
import type { SpecNode } from '../source/node.ts';
import { isBroken, schemaAtPath } from '../types/field-path.ts';

export interface PlacedStep {
	readonly node: SpecNode;
	readonly step: ConversionStep;
}

/** `rootOf`: the type of this version at which the paths of a step begin, where it is known. */
export function checkOverlap(steps: readonly PlacedStep[], rootOf: (step: ConversionStep) => TypeName | undefined, context: ReadContext): void {
	for (const [index, { node, step }] of steps.entries()) {
		for (const { step: earlier } of steps.slice(0, index)) {
			const problem = step.type === earlier.type ? (orderNeeded(step, earlier) ?? orderNeeded(earlier, step)) : undefined;
			if (problem !== undefined) context.report(node, problem);
		}
		const root = rootOf(step);
		if (root === undefined || step.kind === 'whenAbsent') continue;
		const others = steps.filter(({ step: other }) => other.type === step.type).map(({ step: other }) => other);
		for (const target of targets(step)) {
			// An object that becomes a text: of its other fields nothing stays (`left-behind.ts`).
			if (step.kind === 'join' && step.here.some((part) => isWithin(target, part))) continue;
			const stays = stayingAt(target, step, others);
			if (stays !== undefined && !isBroken(schemaAtPath(root, stays.split('.'), context)))
				context.report(
					node,
					`${stays} is a field of this version as well, and ${stays === target ? 'keeps its name' : `becomes ${target}`} in the storage version: say where it goes`,
				);
		}
	}
}

/** A part of what is moved may go its own way; any other two steps about one place would need an order. */
function orderNeeded(step: ConversionStep, other: ConversionStep): string | undefined {
	const place = twice(sourcesHere(step), sourcesHere(other)) ?? twice(targets(step), targets(other), step, other);
	if (place !== undefined) return `two steps are about ${place}: steps have no order, so each place is named by one of them`;
	// A value for what is absent comes after all moves, so it may be about the target of one.
	if (step.kind === 'whenAbsent' || other.kind === 'whenAbsent') return undefined;
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
		: `${beside.part} becomes a part of what ${beside.whole} becomes: say of each field of ${beside.whole} where it goes, instead of moving it whole`;
}

/** Of a target the path in this version of a field that would come to stand there as well. */
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

/** Whether a path leads to a part of what stands at another. */
function isWithin(whole: string, path: string): boolean {
	return path.startsWith(`${whole}.`);
}

function targets(step: ConversionStep): readonly string[] {
	return step.kind === 'whenAbsent' ? [step.storage] : targetsInStorage(step);
}

/** The same place in both, or for values of what is absent a part of it. */
function twice(some: readonly string[], others: readonly string[], one?: ConversionStep, other?: ConversionStep): string | undefined {
	const fills = [one, other].filter((step) => step?.kind === 'whenAbsent').length;
	if (fills === 1) return undefined;
	return some.find((path) => others.some((each) => path === each || (fills === 2 && isWithin(each, path))));
}
