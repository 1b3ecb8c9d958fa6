/** A write of the object of a URL, whether it exists or not: a PUT of few kinds, and every apply. */
import { ApiError } from '../../api/errors.ts';
import type { ApiRequest } from '../../api/request.ts';
import type { JsonObject } from '../../model/catalog.ts';
import type { CachedObject } from '../../watch/contract.ts';
import { authorizeAlso } from '../authorize.ts';
import { startingWith } from '../body.ts';
import { createObject } from './create-object.ts';
import type { WriteScope } from './scope.ts';
import { type Proposal, updateObject } from './update-object.ts';

export interface UpdateOrCreate {
	/** Of an object that exists. */
	readonly propose: Proposal;
	/** The object to be made where there is none, anew each time it is called. Throws ApiError, also where none may be made. */
	readonly absent: (notFound: ApiError) => JsonObject;
}

export interface Left {
	readonly object: CachedObject;
	/** 200 or 201. */
	readonly status: number;
}

/** Whoever makes what is not there must be allowed to create as well. Throws ApiError as `updateObject` and `createObject` do. */
export async function updateOrCreate(scope: WriteScope, request: ApiRequest, { propose, absent }: UpdateOrCreate): Promise<Left> {
	const update = async (): Promise<Left> => ({ object: (await updateObject(scope, propose)).object, status: 200 });
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
		// Somebody else has made it meanwhile.
		if (!isReason(error, 'AlreadyExists')) throw error;
		scope.warnings.length = warned;
		return update();
	}
}

function isReason(error: unknown, reason: ApiError['reason']): error is ApiError {
	return error instanceof ApiError && error.reason === reason;
}
