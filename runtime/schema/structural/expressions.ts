/** Checks the CEL rules in the schema of a definition. They must compile, have the right types, and stay within the cost limit. */
import type { Schema } from '../../model/catalog.ts';
import { type Cause, forbiddenField, invalidValue } from '../../model/cause.ts';
import { type CheckTypes, costEstimator, type TypeProblem, typeChecker } from '../cel/check.ts';
import { costProblem, mostPerExpression } from '../cel/cost.ts';
import { ExpressionError } from '../cel/expression.ts';
import { mostBytes } from '../cel/sizes.ts';
import { Descriptors } from './descriptors.ts';
import type { ExpressionRule, Props } from './props.ts';

/** Cost limit of all expressions in a schema. */
const mostPerSchema = 100_000_000;

/** State of the check of a schema's expressions, while the schema is walked. */
export interface ExpressionFindings {
	readonly shared: Shared;
	/** Maximum number of values at this position. */
	readonly times: number;
}

interface Shared {
	readonly descriptors: Descriptors;
	readonly check: CheckTypes;
	readonly estimate: ReturnType<typeof costEstimator>;
	/** Total cost of the rules. A rule counts once per schema, because its values are those of the enclosing schema. */
	total: number;
	readonly dearest: { readonly path: string; readonly cost: number }[];
}

export function expressionFindings(): ExpressionFindings {
	const descriptors = new Descriptors(undefined, { hidesUntyped: true });
	return { shared: { descriptors, check: typeChecker(descriptors.known), estimate: costEstimator(descriptors.known), total: 0, dearest: [] }, times: 1 };
}

/** Returns the state for the entries of a list or map, with their maximum number. */
export function within(findings: ExpressionFindings, { sent }: Props, of: '[]' | '{}'): ExpressionFindings {
	const stated = sent[of === '[]' ? 'maxItems' : 'maxProperties'];
	// Without a bound, the size of a body limits the number of entries. The shortest entry has two characters.
	const most = typeof stated === 'number' ? stated : mostBytes / 2;
	return { ...findings, times: Math.min(findings.times * most, mostBytes / 2) };
}

export function checkExpressions(props: Props, path: string, unmatched: string | undefined, findings: ExpressionFindings): Cause[] {
	const { descriptors, check, estimate } = findings.shared;
	const schema = descriptors.schema(props);
	return props.validations.flatMap((use, index) => {
		const at = `${path}[${index}]`;
		const causes: Cause[] = [];
		const cost = (text: string, place: string, name: string): void => {
			// Each value counts, as in kube-apiserver, as large as a request can be, so that both refuse the same schemas.
			const units = findings.times * costOf(() => estimate(text, { self: schema, oldSelf: schema }, 1));
			findings.shared.total += units;
			findings.shared.dearest.push({ path: place, cost: units });
			const problem = costProblem(name, units, mostPerExpression);
			if (problem !== undefined) causes.push(forbiddenField(place, problem));
		};
		const problem = problemOf(use.rule ?? '', 'bool', schema, use, check);
		if (problem === undefined) cost(use.rule ?? '', `${at}.rule`, 'estimated rule cost');
		else causes.push(invalidValue(`${at}.rule`, shownRule(use), problem));
		if (use.messageExpression) {
			const wrong = problemOf(use.messageExpression, 'string', schema, use, check);
			if (wrong === undefined) cost(use.messageExpression, `${at}.messageExpression`, 'estimated messageExpression cost');
			else causes.push(invalidValue(`${at}.messageExpression`, shownRule(use), wrong));
		}
		const isTransition = /\boldSelf\b/.test(use.rule ?? '');
		if (isTransition && unmatched !== undefined)
			causes.push(invalidValue(`${at}.rule`, use.rule, `oldSelf cannot be used on the uncorrelatable portion of the schema within ${unmatched}`));
		if (!isTransition && use.optionalOldSelf !== undefined)
			causes.push(invalidValue(`${at}.optionalOldSelf`, use.optionalOldSelf, 'may not be set if oldSelf is not used in rule'));
		return causes;
	});
}

/** Returns the violation of the total cost limit. It names the most expensive expressions. */
export function totalViolations({ shared: { total, dearest } }: ExpressionFindings, path: string, product: string): Cause[] {
	const problem = costProblem(`x-${product}-validations estimated rule cost total for entire OpenAPIv3 schema`, total, mostPerSchema);
	if (problem === undefined) return [];
	const named = dearest.toSorted((a, b) => b.cost - a.cost).slice(0, 4);
	return [
		...named.map(({ path: each }) => forbiddenField(each, 'contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema')),
		forbiddenField(path, problem),
	];
}

function costOf(estimate: () => number): number {
	try {
		return estimate();
	} catch (error) {
		// The error has already been reported.
		if (error instanceof ExpressionError) return 0;
		throw error;
	}
}

function problemOf(text: string, gives: 'bool' | 'string', schema: Schema, use: ExpressionRule, check: CheckTypes): string | undefined {
	const optional = use.optionalOldSelf === true ? 'oldSelf' : undefined;
	try {
		const problem = check(text, { self: schema, oldSelf: schema }, { types: [gives], called: gives }, optional);
		return problem === undefined ? undefined : `compilation failed: ${problemText(problem)}`;
	} catch (error) {
		if (error instanceof ExpressionError) return `compilation failed: ${error.message}`;
		throw error;
	}
}

function problemText(problem: TypeProblem): string {
	return typeof problem === 'string' ? problem : problem.map(({ field }) => `undefined field '${field}'`).join('; ');
}

/** Returns the rule as sent, without unset members. */
function shownRule(use: ExpressionRule): object {
	return Object.fromEntries(Object.entries(use).filter(([, value]) => value !== undefined));
}
