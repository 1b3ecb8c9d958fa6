/** Reads the rule keywords of a schema. */

import type { RuleUse, Schema } from '../../../runtime/model/catalog.ts';
import { formatNamed } from '../../../runtime/scalars/formats.ts';
import { expressionProblem } from '../../../runtime/schema/cel/expression.ts';
import type { RuleExpression } from '../../../runtime/schema/rules/rule.ts';
import type { ReadContext } from '../context.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import { alternatives, suggestion } from '../diagnostics/suggestion.ts';
import { structuralWords } from '../keywords/index.ts';
import { conform } from '../shape/conform.ts';
import type { RuleKeyword } from '../shape/shape.ts';
import { at, keyNode, type MapNode, plain, type SpecNode, text, within } from '../source/node.ts';
import { ruleArgument } from './argument.ts';
import { checkBounds } from './bounds.ts';
import { withExpressionHint } from './expression-hints.ts';
import { unknownFormat } from './unknown-format.ts';

/**
 * Keywords that are both structural and rules. `format` is structural if it selects a kind of scalar, otherwise it is a rule of strings.
 */
const alsoRules: ReadonlySet<string> = new Set(['format']);

/** Returns the rules in the order of the registry, whatever their order in the spec, so that messages do not depend on it. */
export function ruleUses(node: MapNode, schema: Schema, context: ReadContext): RuleUse[] {
	const uses: RuleUse[] = [];
	const target = schema.kind;
	checkBounds(node, schema, context);
	for (const rule of context.rules) {
		for (const keyword of [rule.keyword, ...(rule.aliases ?? [])]) {
			const entry = node.entries.get(keyword);
			if (entry === undefined || (structuralWords.has(keyword) && !alsoRules.has(keyword))) continue;
			if (keyword === 'format' && target !== 'string' && target !== 'intOrString') continue;
			const use = ruleUse(rule, entry.value, keyNode(node, keyword), schema, context);
			if (use !== undefined) uses.push(use);
		}
	}
	return uses;
}

/** Returns the rules of a `rules:` list, in its order. */
export function listedRules(items: readonly SpecNode[], schema: Schema, context: ReadContext): RuleUse[] {
	return items.flatMap((item) => (item.kind === 'map' ? ruleUses(item, schema, context) : []));
}

function ruleUse(rule: RuleKeyword, value: SpecNode, key: SpecNode, schema: Schema, context: ReadContext): RuleUse | undefined {
	const target = schema.kind;
	if (!rule.appliesTo.includes(target)) {
		context.report(key, `${JSON.stringify(rule.keyword)} does not apply to ${target}: it applies to ${alternatives(rule.appliesTo)}`);
		return undefined;
	}
	const { argument, message } = ruleArgument(value);
	const format = rule.keyword === 'format' ? text(argument) : undefined;
	if (format !== undefined && formatNamed(format) === undefined) {
		context.report(argument, unknownFormat(format));
		return undefined;
	}
	const findings: Parameters<Report>[] = [];
	conform(argument, { ...rule.argument, title: `a ${rule.keyword}` }, rule.keyword, context.shapes.$defs, (...finding) => findings.push(finding));
	// The shape of other rules has been checked. The values of `format` depend on the type.
	if (rule.keyword === 'format') for (const finding of findings) context.report(...finding);
	if (findings.length > 0) return undefined;
	const data = plain(argument);
	const wrong = rule.checkArgument?.(data);
	if (wrong !== undefined) {
		context.report(argument, `${rule.keyword}: ${wrong}`);
		return undefined;
	}
	if (!checkExpressions(rule, argument, schema, context)) return undefined;
	const use: RuleUse = { rule: rule.keyword, argument: data, ...(message === undefined ? {} : { message }) };
	if (rule.expressions !== undefined) context.expressions.set(use, argument);
	return use;
}

/** Reports whether all expressions parse. Their names and result types are checked once all types are made. */
function checkExpressions(rule: RuleKeyword, argument: SpecNode, schema: Schema, context: ReadContext): boolean {
	let good = true;
	for (const { at: path, text: expression, gives, old } of rule.expressions?.(plain(argument)) ?? []) {
		const node = nodeAt(argument, path);
		const problem = expressionProblem(expression);
		if (problem !== undefined) {
			context.report(placeOf(problem, node), `${rule.keyword}: ${problem}`);
			good = false;
		} else
			context.later.push(() =>
				checkExpression(node, { rule: rule.keyword, expression, gives, old, variables: { self: schema, ...(old ? { oldSelf: schema } : {}) } }, context),
			);
	}
	return good;
}

interface TypedExpression {
	readonly rule: string;
	readonly expression: string;
	readonly gives: 'bool' | 'string';
	readonly old: RuleExpression['old'];
	readonly variables: Readonly<Record<string, Schema>>;
}

function checkExpression(node: SpecNode, { rule, expression, gives, old, variables }: TypedExpression, context: ReadContext): void {
	const types = Object.values(variables).map((schema) => context.fingerprints.ofSchema(schema));
	const optional = old === 'optional' ? 'oldSelf' : undefined;
	context.passed.check(['expression', rule, expression, gives, variables, types, optional], context.report, (report) => {
		const problem = context.checkTypes(expression, variables, { types: [gives], called: gives }, optional);
		if (typeof problem === 'string') {
			const told = withExpressionHint(problem, expression);
			report(placeOf(told, node), `${rule}: ${told}`);
		} else
			for (const { field, within: type, known, at: offset } of problem ?? [])
				report(within(node, offset), `${rule}: ${type} has no field ${JSON.stringify(field)}${suggestion(field, known)}`);
		// Other rules define their own result for an absent field.
		if (problem === undefined && rule === 'cel' && gives === 'bool') warnOfUnguarded(node, expression, variables, { ...context, report });
	});
}

/** Returns the position of an error in an expression, which the end of the message states. */
export function placeOf(problem: string, node: SpecNode): SpecNode {
	const character = / \(at character (\d+)\)$/.exec(problem)?.[1];
	return character === undefined ? node : within(node, Number(character) - 1);
}

function warnOfUnguarded(
	node: SpecNode,
	expression: string,
	variables: Readonly<Record<string, Schema>>,
	{ unguarded, report }: Pick<ReadContext, 'unguarded' | 'report'>,
): void {
	for (const { path, at: offset } of unguarded(expression, variables)) {
		const optional = path.replace(/\.(?=[^.]*$)/, '.?');
		report(
			within(node, offset),
			`cel: ${path} may be absent, and the rule fails where it is: ask has(${path}) first, or read ${optional}.orValue(...)`,
			'warning',
		);
	}
}

export function nodeAt(node: SpecNode, path: readonly (string | number)[]): SpecNode {
	return path.reduce<SpecNode>(
		(from, step) => (typeof step === 'number' ? (from.kind === 'list' ? from.items[step] : undefined) : at(from, step)) ?? from,
		node,
	);
}
