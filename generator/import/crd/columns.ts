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
function expressionOfPath(steps: readonly Step[]): string | undefined {
	const at = steps.findIndex((one) => one === 'every' || 'field' in one);
	if (at < 0) return `self${steps.map((one) => selected(one)).join('')}`;
	const [list, entries, rest] = [steps.slice(0, at), steps[at], steps.slice(at + 1)];
	if (list.length === 0 || rest.length === 0 || ![...list, ...rest].every(isName)) return undefined;
	const filter = typeof entries === 'object' && 'field' in entries ? `.filter(each, each.${entries.field} == ${JSON.stringify(entries.equals)})` : '';
	// The value in the first entry, null where there is none.
	return `self${list.map(ifThere).join('')}.orValue([])${filter}[?0]${rest.map(ifThere).join('')}.orValue(null)`;
}

function isName(one: Step): one is { readonly name: string } {
	return typeof one === 'object' && 'name' in one;
}

function selected(one: Step): string {
	if (isName(one)) return identifier.test(one.name) ? `.${one.name}` : `[${JSON.stringify(one.name)}]`;
	return typeof one === 'object' && 'index' in one ? `[${one.index}]` : '';
}

function ifThere(one: Step): string {
	if (!isName(one)) return selected(one);
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
		const value = steps === undefined ? undefined : expressionOfPath(steps);
		if (steps === undefined || value === undefined || !leads(steps, schema)) {
			lose(column, value === undefined ? 'no expression is known for the path' : 'the schema has no field of the path');
			return [];
		}
		const { name, type, format, description, priority } = column;
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

/** Whether a path leads to something in the schema; metadata is that of every object. */
function leads(steps: readonly Step[], schema: Definition): boolean {
	const [first] = steps;
	if (first !== undefined && isName(first) && first.name === 'metadata') return true;
	let at: Definition | undefined = schema;
	for (const one of steps) {
		if (at === undefined) return false;
		const name = isName(one) ? one.name : undefined;
		if (name !== undefined && at['x-kubernetes-preserve-unknown-fields'] === true && at.properties?.[name] === undefined) return true;
		const values: Definition | undefined = typeof at.additionalProperties === 'object' ? at.additionalProperties : undefined;
		at = name === undefined ? at.items : (at.properties?.[name] ?? values);
	}
	return at !== undefined;
}
