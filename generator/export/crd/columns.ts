/** Columns of tables as CustomResourceDefinitions have them: the expressions that a JSON path says as well, as it is read from one. */
import type { Column } from '../../../runtime/model/catalog.ts';
import type { PrinterColumn } from '../../import/crd/document.ts';

const name = '[A-Za-z_][A-Za-z0-9_]*';
const plainPath = new RegExp(`^(?:\\.${name}|\\[\\d+\\])+$`);
const firstEntry = new RegExp(
	`^self((?:\\.\\?${name})+)\\.orValue\\(\\[\\]\\)(?:\\.filter\\(each, each\\.(${name}) == ("[^"\\\\]*")\\))?\\[\\?0\\]((?:\\.\\?${name})+)\\.orValue\\(null\\)$`,
);

/** Undefined where no JSON path says the same. */
function pathOfExpression(expression: string): string | undefined {
	const text = expression.trim();
	if (text.startsWith('self') && plainPath.test(text.slice('self'.length))) return text.slice('self'.length);
	const [, list, key, value, rest] = firstEntry.exec(text) ?? [];
	if (list === undefined || rest === undefined) return undefined;
	const entries = key === undefined ? '[*]' : `[?(@.${key}==${value})]`;
	return `${list.replaceAll('.?', '.')}${entries}${rest.replaceAll('.?', '.')}`;
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
	if (columns.some((column) => column.name === 'Name')) return own.filter((column) => column.name !== 'Name');
	if (own.some((column) => column.name === 'Age')) return own;
	const at = own.findIndex(({ priority = 0 }) => priority > 0);
	const age: PrinterColumn = { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' };
	return at < 0 ? [...own, age] : [...own.slice(0, at), age, ...own.slice(at)];
}
