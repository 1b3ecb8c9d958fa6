/** Steps of a conversion that would need an order: each takes what is there before any of them, so two must not say what the same place becomes. */
import type { ConversionStep, TypeName } from '../../../runtime/model/catalog.ts';
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
			if (step.type !== earlier.type) continue;
			const place = shared(sources(step), sources(earlier)) ?? shared(targets(step), targets(earlier), step, earlier);
			if (place !== undefined) context.report(node, `two steps are about ${place}: steps have no order, so each place is named by one of them`);
		}
		const root = rootOf(step);
		if (root === undefined || step.kind === 'whenAbsent') continue;
		for (const target of targets(step)) {
			const stays = !steps.some(
				({ step: other }) => other.type === step.type && sources(other).some((source) => target === source || target.startsWith(`${source}.`)),
			);
			if (stays && !isBroken(schemaAtPath(root, target.split('.'), context)))
				context.report(node, `${target} is a field of this version as well, and keeps its name in the storage version: say where it goes`);
		}
	}
}

function sources(step: ConversionStep): readonly string[] {
	return step.kind === 'whenAbsent' ? [] : [step.here];
}

function targets(step: ConversionStep): readonly string[] {
	return step.kind === 'split' ? [step.integer, step.string] : [step.storage];
}

/** A value for what is absent comes after all moves, so it may be about the target of one. */
function shared(some: readonly string[], others: readonly string[], one?: ConversionStep, other?: ConversionStep): string | undefined {
	if (one !== undefined && other !== undefined && (one.kind === 'whenAbsent') !== (other.kind === 'whenAbsent')) return undefined;
	return some.find((path) => others.some((each) => path === each || path.startsWith(`${each}.`) || each.startsWith(`${path}.`)));
}
