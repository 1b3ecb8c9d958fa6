/** Reads and checks columns of tables: their expressions must parse, and the fields that they name must exist. */

import type { Column, Schema, TypeName } from '../../../runtime/model/catalog.ts';
import { pathSegments } from '../../../runtime/model/path.ts';
import type { Result } from '../../../runtime/schema/cel/check.ts';
import { expressionProblem } from '../../../runtime/schema/cel/expression.ts';
import type { ReadContext } from '../context.ts';
import { suggestion } from '../diagnostics/suggestion.ts';
import { checkRelease } from '../releases.ts';
import { withExpressionHint } from '../rules/expression-hints.ts';
import { placeOf } from '../rules/rule-use.ts';
import { at, flagAt, numberAt, type SpecNode, text, textAt, within } from '../source/node.ts';
import { isBroken, reportBroken, schemaAtPath } from '../types/field-path.ts';

export function readColumns(columns: readonly SpecNode[], { calendars, report }: Pick<ReadContext, 'calendars' | 'report'>): Column[] {
	return columns.map((column) => ({
		name: textAt(column, 'name') ?? '',
		type: (textAt(column, 'type') ?? 'string') as Column['type'],
		...(textAt(column, 'format') === undefined ? {} : { format: textAt(column, 'format') ?? '' }),
		description: textAt(column, 'description') ?? '',
		...(numberAt(column, 'priority') === undefined ? {} : { priority: numberAt(column, 'priority') ?? 0 }),
		...lifeOf(column, calendars, report),
		...(flagAt(column, 'computed') === true ? { computed: true } : { value: textAt(column, 'value') ?? '' }),
	}));
}

function lifeOf(column: SpecNode, calendars: ReadContext['calendars'], report: ReadContext['report']): Pick<Column, 'introduced' | 'removed'> {
	const introduced = checkRelease(at(column, 'introduced'), calendars, report);
	const removed = checkRelease(at(column, 'removed'), calendars, report);
	return { ...(introduced !== undefined && { introduced }), ...(removed !== undefined && { removed }) };
}

export function checkColumns(columns: readonly SpecNode[], type: string, context: ReadContext): void {
	const names = new Set<string>();
	for (const column of columns) {
		const name = textAt(column, 'name') ?? '';
		// Like tables of custom resources: a second column `Name` may show another name than the object's.
		const key = name === 'Name' && textAt(column, 'value') === 'self.metadata.name' ? 'Name of the object' : name;
		if (names.has(key)) context.report(at(column, 'name') ?? column, `there are two columns ${JSON.stringify(name)}`);
		names.add(key);
		const value = at(column, 'value');
		if ((value !== undefined) === (flagAt(column, 'computed') === true))
			context.report(at(column, 'name') ?? column, 'a column needs either "value", an expression, or computed: true, when a hook of the kind makes its cells');
		const expression = text(value);
		if (value === undefined || expression === undefined) continue;
		const problem = expressionProblem(expression);
		if (problem !== undefined) context.report(placeOf(problem, value), `the column's expression: ${withExpressionHint(problem, expression)}`);
		else checkValue(value, { expression, shown: textAt(column, 'type') ?? 'string', typeNode: at(column, 'type') ?? column, type }, context);
	}
}

interface ColumnValue {
	readonly expression: string;
	/** Type of the column. */
	readonly shown: string;
	/** Source node of the column's type. */
	readonly typeNode: SpecNode;
	/** Type of the objects. */
	readonly type: TypeName;
}

/** Values that a column of a type can show: kinds of fields, and result types of expressions. */
interface Shows {
	readonly fields: readonly Schema['kind'][] | 'all';
	readonly results: Result;
}

/** A column of type string shows any value. Lists and objects appear as JSON. */
const texts: Shows = { fields: 'all', results: { types: 'values', called: 'a value' } };

/** Values that columns of other types can show. */
const shows: Readonly<Record<string, Shows>> = {
	integer: { fields: ['int32', 'int64', 'intOrString', 'any'], results: { types: ['int', 'uint', 'null'], called: 'int' } },
	number: { fields: ['int32', 'int64', 'double', 'intOrString', 'any'], results: { types: ['int', 'uint', 'double', 'null'], called: 'int or double' } },
	boolean: { fields: ['boolean', 'any'], results: { types: ['bool', 'null'], called: 'bool' } },
	date: { fields: ['time', 'microTime', 'string', 'any'], results: { types: ['string', 'google.protobuf.Timestamp', 'null'], called: 'a time' } },
};

/** Checks the value of a column. A plain path is resolved without CEL. Any other expression has the type that CEL infers. */
function checkValue(node: SpecNode, value: ColumnValue, context: ReadContext): void {
	const segments = pathSegments(value.expression.trim());
	// Runs once all types are made, because the fingerprint covers every type on which the expression depends.
	if (segments === undefined)
		context.later.push(() => {
			const depends = ['column', value.expression, value.shown, context.fingerprints.ofType(value.type)];
			context.passed.check(depends, context.report, (report) => checkExpression(node, value, { ...context, report }));
		});
	else checkPlainPath(node, segments, value, context);
}

function checkPlainPath(
	node: SpecNode,
	[first, ...path]: readonly (string | number)[],
	{ expression, shown, typeNode, type }: ColumnValue,
	context: ReadContext,
): void {
	if (first !== 'self') {
		context.report(node, `the column's expression: unknown variable "${first}"${suggestion(String(first), ['self'])}`);
		return;
	}
	const found = schemaAtPath(type, path, context);
	if (isBroken(found)) {
		reportBroken(node, `the column's expression ${JSON.stringify(expression)}`, found, context.report);
		return;
	}
	const { fields } = shows[shown] ?? texts;
	if (fields !== 'all' && !fields.includes(found.kind))
		context.report(typeNode, `a column of type ${shown} cannot show ${expression.trim()}, which is ${wordOf(found)}`);
}

function wordOf(schema: Schema): string {
	if (schema.kind === 'struct') return schema.type;
	return schema.kind === 'list' ? `a list of ${wordOf(schema.items)}` : schema.kind;
}

function checkExpression(node: SpecNode, { expression, shown, type }: ColumnValue, context: ReadContext): void {
	const { results } = shows[shown] ?? texts;
	const variables = { self: { kind: 'struct', type } } as const;
	const problem = context.checkTypes(expression, variables, results);
	if (problem === undefined || context.checkTypes(nullable(expression), variables, results) === undefined) return;
	if (typeof problem === 'string') {
		const told = withExpressionHint(problem, expression);
		context.report(placeOf(told, node), `the column's expression: ${told}`);
	} else
		for (const { field, within: of, known, at: offset } of problem)
			context.report(
				within(node, offset),
				`the column's expression ${JSON.stringify(expression)}: ${of} has no field ${JSON.stringify(field)}${suggestion(field, known)}`,
			);
}

/** Replaces `null` by `dyn(null)`. A cell may be null in some rows and a string or number in others, which CEL's types do not allow. */
function nullable(expression: string): string {
	return expression.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|(?<![\w.])null\b/g, (token) => (token === 'null' ? 'dyn(null)' : token));
}
