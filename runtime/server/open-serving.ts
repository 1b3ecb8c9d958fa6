/** What is served: the catalog of the release emulated, the cache over the store, and the context that the verbs work with. */
import { admissionChain } from '../admission/chain.ts';
import type { ServerOptions } from '../flags.ts';
import { kindHooks } from '../kinds/index.ts';
import type { Catalog } from '../model/catalog.ts';
import { compile } from '../schema/compile.ts';
import { gatesAt, narrow } from '../schema/release.ts';
import { servedResources } from '../serving/resources.ts';
import { servedCatalog } from '../serving/runtime-config.ts';
import type { Store } from '../storage/store.ts';
import type { Log } from '../telemetry/log.ts';
import type { VerbContext } from '../verbs/contract.ts';
import { WatchMetrics } from '../verbs/watch/metrics.ts';
import { openCache } from '../watch/cache.ts';
import type { WatchCache } from '../watch/contract.ts';
import { withYoungGenerationKept } from '../young-generation.ts';
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
}

export async function openWatchCache(store: Store, { shared, log }: CacheContext): Promise<WatchCache & { close(): Promise<void> }> {
	const onRetentionError = (error: unknown) => log.warn('the history could not be shortened and is tried again', { error: String(error) });
	return withYoungGenerationKept(() => openCache(store, { shared, onRetentionError }));
}

export interface ServingParts {
	readonly options: ServerOptions;
	readonly generated: Generated;
	readonly catalogs: Catalogs;
	readonly store: Store;
	readonly cache: WatchCache;
}

/** What `--runtime-config` switches off stays known by storage name, so that controllers still see it. */
export function openServing({ options, generated, catalogs: { all, shown }, store, cache }: ServingParts): VerbContext {
	const { vocabulary } = generated;
	const schemas = compile(all);
	const hooks = kindHooks(vocabulary, gatesAt(all.gates, all.release, options.featureGates));
	const { stored, resource: known } = servedResources(all, schemas, hooks);
	const paths = new Set(shown.kinds.flatMap((kind) => kind.versions.map(({ group, version }) => `${group}/${version}/${kind.plural}`)));
	const resource: VerbContext['resource'] =
		shown === all ? known : (group, version, plural) => (paths.has(`${group}/${version}/${plural}`) ? known(group, version, plural) : undefined);
	const admission = admissionChain({ vocabulary, cache }, { enable: options.enableAdmissionPlugins, disable: options.disableAdmissionPlugins });
	return { catalog: all, schemas, vocabulary, store, cache, resource, stored, admission, watchMetrics: new WatchMetrics() };
}
