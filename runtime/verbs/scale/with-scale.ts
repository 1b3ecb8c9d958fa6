/** Applies a Scale to the object that it scales. */
import { ApiError, invalid } from '../../api/errors.ts';
import type { JsonObject, ScaleSubresource } from '../../model/catalog.ts';
import { invalidValue } from '../../model/cause.ts';
import { getAt, setAt } from '../../model/path.ts';
import { subresourcesIn } from '../../model/subresource-fields.ts';
import type { ServedResource } from '../../serving/resource.ts';
import { metadataText } from '../metadata/metadata.ts';
import type { WriteScope } from '../write/scope.ts';
import { scaleApiVersion } from './get.ts';

export const scaleKind = { apiVersion: scaleApiVersion, kind: 'Scale' } as const;

export function pathsOf({ kind, version }: ServedResource): ScaleSubresource {
	const paths = subresourcesIn(kind, version).scale;
	if (paths === undefined) throw new Error(`${kind.plural} have no scale`);
	return paths;
}

/** Returns the object with the replicas of the Scale, and with the Scale's uid and resourceVersion as preconditions. */
export function withScale(old: JsonObject, scale: JsonObject, paths: ScaleSubresource, scope: WriteScope): JsonObject {
	const namespace = metadataText(scale, 'namespace');
	if (namespace !== '' && namespace !== scope.namespace) {
		throw new ApiError('BadRequest', 'the namespace of the provided object does not match the namespace sent on the request');
	}
	const replicas = getAt(scale, 'spec.replicas') ?? 0;
	if (typeof replicas === 'number' && replicas < 0) {
		throw invalid('Scale', 'autoscaling', scope.name, [invalidValue('spec.replicas', replicas, 'must be greater than or equal to 0')]);
	}
	const object = setAt(old, paths.replicas, replicas);
	// `setAt` may have created the parents of the replicas, which then lack their defaults.
	scope.resource.storageSchema.applyDefaults(object);
	// A Scale may omit its resource version for every kind.
	const resourceVersion = metadataText(scale, 'resourceVersion') || metadataText(old, 'resourceVersion');
	scope.context.metadata.set(object, { uid: metadataText(scale, 'uid') || undefined, resourceVersion });
	return object;
}
