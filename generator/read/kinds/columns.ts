/** Columns of tables, and their checks: their expressions parse, and name fields that there are. */

import type { Column, Schema } from '../../../runtime/model/catalog.ts';
import { pathSegments } from '../../../runtime/model/path.ts';
import { expressionProblem } from '../../../runtime/schema/cel/expression.ts';
import type { ReadContext } from '../context.ts';
import { at, flagAt, numberAt, type SpecNode, text, textAt } from '../source/node.ts';
import { isBroken, reportBroken, schemaAtPath } from '../types/field-path.ts';

export function readColumns(columns: readonly SpecNode[]): Column[] {
	return columns.map((column) => ({
		name: textAt(column, 'name') ?? '',
		type: (textAt(column, 'type') ?? 'string') as Column['type'],
		...(textAt(column, 'format') === undefined ? {} : { format: textAt(column, 'format') ?? '' }),
		description: textAt(column, 'description') ?? '',
		...(numberAt(column, 'priority') === undefined ? {} : { priority: numberAt(column, 'priority') ?? 0 }),
		...(flagAt(column, 'computed') === true ? { computed: true } : { value: textAt(column, 'value') ?? '' }),
	}));
}

export function checkColumns(columns: readonly SpecNode[], type: string, context: ReadContext): void {
	const names = new Set<string>();
	for (const column of columns) {
		const name = textAt(column, 'name') ?? '';
		if (names.has(name)) context.report(at(column, 'name') ?? column, `there are two columns ${JSON.stringify(name)}`);
		names.add(name);
		const value = at(column, 'value');
		if ((value !== undefined) === (flagAt(column, 'computed') === true))
			context.report(at(column, 'name') ?? column, 'a column needs either "value", an expression, or computed: true, when a hook of the kind makes its cells');
		const expression = text(value);
		if (value === undefined || expression === undefined) continue;
		const problem = expressionProblem(expression);
		if (problem !== undefined) context.report(value, `the column's expression: ${problem}`);
		else {
			checkFieldsNamed(value, expression, type, context);
			checkType(column, expression, type, context);
		}
	}
}

/** The kinds of fields that a column of a type can show. Text may be a date. */
const shows: Readonly<Record<string, readonly Schema['kind'][]>> = {
	integer: ['int32', 'int64', 'intOrString', 'any'],
	number: ['int32', 'int64', 'double', 'intOrString', 'any'],
	boolean: ['boolean', 'any'],
	date: ['time', 'microTime', 'string', 'any'],
};

/** Of columns that show a field; what an expression gives is seen when it is evaluated. */
function checkType(column: SpecNode, expression: string, type: string, context: ReadContext): void {
	const kinds = shows[textAt(column, 'type') ?? ''];
	const [first, ...path] = pathSegments(expression.trim()) ?? [];
	if (kinds === undefined || first !== 'self' || !path.every((part) => typeof part === 'string')) return;
	const found = schemaAtPath(type, path, context);
	if (!isBroken(found) && !kinds.includes(found.kind))
		context.report(at(column, 'type') ?? column, `a column of type ${textAt(column, 'type')} cannot show ${expression.trim()}, which is ${found.kind}`);
}

/** Follows every chain of plain selections from `self`; what is called is a function, not a field. */
function checkFieldsNamed(node: SpecNode, expression: string, type: string, context: ReadContext): void {
	// Text in quotes is no expression.
	const code = expression.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, '""');
	for (const [chain, selections = ''] of code.matchAll(/(?<![\w.])self((?:\.\??[A-Za-z_]\w*)+)(?!\w)/g)) {
		const end = code.indexOf(chain) + chain.length;
		const path = selections.split(/\.\??/).slice(1);
		if (/^\s*\(/.test(code.slice(end))) path.pop();
		const found = schemaAtPath(type, path, context);
		if (isBroken(found)) reportBroken(node, `the column's expression ${JSON.stringify(expression)}`, found, context.report);
	}
}
