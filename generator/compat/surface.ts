/**
 * Published surface: everything that clients rely on, as plain data without descriptions, independent of the order in specs. A lock
 * contains one surface; a diff compares two.
 */

import { apiVersionOf } from '../../runtime/model/api-version.ts';
import type { Column, Field, HistoryEntry, Json, KindDescriptor, Release, Schema, TypeDescriptor, TypeName } from '../../runtime/model/catalog.ts';
import { setOwn } from '../../runtime/model/equal.ts';
import { compareText } from '../read/diagnostics/diagnostic.ts';
import type { JsonRecord } from './json.ts';

/** Parts of a type or a kind by their key in the lock: the element itself, and its fields, versions, columns and subresources. */
export type Parts = Readonly<Record<string, JsonRecord>>;

export interface Surface {
	/** Release dates; empty when the calendar has none. */
	readonly releases: Readonly<Record<Release, string>>;
	readonly gates: Readonly<Record<string, readonly JsonRecord[]>>;
	readonly groups: Readonly<Record<string, JsonRecord>>;
	/** Kinds by storage name. */
	readonly kinds: Readonly<Record<string, Parts>>;
	readonly types: Readonly<Record<TypeName, Parts>>;
}

export const noSurface: Surface = { releases: {}, gates: {}, groups: {}, kinds: {}, types: {} };

/** Merges the surfaces of all spec roots. The releases are those of the first root that has any, the platform's. */
export function mergedSurface(surfaces: readonly Surface[]): Surface {
	const all = (section: keyof Surface) => Object.assign({}, ...surfaces.map((surface) => surface[section]));
	const releases = surfaces.find((surface) => Object.keys(surface.releases).length > 0)?.releases ?? {};
	return { releases, gates: all('gates'), groups: all('groups'), kinds: all('kinds'), types: all('types') };
}

/** Key for the type or kind itself; no field can have such a name. */
export const ownKey = '(own)';
/** Key for protobuf numbers and names of removed fields. */
export const reservedKey = '(reserved)';

export const versionKey = (apiVersion: string): string => `version ${apiVersion}`;
export const columnKey = (name: string): string => `column ${name}`;
export const subresourceKey = (name: string): string => `subresource ${name}`;

export function typeParts({ name: _, fields, ...own }: TypeDescriptor): Parts {
	const parts: Record<string, JsonRecord> = {};
	parts[ownKey] = own as unknown as JsonRecord;
	for (const field of fields.toSorted((a, b) => compareText(a.name, b.name))) setOwn(parts, field.name, fieldPart(field));
	return parts;
}

/** Returns a field as one line of the lock: its type as text, and the keywords of its value and parts. */
function fieldPart({ name: _, schema, number, history, ...rest }: Field): JsonRecord {
	return {
		...(number === undefined ? {} : { number }),
		...schemaPart(schema),
		...(rest as unknown as JsonRecord),
		...(history === undefined ? {} : { history: history.map(historyPart) }),
	};
}

function historyPart({ from, set: { schema, ...set } }: HistoryEntry): JsonRecord {
	return { from, ...(schema === undefined ? {} : schemaPart(schema)), ...(set as unknown as JsonRecord) };
}

/**
 * Describes a schema. In `is`, `[{string}]` is a list of maps of strings. Keywords of the value are under `value`, of its items under `[]`,
 * of its values under `{}`, of its keys under `<>`.
 */
function schemaPart(schema: Schema, at = ''): JsonRecord {
	const is: Record<string, Json> = {};
	const said = (attributes: object, place: string): JsonRecord =>
		Object.keys(attributes).length === 0 ? {} : { [place === '' ? 'value' : place]: attributes as JsonRecord };
	switch (schema.kind) {
		case 'struct':
		case 'variant': {
			const { kind: _, type, ...more } = schema;
			return { is: type, ...said(more, at) };
		}
		case 'list': {
			const { kind: _, items, ...more } = schema;
			const { is: inner, ...parts } = schemaPart(items, `${at}[]`);
			return { ...is, is: `[${inner}]`, ...said(more, at), ...parts };
		}
		case 'map': {
			const { kind: _, values, keys, ...more } = schema;
			const { is: inner, ...parts } = schemaPart(values, `${at}{}`);
			return { is: `{${inner}}`, ...said(more, at), ...(keys === undefined ? {} : said(keys, `${at}<>`)), ...parts };
		}
		default: {
			const { kind, ...more } = schema;
			return { is: kind, ...said(more, at) };
		}
	}
}

/** Returns the promised parts of a kind. Indexed fields, and descriptions and versions of columns, are not promised. */
export function kindParts(kind: KindDescriptor): Parts {
	const { versions, storageVersion, storageName: _, subresources, columns, indexedFields: __, columnsIn: ____, ...own } = kind;
	const stored = versions[storageVersion];
	const parts: Record<string, JsonRecord> = {
		[ownKey]: {
			...(own as unknown as JsonRecord),
			versions: versions.map(apiVersionOf),
			...(stored === undefined || kind.stored === false ? {} : { storage: apiVersionOf(stored) }),
		},
	};
	for (const version of versions) {
		const { group: ___, version: _____, ...said } = version;
		parts[versionKey(apiVersionOf(version))] = said as unknown as JsonRecord;
	}
	const { status, scale, other = [] } = subresources;
	if (status !== undefined) parts[subresourceKey('status')] = status as unknown as JsonRecord;
	if (scale !== undefined) parts[subresourceKey('scale')] = scale as unknown as JsonRecord;
	for (const { name, ...said } of other) parts[subresourceKey(name)] = said as unknown as JsonRecord;
	const seen = new Map<string, number>();
	for (const column of columns) {
		// Several columns may have the same name, in different releases.
		const count = (seen.get(column.name) ?? 0) + 1;
		seen.set(column.name, count);
		parts[columnKey(count === 1 ? column.name : `${column.name} ${count}`)] = columnPart(column);
	}
	return parts;
}

function columnPart({ name: _, description: __, ...said }: Column): JsonRecord {
	return said as unknown as JsonRecord;
}
