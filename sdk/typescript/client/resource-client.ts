/** Client of a kind with all verbs, which interpret the definition of the kind. The types in `verbs.ts` state which verbs a kind has. */
import type { Followed } from '../watch/follow.ts';
import { CachingInformer, type Informer, type InformerOptions } from '../watch/informer.ts';
import { waitUntil } from '../watch/wait.ts';
import { type WatchEvent, type WatchOptions, watch } from '../watch/watch.ts';
import { apiVersionOf, type Definition, type PartDefinition, pathOf } from './definition.ts';
import { ApiError, isReason } from './errors.ts';
import { text as jsonText } from './json.ts';
import type { ApiObject, JsonPatchOperation, List, Status, Stored } from './objects.ts';
import type {
	ApplyOptions,
	CallOptions,
	ChunkOptions,
	DeleteCollectionOptions,
	DeleteOptions,
	EditOptions,
	GetOptions,
	ListOptions,
	WriteOptions,
} from './options.ts';
import type { Query, Requests } from './requests.ts';
import { type Selection, selectionQuery } from './selectors.ts';
import type { ConnectOptions } from './verbs.ts';

/** State that all clients of a server share. */
export interface Shared {
	readonly requests: Requests;
	readonly fieldManager: string | undefined;
}

const applyPatch = 'application/apply-patch+yaml';
const mergePatch = 'application/merge-patch+json';
const jsonPatch = 'application/json-patch+json';
const strategicPatch = 'application/strategic-merge-patch+json';

type Kept = Stored<ApiObject>;

/** Kind, namespace and subresource of a client. */
export interface Place {
	readonly definition: Definition;
	/** Undefined for a cluster-scoped kind, and for all namespaces. */
	readonly namespace: string | undefined;
	readonly part?: PartDefinition;
}

export class ResourceClient {
	protected readonly shared: Shared;
	protected readonly place: Place;

	constructor(shared: Shared, place: Place) {
		this.shared = shared;
		this.place = place;
		if (place.part !== undefined) return;
		for (const [name, part] of Object.entries(place.definition.parts ?? {})) {
			const client = part.takes === undefined ? new ConnectClient(shared, { ...place, part }) : new ResourceClient(shared, { ...place, part });
			Object.defineProperty(this, name, { value: client, enumerable: true });
		}
	}

	get(name: string, { signal, timeoutMs, resourceVersion }: GetOptions = {}): Promise<Kept> {
		return this.shared.requests.ask<Kept>({ method: 'GET', path: this.path(name), query: { resourceVersion }, signal, timeoutMs });
	}

	async find(name: string, options?: GetOptions): Promise<Kept | undefined> {
		try {
			return await this.get(name, options);
		} catch (error) {
			// For an unknown kind, the server also answers NotFound, but without the name of an object.
			if (isReason(error, 'NotFound') && error.details?.name === name) return undefined;
			throw error;
		}
	}

	async list({ signal, timeoutMs, labelSelector, fieldSelector, ...query }: ListOptions<string> = {}): Promise<List<Kept>> {
		const path = this.path();
		const asked = { ...selectionQuery({ labelSelector, fieldSelector }), ...query };
		const list = await this.shared.requests.ask<List<Kept>>({ method: 'GET', path, query: asked, signal, timeoutMs });
		return this.named(list);
	}

	async *chunks({ size = 500, whenExpired = 'throw', ...options }: ChunkOptions<string> = {}): AsyncGenerator<List<Kept>, void, undefined> {
		let next: string | undefined;
		do {
			let chunk: List<Kept>;
			try {
				chunk = await this.list({ ...options, limit: size, continue: next });
			} catch (error) {
				if (whenExpired === 'throw' || !(error instanceof ApiError) || error.continueToken === undefined) throw error;
				chunk = await this.list({ ...options, limit: size, continue: error.continueToken });
			}
			next = chunk.metadata.continue === '' ? undefined : chunk.metadata.continue;
			yield chunk;
		} while (next !== undefined);
	}

	watch(options: WatchOptions<string> = {}): AsyncGenerator<WatchEvent<Kept>, void, undefined> {
		return watch(this.followed(options), options);
	}

	informer(options: InformerOptions<Kept, string, string> = {}): Informer<Kept, string> {
		return new CachingInformer(this.followed(options), this.place, options);
	}

	async waitFor(name: string, holds: (object: Kept) => unknown, options: CallOptions = {}): Promise<Kept> {
		return (await waitUntil(this.followedOne(name), name, (object) => object !== undefined && holds(object), options)) as Kept;
	}

	async waitUntilGone(name: string, options: CallOptions = {}): Promise<void> {
		await waitUntil(this.followedOne(name), name, (object) => object === undefined, options);
	}

	/** Creates an object. For a subresource, the name of the object comes first. */
	create(...given: [object: object, options?: WriteOptions] | [name: string, object: object, options?: WriteOptions]): Promise<unknown> {
		const [name, object, options] = typeof given[0] === 'string' ? [given[0], given[1] as object, given[2]] : [undefined, given[0], given[1] as WriteOptions];
		return this.write({ method: 'POST', path: this.path(name), body: this.complete(object) }, options);
	}

	update(object: object, options?: WriteOptions): Promise<Kept> {
		return this.write<Kept>({ method: 'PUT', path: this.path(nameOf(object)), body: this.complete(object) }, options);
	}

