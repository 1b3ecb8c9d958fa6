/**
 * DELETE on an object: removed at once, or marked and left until its finalizers, its grace and its kind let it go
 * (seed 1, "Deletion lifecycle of an object").
 */
import { conflict } from '../../api/errors.ts';
import type { ApiRequest, ApiResponse } from '../../api/request.ts';
import type { JsonObject } from '../../model/catalog.ts';
import type { ServedResource } from '../../serving/resource.ts';
import type { CachedObject } from '../../watch/contract.ts';
import { parseJson } from '../../wire/json/json.ts';
import type { VerbContext } from '../contract.ts';
import { acceptable, respondObject } from '../respond.ts';
import { type DeleteOptions, deleteOptions } from './delete-options.ts';
import { canonical, commitOne } from './finish.ts';
import { finalizersOf, foregroundFinalizer, isTerminating, metadataOf, metadataText, orphanFinalizer, setMetadata } from './metadata.ts';
import { admissionRequest, catchUp, currentObject, hookContext, racesLost, scopeOf, type WriteScope } from './scope.ts';
import { storedForm, withRevision, written } from './stored-form.ts';
import { respondSuccess } from './success.ts';

export function deleteVerb(context: VerbContext) {
	return async (request: ApiRequest, resource: ServedResource): Promise<ApiResponse> => {
		const options = await deleteOptions(request, context);
		acceptable(context, request, resource);
		const scope = scopeOf(context, resource, request, options.dryRun);
		const { object, uid, removed } = await deleteObject(scope, options);
		if (!removed) return respondObject(context, request, resource, object, options.orphanDependents === false ? 202 : 200);
		if (resource.kind.deleteReturns === 'object') return respondObject(context, request, resource, object, 200);
		const { group } = resource.version;
		return respondSuccess(context, request, { details: { name: scope.name, ...(group && { group }), kind: resource.kind.plural, uid } });
	};
}

export interface Deleted {
	/** The last state, or the state in which the object waits. */
	readonly object: CachedObject;
	readonly uid: string;
	readonly removed: boolean;
}

/** Throws ApiError NotFound, Conflict and whatever admission refuses with. */
export async function deleteObject(scope: WriteScope, options: DeleteOptions): Promise<Deleted> {
	const { storageName, plural } = scope.resource.kind;
	return scope.context.turns.take(`${storageName}/${scope.namespace}/${scope.name}`, async () => {
		for (let lost = 0; lost <= racesLost; lost++) {
			const current = await currentObject(scope);
			const deleted = await deleteOnce(scope, current, options);
			if ('object' in deleted) return deleted;
			await catchUp(scope, deleted.current);
		}
		throw conflict(plural, scope.resource.version.group, scope.name);
	});
}

async function deleteOnce(scope: WriteScope, current: CachedObject, options: DeleteOptions): Promise<Deleted | { readonly current: number }> {
	const old = parseJson(current.bytes.toString()) as JsonObject;
	checkPreconditions(scope, old, options);
	const admission = admissionRequest(scope, 'DELETE', undefined, old);
	const chain = scope.context.admission;
	const mutating = chain.mutate(admission);
	if (mutating !== undefined) await mutating;
	const validating = chain.validate(admission);
	if (validating !== undefined) await validating;

	const grace = graceOf(scope, old, options);
	const uid = metadataText(old, 'uid');
	if (grace === 'pending') return { object: current, uid, removed: false };
	const finalizers = finalizersAfter(finalizersOf(old), options);
	const removable = scope.resource.hooks.readyToRemove?.(old) ?? true;
	if (finalizers.length === 0 && grace.seconds === 0 && removable) return remove(scope, current, old, grace);
	return mark(scope, current, old, grace, finalizers);
}

function checkPreconditions(scope: WriteScope, old: JsonObject, options: DeleteOptions): void {
	const { plural } = scope.resource.kind;
	const { group } = scope.resource.version;
	const { uid, resourceVersion } = options.preconditions;
	const hasUid = metadataText(old, 'uid');
	if (uid !== undefined && uid !== hasUid) {
		const why = `the UID in the precondition (${uid}) does not match the UID in record (${hasUid}). The object might have been deleted and then recreated`;
		throw conflict(plural, group, scope.name, why);
	}
	const hasVersion = metadataText(old, 'resourceVersion');
	if (resourceVersion !== undefined && resourceVersion !== hasVersion) {
		const why = `the ResourceVersion in the precondition (${resourceVersion}) does not match the ResourceVersion in record (${hasVersion}). The object might have been modified`;
		throw conflict(plural, group, scope.name, why);
	}
}

