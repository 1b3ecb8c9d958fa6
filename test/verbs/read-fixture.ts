/** Read verbs over a real store and cache, with the built-in catalog. */

import { catalog as builtIn } from '../../generated/catalog.ts';
import { vocabulary } from '../../generated/vocabulary.ts';
import { ApiError } from '../../runtime/api/errors.ts';
import { parseQuery } from '../../runtime/api/query.ts';
import type { ApiRequest, ApiResponse, EventBody, RequestInfo } from '../../runtime/api/request.ts';
import { kindHooks } from '../../runtime/kinds/index.ts';
import type { Catalog, JsonObject } from '../../runtime/model/catalog.ts';
import { narrow } from '../../runtime/schema/emulated-catalog.ts';
import { itemForms } from '../../runtime/serving/item-form.ts';
import type { VerbContext } from '../../runtime/verbs/contract.ts';
import { getHandler } from '../../runtime/verbs/get/get.ts';
import { listHandler } from '../../runtime/verbs/list/list.ts';
import { watchHandler } from '../../runtime/verbs/watch/watch.ts';
import { storedForm } from '../../runtime/verbs/write/stored-form.ts';
import { type Cache, openCache } from '../../runtime/watch/cache.ts';
import type { CacheOptions } from '../../runtime/watch/cache-options.ts';
import { type TemporaryStore, temporarySqliteStore } from '../suites/sqlite.ts';
import { asWritten, testContext } from './context.ts';
import { kindParts } from './kind-parts.ts';

export interface Reader {
	readonly context: VerbContext;
	readonly under: TemporaryStore;
	readonly cache: Cache;
	/** Returns the resourceVersion of the n-th write: a store need not count from 1. */
	at(n: number): string;
	/** Creates or replaces an object in the storage version and returns its revision. */
	put(plural: string, object: JsonObject, group?: string, version?: string): Promise<number>;
	remove(plural: string, namespace: string, name: string): Promise<number>;
	get(path: string, headers?: Record<string, string>): Promise<ApiResponse>;
	json(path: string, headers?: Record<string, string>): Promise<JsonObject>;
	watch(path: string, headers?: Record<string, string>): Promise<Watching>;
	close(): Promise<void>;
}

export interface Watching {
	readonly response: ApiResponse;
	/** Waits for this number of lines and returns all, parsed. */
	lines(count: number): Promise<JsonObject[]>;
	bytes(): Buffer;
	/** Resolves when the stream ended by itself. */
	readonly ended: Promise<void>;
	stop(): Promise<void>;
}

export async function reader(catalog: Catalog = narrow(builtIn, '1.25'), options: CacheOptions = {}): Promise<Reader> {
	const under = await temporarySqliteStore();
	const cache = await openCache(under.store, { shown: asWritten(itemForms(catalog)), ...options });
	const base = cache.revision;
	const context = await testContext({ catalog, store: under.store, cache, hooks: kindHooks(vocabulary, kindParts({ release: catalog.release })) });
	const revisions = new Map<string, number>();
	const handlers = { get: getHandler(context), list: listHandler(context), watch: watchHandler(context) };

	async function commit(resource: string, namespace: string, name: string, bytes?: Buffer, side?: string): Promise<number> {
		const key = `${resource}/${namespace}/${name}`;
		const mutation = { resource, namespace, name, expected: revisions.get(key) ?? 0, ...(bytes && { bytes }), ...(side !== undefined && { side }) };
		const [outcome] = await under.store.commit([mutation]);
		if (!outcome?.ok) throw new Error(`conflict on ${key}`);
		revisions.set(key, bytes ? outcome.revision : 0);
		return outcome.revision;
	}

	async function answer(path: string, headers: Record<string, string> = {}): Promise<ApiResponse> {
		const { info, query } = infoOf(path);
		const resource = context.resource(info.group, info.version, info.resource);
		if (resource === undefined) throw new ApiError('NotFound', 'the server could not find the requested resource');
		const handler = handlers[info.verb as 'get' | 'list' | 'watch'];
		// Each request begins in its own event loop iteration, as in the listener: long work in a shared one would be deferred.
		await new Promise((resolve) => setImmediate(resolve));
		return await handler(requestOf(info, query, headers), resource);
	}

	return {
		context,
		under,
		cache,
		at: (n) => String(base + n),
		async put(plural, object, group = '', version = 'v1') {
			const resource = context.resource(group, version, plural);
			if (resource === undefined) throw new Error(`no resource ${plural}`);
			const { metadata, ...rest } = object;
			const meta = metadata as JsonObject;
			const whole = resource.storageSchema.read(
				{
					kind: resource.kind.kind,
					apiVersion: resource.storageApiVersion,
					metadata: { uid: `uid-${meta.name}`, creationTimestamp: '2024-01-01T00:00:00Z', ...meta },
					...rest,
				},
				{ notices: [] },
			);
			const form = storedForm(whole, resource);
			return await commit(resource.kind.storageName, String(meta.namespace ?? ''), String(meta.name), Buffer.from(form.text), form.side);
		},
		remove: (plural, namespace, name) => commit(plural, namespace, name),
		get: answer,
		async json(path, headers) {
			return JSON.parse(await text(await answer(path, headers))) as JsonObject;
		},
		async watch(path, headers) {
			return watching(await answer(path, headers));
		},
		async close() {
			await cache.close();
			await under.destroy();
		},
	};
}

