/** Errors of requests that policies refuse, in the wording that clients know. */
import { ApiError } from '../../api/errors.ts';
import type { JsonObject } from '../../model/catalog.ts';
import type { AdmissionRequest } from '../contract.ts';

export interface Refusal {
	readonly policy: string;
	/** Undefined when the error is in the policy itself. */
	readonly binding: string | undefined;
	readonly message: string;
	readonly reason?: string | undefined;
}

const codes: Readonly<Record<string, number>> = { Forbidden: 403, Unauthorized: 401, RequestEntityTooLarge: 413, Invalid: 422 };

/** Returns the error for a refusal by a ValidatingAdmissionPolicy. */
export function refusalOf(request: AdmissionRequest, { policy, binding, message, reason = 'Invalid' }: Refusal): ApiError {
	const by = binding === undefined ? '' : ` with binding '${binding}'`;
	const told = `ValidatingAdmissionPolicy '${policy}'${by} denied request: ${message}`;
	const { details, what } = aboutObject(request);
	const code = codes[reason] ?? 422;
	return ApiError.ofAnother({ code, reason, details: { ...details, causes: [{ message: told }] } }, `${what} is forbidden: ${told}`);
}

/** Returns the error for refusals by MutatingAdmissionPolicies. `reason`: reason of the first refusal, if it has one. */
export function mutationRefusal(request: AdmissionRequest, messages: readonly string[], reason: string | undefined): ApiError {
	const { details } = aboutObject(request);
	const decided = { code: 403, reason: reason ?? 'Forbidden', details: { ...details, causes: messages.map((message) => ({ message })) } };
	return ApiError.ofAnother(decided, messages[0] ?? '');
}

/** Returns the error details about the object, and its name for messages. A name that must still be generated is shown by its prefix. */
function aboutObject(request: AdmissionRequest): { readonly details: object; readonly what: string } {
	const { resource, group } = request;
	const name = request.name || ownName(request.object) || 'Unknown';
	return { details: { name, ...(group !== '' && { group }), kind: resource }, what: `${group === '' ? resource : `${resource}.${group}`} "${name}"` };
}

function ownName({ metadata }: JsonObject = {}): string {
	const { name = '', generateName = '' } = (metadata ?? {}) as { readonly name?: string; readonly generateName?: string };
	return name || generateName;
}
