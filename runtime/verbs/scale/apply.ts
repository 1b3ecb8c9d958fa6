/**
 * Server-side apply on the scale subresource. The applied replicas are written to the object itself, at the path of its scale. A manager
 * owns the replicas, whether it applied them to the object or to its scale.
 */
import type { ApiRequest, ApiResponse } from '../../api/request.ts';
import { accepted, apply } from '../../apply/apply.ts';
import { lastAppliedAnnotationOf } from '../../apply/last-applied.ts';
import { managedFieldsOf } from '../../apply/managers.ts';
import { isObject } from '../../apply/objects/entries.ts';
import type { Versions } from '../../apply/versions.ts';
import type { JsonObject } from '../../model/catalog.ts';
import { scaleBody } from '../../model/endpoint.ts';
import { getAt, setAt } from '../../model/path.ts';
import type { ServedResource } from '../../serving/resource.ts';
import type { WriteContext } from '../contract.ts';
import { inVersions } from '../conversion/pending.ts';
import { acceptableTyped } from '../respond-typed.ts';
import { appliedReader } from '../write/bodies/applied.ts';
import { checkName } from '../write/identity.ts';
import { applyOptions } from '../write/options.ts';
import { scopeOf } from '../write/scope.ts';
import { updateObject } from '../write/update-object.ts';
import { respondScale, scaleOf } from './get.ts';
import { pathsOf, scaleKind, withScale } from './with-scale.ts';

export async function applyScale(context: WriteContext, request: ApiRequest, resource: ServedResource): Promise<ApiResponse> {
	const options = applyOptions(request, context);
	acceptableTyped(context, request, scaleBody);
	const scope = scopeOf(context, resource, request, options, { isApply: true });
	const body = await appliedReader(request, options.fieldValidation);
	const paths = pathsOf(resource);
	const replicasHere = resource.fieldFromStorage(paths.replicas);
	const propose = (old: JsonObject, versions: Versions): JsonObject => {
		const { apiVersion, kind } = resource;
		const { manager, subresource } = scope;
		const applied = accepted(context.ownedVersions.type(scaleBody.type), body.applied, scaleKind);
		const made = apply(versions, {
			applied: ofObject(applied, replicasHere, resource),
			lastAppliedAnnotation: lastAppliedAnnotationOf(context.vocabulary),
			live: resource.fromStorage(old),
			manager,
			force: options.force,
			apiVersion,
			kind: kind.kind,
			subresource,
			now: context.clock.now(),
		});
		body.report(scope.warnings);
		const replicas = getAt(made, replicasHere) ?? 0;
		const shown = scaleOf(old, paths);
		const scale: JsonObject = { metadata: { ...(shown.metadata as JsonObject), ...(isObject(applied.metadata) ? applied.metadata : {}) }, spec: { replicas } };
		checkName(scale, scope.name);
		const next = withScale(old, scale, paths, scope);
		context.metadata.set(next, { managedFields: managedFieldsOf(made) });
		return next;
	};
	const { object } = await updateObject(scope, (old) =>
		inVersions(scope, context.ownedVersions.of(resource, scope.subresource), (versions) => propose(old, versions)),
	);
	return respondScale(context, request, resource, object);
}

/** Returns the applied configuration of the object: only its replicas. */
function ofObject(scale: JsonObject, path: string, { apiVersion, kind }: ServedResource): JsonObject {
	const object: JsonObject = { apiVersion, kind: kind.kind };
	const replicas = getAt(scale, 'spec.replicas');
	return replicas === undefined ? object : setAt(object, path, replicas);
}
