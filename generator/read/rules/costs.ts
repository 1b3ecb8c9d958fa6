/** Bounds the worst-case cost of a kind's expressions, of each and of all together, as Kubernetes does for CustomResourceDefinitions. */
import type { KindDescriptor, RuleUse, Schema, TypeName } from '../../../runtime/model/catalog.ts';
import { costEstimator } from '../../../runtime/schema/cel/check.ts';
import { costProblem, mostPerColumn, mostPerExpression, mostPerKind } from '../../../runtime/schema/cel/cost.ts';
import { expressionProblem } from '../../../runtime/schema/cel/expression.ts';
import { bytesPerEntry, mostBytes, mostEntries, occurrences, type TypeLookup } from '../../../runtime/schema/cel/sizes.ts';
import type { ReadContext } from '../context.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import type { KindPlan } from '../kinds/kind-plan.ts';
import { at, listAt, type SpecNode, text } from '../source/node.ts';
import { nodeAt } from './rule-use.ts';

interface Costs {
	readonly context: ReadContext;
	readonly type: TypeLookup;
	readonly estimate: ReturnType<typeof costEstimator>;
	readonly report: Report;
}

/** Runs once all types are made and their expressions have no other errors. */
export function checkCosts(kinds: readonly { readonly descriptor: KindDescriptor; readonly plan: KindPlan }[], context: ReadContext): void {
	const type: TypeLookup = (name) => context.types.get(name)?.descriptor;
	const estimate = costEstimator(type);
	// A type that several kinds contain is reported once.
	const reported = new Set<SpecNode>();
	const once: Report = (node, message) => {
		if (!reported.has(node)) context.report(node, message);
		reported.add(node);
	};
	for (const { descriptor, plan } of kinds) {
		for (const version of descriptor.versions) {
			context.passed.check(['costs', context.fingerprints.ofType(version.type)], once, (report) =>
				checkKind(version.type, { context, type, estimate, report }),
			);
		}
		const stored = descriptor.versions[descriptor.storageVersion];
		if (stored === undefined) continue;
		for (const column of listAt(plan.file.node, 'columns')) checkColumn(at(column, 'value'), stored.type, { context, type, estimate, report: context.report });
	}
}

/** Checks the cost of a column. The server also bounds the cost of a row when it makes the cells; cells beyond the bound stay empty. */
function checkColumn(node: SpecNode | undefined, type: TypeName, { report, estimate }: Costs): void {
	const expression = text(node);
	// An expression that does not parse has been reported.
	if (node === undefined || expression === undefined || expressionProblem(expression) !== undefined) return;
	const problem = costProblem('estimated cost', estimate(expression, { self: { kind: 'struct', type } }, 1), mostPerColumn);
	if (problem !== undefined) report(node, `the column's expression: ${problem}`);
}

function checkKind(root: TypeName, costs: Costs): void {
	const { context, type, report } = costs;
	let total = 0;
	for (const [name, times] of occurrences([root], type)) {
		const made = context.types.get(name);
		if (made === undefined) continue;
		total += checkUses(made.descriptor.rules ?? [], { kind: 'struct', type: name }, times, costs);
		for (const { schema } of made.descriptor.fields) total += checkSchema(schema, times, costs);
	}
	const node = context.types.get(root)?.node;
	const problem = costProblem('estimated rule cost total for entire schema', total, mostPerKind);
	if (problem !== undefined && node !== undefined) report(node, problem);
}

/** Returns the cost of a field's value, and of the values inside it except for structs. */
function checkSchema(schema: Schema, times: number, costs: Costs): number {
	const own = checkUses(schema.rules ?? [], schema, times, costs);
	if (schema.kind !== 'list' && schema.kind !== 'map') return own;
	// All lists of an object together have at most as many entries as fit into the largest object.
	const entries = Math.min(times * mostEntries(schema, costs.type), mostBytes / bytesPerEntry(schema, costs.type));
	if (schema.kind === 'list') return own + checkSchema(schema.items, entries, costs);
	return own + checkUses(schema.keys?.rules ?? [], { kind: 'string' }, entries, costs) + checkSchema(schema.values, entries, costs);
}

function checkUses(uses: readonly RuleUse[], schema: Schema, times: number, costs: Costs): number {
	const { context, estimate, report } = costs;
	let total = 0;
	for (const use of uses) {
		const rule = context.rules.find(({ keyword }) => keyword === use.rule);
		const node = context.expressions.get(use);
		if (rule?.expressions === undefined || node === undefined) continue;
		for (const { at: place, text: expression, old } of rule.expressions(use.argument)) {
			const cost = estimate(expression, { self: schema, ...(old ? { oldSelf: schema } : {}) }, times);
			total += cost;
			const problem = costProblem('estimated rule cost', cost, mostPerExpression);
			if (problem !== undefined) report(nodeAt(node, place), `${use.rule}: ${problem}`);
		}
	}
	return total;
}
