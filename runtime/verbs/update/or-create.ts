/** Writes the object of the URL, whether it exists or not: a PUT on a few kinds, and every apply. */
import { ApiError } from '../../api/errors.ts';
import type { ApiRequest } from '../../api/request.ts';
import type { JsonObject } from '../../model/catalog.ts';
import type { CachedObject } from '../../watch/contract.ts';
import { authorizeAlso } from '../authorize.ts';
import { startingWith } from '../body.ts';
import { createObject } from '../create/object.ts';
import type { WriteScope } from '../write/scope.ts';
import { type Proposal, updateObject } from '../write/update-object.ts';

export interface UpdateOrCreate {
	/** Computes the new state of an existing object. */
	readonly propose: Proposal;
	/** Returns a fresh object to create when none exists. Throws ApiError; `notFound` when no object may be created. */
	readonly absent: (notFound: ApiError) => JsonObject;
}

export interface WriteResult {
	readonly object: CachedObject;
	/** HTTP status 200 or 201. */
	readonly status: number;
}

/** Updates or creates the object. A create also needs permission to create. Throws ApiError as `updateObject` and `createObject` do. */
export async function updateOrCreate(scope: WriteScope, request: ApiRequest, { propose, absent }: UpdateOrCreate): Promise<WriteResult> {
	const update = async (): Promise<WriteResult> => ({ object: (await updateObject(scope, propose)).object, status: 200 });
	let notFound: ApiError;
	try {
		return await update();
	} catch (error) {
		if (!isReason(error, 'NotFound')) throw error;
		notFound = error;
	}
	const warned = scope.warnings.length;
	const first = absent(notFound);
	await authorizeAlso(scope.context, request, 'create');
	try {
		return {
			object: await createObject(
				scope,
				startingWith(first, () => absent(notFound)),
			),
			status: 201,
		};
	} catch (error) {
		// Another client has created the object in the meantime.
		if (!isReason(error, 'AlreadyExists')) throw error;
		scope.warnings.length = warned;
		return update();
	}
}

function isReason(error: unknown, reason: ApiError['reason']): error is ApiError {
	return error instanceof ApiError && error.reason === reason;
}
