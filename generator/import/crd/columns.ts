/** Columns of tables: JSON paths to expressions, of the forms that printer columns have: plain paths, one filter by equality, and the first of several. */
import type { Definition } from '../definition.ts';
import type { Words } from '../rules.ts';
import type { PrinterColumn } from './document.ts';

/** A step of a path: a field or key, a place in a list, the entries of which a field has a value, or every entry. */
type Step = { readonly name: string } | { readonly index: number } | { readonly field: string; readonly equals: string } | 'every';

/** `.name`, where dots and slashes in it are written `\.`; `['name']`, likewise; `[0]`; `[*]`; `[?(@.field=="value")]`. */
const step =
	/\.((?:\\.|[^\\.[\]()'"@?*\s])+)|\['((?:\\.|[^\\'])+)'\]|\[(\d+)\]|(\[\*\])|\[\?\(@\.([A-Za-z_][A-Za-z0-9_]*)\s*==\s*(?:"([^"\\]*)"|'([^'\\]*)')\)\]/y;

/** Undefined where the path is of another form. */
function stepsOf(path: string): readonly Step[] | undefined {
	const steps: Step[] = [];
	const next = new RegExp(step);
	while (next.lastIndex < path.length) {
		const found = next.exec(path);
		if (found === null) return undefined;
		const [, name, within, index, every, field, one, other] = found;
		if (name !== undefined) steps.push({ name: name.replace(/\\(.)/g, '$1') });
		else if (within !== undefined) {
			const inner = stepsOf(`.${within}`);
			if (inner === undefined) return undefined;
			steps.push(...inner);
		} else if (field !== undefined) steps.push({ field, equals: one ?? other ?? '' });
		else steps.push(every === undefined ? { index: Number(index) } : 'every');
	}
	return steps;
}

const identifier = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Undefined where there is no such expression. */
function expressionOfPath(steps: readonly Step[], schema: Definition): string | undefined {
	const at = steps.findIndex((one) => one === 'every' || 'field' in one);
	if (at < 0) return `self${steps.map((one) => selected(one)).join('')}`;
	const [list, entries, rest] = [steps.slice(0, at), steps[at], steps.slice(at + 1)];
	if (list.length === 0 || !list.every(isName) || rest.some((one) => typeof one === 'object' && 'field' in one)) return undefined;
	const of = schemaAt(list, schema)?.items;
	// The table shows the first value that there is. An index out of range is an error, which shows nothing.
	const names = rest
		.slice(
			0,
			[...rest, 'every' as const].findIndex((one) => !isName(one)),
		)
		.filter(isName);
	const conditions = [
		...(typeof entries === 'object' && 'field' in entries ? [equality(entries, of)] : []),
		...(isAlwaysThere(names, of) ? [] : [`each${names.map(ifThere).join('')}.hasValue()`]),
	];
	const filter = conditions.length === 0 ? '' : `.filter(each, ${conditions.join(' && ')})`;
	// The value in the first entry, null where there is none.
	return `self${list.map(ifThere).join('')}.orValue([])${filter}[?0]${rest.map(ifThere).join('')}.orValue(null)`;
}

function equality({ field, equals }: { readonly field: string; readonly equals: string }, entry: Definition | undefined): string {
	const value = JSON.stringify(equals);
	return isAlwaysThere([{ name: field }], entry) ? `each.${field} == ${value}` : `each.?${field}.orValue("") == ${value}`;
}

/** Whether the schema says that every entry has a value at the path. */
function isAlwaysThere(steps: readonly { readonly name: string }[], schema: Definition | undefined): boolean {
	const [first, ...rest] = steps;
	if (first === undefined) return true;
	return schema?.required?.includes(first.name) === true && isAlwaysThere(rest, schemaAt([first], schema));
}

function isName(one: Step): one is { readonly name: string } {
	return typeof one === 'object' && 'name' in one;
}

function selected(one: Step): string {
	if (isName(one)) return identifier.test(one.name) ? `.${one.name}` : `[${JSON.stringify(one.name)}]`;
	return typeof one === 'object' && 'index' in one ? `[${one.index}]` : '';
}

function ifThere(one: Step): string {
	if (!isName(one)) return `[?${typeof one === 'object' && 'index' in one ? one.index : 0}]`;
	return identifier.test(one.name) ? `.?${one.name}` : `[?${JSON.stringify(one.name)}]`;
}

const creationTime = '.metadata.creationTimestamp';

/** Of name and age, which every table shows unless its columns name the name. */
const nameColumn: PrinterColumn = { name: 'Name', type: 'string', jsonPath: '.metadata.name' };

/** As specs have them; undefined when those that every table shows are all. `lose` is told of what cannot be said, and why. */
export function columnsOf(
	given: readonly PrinterColumn[],
	schema: Definition,
	lose: (column: PrinterColumn, why: string) => void,
): readonly Words[] | undefined {
	const named = given.filter(({ name, jsonPath }) => name !== nameColumn.name || jsonPath !== nameColumn.jsonPath);
	const isShown = hasAgeLast(given) && given.every(({ name }) => name !== nameColumn.name);
	const all = isShown ? given.filter((column) => !isAge(column)) : [nameColumn, ...named];
	const columns = all.flatMap((column) => {
		const steps = stepsOf(column.jsonPath);
		const path = steps === undefined ? undefined : expressionOfPath(steps, schema);
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

/** Whether the age stands where tables show it of themselves: after what is always shown. Without columns they show it, too. */
function hasAgeLast(columns: readonly PrinterColumn[]): boolean {
	const always = columns.filter(({ priority = 0 }) => priority === 0);
	const at = columns.findIndex(isAge);
	if (columns.length === 0) return true;
	return at >= 0 && always.at(-1) === columns[at] && columns.slice(0, at).every(({ priority = 0 }) => priority === 0);
}

function isAge({ name, type, jsonPath, priority = 0 }: PrinterColumn): boolean {
	return name === 'Age' && type === 'date' && jsonPath === creationTime && priority === 0;
}

/** A table shows nothing where the value is of another type than the column, and the whole part of a number in an integer. */
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

/** The schema at a path, undefined where there is none. Metadata is that of every object. */
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
