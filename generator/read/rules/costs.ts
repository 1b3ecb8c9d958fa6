/** What the expressions of a kind cost at most is bounded, each by itself and all together, as CustomResourceDefinitions are checked. */
import type { KindDescriptor, RuleUse, Schema, TypeName } from '../../../runtime/model/catalog.ts';
import { costEstimator } from '../../../runtime/schema/cel/check.ts';
import { costProblem, mostPerExpression, mostPerKind } from '../../../runtime/schema/cel/cost.ts';
import { bytesPerEntry, mostBytes, mostEntries, occurrences, type TypeLookup } from '../../../runtime/schema/cel/sizes.ts';
import type { ReadContext } from '../context.ts';
import { nodeAt } from './rule-use.ts';

interface Costs {
	readonly context: ReadContext;
	readonly type: TypeLookup;
	readonly estimate: ReturnType<typeof costEstimator>;
	/** Found wrong before: types are shared. */
	readonly reported: Set<RuleUse>;
}

/** When all types are made and everything else is right with their expressions. */
export function checkCosts(kinds: readonly { readonly descriptor: KindDescriptor }[], context: ReadContext): void {
	const type: TypeLookup = (name) => context.types.get(name)?.descriptor;
	const costs: Costs = { context, type, estimate: costEstimator(type), reported: new Set() };
	for (const { descriptor } of kinds) for (const version of descriptor.versions) checkKind(version.type, costs);
}

function checkKind(root: TypeName, costs: Costs): void {
	const { context, type } = costs;
	let total = 0;
	for (const [name, times] of occurrences([root], type)) {
		const made = context.types.get(name);
		if (made === undefined) continue;
		total += checkUses(made.descriptor.rules ?? [], { kind: 'struct', type: name }, times, costs);
		for (const { schema } of made.descriptor.fields) total += checkSchema(schema, times, costs);
	}
	const node = context.types.get(root)?.node;
	const problem = costProblem('estimated rule cost total for entire schema', total, mostPerKind);
	if (problem !== undefined && node !== undefined) context.report(node, problem);
}

/** Of a field's value and of what is in it, as far as it is no struct. */
function checkSchema(schema: Schema, times: number, costs: Costs): number {
	const own = checkUses(schema.rules ?? [], schema, times, costs);
	if (schema.kind !== 'list' && schema.kind !== 'map') return own;
	// All lists of an object together have no more entries than it has room for.
	const entries = Math.min(times * mostEntries(schema, costs.type), mostBytes / bytesPerEntry(schema, costs.type));
	if (schema.kind === 'list') return own + checkSchema(schema.items, entries, costs);
	return own + checkUses(schema.keys?.rules ?? [], { kind: 'string' }, entries, costs) + checkSchema(schema.values, entries, costs);
}

function checkUses(uses: readonly RuleUse[], schema: Schema, times: number, costs: Costs): number {
	const { context, estimate, reported } = costs;
	let total = 0;
	for (const use of uses) {
		const rule = context.rules.find(({ keyword }) => keyword === use.rule);
		const node = context.expressions.get(use);
		if (rule?.expressions === undefined || node === undefined) continue;
		for (const { at, text, old } of rule.expressions(use.argument)) {
			const cost = estimate(text, { self: schema, ...(old ? { oldSelf: schema } : {}) }, times);
			total += cost;
			const problem = costProblem('estimated rule cost', cost, mostPerExpression);
			if (problem === undefined || reported.has(use)) continue;
			reported.add(use);
			context.report(nodeAt(node, at), `${use.rule}: ${problem}`);
		}
	}
	return total;
}
