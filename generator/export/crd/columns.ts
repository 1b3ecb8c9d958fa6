/**
 * Printer columns of CustomResourceDefinitions. Only expressions equivalent to a JSON path can be exported; the import makes such
 * expressions.
 */
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

/** Returns the JSON path; undefined when none is equivalent. */
function pathOfExpression(expression: string): string | undefined {
	const [, plain] = plainPath.exec(expression.trim()) ?? [];
	if (plain !== undefined) return pathOf(plain);
	const found = firstEntry.exec(expression.trim())?.groups;
	if (found === undefined) return undefined;
	const { list = '', rest = '', key = found.optionalKey, value, present = found.alone ?? '' } = found;
	if (!rest.startsWith(present)) return undefined;
	return `${pathOf(list)}${key === undefined ? '[*]' : `[?(@.${key}==${value})]`}${pathOf(rest)}`;
}

/** Converts a chain of fields to a path; dots in names are escaped. */
function pathOf(chain: string): string {
	return chain.replace(/([.[])\?/g, '$1').replace(/\["([^"]+)"\]/g, (_, key: string) => `.${key.replace(/[^A-Za-z0-9_/-]/g, '\\$&')}`);
}

/** Column formats that kube-apiserver knows. */
const formats: ReadonlySet<string> = new Set(['byte', 'date', 'date-time', 'double', 'float', 'int32', 'int64', 'password']);

/**
 * Returns the printer columns, with Age, which such tables show only when declared. Calls `lose` for each column that cannot be exported.
 */
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
	// A kind with a column Name has only its declared columns, but tables of kube-apiserver always have the name.
	if (columns.some((column) => column.name === 'Name')) return own.filter(({ name, jsonPath }) => name !== 'Name' || jsonPath !== '.metadata.name');
	if (own.some((column) => column.name === 'Age')) return own;
	const at = own.findIndex(({ priority = 0 }) => priority > 0);
	const age: PrinterColumn = { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' };
	return at < 0 ? [...own, age] : [...own.slice(0, at), age, ...own.slice(at)];
}
