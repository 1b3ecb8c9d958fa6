/** Columns of tables: JSON paths to expressions, of the forms that printer columns have: plain paths, one filter by equality, and the first of several. */
import type { Definition } from '../definition.ts';
import type { Words } from '../rules.ts';
import type { PrinterColumn } from './document.ts';

const name = '[A-Za-z_][A-Za-z0-9_]*';
const plainPath = new RegExp(`^(?:\\.${name}|\\[\\d+\\])+$`);
/** `.status.conditions[?(@.type=="Ready")].status` */
const filtered = new RegExp(`^((?:\\.${name})+)\\[\\?\\(@\\.(${name})\\s*==\\s*(?:"([^"\\\\]*)"|'([^'\\\\]*)')\\)\\]((?:\\.${name})+)$`);
/** `.status.addresses[*].value`, of which tables show the first. */
const everyEntry = new RegExp(`^((?:\\.${name})+)\\[\\*\\]((?:\\.${name})+)$`);

/** Undefined where there is no such expression. */
function expressionOfPath(path: string): string | undefined {
	if (plainPath.test(path)) return `self${path}`;
	const [, list, key, double, single, rest] = filtered.exec(path) ?? [];
	if (list !== undefined && rest !== undefined) return entryOf(list, `.filter(each, each.${key} == ${JSON.stringify(double ?? single)})`, rest);
	const [, entries, part] = everyEntry.exec(path) ?? [];
	return entries === undefined || part === undefined ? undefined : entryOf(entries, '', part);
}

/** The value in the first entry, null where there is none. */
function entryOf(list: string, filter: string, rest: string): string {
	return `self${list.replaceAll('.', '.?')}.orValue([])${filter}[?0]${rest.replaceAll('.', '.?')}.orValue(null)`;
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
	const all = hasAgeLast(given) ? given.filter((column) => !isAge(column)) : [nameColumn, ...given];
	const columns = all.flatMap((column) => {
		const value = expressionOfPath(column.jsonPath);
		if (value === undefined || !leads(column.jsonPath, schema)) {
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
function leads(path: string, schema: Definition): boolean {
	const steps = path.replace(/\[\?[^\]]*\]|\[\*\]/g, '[0]').match(/[A-Za-z_][A-Za-z0-9_]*|\[\d+\]/g) ?? [];
	if (steps[0] === 'metadata') return true;
	let at: Definition | undefined = schema;
	for (const step of steps) {
		if (at === undefined) return false;
		if (at['x-kubernetes-preserve-unknown-fields'] === true && at.properties?.[step] === undefined) return true;
		const values: Definition | undefined = typeof at.additionalProperties === 'object' ? at.additionalProperties : undefined;
		at = step.startsWith('[') ? at.items : (at.properties?.[step] ?? values);
	}
	return at !== undefined;
}
