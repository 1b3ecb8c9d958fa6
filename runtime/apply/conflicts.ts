/** Conflicts of an apply: applied fields that other managers own with another value. */

import { ApiError } from '../api/errors.ts';
import type { Cause } from '../model/cause.ts';
import { cut, mostCauses, quote } from '../model/cause.ts';
import { compareText } from '../model/text-order.ts';
import type { ManagerEntry } from './managers.ts';
import { type FieldSet, pathTexts } from './sets/field-set.ts';

export interface Conflict {
	readonly owner: ManagerEntry;
	/** Conflicting fields, in the owner's version. */
	readonly fields: FieldSet;
}

/** Returns the Conflict error. Its message lists all fields by owner; it has a cause for each field. */
export function conflictError(conflicts: readonly Conflict[]): ApiError {
	const owners = conflicts
		.toSorted((a, b) => compareText(a.owner.id, b.owner.id))
		.map(({ owner, fields }) => ({ name: ownerText(owner), paths: pathTexts(fields) }));
	const all = owners.flatMap(({ name, paths }) => paths.map((path) => ({ name, path })));
	const causes = all
		.slice(0, mostCauses)
		.map(({ name, path }): Cause => ({ reason: 'FieldManagerConflict', message: `conflict with ${name}`, field: cut(path) }));
	const [only] = all;
	if (all.length === 1 && only !== undefined)
		return new ApiError('Conflict', `Apply failed with 1 conflict: conflict with ${only.name}: ${cut(only.path)}`, { causes });
	const texts = owners.flatMap(({ name, paths }) => [`conflicts with ${name}:`, ...paths.map((path) => `- ${path}`)]);
	const told = texts.length > mostTexts ? [...texts.slice(0, mostTexts), 'and more'] : texts;
	return new ApiError('Conflict', `Apply failed with ${all.length} conflicts: ${told.map(cut).join('\n')}`, { causes });
}

/** Maximum number of fields in the message, so that the response is not much larger than the request. */
const mostTexts = 2 * mostCauses;

/** Returns `"kubectl" with subresource "status" using v1 at 2022-01-01T00:00:00Z`; for an applier only the name. */
function ownerText({ manager: { name, operation, apiVersion, subresource } }: ManagerEntry): string {
	const through = subresource === '' ? quote(name) : `${quote(name)} with subresource ${quote(subresource)}`;
	return operation === 'Update' ? `${through} using ${apiVersion}` : through;
}
