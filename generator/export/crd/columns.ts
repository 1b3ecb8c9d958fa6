/** Columns of tables as CustomResourceDefinitions have them: the expressions that a JSON path says as well, as it is read from one. */
import type { Column } from '../../../runtime/model/catalog.ts';
import type { PrinterColumn } from '../../import/crd/document.ts';

const name = '[A-Za-z_][A-Za-z0-9_]*';
const text = '"[^"\\\\]+"';
const steps = `(?:\\.${name}|\\[\\d+\\]|\\[${text}\\])+`;
const plainPath = new RegExp(`^self(${steps})$`);
const optional = `(?:\\.\\?${name}|\\[\\?${text}\\])+`;
const equality = `each\\.(?:(?<key>${name})|\\?(?<optionalKey>${name})\\.orValue\\(""\\)) == (?<value>${text})`;
const presence = `each(?<present>${optional})\\.hasValue\\(\\)`;
const filter = `\\.filter\\(each, (?:${equality}(?: && ${presence})?|${presence.replace('present', 'alone')})\\)`;
const firstEntry = new RegExp(
	`^self(?<list>${optional})\\.orValue\\(\\[\\]\\)(?:${filter})?\\[\\?0\\](?<rest>(?:${optional}|\\[\\?\\d+\\])*)\\.orValue\\(null\\)$`,
);

/** Undefined where no JSON path says the same. */
function pathOfExpression(expression: string): string | undefined {
	const [, plain] = plainPath.exec(expression.trim()) ?? [];
	if (plain !== undefined) return pathOf(plain);
	const found = firstEntry.exec(expression.trim())?.groups;
	if (found === undefined) return undefined;
	const { list = '', rest = '', key = found.optionalKey, value, present = found.alone ?? '' } = found;
	if (!rest.startsWith(present)) return undefined;
	return `${pathOf(list)}${key === undefined ? '[*]' : `[?(@.${key}==${value})]`}${pathOf(rest)}`;
}

/** In a path what stands between dots has its own dots escaped. */
function pathOf(chain: string): string {
	return chain.replace(/([.[])\?/g, '$1').replace(/\["([^"]+)"\]/g, (_, key: string) => `.${key.replace(/[^A-Za-z0-9_/-]/g, '\\$&')}`);
}

/** Of columns, that other servers know. */
const formats: ReadonlySet<string> = new Set(['byte', 'date', 'date-time', 'double', 'float', 'int32', 'int64', 'password']);

/** With the age, which these tables show only when it is listed. `lose` is told of what cannot be said. */
export function printerColumnsOf(columns: readonly Column[], lose: (column: Column) => void): readonly PrinterColumn[] {
	const own = columns.flatMap((column): PrinterColumn[] => {
		const jsonPath = 'value' in column ? pathOfExpression(column.value) : undefined;
		if (jsonPath === undefined) {
			lose(column);
			return [];
		}
		const { name, type, format, description, priority } = column;
		return [
			{
				name,
				type,
				jsonPath,
				...(format !== undefined && formats.has(format) ? { format } : {}),
				...(description ? { description } : {}),
				...(priority ? { priority } : {}),
			},
		];
	});
	// A kind that names the name has no other columns than its own; every such table shows it.
	if (columns.some((column) => column.name === 'Name')) return own.filter(({ name, jsonPath }) => name !== 'Name' || jsonPath !== '.metadata.name');
	if (own.some((column) => column.name === 'Age')) return own;
	const at = own.findIndex(({ priority = 0 }) => priority > 0);
	const age: PrinterColumn = { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' };
	return at < 0 ? [...own, age] : [...own.slice(0, at), age, ...own.slice(at)];
}
