/** Tables: what `kubectl get` prints, made by the server. */

import type { JsonObject, JsonValue } from '../model/catalog.ts';
import { stringifyJson } from '../wire/json/json.ts';
import { metaApiVersion, partialObject } from './partial.ts';
import type { Representation } from './representation.ts';
import type { IncludeObject, Served } from './served.ts';

/** JSON of the table around its rows. `headers` false: a watch has told the columns already. */
export function tableHead(served: Served, representation: Representation, metadata: JsonObject, headers: boolean): string {
	const definitions = served.columns().map(({ definition: { name, type, format, description, priority } }) => ({
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
export function tableRow(served: Served, representation: Representation, stored: JsonObject, include: IncludeObject): string {
	const computed = served.hooks.cells?.(stored);
	const nowMs = Date.now();
	const cells = served.columns().map((column) => column.cell(stored, computed, nowMs));
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
