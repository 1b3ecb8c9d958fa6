/** Refusal of a request by a plugin, with the message and details of kube-apiserver. */
import { ApiError } from '../api/errors.ts';
import type { JsonObject } from '../model/catalog.ts';
import type { AdmissionRequest } from './contract.ts';

/** Returns the Forbidden error. Its message names the object, by its generateName while it has no name. */
export function refused(request: AdmissionRequest, why: string): ApiError {
	const { resource, group } = request;
	const name = request.name || ownName(request.object) || 'Unknown';
	return new ApiError('Forbidden', `${group === '' ? resource : `${resource}.${group}`} "${name}" is forbidden: ${why}`, {
		name,
		...(group && { group }),
		kind: resource,
	});
}

/** Returns the name of an object that may have neither a name nor metadata: the options of a connection. */
function ownName(object: JsonObject = {}): string {
	const { name, generateName } = (object.metadata ?? {}) as { readonly name?: string; readonly generateName?: string };
	return name || generateName || '';
}
