/**
 * Group versions that other servers serve: the APIServices that name a service. The table follows the APIServices in the watch cache. An
 * APIService that this server maintains itself is never in it, so that no write of a client diverts the requests of a served group.
 */
import type { APIService } from '../../generated/types/apiregistration/v1.ts';
import { parseWhole } from '../codec/item-form.ts';
import type { Vocabulary } from '../model/vocabulary.ts';
import { sleep } from '../scheduling/sleep.ts';
import type { CachedObject, CacheEvent, WatchCache } from '../watch/contract.ts';
import { follow } from '../watch/follow.ts';

/** One APIService that names a service. */
export interface RemoteApi {
	/** Name of the APIService, `VERSION.GROUP`. */
	readonly name: string;
	readonly group: string;
	readonly version: string;
	readonly service: { readonly namespace: string; readonly name: string; readonly port: number };
	/** PEM of the CAs that sign the service's certificate. Empty: the system's CAs. */
	readonly authority: string;
	/** False when the service's certificate is not verified. */
	readonly verifies: boolean;
	readonly groupPriority: number;
	readonly versionPriority: number;
	/** True when the stored condition `Available` is `True`. */
	readonly isAvailable: boolean;
}

export interface RemoteApisParts {
	readonly cache: WatchCache;
	readonly vocabulary: Vocabulary;
	/** Called when an APIService cannot be read, or when the followed log is interrupted. */
	readonly onFailure: (apiService: string, error: unknown) => void;
}

/** Delay before following again after a failure: the store is unreachable. */
const againMs = 1_000;
/** Port of a service when the APIService names none. */
const defaultPort = 443;

/** Label of the APIServices that a server maintains for its own group versions. */
export function automanagedLabel({ shortPrefix, labelDomain }: Vocabulary): string {
	return `${shortPrefix}-aggregator.${labelDomain}/automanaged`;
}

/** Group of APIServices. This server always serves it itself. */
export function registrationGroup({ groupDomain }: Vocabulary): string {
	return `apiregistration.${groupDomain}`;
}

export class RemoteApis {
	readonly #parts: RemoteApisParts;
	readonly #storageName: string;
	readonly #label: string;
	readonly #byName = new Map<string, RemoteApi>();
	/** The same entries by group, then by version: no text is built for each request. */
	readonly #byGroup = new Map<string, Map<string, RemoteApi>>();
	readonly #stopping = new AbortController();
	#following: Promise<void> = Promise.resolve();
	#edition = 0;

	constructor(parts: RemoteApisParts) {
		this.#parts = parts;
		this.#storageName = `apiservices.${registrationGroup(parts.vocabulary)}`;
		this.#label = automanagedLabel(parts.vocabulary);
	}

	/** Reads the stored APIServices, and then follows their changes. */
	start(): void {
		for (const object of this.#parts.cache.list(this.#storageName, '')) this.#seen('ADDED', object);
		this.#following = this.#follow();
	}

	async close(): Promise<void> {
		this.#stopping.abort(new Error('the server is closing'));
		await this.#following;
	}

	/** Number that changes with every change of the table. */
	get edition(): number {
		return this.#edition;
	}

	find(group: string, version: string): RemoteApi | undefined {
		return this.#byName.size === 0 ? undefined : this.#byGroup.get(group)?.get(version);
	}

	named(name: string): RemoteApi | undefined {
		return this.#byName.get(name);
	}

	all(): readonly RemoteApi[] {
		return [...this.#byName.values()];
	}

	async #follow(): Promise<void> {
		const { signal } = this.#stopping;
		const { cache, onFailure } = this.#parts;
		const followed = {
			storageName: this.#storageName,
			seen: (type: CacheEvent['type'], object: CachedObject) => this.#seen(type, object),
			listed: () => this.#forgetDeleted(),
		};
		while (!signal.aborted) {
			try {
				await follow(cache, followed, signal);
			} catch (error) {
				onFailure(this.#storageName, error);
				await sleep(againMs, signal);
			}
		}
	}

	/** Takes note of an APIService. A damaged one stays as it was before. */
	#seen(type: CacheEvent['type'], object: CachedObject): void {
		try {
			const api = type === 'DELETED' ? undefined : this.#remoteApi(parseWhole(object) as object as APIService);
			this.#remove(object.name);
			if (api === undefined) return;
			this.#edition++;
			this.#byName.set(api.name, api);
			const versions = this.#byGroup.get(api.group) ?? new Map<string, RemoteApi>();
			this.#byGroup.set(api.group, versions.set(api.version, api));
		} catch (error) {
			this.#parts.onFailure(object.name, error);
		}
	}

	#remoteApi({ metadata, spec, status }: APIService): RemoteApi | undefined {
		const { service, group = '', version = '' } = spec ?? {};
		const isOwn = metadata?.labels?.[this.#label] !== undefined || group === registrationGroup(this.#parts.vocabulary);
		if (service === undefined || service === null || isOwn) return undefined;
		const { namespace = '', name = '', port = defaultPort } = service;
		return {
			name: metadata?.name ?? '',
			group,
			version,
			service: { namespace, name, port },
			authority: Buffer.from(spec?.caBundle ?? '', 'base64').toString(),
			verifies: spec?.insecureSkipTLSVerify !== true,
			groupPriority: spec?.groupPriorityMinimum ?? 0,
			versionPriority: spec?.versionPriority ?? 0,
			isAvailable: status?.conditions?.some((each) => each.type === 'Available' && each.status === 'True') === true,
		};
	}

	#remove(name: string): void {
		const known = this.#byName.get(name);
		if (known === undefined) return;
		this.#edition++;
		this.#byName.delete(name);
		const versions = this.#byGroup.get(known.group);
		versions?.delete(known.version);
		if (versions?.size === 0) this.#byGroup.delete(known.group);
	}

	/** Drops APIServices whose deletion was missed. */
	#forgetDeleted(): void {
		for (const name of [...this.#byName.keys()]) if (this.#parts.cache.get(this.#storageName, '', name) === undefined) this.#remove(name);
	}
}
