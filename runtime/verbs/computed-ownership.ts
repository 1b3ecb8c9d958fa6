/**
 * Field owners of an object that is answered but never stored. As in Kubernetes, `metadata.managedFields` of a review or token request in
 * an answer names the client as the owner of the sent fields.
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
 * Returns the managed fields of the sent object, or undefined when the client owns no fields. `sent`: object in the version of the request,
 * with its defaults.
 */
export function managedFieldsOfSent(context: VerbContext, resource: ServedResource, { takes }: Endpoint, sent: JsonObject, scope: WriteScope) {
	const { subresource, manager } = scope;
	const apiVersion = apiVersionOf(takes);
	const versions =
		subresource === '' || takes.type === undefined
			? context.ownedVersions.of(resource, subresource)
			: context.ownedVersions.bodyVersions(takes.type, apiVersion);
	const { managedFields: _, ...metadata } = metadataOf(sent);
	return update(versions, { live: undefined, next: { ...sent, metadata }, manager, apiVersion, subresource, now: context.clock.now() });
}
