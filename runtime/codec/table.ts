/** Tables: what `kubectl get` prints, made by the server. */

import type { JsonObject, JsonValue } from '../model/catalog.ts';
import { Aged, age } from '../scalars/age.ts';
import { stringifyJson } from '../wire/json/json.ts';
import { metaApiVersion, partialObject } from './partial.ts';
import type { Representation } from './representation.ts';
import type { IncludeObject, Served } from './served.ts';

/** Whose objects a Table shows. */
export type Tabled = Pick<Served, 'columns' | 'hooks' | 'fromStorage'>;

/** JSON of the Table of one object, in the storage version. */
export function objectTable(tabled: Tabled, representation: Representation, object: JsonObject, include: IncludeObject, headers = true): string {
	const { resourceVersion = '' } = (object.metadata ?? {}) as JsonObject;
	return `${tableHead(tabled, representation, { resourceVersion }, headers)}${tableRow(tabled, representation, object, include)}${tableTail}`;
}

/** JSON of the table around its rows. `headers` false: a watch has told the columns already. */
export function tableHead(tabled: Tabled, representation: Representation, metadata: JsonObject, headers: boolean): string {
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

/** JSON of one row. `stored` is in the storage version. */
export function tableRow(tabled: Tabled, representation: Representation, stored: JsonObject, include: IncludeObject): string {
	const nowMs = Date.now();
	return rowText(tabled, representation, { stored, include }, (cell) => JSON.stringify(cell.text(nowMs)));
}

/** Whether rows say the same at any time, but for ages. */
export function canKeepRows({ columns, hooks }: Tabled): boolean {
	return (hooks.cells === undefined || hooks.agesInCells === true) && columns().every(({ isOfNow }) => isOfNow !== true);
}

/**
 * One row as it can be kept: each age stands between two zero bytes, which JSON has nowhere else, as the time since when.
 * `withAges` makes the row of it.
 */
export function keptRow(tabled: Tabled, representation: Representation, stored: JsonObject, include: IncludeObject): string {
	return rowText(tabled, representation, { stored, include }, (cell) => {
		if (typeof cell.time !== 'string') return JSON.stringify(cell.text(0));
		return `"${inner(cell.before)}\0${inner(cell.time)}\0${inner(cell.after)}"`;
	});
}

export function withAges(row: Buffer, nowMs: number): Buffer {
	let at = row.indexOf(0);
	if (at === -1) return row;
	const parts: Buffer[] = [];
	let from = 0;
	for (; at !== -1; at = row.indexOf(0, from)) {
		const end = row.indexOf(0, at + 1);
		parts.push(row.subarray(from, at), Buffer.from(age(JSON.parse(`"${row.toString('utf8', at + 1, end)}"`), nowMs)));
		from = end + 1;
	}
	return Buffer.concat([...parts, row.subarray(from)]);
}

/** Text as it stands within the quotes of JSON. */
function inner(text: string): string {
	return JSON.stringify(text).slice(1, -1);
}

interface Row {
	readonly stored: JsonObject;
	readonly include: IncludeObject;
}

function rowText(tabled: Tabled, representation: Representation, { stored, include }: Row, aged: (cell: Aged) => string): string {
	const computed = tabled.hooks.cells?.(stored);
	const cells = tabled.columns().map((column) => {
		const cell = column.cell(stored, computed);
		return cell instanceof Aged ? aged(cell) : stringifyJson(cell);
	});
	return `{"cells":[${cells.join(',')}],"object":${stringifyJson(rowObject(tabled, representation, stored, include))}}`;
}

function rowObject(tabled: Tabled, representation: Representation, stored: JsonObject, include: IncludeObject): JsonValue {
	switch (include) {
		case 'None':
			return null;
		case 'Object':
			return tabled.fromStorage(stored);
		case 'Metadata':
			return partialObject(stored, representation);
	}
}
