/**
 * Aggregation layer of a stack: which group versions other servers serve, the connections to these servers, and what was last fetched from
 * them. Controllers check and fetch in the background (`controllers/aggregation/`); requests only read this state and are forwarded.
 */
import { aggregatorRouting } from '../admission/flags.ts';
import type { FlagValues } from '../api/flag.ts';
import type { Handler } from '../api/request.ts';
import { requestHeaderFlags } from '../auth/authn/request-header.ts';
import type { Catalog, Release } from '../model/catalog.ts';
import { compareReleases } from '../model/release.ts';
import type { Vocabulary } from '../model/vocabulary.ts';
import type { Log } from '../telemetry/log.ts';
import type { WatchCache } from '../watch/contract.ts';
import { type AvailabilityParts, aggregatorUser, type Checked, checkAvailability } from './availability.ts';
import { AvailabilityFigures } from './availability-figures.ts';
import { Backends } from './backends.ts';
import { fetchDocuments } from './document-fetch.ts';
import { type ForwardingParts, forwarding } from './forwarding.ts';
import { MergedCatalog } from './merged-catalog.ts';
import { ProxyCertificate } from './proxy-certificate.ts';
import { type RemoteApi, RemoteApis } from './remote-apis.ts';
import { RemoteDocuments } from './remote-documents.ts';
import { RemoteResources } from './remote-resources.ts';
import { ServiceAddresses } from './service-addresses.ts';

export interface AggregationParts {
	readonly cache: WatchCache;
	readonly vocabulary: Vocabulary;
	readonly release: Release;
	readonly flags: FlagValues;
	readonly requestTimeoutMs: number;
	readonly log: Log;
}

export class Aggregation {
	readonly apis: RemoteApis;
	readonly resources = new RemoteResources();
	readonly documents = new RemoteDocuments();
	readonly figures = new AvailabilityFigures();
	readonly #backends: Backends;
	readonly #checking: AvailabilityParts;
	readonly #forwarding: ForwardingParts;
	readonly #unfollow: () => void;

	private constructor({ cache, vocabulary, release, flags, requestTimeoutMs, log }: AggregationParts, certificate: ProxyCertificate) {
		const addresses = new ServiceAddresses({ cache, vocabulary, byEndpoints: flags.of(aggregatorRouting) });
		this.apis = new RemoteApis({
			cache,
			vocabulary,
			onFailure: (apiService, error) => log.warn('APIService not read', { apiService, error: String(error) }),
		});
		this.#backends = new Backends({ addresses, certificate });
		this.#checking = { addresses, backends: this.#backends, vocabulary, release };
		const { 'extra-headers-prefix': prefixes, 'allowed-names': _, ...names } = requestHeaderFlags;
		this.#forwarding = {
			backends: this.#backends,
			sendsUid: compareReleases(release, '1.33') >= 0,
			identityNames: Object.values(names).flatMap((flag) => flags.of(flag).map((each) => each.toLowerCase())),
			identityPrefixes: flags.of(prefixes).map((each) => each.toLowerCase()),
			requestTimeoutMs,
			onFailure: (api, error) => log.warn('request not forwarded', { apiService: api.name, error: error instanceof Error ? error.message : String(error) }),
		};
		this.#unfollow = certificate.follow((sentence) => log.error(sentence));
	}

	/** Reads the certificate of the proxy and the stored APIServices. Rejects with an Error of one sentence that names the flag. */
	static async open(parts: AggregationParts): Promise<Aggregation> {
		const aggregation = new Aggregation(parts, await ProxyCertificate.open(parts.flags));
		aggregation.apis.start();
		return aggregation;
	}

	/** Returns the handler of a group version that another server serves; undefined for others. */
	handlerOf(group: string, version: string): Handler | undefined {
		const api = this.apis.find(group, version);
		return api && forwarding(this.#forwarding, api);
	}

	/** Returns the catalog for discovery, on the basis of a snapshot's. */
	merged(base: Catalog): MergedCatalog {
		return new MergedCatalog(base, this.apis);
	}

	check(api: RemoteApi, signal: AbortSignal): Promise<Checked> {
		return checkAvailability(this.#checking, api, signal);
	}

	/** Fetches the OpenAPI documents of an APIService. `report` receives why a document is left out. */
	async fetchDocuments(api: RemoteApi, signal: AbortSignal, report: (error: unknown) => void): Promise<void> {
		const user = aggregatorUser(this.#checking.vocabulary);
		const fetched = await fetchDocuments(this.#backends, api, user, this.documents.of(api.name), signal, report);
		if (this.apis.named(api.name) !== undefined) this.documents.set(api.name, fetched);
	}

	/** Forgets an APIService that no longer exists, or no longer names a service. */
	forget(name: string): void {
		this.#backends.forget(name);
		this.resources.forget(name);
		this.documents.forget(name);
		this.figures.forget(name);
	}

	async close(): Promise<void> {
		this.#unfollow();
		await this.apis.close();
		this.#backends.close();
	}
}
