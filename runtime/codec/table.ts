/**
 * Tables: what `kubectl get` prints, made by the server. A kind declares columns; Name stands before them and Age behind
 * those that are always shown. A kind that places Name itself has the columns that it declares, in their order; one that
 * places Age keeps it there. Kinds without columns have Name and Created At.
 */

import type { Catalog, Column, JsonObject, JsonValue } from '../model/catalog.ts';
import { age } from '../scalars/age.ts';
import { compileExpression } from '../schema/cel/expression.ts';
import { stringifyJson } from '../wire/json/json.ts';
import { metaApiVersion, partialObject } from './partial.ts';
import type { Representation } from './representation.ts';
import type { CodecParts, IncludeObject, Served } from './served.ts';

type Cell = string | number | boolean | null | JsonValue;

interface TableColumn {
	readonly definition: Pick<Column, 'name' | 'type' | 'format' | 'description' | 'priority'>;
	/** Over the object in its storage version; `computed` are the cells that a hook has made, by column. */
	cell(object: JsonObject, computed: Readonly<Record<string, Cell>> | undefined, nowMs: number): Cell;
}

const nameColumn: TableColumn = {
	definition: { name: 'Name', type: 'string', format: 'name', description: 'The name, unique among the objects of its kind and namespace.' },
	cell: (object) => metadataOf(object).name ?? '',
};
const ageColumn: TableColumn = {
	definition: { name: 'Age', type: 'string', description: 'How long ago the object was created.' },
	cell: (object, _, nowMs) => age(metadataOf(object).creationTimestamp, nowMs),
};
const createdColumn: TableColumn = {
	definition: { name: 'Created At', type: 'date', description: 'When the object was created.' },
	cell: (object) => metadataOf(object).creationTimestamp ?? null,
};

const known = new WeakMap<Served['kind'], readonly TableColumn[]>();

function columnsOf(served: Served, catalog: Catalog): readonly TableColumn[] {
	const columns = known.get(served.kind) ?? arrange(served, catalog);
	known.set(served.kind, columns);
	return columns;
}

function arrange({ kind, storage }: Served, catalog: Catalog): readonly TableColumn[] {
	if (kind.columns.length === 0) return [nameColumn, createdColumn];
	const own = kind.columns.map((column) => declaredColumn(column, storage.type, catalog));
	const places = (name: string): boolean => own.some(({ definition }) => definition.name === name);
	if (places('Name')) return own;
	const columns = [nameColumn, ...own];
	if (places('Age')) return columns;
	const firstWide = columns.findIndex(({ definition }) => (definition.priority ?? 0) > 0);
	return columns.toSpliced(firstWide === -1 ? columns.length : firstWide, 0, ageColumn);
}

function declaredColumn(definition: Column, type: string, catalog: Catalog): TableColumn {
	if ('computed' in definition) return { definition, cell: (_, computed) => computed?.[definition.name] ?? null };
	const expression = compileExpression(definition.value, { self: { kind: 'struct', type } }, (name) => catalog.type(name));
	return {
		definition,
		cell: (object, _, nowMs) => {
			const result = valueOrNull(() => expression({ self: object }));
			return definition.type === 'date' ? age(result ?? undefined, nowMs) : shown(result);
		},
	};
}

/** An expression that fails (over a field that is absent, say) has no value: the cell stays empty, the row is shown. */
function valueOrNull(evaluate: () => JsonValue): JsonValue {
	try {
		return evaluate();
	} catch {
		return null;
	}
}

function shown(value: JsonValue): Cell {
	if (Array.isArray(value)) return value.map((item) => (typeof item === 'object' ? stringifyJson(item) : String(item))).join(',');
	return value !== null && typeof value === 'object' ? stringifyJson(value) : value;
}

function metadataOf(object: JsonObject): JsonObject {
	return (object.metadata ?? {}) as JsonObject;
}

/** JSON of the table around its rows. `headers` false: a watch has told the columns already. */
export function tableHead(served: Served, parts: CodecParts, representation: Representation, metadata: JsonObject, headers: boolean): string {
	const definitions = columnsOf(served, parts.catalog).map(({ definition: { name, type, format, description, priority } }) => ({
		name,
		type,
		format: format ?? '',
		description,
		priority: priority ?? 0,
	}));
	const start = { kind: 'Table', apiVersion: metaApiVersion(representation), metadata, columnDefinitions: headers ? definitions : null };
	return `${stringifyJson(start as unknown as JsonObject).slice(0, -1)},"rows":[`;
}

export const tableTail = ']}';

/** JSON of one row. `stored` is in the storage version. */
export function tableRow(served: Served, parts: CodecParts, representation: Representation, stored: JsonObject, include: IncludeObject): string {
	const computed = served.hooks.cells?.(stored);
	const nowMs = Date.now();
	const cells = columnsOf(served, parts.catalog).map((column) => column.cell(stored, computed, nowMs));
	return stringifyJson({ cells: cells as JsonValue[], object: rowObject(served, representation, stored, include) });
}

function rowObject(served: Served, representation: Representation, stored: JsonObject, include: IncludeObject): JsonValue {
	switch (include) {
		case 'None':
			return null;
		case 'Object':
			return served.fromStorage(stored);
		case 'Metadata':
			return partialObject(stored, representation);
	}
}
