/** DELETE on a collection: deletes each selected object like a single delete. An object that no longer exists is no failure. */
import { ApiError, invalid } from '../../api/errors.ts';
import type { ApiRequest, ApiResponse } from '../../api/request.ts';
import { invalidValue } from '../../model/cause.ts';
import type { TimeSlicer } from '../../scheduling/time-slicer.ts';
import { everything } from '../../select/index.ts';
import type { ServedResource } from '../../serving/resource.ts';
import type { VerbContext, VerbWork } from '../contract.ts';
import { selectShown } from '../conversion/read.ts';
import { type ListOptions, listOptions } from '../list/options.ts';
import { select } from '../list/select.ts';
import { unreadable } from '../list/unreadable.ts';
import { inPresent } from '../write/commit/superseded.ts';
import { scopeOf, type WriteScope } from '../write/scope.ts';
import { respondSuccess } from '../write/success.ts';
import { deleteObject } from './object.ts';
import { type DeleteOptions, deleteOptions, ignoresDamageOption } from './options.ts';

/** Maximum number of deletes in flight: enough to fill the store's batches, few enough to leave room for other requests. */
const atOnce = 32;

export const verb: VerbWork = { inThread: false, handlers: (context) => ({ stored: deleteCollection(context) }) };

const notOfCollections = invalidValue(ignoresDamageOption, true, 'is not allowed with DELETECOLLECTION, try again after removing the option');

function deleteCollection(context: VerbContext) {
	return async (request: ApiRequest, resource: ServedResource): Promise<ApiResponse> => {
		const options = await deleteOptions(request, context);
		if (options.ignoresDamage) throw invalid('DeleteOptions', `meta.${context.vocabulary.groupDomain}`, '', [notOfCollections]);
		const scope = scopeOf(context, resource, request, options);
		const selection = listOptions(request, resource, context);
		refuseHistory(selection);
		await context.cache.consistent(request);
		const names = await chosen(context, scope, selection);
		let served: VerbContext = context;
		await inPresent(async () => {
			const present = served === context ? resource : served.resource(resource.version.group, resource.version.version, resource.kind.plural);
			const scoped = present && { ...scope, context: served, resource: present };
			served = context.current();
			// A kind that is no longer served has no objects to delete.
			if (scoped !== undefined) await deleteAll(scoped, names, options, context.slices);
		});
		return respondSuccess(context, request, { code: 200, details: { kind: resource.kind.kind } });
	};
}

/**
 * Returns the names of the selected objects in one consistent state, at least as new as the request wants. Throws when a list would be
 * refused, so that no object is deleted.
 */
async function chosen(context: VerbContext, { resource, namespace, caller }: WriteScope, { matches, limit, only }: ListOptions): Promise<string[]> {
	const most = limit === 0 ? Number.POSITIVE_INFINITY : limit;
	const { cache, slices } = context;
	const damaged = cache.damaged(resource.kind.storageName, namespace);
	if (damaged.length > 0) throw unreadable(resource, damaged);
	const all = cache.list(resource.kind.storageName, namespace, undefined, only);
	const objects =
		resource.kind.conversionWebhook === undefined || matches === everything
			? await select(all, matches, most, { caller, slices })
			: await selectShown(context, resource, all, { matches, most, caller });
	return objects.map(({ name }) => name);
}

/** Refuses options that ask for an earlier version, because a delete acts on the current objects. */
function refuseHistory(options: ListOptions): void {
	if (options.continue !== '')
		throw new ApiError('BadRequest', 'continue is not supported for the deletion of a collection: repeat the request for the remaining objects');
	if (options.match === 'Exact') throw new ApiError('BadRequest', 'resourceVersionMatch=Exact is not supported when a collection is deleted');
}

/**
 * Deletes with bounded concurrency. The first failure, or the abort signal, stops further deletes. It is thrown after the deletes in flight
 * have ended.
 */
export async function deleteAll(scope: WriteScope, names: readonly string[], options: DeleteOptions, slices: TimeSlicer): Promise<void> {
	const { signal } = scope.caller;
	let next = 0;
	let failure: { readonly error: unknown } | undefined;
	const work = async (): Promise<void> => {
		while (failure === undefined && !signal.aborted) {
			const name = names[next++];
			if (name === undefined) return;
			try {
				// A dry run does not wait for the store, so time slices bound its use of the event loop.
				await slices.soon(() => deleteObject({ ...scope, name, isOfCollection: true }, options));
			} catch (error) {
				if (!(error instanceof ApiError && error.reason === 'NotFound')) failure ??= { error };
			}
		}
	};
	await Promise.all(Array.from({ length: Math.min(atOnce, names.length) }, work));
	if (failure !== undefined) throw failure.error;
	signal.throwIfAborted();
}
