/** Tables, the server-side output of `kubectl get`. */

import type { JsonObject, JsonValue } from '../model/catalog.ts';
import { Aged } from '../scalars/age.ts';
import { stringifyJson } from '../wire/json/json.ts';
import { keptRow } from './cached-row.ts';
import { metaApiVersion, partialObject } from './partial.ts';
import type { Representation } from './representation.ts';
import type { EncodedKind, IncludeObject } from './served.ts';

/** A kind as far as Tables need it. */
export type TableKind = Pick<EncodedKind, 'columns' | 'hooks' | 'fromStorage'>;

/** Returns the JSON Table of one object in the storage version. */
export function objectTable(tabled: TableKind, representation: Representation, object: JsonObject, include: IncludeObject, headers = true): string {
	const { resourceVersion = '' } = (object.metadata ?? {}) as JsonObject;
	return `${tableHead(tabled, representation, { resourceVersion }, headers)}${tableRow(tabled, representation, object, include)}${tableTail}`;
}

/** Returns the JSON of a Table before its rows. `headers` is false when a watch has already sent the column definitions. */
export function tableHead(tabled: TableKind, representation: Representation, metadata: JsonObject, headers: boolean): string {
	const definitions = tabled.columns().map(({ definition: { name, type, format, description, priority } }) => ({
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

/** Returns the JSON of one row for an object in the storage version. */
export function tableRow(tabled: TableKind, representation: Representation, stored: JsonObject, include: IncludeObject): string {
	const nowMs = Date.now();
	return rowText(tabled, representation, { stored, include }, (cell) => JSON.stringify(cell.text(nowMs)));
}

/** True when rows depend on the time only through ages. */
export function canKeepRows({ columns, hooks }: TableKind): boolean {
	return (hooks.cells === undefined || hooks.agesInCells === true) && columns().every(({ isOfNow }) => isOfNow !== true);
}

/** Returns the cacheable form of a row; `withAges` completes it. */
export function keptTableRow(tabled: TableKind, representation: Representation, stored: JsonObject, include: IncludeObject): Buffer {
	return keptRow((aged) => rowText(tabled, representation, { stored, include }, aged));
}

interface Row {
	readonly stored: JsonObject;
	readonly include: IncludeObject;
}

function rowText(tabled: TableKind, representation: Representation, { stored, include }: Row, aged: (cell: Aged) => string): string {
	const computed = tabled.hooks.cells?.(stored);
	const cells = tabled.columns().map((column) => {
		const cell = column.cell(stored, computed);
		return cell instanceof Aged ? aged(cell) : stringifyJson(cell);
	});
	return `{"cells":[${cells.join(',')}],"object":${stringifyJson(rowObject(tabled, representation, stored, include))}}`;
}

function rowObject(tabled: TableKind, representation: Representation, stored: JsonObject, include: IncludeObject): JsonValue {
	switch (include) {
		case 'None':
			return null;
		case 'Object':
			return tabled.fromStorage(stored);
		case 'Metadata':
			return partialObject(stored, representation);
	}
}
