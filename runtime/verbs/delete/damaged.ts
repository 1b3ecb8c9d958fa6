/**
 * DELETE of an unreadable object, if the client explicitly asks for it (KEP-3926). Preconditions, grace period and finalizers cannot be
 * read, so they are ignored, and the answer does not show the object. Watches of the resource end, so that clients list again.
 */
import { conflict, invalid } from '../../api/errors.ts';
import type { ApiRequest, ApiResponse } from '../../api/request.ts';
import { invalidValue } from '../../model/cause.ts';
import { authorizeAlso } from '../authorize.ts';
import { commitOne } from '../write/commit/commit.ts';
import type { WriteScope } from '../write/scope.ts';
import { admissionRequest } from '../write/steps/admission.ts';
import { respondSuccess } from '../write/success.ts';
import { ignoresDamageOption } from './options.ts';

/** Deletes the object. Throws ApiError Forbidden, Conflict, Invalid when the object is readable or absent, and the errors of admission. */
export async function deleteDamaged(scope: WriteScope, request: ApiRequest): Promise<ApiResponse> {
	const { context, resource, namespace, name } = scope;
	const { kind, version } = resource;
	scope.audit?.annotate(`apiserver.${context.vocabulary.groupDomain}/unsafe-delete-ignore-read-error`, '');
	await authorizeAlso(context, request, 'unsafe-delete-ignore-read-errors');
	await context.cache.consistent(request);
	const current = context.cache.get(kind.storageName, namespace, name);
	if (current?.damaged !== true) {
		const why = 'is exclusively used to delete corrupt object(s), try again by removing this option';
		throw invalid(kind.plural, version.group, name, [invalidValue(ignoresDamageOption, true, why)]);
	}
	await admit(scope);
	const outcome = await commitOne(scope, { resource: kind.storageName, namespace, name, expected: current.revision, ignoresDamage: true });
	// An object that no longer exists counts as deleted.
	if (!outcome.ok && outcome.current !== 0) throw conflict(kind.plural, version.group, name);
	return respondSuccess(context, request, { code: 200, details: { name, kind: kind.kind } });
}

async function admit(scope: WriteScope): Promise<void> {
	const { admission: plugins } = scope.context;
	const admission = admissionRequest({ scope, operation: 'DELETE', object: {} });
	await plugins.mutate(admission);
	await plugins.validate(admission.finished());
}
