/**
 * list: returns a collection, whole or in chunks. The objects come from the cache when its version is acceptable, otherwise from the
 * store's history. Seed 1, "Version semantics of reads" (every row of the list table) and "Chunked listing".
 */
import { ApiError } from '../../api/errors.ts';
import type { ApiRequest, ApiResponse, RequestInfo } from '../../api/request.ts';
import type { ListMetadata } from '../../codec/list.ts';
import { everything } from '../../select/index.ts';
import type { ServedResource } from '../../serving/resource.ts';
import { CompactedError, type Revision } from '../../storage/store.ts';
import type { CachedObject } from '../../watch/contract.ts';
import { TooLargeVersion } from '../../watch/revision-waiters.ts';
import type { ContinueToken, ListIdentity } from '../context/continue-token.ts';
import type { ReadContext, VerbWork } from '../contract.ts';
import { selectShown } from '../conversion/read.ts';
import { waitForVersionMs } from '../get/get.ts';
import { expiredToken, expiredVersion } from './expired-list.ts';
import { objectsAt } from './history.ts';
import { type ListOptions, listOptions } from './options.ts';
import { respondList } from './respond.ts';
import { select } from './select.ts';
import { unreadable } from './unreadable.ts';

interface ListRequest {
	readonly context: ReadContext;
	readonly request: ApiRequest;
	readonly resource: ServedResource;
	/** Empty for a list over all namespaces. */
	readonly namespace: string;
	readonly options: ListOptions;
	readonly token: ContinueToken | undefined;
}

export const verb: VerbWork = { inThread: false, handlers: (context) => ({ stored: listHandler(context) }) };

export function listHandler(context: ReadContext): (request: ApiRequest, resource: ServedResource) => ApiResponse | Promise<ApiResponse> {
	return (request, resource) => {
		const { namespace } = request.info as Extract<RequestInfo, { isResource: true }>;
		const options = listOptions(request, resource, context);
		const token = options.continue === '' ? undefined : context.continueTokens.read(options.continue, identityOf(resource, namespace, options));
		const list: ListRequest = { context, request, resource, namespace, options, token };
		const waiting = fresh(list);
		return waiting === undefined ? answer(list) : waiting.then(() => answer(list));
	};
}

/** Waits until the cache is as new as the list must be. Returns undefined when no wait is needed. */
function fresh({ context: { cache }, request, options, token }: ListRequest): Promise<void> | undefined {
	const least = token === undefined || token.revision === 0 ? options.revision : token.revision;
	if (least === undefined) return cache.consistent(request) ?? undefined;
	if (least <= cache.revision) return undefined;
	const waiting = cache.waitFor(least, waitForVersionMs, request.signal);
	return token === undefined && (options.match === 'Exact' || options.limit > 0) ? waiting.catch(unavailable) : waiting;
}

/**
 * Turns a timeout into 410, for lists at an exact version or with a limit (seed 1, "Version semantics of reads").
 */
function unavailable(error: unknown): never {
	throw error instanceof TooLargeVersion ? new ApiError('Expired', error.message.replace(/^Timeout: /, '')) : error;
}

function answer(list: ListRequest): ApiResponse | Promise<ApiResponse> {
	const revision = exactRevision(list);
	const { cache } = list.context;
	if (revision === undefined || revision === cache.revision) return fromCache(list, cache.revision);
	return cache.isUnchanged(list.resource.kind.storageName, revision) ? fromCache(list, revision) : fromHistory(list, revision);
}

/** Returns the exact version that the list must show. Returns undefined when the current version is acceptable. */
function exactRevision({ resource, namespace, options: { revision, match, limit, exactName }, token }: ListRequest): Revision | undefined {
	if (token !== undefined) return token.revision === 0 ? undefined : token.revision;
	if (revision === undefined || revision === 0) return undefined;
	// A list of at most one object has no second page, which would have to show the same version. As in Kubernetes, any version that is new
	// enough is acceptable.
	const isOfOne = exactName !== undefined && (namespace !== '' || resource.kind.scope === 'Cluster');
	return match === 'Exact' || (match === '' && limit > 0 && !isOfOne) ? revision : undefined;
}

/** Answers with the current objects, which are those of `revision` as well. */
function fromCache(list: ListRequest, revision: Revision): ApiResponse | Promise<ApiResponse> {
	const { context, options } = list;
	refuseDamaged(list);
	const objects = listed(list);
	const behind = options.limit === 0 ? undefined : behindOf(list);
	const all = (found: Iterable<CachedObject>) => respondWhole(list, { revision, isPast: false, objects: found });
	const page = (found: CachedObject[]) => respondPage(list, { revision, isPast: false, objects: found, behind });
	if (list.resource.kind.conversionWebhook !== undefined) return shownObjects(list, objects).then(options.limit === 0 ? all : page);
	if (options.matches === everything) return options.limit === 0 ? all(objects) : page(take(objects, options.limit + 1));
	const respond = options.limit === 0 ? all : page;
	const selected = select(objects, options.matches, options.limit === 0 ? Number.POSITIVE_INFINITY : options.limit + 1, {
		caller: list.request,
		slices: context.slices,
	});
	return selected instanceof Promise ? selected.then(respond) : respond(selected);
}

/** Returns the selected objects in the version of the request, with one more than the limit. */
function shownObjects({ context, request, resource, options: { matches, limit } }: ListRequest, objects: Iterable<CachedObject>): Promise<CachedObject[]> {
	return selectShown(context, resource, objects, { matches, most: limit === 0 ? Number.POSITIVE_INFINITY : limit + 1, caller: request });
}

