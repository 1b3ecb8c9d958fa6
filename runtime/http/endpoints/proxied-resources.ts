/**
 * Resource lists of aggregated servers, for the aggregated form of discovery. They are fetched on demand and cached. A server that does not
 * answer is marked stale, and clients ask that server for its list themselves.
 */
import { Readable } from 'node:stream';
import { parseQuery } from '../../api/query.ts';
import type { ApiRequest, ApiResponse, Handler } from '../../api/request.ts';
import type { ApiResourceDiscovery } from '../../documents/discovery.ts';

/** Lifetime in the cache, the refresh interval of kube-apiserver. */
const keptMs = 60_000;
/** Deadline for the list of a server, because clients wait for it. After it the server counts as stale. */
const patienceMs = 3_000;
/** Maximum size of a resource list. An entry has about 300 bytes. */
const mostBytes = 3 * 1024 * 1024;

type Resources = readonly ApiResourceDiscovery[] | undefined;

interface PendingResources {
	readonly atMs: number;
	readonly resources: Promise<Resources>;
}

export class ProxiedResources {
	readonly #proxies: ReadonlyMap<string, Handler>;
	/** Lists, or requests for them, by group and version. The catalog bounds their number. */
	readonly #asked = new Map<string, PendingResources>();

	constructor(proxies: ReadonlyMap<string, Handler>) {
		this.#proxies = proxies;
	}

	/** Resolves to the resources, or to undefined when they cannot be fetched. */
	of(request: ApiRequest, group: string, version: string): Promise<Resources> {
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

	async #fetch(request: ApiRequest, group: string, version: string, path: string): Promise<Resources> {
		const proxy = this.#proxies.get(group);
		if (proxy === undefined) return undefined;
		const signal = AbortSignal.timeout(patienceMs);
		const late = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));
		const read = async (): Promise<Resources> => {
			const response = await proxy(listRequest(request, path, signal));
			if (response.status !== 200) return undefined;
			return resourcesOf(JSON.parse(await textOf(response)), group, version);
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

/** Resource as another server sent it, unchecked. */
interface ForeignResource {
	readonly name?: unknown;
	readonly singularName?: unknown;
	readonly namespaced?: unknown;
	readonly group?: unknown;
	readonly version?: unknown;
	readonly kind?: unknown;
	readonly verbs?: unknown;
	readonly shortNames?: unknown;
	readonly categories?: unknown;
}

function resourcesOf(list: unknown, group: string, version: string): Resources {
	const found = (list as { readonly resources?: unknown } | null)?.resources;
	if (!Array.isArray(found)) return undefined;
	const all = (found as readonly (ForeignResource | null)[]).map((entry) => ({ ...entry, name: text(entry?.name) }));
	const kindOf = (entry: ForeignResource) => ({ group: text(entry.group) || group, version: text(entry.version) || version, kind: text(entry.kind) });
	return all
		.filter(({ name }) => name !== '' && !name.includes('/'))
		.map((entry): ApiResourceDiscovery => {
			const subresources = all
				.filter(({ name }) => name.startsWith(`${entry.name}/`))
				.map((each) => ({ subresource: each.name.slice(entry.name.length + 1), responseKind: kindOf(each), verbs: verbsOf(each) }));
			return {
				resource: entry.name,
				responseKind: kindOf(entry),
				scope: entry.namespaced === true ? 'Namespaced' : 'Cluster',
				singularResource: text(entry.singularName),
				verbs: verbsOf(entry),
				...(texts(entry.shortNames).length > 0 && { shortNames: texts(entry.shortNames) }),
				...(texts(entry.categories).length > 0 && { categories: texts(entry.categories) }),
				...(subresources.length > 0 && { subresources }),
			};
		});
}

function text(value: unknown): string {
	return typeof value === 'string' ? value : '';
}

function texts(value: unknown): readonly string[] {
	return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

/** Returns all verbs, including those that only the other server knows. */
function verbsOf({ verbs }: ForeignResource): ApiResourceDiscovery['verbs'] {
	return texts(verbs) as ApiResourceDiscovery['verbs'];
}
