/** Rows of docs/conformance/differences.md that affect objects of exported kinds. */
import type { JsonObject, JsonValue } from '../../runtime/model/catalog.ts';
import type { Blamed } from './refusals.ts';

export interface Apart {
	readonly kind: string;
	/** True when only this server refuses the object, false when only kube-apiserver does. */
	readonly here: boolean;
	readonly cause: Blamed;
	readonly object: JsonObject;
}

export interface ListedRow {
	/** Name of the row in the document. */
	readonly row: string;
	readonly covers: (apart: Apart) => boolean;
}

export const rows: readonly ListedRow[] = [
	{
		row: 'null in an apply of a user-defined kind, in place of a field or of a value of a map',
		covers: ({ here, cause, object }) => !here && holds(object, (value) => value === null) && /null|were not checked|Required value/.test(cause.message),
	},
	{
		// This cause accompanies an error that has a line or a row of its own.
		row: 'refused values beside expressions',
		covers: ({ here, cause }) => !here && cause.message.startsWith('Invalid value: null: some validation rules were not checked'),
	},
	{
		row: 'a list in place of a text with a `format`',
		covers: ({ here, cause }) => here && /must be of type [\w-]+: "array"/.test(cause.message),
	},
	{
		row: 'immutable fields that are empty, of a kind that is exported (`orch export crd`)',
		covers: ({ here, cause, object }) => !here && cause.message.includes('field is immutable') && holds(object, isEmpty),
	},
];

export function isListed(apart: Apart): boolean {
	return rows.some(({ covers }) => covers(apart));
}

function holds(value: JsonValue, what: (value: JsonValue) => boolean): boolean {
	return what(value) || (typeof value === 'object' && value !== null && Object.values(value).some((inner) => holds(inner, what)));
}

function isEmpty(value: JsonValue): boolean {
	return value === '' || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);
}
