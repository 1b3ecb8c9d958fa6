/** Serving snapshot: the catalog of the emulated release with the hooks of its kinds, and the watch cache over the store. */

import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import type { Lifecycle } from '../http/endpoints/lifecycle.ts';
import type { KindParts } from '../kinds/index.ts';
import type { AgentAccess } from '../kinds/node/agent-access.ts';
import { agentFlags } from '../kinds/node/agent-flags.ts';
import { withoutSemiSpaceGrowth } from '../node/limit-semi-space.ts';
import { gatesAt, releaseFor, stageOf } from '../schema/emulated-catalog.ts';
import { itemForms } from '../serving/item-form.ts';
import { makeServing, type Serving } from '../serving/serving.ts';
import type { Store } from '../storage/store.ts';
import type { GateFigure } from '../telemetry/build-info.ts';
import type { Log } from '../telemetry/log.ts';
import { SnapshotVersions } from '../verbs/write/stored-versions.ts';
import { type Cache, openCache } from '../watch/cache.ts';
import type { CacheEvents } from '../watch/cache-options.ts';
import type { ShownVersions } from '../watch/contract.ts';
import type { Catalogs } from './catalogs.ts';
import type { ServerOptions } from './flags/read.ts';
import type { Generated } from './generated.ts';
import { hooksOf } from './hooks.ts';

export interface CacheContext {
	/** Whether other processes write to the same store. */
	readonly shared: boolean;
	readonly historyMs: number;
	readonly log: Log;
	readonly lifecycle: Lifecycle;
	readonly onFatal: (error: Error) => void;
	/** Versions in which the first snapshot shows objects. */
	readonly shown: ShownVersions;
}

export async function openWatchCache(store: Store, { shared, historyMs, shown, ...context }: CacheContext): Promise<Cache> {
	const events = cacheEvents(context);
	return withoutSemiSpaceGrowth(() => openCache(store, { shared, historyMs, shown, events }));
}

/**
 * Returns a function that computes, for each snapshot, in which version stored objects are shown. The function retains only the catalog of
 * a snapshot. `first`: snapshot that has the conversion hooks.
 */
export function shownVersions({ catalog: ever }: Generated, first: Serving): (serving: Serving) => ShownVersions {
	const versions = new SnapshotVersions(ever, first.parts.hooks);
	return ({ catalog, parts }) => ({ ...versions.of(catalog, parts.hooks), form: itemForms(catalog) });
}

/**
 * Returns the handlers of cache events. If events are lost for good, the process ends, and its successor starts from the stored objects.
 */
function cacheEvents({ log, lifecycle, onFatal }: Omit<CacheContext, 'shared' | 'historyMs' | 'shown'>): CacheEvents {
	return {
		retentionFailed: (error) => log.warn('history compaction failed; retrying', { error: String(error) }),
		interrupted: (error) => {
			lifecycle.storageAway(error.message);
			log.error('storage unreachable; retrying', { error: error.message });
		},
		resumed: () => {
			lifecycle.storageAway(undefined);
			log.warn('storage reachable again');
		},
		lost: (error) => {
			lifecycle.storageFailed(error.message);
			onFatal(error);
		},
	};
}

/** Returns the state of each feature gate in the emulated release. */
export function gatesOf({ featureGates }: ServerOptions, { all }: Catalogs): ReadonlyMap<string, boolean> {
	return gatesAt(all, featureGates);
}

/** Returns the server's settings that the hooks of kinds depend on. */
export function kindParts(options: ServerOptions, catalogs: Catalogs): KindParts {
	const { serviceClusterIpRange: clusterIps, serviceNodePortRange: nodePorts, allowPrivileged } = options;
	return {
		release: catalogs.all.release,
		gates: gatesOf(options, catalogs),
		services: { clusterIps, nodePorts },
		allowPrivileged,
		agents: agentAccess(options),
	};
}

/** Throws an Error of one sentence that names the flag: its file cannot be read, or another flag that it needs is missing. */
function agentAccess(options: ServerOptions): AgentAccess {
	const { kubeletClientCertificate: certificate, kubeletClientKey: key } = options;
	if ((certificate === undefined) !== (key === undefined)) throw new Error('--kubelet-client-certificate and --kubelet-client-key must be given together');
	for (const flag of agentFiles) {
		const file = options[flag];
		try {
			if (file !== undefined) accessSync(file, constants.R_OK);
		} catch (error) {
			throw new Error(`--${agentFlags[flag].name} ${file} cannot be read: ${(error as Error).message}`, { cause: error });
		}
	}
	return {
		addressTypes: options.kubeletPreferredAddressTypes,
		port: options.kubeletPort,
		connectMs: options.kubeletTimeoutMs,
		authorityFile: options.kubeletCertificateAuthority ?? join(options.dataDir, 'pki', 'ca.crt'),
		clientFiles: certificate === undefined || key === undefined ? undefined : { certificate, key },
	};
}

const agentFiles = ['kubeletClientCertificate', 'kubeletClientKey', 'kubeletCertificateAuthority'] as const;

/** Returns metrics of the feature gates of the emulated release. */
export function gateMetrics(options: ServerOptions, catalogs: Catalogs): readonly GateFigure[] {
	const open = gatesOf(options, catalogs);
	return catalogs.all.gates.flatMap((gate) => {
		const current = stageOf(gate, releaseFor(gate, catalogs.all));
		return current === undefined ? [] : [{ name: gate.name, stage: current.stage, isOpen: open.get(gate.name) === true }];
	});
}

/** Builds the serving snapshot. Throws an Error that names an endpoint without a handler. */
export function openServing(options: ServerOptions, generated: Generated, catalogs: Catalogs): Serving {
	const { all, shown } = catalogs;
	const { rootGroups, catalog } = generated;
	const hooks = hooksOf(generated, kindParts(options, catalogs));
	return makeServing({ catalog: all, shown, types: catalog, hooks, groupHooks: rootGroups });
}
