/** What is served: the catalog of the release emulated, the cache over the store, and the context that the verbs work with. */
import { admissionChain } from '../admission/chain.ts';
import type { AdmissionPlugin } from '../admission/contract.ts';
import type { Authorizer } from '../api/authorization.ts';
import type { Lifecycle } from '../http/endpoints/lifecycle.ts';
import { kindHooks } from '../kinds/index.ts';
import type { Catalog } from '../model/catalog.ts';
import { compile } from '../schema/compile.ts';
import { gatesAt, narrow } from '../schema/release.ts';
import { servedResources } from '../serving/resources.ts';
import { servedCatalog } from '../serving/runtime-config.ts';
import type { Store } from '../storage/store.ts';
import type { StoredVersions } from '../storage/versions.ts';
import type { Log } from '../telemetry/log.ts';
import { verbContext } from '../verbs/context.ts';
import type { VerbContext } from '../verbs/contract.ts';
import { WatchMetrics } from '../verbs/watch/metrics.ts';
import { type CacheEvents, openCache } from '../watch/cache.ts';
import type { WatchCache } from '../watch/contract.ts';
import { withYoungGenerationKept } from '../young-generation.ts';
import type { ServerOptions } from './flags/read.ts';
import type { Generated } from './generated.ts';

export interface Catalogs {
	/** Of the release emulated. */
	readonly all: Catalog;
	/** Without what `--runtime-config` switches off. */
	readonly shown: Catalog;
}

/** Throws an Error with one sentence that names the flag. */
export function readCatalogs({ emulatedVersion, featureGates, runtimeConfig }: ServerOptions, { catalog }: Generated): Catalogs {
	const all = narrow(catalog, emulatedVersion ?? catalog.release, featureGates);
	return { all, shown: servedCatalog(all, runtimeConfig) };
}

export interface CacheContext {
	/** Others write to the store beside this cache's own stack. */
	readonly shared: boolean;
	readonly log: Log;
	readonly lifecycle: Lifecycle;
	readonly onFatal: (error: Error) => void;
	/** What is stored otherwise is shown in these. */
	readonly versions: StoredVersions;
}

export async function openWatchCache(store: Store, { shared, versions, ...context }: CacheContext): Promise<WatchCache & { close(): Promise<void> }> {
	const events = cacheEvents(context);
	return withYoungGenerationKept(() => openCache(store, { shared, versions, events }));
}

/** What was missed for good cannot be made good by this process: the next one begins with what is there. */
function cacheEvents({ log, lifecycle, onFatal }: Omit<CacheContext, 'shared' | 'versions'>): CacheEvents {
	return {
		retentionFailed: (error) => log.warn('the history could not be shortened and is tried again', { error: String(error) }),
		interrupted: (error) => {
			lifecycle.storageAway(error.message);
			log.error('the storage cannot be reached and is tried again', { error: error.message });
		},
		resumed: () => {
			lifecycle.storageAway(undefined);
			log.warn('the storage can be reached again');
		},
		lost: (error) => {
			lifecycle.storageFailed(error.message);
			onFatal(error);
		},
	};
}

export interface ServingParts {
	readonly options: ServerOptions;
	readonly generated: Generated;
	readonly catalogs: Catalogs;
	readonly plugins: readonly AdmissionPlugin[];
	readonly store: Store;
	readonly cache: WatchCache;
	readonly authorizer: Authorizer;
}

/** What `--runtime-config` switches off stays known by storage name, so that controllers still see it. */
export function openServing({ options, generated, catalogs: { all, shown }, plugins, store, cache, authorizer }: ServingParts): VerbContext {
	const { vocabulary, rootHooks } = generated;
	const schemas = compile(all);
	const hooks = { ...rootHooks, ...kindHooks(vocabulary, gatesAt(all.gates, all.release, options.featureGates)) };
	const { stored, resource: known } = servedResources(all, schemas, hooks);
	const paths = new Set(shown.kinds.flatMap((kind) => kind.versions.map(({ group, version }) => `${group}/${version}/${kind.plural}`)));
	const resource: VerbContext['resource'] =
		shown === all ? known : (group, version, plural) => (paths.has(`${group}/${version}/${plural}`) ? known(group, version, plural) : undefined);
	const admission = admissionChain(
		{ vocabulary, cache, authorizer },
		{ enable: options.enableAdmissionPlugins, disable: options.disableAdmissionPlugins },
		plugins,
	);
	return verbContext({ catalog: all, schemas, vocabulary, store, cache, authorizer, resource, stored, admission, watchMetrics: new WatchMetrics() });
}