interface Grace {
	readonly seconds: number;
	/** When the grace ends, ms since the epoch; undefined on kinds that know none. */
	readonly endMs: number | undefined;
}

/** `pending`: a grace runs already and this request does not shorten it. */
function graceOf(scope: WriteScope, old: JsonObject, options: DeleteOptions): Grace | 'pending' {
	const { gracePeriodSeconds } = scope.resource.hooks;
	if (gracePeriodSeconds === undefined) return { seconds: 0, endMs: undefined };
	const requested = options.gracePeriodSeconds;
	if (!isTerminating(old)) {
		const seconds = gracePeriodSeconds(old, requested);
		return { seconds, endMs: Date.now() + seconds * 1000 };
	}
	const running = metadataOf(old).deletionGracePeriodSeconds;
	if (running === undefined || running === null) return { seconds: 0, endMs: undefined };
	if (requested === undefined || requested >= Number(running)) return 'pending';
	const endMs = Date.parse(metadataText(old, 'deletionTimestamp')) - (Number(running) - requested) * 1000;
	return { seconds: requested, endMs };
}

/** The finalizers with which an object waits for its dependents, as the request wants them treated; those of others stay. */
function finalizersAfter(finalizers: readonly string[], options: DeleteOptions): string[] {
	const { orphanDependents, propagationPolicy } = options;
	const others = finalizers.filter((finalizer) => finalizer !== orphanFinalizer && finalizer !== foregroundFinalizer);
	if (orphanDependents !== undefined) return orphanDependents ? [...others, orphanFinalizer] : others;
	switch (propagationPolicy) {
		case 'Orphan':
			return [...others, orphanFinalizer];
		case 'Foreground':
			return [...others, foregroundFinalizer];
		case 'Background':
			return others;
		case undefined:
			return [...finalizers];
	}
}

async function remove(scope: WriteScope, current: CachedObject, old: JsonObject, grace: Grace): Promise<Deleted | { readonly current: number }> {
	const uid = metadataText(old, 'uid');
	const { namespace, name, resource } = scope;
	// A kind that knows a grace says that none is left.
	setMetadata(old, { ...(grace.endMs !== undefined && deletionMark(scope, old, grace)), resourceVersion: undefined });
	const form = storedForm(old, resource);
	if (scope.dryRun) return { object: written(old, form, current.revision), uid, removed: true };
	const outcome = await commitOne(scope, { resource: resource.kind.storageName, namespace, name, expected: current.revision });
	if (!outcome.ok) return { current: outcome.current };
	return { object: written(old, form, outcome.revision), uid, removed: true };
}

async function mark(
	scope: WriteScope,
	current: CachedObject,
	old: JsonObject,
	grace: Grace,
	finalizers: readonly string[],
): Promise<Deleted | { readonly current: number }> {
	const { namespace, name, resource } = scope;
	const uid = metadataText(old, 'uid');
	const object: JsonObject = { ...old };
	setMetadata(object, { ...deletionMark(scope, old, grace), resourceVersion: undefined, finalizers: finalizers.length > 0 ? [...finalizers] : undefined });
	resource.hooks.prepareForDelete?.(object, hookContext(scope));
	const final = resource.hooks.prepareForDelete === undefined ? object : canonical(scope, object);
	const form = storedForm(final, resource);
	if (withRevision(form.text, current.revision) === current.bytes.toString()) return { object: current, uid, removed: false };
	if (scope.dryRun) return { object: written(final, form, current.revision), uid, removed: false };
	const outcome = await commitOne(scope, {
		resource: resource.kind.storageName,
		namespace,
		name,
		expected: current.revision,
		bytes: Buffer.from(form.text),
		side: form.side,
		makesRoom: true,
	});
	return outcome.ok ? { object: written(final, form, outcome.revision), uid, removed: false } : { current: outcome.current };
}

/** The deletion counts as a change of the desired state when it is asked for first. */
function deletionMark(scope: WriteScope, old: JsonObject, grace: Grace): JsonObject {
	const { clock } = scope.context;
	if (isTerminating(old)) return grace.endMs === undefined ? {} : { deletionTimestamp: clock.text(grace.endMs), deletionGracePeriodSeconds: grace.seconds };
	const generation = Number(metadataOf(old).generation ?? 0);
	return {
		deletionTimestamp: grace.endMs === undefined ? clock.now() : clock.text(grace.endMs),
		// A kind that decides itself when it goes knows no grace.
		...(scope.resource.hooks.readyToRemove === undefined ? { deletionGracePeriodSeconds: grace.seconds } : {}),
		...(generation > 0 ? { generation: generation + 1 } : {}),
	};
}
