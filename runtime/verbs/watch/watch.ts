/**
 * watch: streams the changes of a collection or of one object. Seed 1, "Watch and list-then-watch". A watcher is a cursor in the cache.
 * Each event is serialized once, and a batch for many watchers of the same scope is joined once (`batch.ts`). A WebSocket client gets each
 * event in a message of its own.
 */
import type { ApiRequest, ApiResponse, RequestInfo } from '../../api/request.ts';
import { streamType } from '../../codec/representation.ts';
import type { ServedResource } from '../../serving/resource.ts';
import type { Serving } from '../../serving/serving.ts';
import type { Snapshots } from '../../serving/snapshots.ts';
import { CompactedError, type Revision } from '../../storage/store.ts';
import type { Cursor, FieldValue } from '../../watch/contract.ts';
import type { VerbWork, WatchContext } from '../contract.ts';
import { selectShown } from '../conversion/read.ts';
import { ShownCursor } from '../conversion/shown-cursor.ts';
import { waitForVersionMs } from '../get/get.ts';
import { type ListOptions, listOptions } from '../list/options.ts';
import { eventEncoder } from './encode.ts';
import { type EventFraming, inLines, inMessages, streamed } from './framing.ts';
import type { InitialObjects } from './initial.ts';
import { WatchStream } from './stream.ts';

/**
 * Minimum duration of a watch that requests no timeout. The actual duration is random, up to twice as long, so that the watches of many
 * clients do not end together.
 */
const usualTimeoutMs = 30 * 60 * 1000;

export const verb: VerbWork = { inThread: false, handlers: (context) => ({ stored: watchHandler(context) }) };

export function watchHandler(context: WatchContext): (request: ApiRequest, resource: ServedResource) => ApiResponse | Promise<ApiResponse> {
	return (request, resource) => {
		const options = listOptions(request, resource, context, true);
		const waiting = fresh(context, request, options);
		const begin = (): ApiResponse | Promise<ApiResponse> => answer(context, request, resource, options);
		return waiting === undefined ? begin() : waiting.then(begin);
	};
}

/** Waits for the version when the watch begins with a state. A watch from a future version waits in its stream. */
function fresh({ cache }: WatchContext, request: ApiRequest, options: ListOptions): Promise<void> | undefined {
	if (options.revision === undefined) return cache.consistent(request) ?? undefined;
	return startsWithState(options) && options.revision > cache.revision ? cache.waitFor(options.revision, waitForVersionMs, request.signal) : undefined;
}

function startsWithState({ revision, sendInitialEvents }: ListOptions): boolean {
	return sendInitialEvents ?? (revision === undefined || revision === 0);
}

function answer(context: WatchContext, request: ApiRequest, resource: ServedResource, options: ListOptions): ApiResponse | Promise<ApiResponse> {
	const scope = scopeOf(request, options);
	const initial = startsWithState(options) ? initialObjects(context, resource, scope, options) : undefined;
	const from = initial === undefined && options.revision !== undefined && options.revision > 0 ? options.revision : context.cache.revision;
	const begin = { context, request, resource, options, scope, from };
	if (resource.kind.conversionWebhook === undefined || initial === undefined) return stream({ ...begin, initial });
	const { objects, matches } = initial;
	const shown = selectShown(context, resource, objects, { matches, most: Number.POSITIVE_INFINITY, caller: request });
	return shown.then((converted) => stream({ ...begin, initial: { objects: converted, matches } }));
}

interface WatchStart {
	readonly context: WatchContext;
	readonly request: ApiRequest;
	readonly resource: ServedResource;
	readonly options: ListOptions;
	readonly scope: Scope;
	readonly initial: InitialObjects | undefined;
	/** Revision after which the changes begin. */
	readonly from: Revision;
}

function stream({ context, request, resource, options, scope, initial, from }: WatchStart): ApiResponse {
	const representation = context.formats.negotiate.answer(request, { protobuf: resource.schema.hasProtobuf, transforms: 'objects', stream: true });
	const { webSocket } = request;
	const upgraded = webSocket?.accept(request.outgoing ?? []);
	const opened = open(context, resource, from, scope);
	const cursor = resource.kind.conversionWebhook === undefined ? opened : new ShownCursor(opened, context.current, resource, options.matches);
	const encoder = eventEncoder(context.current, resource, representation, options, framingOf(request));
	const timeoutMs = options.timeoutSeconds ? options.timeoutSeconds * 1000 : usualTimeoutMs * (1 + Math.random());
	const watch = new WatchStream({
		cursor,
		encoder,
		batches: context.batches,
		initial,
		timeoutMs,
		bookmarks: options.allowWatchBookmarks,
		sent: context.watchMetrics.of(resource),
		slices: context.slices,
		endOfInitial: options.sendInitialEvents === true,
		whenChanged: whenChanged(context.snapshots, resource),
	});
	return {
		status: upgraded === undefined ? 200 : 101,
		headers: upgraded ?? context.formats.headers(streamType(representation)),
		body: { kind: 'events', start: (writer) => watch.run(writer), abandon: () => cursor.close() },
	};
}

function framingOf({ webSocket, eventFraming }: ApiRequest): EventFraming {
	if (webSocket !== undefined) return inMessages(webSocket);
	return eventFraming === undefined ? streamed : inLines(eventFraming);
}

/** Calls `callback` when the resource is no longer served, or no longer in the same form. Returns a function that unsubscribes. */
function whenChanged(snapshots: Snapshots, resource: ServedResource): (callback: () => void) => () => void {
	const { kind, version } = resource;
	return (callback) => {
		const check = (serving: Serving): void => {
			if (serving.resource(version.group, version.version, kind.plural) !== resource) callback();
		};
		check(snapshots.current());
		return snapshots.onSwap(check);
	};
}

interface Scope {
	/** Empty for all namespaces. */
	readonly namespace: string;
	readonly name: string;
	/** Value of an indexed field. Unset if a name is set, which is narrower. */
	readonly only?: FieldValue;
}

/** Returns the scope of the URL, narrowed by the field selector, so that changes of other objects do not wake the watcher. */
function scopeOf(request: ApiRequest, options: ListOptions): Scope {
	const { namespace, name } = request.info as Extract<RequestInfo, { isResource: true }>;
	const one = { namespace: namespace || (options.exactNamespace ?? ''), name: name || (options.exactName ?? '') };
	return options.only === undefined || one.name !== '' ? one : { ...one, only: options.only };
}

/** Returns a snapshot of the current objects; the selector is applied when they are written. */
function initialObjects({ cache }: WatchContext, resource: ServedResource, { namespace, name, only }: Scope, { matches }: ListOptions): InitialObjects {
	const storage = resource.kind.storageName;
	if (name !== '' && (namespace !== '' || resource.kind.scope === 'Cluster')) {
		const one = cache.get(storage, namespace, name);
		return { objects: one === undefined ? [] : [one], matches };
	}
	const objects = cache.list(storage, namespace, undefined, only);
	return { objects, matches: name === '' ? matches : (object) => object.name === name && matches(object) };
}

function open({ cache }: WatchContext, resource: ServedResource, from: Revision, scope: Scope): Cursor {
	try {
		return cache.cursor(resource.kind.storageName, from, scope);
	} catch (error) {
		if (error instanceof CompactedError) return tooOld(from, error);
		throw error;
	}
}

/**
 * Returns a cursor that fails with the error. As in Kubernetes, a compacted history is reported by an event in the stream, not by the
 * status of the answer.
 */
function tooOld(revision: Revision, error: CompactedError): Cursor {
	return { revision, next: () => Promise.reject(error), back: () => undefined, close: () => undefined };
}
