/** Turns printer columns into columns of specs. */
import { isName, jsonPathExpression, jsonPathSteps, type Step } from '../../../runtime/schema/structural/json-path.ts';
import type { Definition } from '../definition.ts';
import type { NamedTypes } from '../rules.ts';
import type { PrinterColumn } from './document.ts';

/** Reports whether, by the schema, every entry has a value at the path. */
function isAlwaysThere(steps: readonly { readonly name: string }[], schema: Definition | undefined): boolean {
	const [first, ...rest] = steps;
	if (first === undefined) return true;
	return schema?.required?.includes(first.name) === true && isAlwaysThere(rest, schemaAt([first], schema));
}

const creationTime = '.metadata.creationTimestamp';

/** The name column. Tables have name and age unless their columns include the name. */
const nameColumn: PrinterColumn = { name: 'Name', type: 'string', jsonPath: '.metadata.name' };

/**
 * Returns the columns for a spec; undefined for those that every table has. Calls `lose` for each column that specs cannot express, with
 * the reason.
 */
export function columnsOf(
	given: readonly PrinterColumn[],
	schema: Definition,
	lose: (column: PrinterColumn, why: string) => void,
): readonly NamedTypes[] | undefined {
	const named = given.filter(({ name, jsonPath }) => name !== nameColumn.name || jsonPath !== nameColumn.jsonPath);
	const isShown = hasAgeLast(given) && given.every(({ name }) => name !== nameColumn.name);
	const all = isShown ? given.filter((column) => !isAge(column)) : [nameColumn, ...named];
	const columns = all.flatMap((column) => {
		const steps = jsonPathSteps(column.jsonPath);
		const path = steps === undefined ? undefined : jsonPathExpression(steps, (list, names) => isAlwaysThere(names, schemaAt(list, schema)?.items));
		const leaf = steps === undefined ? undefined : schemaAt(steps, schema);
		if (path === undefined || leaf === undefined) {
			lose(column, path === undefined ? 'no expression is known for the path' : 'the schema has no field of the path');
			return [];
		}
		const { name, type, format, description, priority } = column;
		const value = shownAs(type, path, leaf);
		const said = { ...(format === undefined ? {} : { format }), ...(priority ? { priority } : {}), value, ...(description ? { description } : {}) };
		return [{ name, type, ...said }];
	});
	return columns.length === 0 ? undefined : columns;
}

/** Reports whether the age is at its usual place, after the columns that are always shown. Tables without columns have it too. */
function hasAgeLast(columns: readonly PrinterColumn[]): boolean {
	const always = columns.filter(({ priority = 0 }) => priority === 0);
	const at = columns.findIndex(isAge);
	if (columns.length === 0) return true;
	return at >= 0 && always.at(-1) === columns[at] && columns.slice(0, at).every(({ priority = 0 }) => priority === 0);
}

function isAge({ name, type, jsonPath, priority = 0 }: PrinterColumn): boolean {
	return name === 'Age' && type === 'date' && jsonPath === creationTime && priority === 0;
}

/**
 * Returns the expression for a column's type. A value of another type gives an empty cell; an integer column has the whole part of a
 * number.
 */
function shownAs(type: string, path: string, leaf: Definition): string {
	if (type === 'string') return path;
	if (leaf['x-kubernetes-int-or-string'] === true) return type === 'integer' || type === 'number' ? path : 'null';
	if (leaf.type === undefined) return path;
	if (type === 'integer' && leaf.type === 'number') return `int(${path})`;
	return shownTypes[type]?.includes(leaf.type) === false ? 'null' : path;
}

const shownTypes: Readonly<Record<string, readonly string[]>> = {
	integer: ['integer'],
	number: ['integer', 'number'],
	boolean: ['boolean'],
	date: ['string'],
};

const anything: Definition = {};

/** Returns the schema at a path, or undefined. All objects have the same metadata. */
function schemaAt(steps: readonly Step[], schema: Definition): Definition | undefined {
	const [first] = steps;
	if (first !== undefined && isName(first) && first.name === 'metadata') return anything;
	let at: Definition | undefined = schema;
	for (const one of steps) {
		if (at === undefined) return undefined;
		const name = isName(one) ? one.name : undefined;
		const field: Definition | undefined = name !== undefined && Object.hasOwn(at.properties ?? {}, name) ? at.properties?.[name] : undefined;
		if (name !== undefined && at['x-kubernetes-preserve-unknown-fields'] === true && field === undefined) return anything;
		const values: Definition | undefined = typeof at.additionalProperties === 'object' ? at.additionalProperties : undefined;
		at = name === undefined ? at.items : (field ?? values);
	}
	return at;
}