/** Returns the cached objects from which the list selects. Later changes do not affect them. */
function listed({ context: { cache }, resource, namespace, options, token }: ListRequest): Iterable<CachedObject> {
	const { exactName, exactNamespace, only } = options;
	const storage = resource.kind.storageName;
	const where = namespace || (exactNamespace ?? '');
	if (exactName !== undefined && token === undefined && (where !== '' || resource.kind.scope === 'Cluster')) {
		const one = cache.get(storage, where, exactName);
		return one !== undefined && inside(one, namespace) ? [one] : [];
	}
	return cache.list(storage, namespace, token && { namespace: token.namespace, name: token.name }, only);
}

/** Returns the current number of objects after the token's position, or of all objects without a token. */
function behindOf({ context: { cache }, resource, namespace, token }: ListRequest): number {
	const storage = resource.kind.storageName;
	return token === undefined ? cache.count(storage, namespace) : cache.countAfter(storage, namespace, token);
}

function inside(object: CachedObject, namespace: string): boolean {
	return namespace === '' || object.namespace === namespace;
}

function take(objects: Iterable<CachedObject>, count: number): CachedObject[] {
	const taken: CachedObject[] = [];
	if (count <= 0) return taken;
	for (const object of objects) {
		taken.push(object);
		if (taken.length >= count) break;
	}
	return taken;
}

async function fromHistory(list: ListRequest, revision: Revision): Promise<ApiResponse> {
	const { context, resource, namespace, options, token } = list;
	refuseDamaged(list);
	try {
		const { cache, slices } = context;
		const range = { resource: resource.kind.storageName, namespace: namespace || undefined, after: token && { namespace: token.namespace, name: token.name } };
		const limit = options.limit === 0 ? Number.POSITIVE_INFINITY : options.limit + 1;
		const isConverted = resource.kind.conversionWebhook !== undefined;
		const matches = isConverted ? everything : options.matches;
		const most = isConverted && options.matches !== everything ? Number.POSITIVE_INFINITY : limit;
		const stored = await objectsAt(cache, { revision, range, matches, limit: most }, { caller: list.request, slices });
		const objects = isConverted ? await shownObjects(list, stored) : stored;
		const isCounted = token === undefined && objects.length > options.limit && options.limit > 0;
		const count = isCounted ? await cache.countAt(revision, range, { signal: list.request.signal }) : undefined;
		const page = { revision, isPast: true, objects };
		return await (options.limit === 0 ? respondWhole(list, page) : respondPage(list, { ...page, behind: count ?? token?.left }));
	} catch (error) {
		if (!(error instanceof CompactedError)) throw error;
		throw token === undefined ? expiredVersion() : expiredToken(sealed(list, { ...token, revision: 0, left: undefined }));
	}
}

/** Throws ApiError StorageReadError if the list includes damaged objects, because their earlier states are unknown. */
function refuseDamaged({ context, resource, namespace }: ListRequest): void {
	const damaged = context.cache.damaged(resource.kind.storageName, namespace);
	if (damaged.length > 0) throw unreadable(resource, damaged);
}

/** Listed objects and their version. */
interface ListResult {
	readonly revision: Revision;
	/** True when a newer version exists. */
	readonly isPast: boolean;
	readonly objects: Iterable<CachedObject>;
}

interface ListedPage extends ListResult {
	/** Objects of the page, and one more if another page follows. */
	readonly objects: CachedObject[];
	/** Number of objects after the token's position, or of all objects without a token. */
	readonly behind: number | undefined;
}

/**
 * Responds with all remaining objects. In a chunked list this is the last chunk, whose continue token is empty (seed 1, "List metadata").
 */
function respondWhole(list: ListRequest, { revision, isPast, objects }: ListResult): ApiResponse | Promise<ApiResponse> {
	const { options, token } = list;
	const isChunk = options.limit > 0 || token !== undefined;
	const metadata: ListMetadata = { resourceVersion: String(revision), ...(isChunk && { continue: '' }) };
	return respondList({ ...list, metadata, objects, isPast });
}

function respondPage(list: ListRequest, listed: ListedPage): ApiResponse | Promise<ApiResponse> {
	const { limit } = list.options;
	const { revision, isPast, objects, behind } = listed;
	if (objects.length <= limit) return respondWhole(list, listed);
	const page = objects.slice(0, limit);
	const last = page[limit - 1] as CachedObject;
	const left = remaining(list, behind, page.length);
	const token = sealed(list, { revision, namespace: last.namespace, name: last.name, left });
	const metadata: ListMetadata = { resourceVersion: String(revision), continue: token, ...(left === undefined ? {} : { remainingItemCount: left }) };
	return respondList({ ...list, metadata, objects: page, isPast });
}

/**
 * Returns the remaining item count. Returns undefined for a list with a selector, as in Kubernetes, because the count includes objects that
 * do not match.
 */
function remaining({ context: { catalog }, options }: ListRequest, behind: number | undefined, served: number): number | undefined {
	if (options.matches !== everything || catalog.closedGates?.has('RemainingItemCount')) return undefined;
	return behind === undefined || behind <= served ? undefined : behind - served;
}

function identityOf({ kind }: ServedResource, namespace: string, { filter }: ListOptions): ListIdentity {
	return { resource: kind.storageName, namespace, filter };
}

function sealed({ context, resource, namespace, options }: ListRequest, token: ContinueToken): string {
	return context.continueTokens.write(token, identityOf(resource, namespace, options));
}