/** Parses a path such as `/api/v1/namespaces/a/configmaps/x/scale?limit=1`, as far as these tests need. */
function infoOf(path: string): { info: Extract<RequestInfo, { isResource: true }>; query: string } {
	const [where = '', query = ''] = path.split('?');
	const parts = where.split('/').slice(1);
	const [group, version] = parts[0] === 'api' ? ['', parts[1] ?? ''] : [parts[1] ?? '', parts[2] ?? ''];
	const rest = parts.slice(parts[0] === 'api' ? 2 : 3);
	const namespaced = rest[0] === 'namespaces' && rest.length > 2;
	const [resource = '', name = '', subresource = ''] = namespaced ? rest.slice(2) : rest;
	const verb = /(^|&)watch=(1|true)/.test(query) ? 'watch' : name === '' ? 'list' : 'get';
	return { info: { isResource: true, verb, group, version, resource, subresource, namespace: namespaced ? (rest[1] ?? '') : '', name }, query };
}

/** Number of signals made for all requests so far. A signal is expensive and made only for a wait. */
export const signals = { made: 0 };

export function requestOf(info: RequestInfo, query: string, headers: Record<string, string>): ApiRequest {
	return {
		method: 'GET',
		path: '',
		query,
		parameters: () => parseQuery(query),
		header: (name) => headers[name],
		headersBeginning: (prefix) => Object.entries(headers).filter(([name]) => name.startsWith(prefix)) as [string, string][],
		body: async () => Buffer.alloc(0),
		get signal(): AbortSignal {
			signals.made++;
			return new AbortController().signal;
		},
		peer: undefined,
		info,
		user: { name: 'test', uid: '', groups: [], extra: {} },
		warnings: [],
	};
}

export async function bytesOf(response: ApiResponse): Promise<Buffer> {
	const { body } = response;
	if (typeof body === 'string') return Buffer.from(body);
	if (Buffer.isBuffer(body)) return body;
	const pieces: Buffer[] = [];
	for await (const piece of body as AsyncIterable<Buffer>) pieces.push(piece);
	return Buffer.concat(pieces);
}

export async function text(response: ApiResponse): Promise<string> {
	return (await bytesOf(response)).toString();
}

export function watching(response: ApiResponse): Watching {
	const controller = new AbortController();
	const pieces: Buffer[] = [];
	let more = Promise.withResolvers<void>();
	const ended = (response.body as EventBody).start({
		signal: controller.signal,
		write(bytes) {
			pieces.push(bytes);
			more.resolve();
			more = Promise.withResolvers();
			return true;
		},
		drained: async () => undefined,
	});
	const all = (): string[] => Buffer.concat(pieces).toString().split('\n').slice(0, -1);
	return {
		response,
		bytes: () => Buffer.concat(pieces),
		async lines(count) {
			while (all().length < count) await more.promise;
			return all().map((line) => JSON.parse(line) as JsonObject);
		},
		ended,
		async stop() {
			controller.abort();
			await ended;
		},
	};
}

export const configMap = (name: string, data: Record<string, string> = {}, labels?: Record<string, string>, namespace = 'a'): JsonObject => ({
	metadata: { name, namespace, ...(labels && { labels }) },
	data,
});
