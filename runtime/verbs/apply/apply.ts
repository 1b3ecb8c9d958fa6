/**
 * PATCH with `application/apply-patch+yaml`: server-side apply on an object or its status. The applied configuration is merged into the
 * stored object, or creates it. Seed 1, "Server-side apply endpoint". The merge and its conflicts are in `apply/`.
 */
import { ApiError, conflict } from '../../api/errors.ts';
import type { ApiRequest, ApiResponse } from '../../api/request.ts';
import { apply } from '../../apply/apply.ts';
import { lastAppliedAnnotationOf } from '../../apply/last-applied.ts';
import { isObject } from '../../apply/objects/entries.ts';
import type { Versions } from '../../apply/versions.ts';
import type { JsonObject } from '../../model/catalog.ts';
import { MalformedError } from '../../model/malformed.ts';
import type { ServedResource } from '../../serving/resource.ts';
import { stamped } from '../body.ts';
import type { WriteContext } from '../contract.ts';
import { inVersions } from '../conversion/pending.ts';
import { metadataText } from '../metadata/metadata.ts';
import { representationOf, respondObject } from '../respond.ts';
import { updateOrCreate } from '../update/or-create.ts';
import { appliedReader } from '../write/bodies/applied.ts';
import { checkName, checkNamespace, checkUid } from '../write/identity.ts';
import { applyOptions } from '../write/options.ts';
import { toProposal } from '../write/proposal.ts';
import { scopeOf } from '../write/scope.ts';

export async function applyObject(context: WriteContext, request: ApiRequest, resource: ServedResource): Promise<ApiResponse> {
	const options = applyOptions(request, context);
	const representation = representationOf(context, request, resource);
	const scope = scopeOf(context, resource, request, options, { isApply: true });
	const { apiVersion, kind, version } = resource;
	const { applied, report } = await appliedReader(request, options.fieldValidation);
	const ownVersions = context.ownedVersions.of(resource, scope.subresource);
	const { manager, subresource } = scope;
	const { force } = options;
	const lastAppliedAnnotation = lastAppliedAnnotationOf(context.vocabulary);
	const merged = (live: JsonObject | undefined, versions: Versions): JsonObject => {
		const now = context.clock.now();
		const given = live === undefined ? newFrom(applied, context) : applied;
		const made = readable(() =>
			apply(versions, { live, applied: given, manager, force, apiVersion, kind: kind.kind, subresource, now, lastAppliedAnnotation }),
		);
		report(scope.warnings);
		const { misfits } = scope;
		// An attempt that lost a race is repeated with another object, so the misfits of the previous attempt are dropped.
		if (misfits !== undefined) misfits.length = 0;
		const next = readable(() => stamped(resource.schema.read(made, { notices: [], misfits }), { apiVersion, kind: kind.kind }));
		checkName(next, scope.name);
		checkNamespace(next, resource, request);
		return next;
	};
	const { object, status } = await updateOrCreate(scope, request, {
		propose: (old) =>
			inVersions(scope, ownVersions, (versions) => {
				const next = merged(resource.fromStorage(old), versions);
				checkUid(next, old, resource);
				return toProposal(next, old, resource);
			}),
		absent: (notFound) => {
			if (subresource !== '') throw notFound;
			const next = merged(undefined, ownVersions);
			const uid = metadataText(next, 'uid');
			if (uid !== '') {
				const why = `uid mismatch: the provided object specified uid ${uid}, and no existing object was found`;
				throw conflict(kind.plural, version.group, scope.name, why);
			}
			return next;
		},
	});
	return respondObject(context, request, resource, { representation, object, status });
}

/** Drops metadata that a client cannot set on a new object, so that no manager owns it. */
function newFrom(applied: JsonObject, { metadata }: WriteContext): JsonObject {
	if (!isObject(applied.metadata)) return applied;
	const given = { ...applied, metadata: { ...applied.metadata } };
	metadata.dropFromNew(given);
	return given;
}

/** Turns an error in a value into a refusal. The merge has already checked the applied configuration against its type. */
function readable(make: () => JsonObject): JsonObject {
	try {
		return make();
	} catch (error) {
		if (!(error instanceof MalformedError)) throw error;
		throw new ApiError('BadRequest', `failed to convert what was applied to an object: ${error.message}`);
	}
}