	async edit(name: string, change: (object: Kept) => void, { attempts = 10, ...options }: EditOptions = {}): Promise<Kept> {
		for (let attempt = 1; ; attempt++) {
			const object = await this.get(name, { signal: options.signal, timeoutMs: options.timeoutMs });
			const before = jsonText(object);
			change(object);
			if (jsonText(object) === before) return object;
			try {
				return await this.update(object, options);
			} catch (error) {
				if (attempt >= attempts || !isReason(error, 'Conflict')) throw error;
			}
		}
	}

	patch(name: string, patch: object, options?: WriteOptions): Promise<Kept> {
		return this.write<Kept>({ method: 'PATCH', path: this.path(name), body: patch, contentType: mergePatch }, options);
	}

	patchJson(name: string, operations: readonly JsonPatchOperation[], options?: WriteOptions): Promise<Kept> {
		return this.write<Kept>({ method: 'PATCH', path: this.path(name), body: operations, contentType: jsonPatch }, options);
	}

	patchStrategic(name: string, patch: object, options?: WriteOptions): Promise<Kept> {
		return this.write<Kept>({ method: 'PATCH', path: this.path(name), body: patch, contentType: strategicPatch }, options);
	}

	async apply(object: object, { force, ...options }: ApplyOptions = {}): Promise<Kept> {
		if ((options.fieldManager ?? this.shared.fieldManager) === undefined)
			throw new TypeError('an apply needs the name of a field manager: set `fieldManager` here or on the client');
		const request = { method: 'PATCH', path: this.path(nameOf(object)), body: this.complete(object), contentType: applyPatch };
		return this.write<Kept>(request, options, { force });
	}

	delete(name: string, options?: DeleteOptions): Promise<Kept | Status> {
		return this.remove<Kept | Status>(this.path(name), {}, options);
	}

	async deleteCollection({ labelSelector, fieldSelector, ...options }: DeleteCollectionOptions<string> = {}): Promise<List<Kept> | Status> {
		const answer = await this.remove<List<Kept> | Status>(this.path(), selectionQuery({ labelSelector, fieldSelector }), options);
		return 'items' in answer ? this.named(answer) : answer;
	}

	private followedOne(name: string): Followed {
		return this.followed({ fieldSelector: { 'metadata.name': name } });
	}

	private followed({ labelSelector, fieldSelector }: Selection<string>): Followed {
		const selection = { labelSelector, fieldSelector };
		const list = async (signal: AbortSignal | undefined): Promise<{ objects: readonly Kept[]; resourceVersion: string }> => {
			const objects: Kept[] = [];
			let resourceVersion = '';
			for await (const chunk of this.chunks({ ...selection, signal, size: 1_000 })) {
				for (const item of chunk.items) objects.push(item);
				resourceVersion = chunk.metadata.resourceVersion;
			}
			return { objects, resourceVersion };
		};
		return { requests: this.shared.requests, path: this.path(), query: selectionQuery(selection), list };
	}

	protected path(name?: string): string {
		const { definition, namespace, part } = this.place;
		return pathOf(definition, namespace, name, part?.path);
	}

	private remove<T>(path: string, query: Query, { signal, timeoutMs, dryRun, ...options }: DeleteOptions = {}): Promise<T> {
		const body = { apiVersion: 'v1', kind: 'DeleteOptions', ...options, ...(dryRun === true && { dryRun: ['All'] }) };
		return this.shared.requests.ask<T>({ method: 'DELETE', path, query, body, signal, timeoutMs });
	}

	private write<T>(
		request: { readonly method: string; readonly path: string; readonly body: object; readonly contentType?: string },
		{ signal, timeoutMs, dryRun, fieldManager, fieldValidation }: WriteOptions = {},
		more: Query = {},
	): Promise<T> {
		const query = { ...more, dryRun: dryRun === true ? 'All' : undefined, fieldManager: fieldManager ?? this.shared.fieldManager, fieldValidation };
		return this.shared.requests.ask<T>({ ...request, query, signal, timeoutMs });
	}

	/** Adds kind and apiVersion to the object. */
	private complete(object: object): object {
		const { definition, part } = this.place;
		const { apiVersion, kind } = part?.takes ?? { apiVersion: apiVersionOf(definition), kind: definition.kind };
		return { apiVersion, kind, ...object };
	}

	/** Adds kind and apiVersion to the items of a list. The server sends them only for the list. */
	private named(list: List<Kept>): List<Kept> {
		const apiVersion = apiVersionOf(this.place.definition);
		const { kind } = this.place.definition;
		const items = list.items ?? [];
		return { ...list, items: items.map((item) => (item.kind === undefined ? ({ apiVersion, kind, ...(item as object) } as Kept) : item)) };
	}
}

/** Client of a subresource that returns bytes. */
class ConnectClient {
	private readonly shared: Shared;
	private readonly place: Place;

	constructor(shared: Shared, place: Place) {
		this.shared = shared;
		this.place = place;
	}

	open(name: string, { signal, method = 'GET', ...query }: ConnectOptions & Query = {}): Promise<Response> {
		const { definition, namespace, part } = this.place;
		const path = pathOf(definition, namespace, name, part?.path);
		return this.shared.requests.open({ method, path, query, signal, accept: '*/*' });
	}

	async text(name: string, options?: ConnectOptions & Query): Promise<string> {
		return (await this.open(name, options)).text();
	}
}

function nameOf(object: object): string {
	const name = (object as Partial<ApiObject>).metadata?.name;
	if (name === undefined) throw new TypeError('the object has no metadata.name');
	return name;
}
