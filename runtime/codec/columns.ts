/**
 * Columns of Tables. Name precedes the declared columns, and Age follows those of priority 0. A kind that declares Name has only its
 * declared columns, in their order; one that declares Age keeps it in place. Kinds without columns have Name and Created At; custom kinds
 * have Name and Age, as in Kubernetes.
 */
import type { Catalog, Column, JsonObject, JsonValue, KindDescriptor, TypeName } from '../model/catalog.ts';
import { isCustomKind } from '../model/custom-kind.ts';
import { Aged } from '../scalars/age.ts';
import { compileExpression } from '../schema/cel/expression.ts';
import { stringifyJson } from '../wire/json/json.ts';
import { customCell } from './custom-cell.ts';

export type Cell = string | number | boolean | null | JsonValue;

export interface TableColumn {
	readonly definition: Pick<Column, 'name' | 'type' | 'format' | 'description' | 'priority'>;
	/** Computes the cell of an object in its storage version. `computed`: cells from a hook, by column. */
	cell(object: JsonObject, computed: Readonly<Record<string, Cell | Aged>> | undefined): Cell | Aged;
	/** True when the cell depends on the time of the request other than as an age. */
	readonly isOfNow?: true;
}

export const nameColumn: TableColumn = {
	definition: { name: 'Name', type: 'string', format: 'name', description: 'Name, unique among objects of the same kind and namespace.' },
	cell: (object) => metadataOf(object).name ?? '',
};
export const ageColumn: TableColumn = {
	definition: { name: 'Age', type: 'string', description: 'Age of the object.' },
	cell: (object) => new Aged(metadataOf(object).creationTimestamp),
};
/** Age column of a CustomResourceDefinition without columns. */
const customAgeColumn: TableColumn = { ...ageColumn, definition: { ...ageColumn.definition, type: 'date' } };
const createdColumn: TableColumn = {
	definition: { name: 'Created At', type: 'date', description: 'Time of creation.' },
	cell: (object) => metadataOf(object).creationTimestamp ?? null,
};

/**
 * Maximum cost of a row's CEL expressions, about 8 ms; a list spends it per object. Columns of built-in kinds reach it only with thousands
 * of labels or hosts.
 */
const mostPerRow = 500_000;

/** Returns all columns of a kind's Table. `type`: the kind's type in the storage version. */
export function tableColumns(kind: KindDescriptor, type: TypeName, catalog: Catalog): readonly TableColumn[] {
	const custom = isCustomKind(kind, catalog);
	if (kind.columns.length === 0) return [nameColumn, custom ? customAgeColumn : createdColumn];
	const own = kind.columns.map((column) => declaredColumn(column, { type, catalog, custom, most: mostPerRow / kind.columns.length }));
	const places = (name: string): boolean => own.some(({ definition }) => definition.name === name);
	if (places('Name')) return own;
	const columns = [nameColumn, ...own];
	if (places('Age')) return columns;
	const firstWide = columns.findIndex(({ definition }) => (definition.priority ?? 0) > 0);
	return columns.toSpliced(firstWide === -1 ? columns.length : firstWide, 0, ageColumn);
}

function declaredColumn(
	definition: Column,
	{ type, catalog, custom, most }: { readonly type: TypeName; readonly catalog: Catalog; readonly custom: boolean; readonly most: number },
): TableColumn {
	if ('computed' in definition) return { definition, cell: (_, computed) => computed?.[definition.name] ?? null };
	const expression = compileExpression(definition.value, { self: { kind: 'struct', type } }, (name) => catalog.type(name), { most });
	// In built-in kinds, ages are columns of type string, as in Kubernetes.
	const isAge = !custom && definition.type === 'date';
	return {
		definition: isAge ? { ...definition, type: 'string' } : definition,
		cell: (object) => {
			const result = valueOrNull(() => expression({ self: object }));
			if (custom) return customCell(definition.type, result);
			return isAge ? new Aged(result ?? undefined) : cellValue(result);
		},
		...(/\bage\(/.test(definition.value) && { isOfNow: true as const }),
	};
}

/** Returns null when an expression fails, for example on an absent field, or exceeds the cost; the cell is then empty. */
function valueOrNull(evaluate: () => JsonValue): JsonValue {
	try {
		return evaluate();
	} catch {
		return null;
	}
}

function cellValue(value: JsonValue): Cell {
	if (Array.isArray(value)) return value.map((item) => (typeof item === 'object' ? stringifyJson(item) : String(item))).join(',');
	return value !== null && typeof value === 'object' ? stringifyJson(value) : value;
}

function metadataOf(object: JsonObject): JsonObject {
	return (object.metadata ?? {}) as JsonObject;
}
