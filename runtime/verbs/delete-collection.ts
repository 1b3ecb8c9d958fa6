/** DELETE on a collection: every object that the selectors choose is deleted as if by itself; what has gone meanwhile is no failure. */
import { ApiError } from '../api/errors.ts';
import type { ApiRequest, ApiResponse } from '../api/request.ts';
import { allOf, parseFieldSelector, parseLabelSelector } from '../select/index.ts';
import type { ServedResource, VerbContext } from './contract.ts';
import { deleteObject } from './delete.ts';
import { type DeleteOptions, deleteOptions } from './delete-options.ts';
import { scopeOf, type WriteScope } from './write-scope.ts';
import { respondSuccess } from './write-success.ts';

/** Deletes under way at once: enough to fill the store's batches, few enough to leave room for other requests. */
const atOnce = 32;

export function deleteCollection(context: VerbContext) {
	return async (request: ApiRequest, resource: ServedResource): Promise<ApiResponse> => {
		const options = await deleteOptions(request, context);
		const scope = scopeOf(context, resource, request, options.dryRun);
		await context.cache.consistent();
		await deleteAll(scope, chosen(scope, request.query), options);
		return respondSuccess(context, request, { code: 200, details: { kind: resource.kind.kind } });
	};
}

/** Names, from one consistent state. */
function chosen({ context, resource, namespace }: WriteScope, query: string): string[] {
	const parameters = new URLSearchParams(query);
	const labels = parseLabelSelector(parameters.get('labelSelector') ?? '');
	const fields = parseFieldSelector(parameters.get('fieldSelector') ?? '', resource.kind.selectableFields);
	const matches = allOf([labels.matches, fields.matches]);
	const names: string[] = [];
	for (const object of context.cache.list(resource.kind.storageName, namespace)) if (matches(object)) names.push(object.name);
	return names;
}

/** Deletes in bounded concurrency; the first failure ends it and is thrown once what is under way has ended. */
export async function deleteAll(scope: WriteScope, names: readonly string[], options: DeleteOptions): Promise<void> {
	let next = 0;
	let failure: { readonly error: unknown } | undefined;
	const work = async (): Promise<void> => {
		while (failure === undefined) {
			const name = names[next++];
			if (name === undefined) return;
			try {
				await deleteObject({ ...scope, name }, options);
			} catch (error) {
				if (!(error instanceof ApiError && error.reason === 'NotFound')) failure ??= { error };
			}
		}
	};
	await Promise.all(Array.from({ length: Math.min(atOnce, names.length) }, work));
	if (failure !== undefined) throw failure.error;
}
