/**
 * Field ownership of an object that is answered but never stored. Kubernetes tracks it as in any other create, so reviews and token
 * requests report the client's fields in `metadata.managedFields`.
 */
import { update } from '../apply/update.ts';
import { apiVersionOf } from '../model/api-version.ts';
import type { JsonObject } from '../model/catalog.ts';
import type { Endpoint } from '../model/endpoint.ts';
import type { ServedResource } from '../serving/resource.ts';
import type { VerbContext } from './contract.ts';
import { metadataOf } from './metadata/metadata.ts';
import type { WriteScope } from './write/scope.ts';

/**
 * Returns the managed fields of the sent object. `sent` is in the version of the request, with its defaults. Undefined when the client owns
 * no fields.
 */
export function managedFieldsOfSent(context: VerbContext, resource: ServedResource, { takes }: Endpoint, sent: JsonObject, scope: WriteScope) {
	const { subresource, manager } = scope;
	const apiVersion = apiVersionOf(takes);
	const versions =
		subresource === '' || takes.type === undefined ? context.ownedVersions.of(resource, subresource) : context.ownedVersions.taken(takes.type, apiVersion);
	const { managedFields: _, ...metadata } = metadataOf(sent);
	return update(versions, { live: undefined, next: { ...sent, metadata }, manager, apiVersion, subresource, now: context.clock.now() });
}
