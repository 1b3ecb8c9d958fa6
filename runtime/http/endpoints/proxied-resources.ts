/**
 * Resource lists of aggregated servers, for the aggregated form of discovery. They are fetched on demand and cached. A server that does not
 * answer is marked stale, and clients ask that server for its list themselves.
 */
import { Readable } from 'node:stream';
import { parseQuery } from '../../api/query.ts';
import type { ApiRequest, ApiResponse, Handler } from '../../api/request.ts';
import { type ForeignResources, foreignResources } from '../../documents/foreign-resources.ts';

/** Lifetime in the cache, the refresh interval of kube-apiserver. */
const keptMs = 60_000;
/** Deadline for the list of a server, because clients wait for it. After it the server counts as stale. */
const patienceMs = 3_000;
/** Maximum size of a resource list. An entry has about 300 bytes. */
const mostBytes = 3 * 1024 * 1024;

interface PendingResources {
	readonly atMs: number;
	readonly resources: Promise<ForeignResources>;
}

export class ProxiedResources {
	readonly #proxies: ReadonlyMap<string, Handler>;
	/** Lists, or requests for them, by group and version. The catalog bounds their number. */
	readonly #asked = new Map<string, PendingResources>();

	constructor(proxies: ReadonlyMap<string, Handler>) {
		this.#proxies = proxies;
	}

	/** Resolves to the resources, or to undefined when they cannot be fetched. */
	of(request: ApiRequest, group: string, version: string): Promise<ForeignResources> {
		const path = `/apis/${group}/${version}`;
		const known = this.#asked.get(path);
		const nowMs = performance.now();
		if (known !== undefined && nowMs - known.atMs < keptMs) return known.resources;
		const resources = this.#fetch(request, group, version, path).catch(() => undefined);
		this.#asked.set(path, { atMs: nowMs, resources });
		void resources.then((found) => {
			if (found === undefined) this.#asked.delete(path);
		});
		return resources;
	}

	async #fetch(request: ApiRequest, group: string, version: string, path: string): Promise<ForeignResources> {
		const proxy = this.#proxies.get(group);
		if (proxy === undefined) return undefined;
		const signal = AbortSignal.timeout(patienceMs);
		const late = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));
		const read = async (): Promise<ForeignResources> => {
			const response = await proxy(listRequest(request, path, signal));
			if (response.status !== 200) return undefined;
			return foreignResources(JSON.parse(await textOf(response)), group, version);
		};
		return await Promise.race([read(), late]);
	}
}

/** Builds the request for a list on behalf of the original user. */
function listRequest({ user, peer }: ApiRequest, path: string, signal: AbortSignal): ApiRequest {
	return {
		method: 'GET',
		path,
		query: '',
		parameters: () => parseQuery(''),
		header: (name) => (name === 'accept' ? 'application/json' : undefined),
		headersBeginning: () => [],
		body: async () => Buffer.alloc(0),
		signal,
		peer,
		info: { isResource: false, verb: 'get' },
		user,
		warnings: [],
	};
}

async function textOf({ body }: ApiResponse): Promise<string> {
	if (typeof body === 'string') return body;
	if (body instanceof Uint8Array) return body.toString();
	if (!Array.isArray(body) && !(body instanceof Readable)) throw new Error('a list of resources is no stream of events');
	const pieces: Buffer[] = [];
	let bytes = 0;
	for await (const piece of body as AsyncIterable<Buffer> | readonly Buffer[]) {
		pieces.push(Buffer.from(piece));
		bytes += piece.length;
		if (bytes > mostBytes) throw new Error('the list of resources is too long');
	}
	return Buffer.concat(pieces).toString();
}
