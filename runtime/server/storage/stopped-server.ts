/** Access to stored objects in the data directory of a stopped server, under the lock that keeps a server from starting meanwhile. */

import { join, resolve } from 'node:path';
import { noRemoteConversions } from '../../api/remote-conversions.ts';
import { Rewriter } from '../../migration/rewriter.ts';
import { type StatusParts, statusOf, storageStatus } from '../../migration/status.ts';
import { TimeSlicer } from '../../scheduling/time-slicer.ts';
import { StorageInUseError } from '../../storage/errors.ts';
import { findStore } from '../../storage/index.ts';
import type { Store } from '../../storage/store.ts';
import type { Log } from '../../telemetry/log.ts';
import { openCache } from '../../watch/cache.ts';
import { readCatalogs } from '../catalogs.ts';
import { Closing } from '../closing.ts';
import { besideStore } from '../file-writer.ts';
import { FlagError } from '../flags/flag-error.ts';
import { readFlags, type ServerOptions } from '../flags/read.ts';
import type { Generated } from '../generated.ts';
import { encrypted, encryptionOf } from '../open-encryption.ts';
import { openServing, shownVersions } from '../open-serving.ts';
import { isStoreThere, openStore } from '../open-store.ts';
import type { StorageAccess } from './access.ts';

/** Interval of progress reports, the same as in a running server. */
const stepMs = 1000;

/**
 * Opens the store. `args`: flags of the server, which determine the data directory, the encryption and the storage versions. Rejects with
 * an Error of one sentence.
 */
export async function inDataFolder(args: readonly string[], generated: Generated, log: Log): Promise<StorageAccess> {
	const command = readFlags(args);
	if (command.kind !== 'serve') throw new FlagError(`--${command.kind} is asked of the server`);
	const { options } = command;
	const catalogs = readCatalogs(options, generated);
	const dataDir = resolve(options.dataDir);
	if (!isStoreThere(options, dataDir)) throw new Error(`no database in ${dataDir}`);
	const closing = new Closing();
	try {
		const store = await openUnlessServed(options, dataDir, generated, log);
		closing.add(() => store.close());
		const { isShared: shared } = findStore(options.datastore, dataDir).engine;
		const parts = { dataDir, shared, log, writing: besideStore(Promise.resolve(store), false) };
		const encryption = await encryptionOf(options, generated, parts);
		closing.add(async () => encryption.close());
		const serving = openServing(options, generated, catalogs);
		const cache = await openCache(encrypted(store, encryption, log), { shared, shown: shownVersions(generated, serving)(serving) });
		closing.add(() => cache.close());
		const context = { cache, store: cache.store, stored: serving.stored, slices: new TimeSlicer(), conversions: noRemoteConversions };
		const rewriter = new Rewriter(() => context, { isAlone: !shared });
		const about: StatusParts = { cache, catalog: serving.catalog, ever: generated.catalog, rewriter };
		return {
			status: async () => storageStatus(about),
			async rewriteSome(resource, signal) {
				await rewriter.rewrite(resource, AbortSignal.any([signal, AbortSignal.timeout(stepMs)]));
				const status = statusOf(resource, about);
				if (status === undefined) throw new Error(`no kind is stored as ${resource}`);
				return status;
			},
			close: () => closing.close(),
		};
	} catch (error) {
		await closing.abandon();
		throw error;
	}
}

async function openUnlessServed(options: ServerOptions, dataDir: string, generated: Generated, log: Log): Promise<Store> {
	// The server creates the reporting views at its start.
	const { views: _, ...rest } = generated;
	const onFatal = (error: Error): void => log.error('store failed; no further writes are possible', { error: error.message });
	try {
		return await openStore(options, dataDir, rest, { onFatal, onReport: (sentence) => log.error(sentence) });
	} catch (error) {
		if (!(error instanceof StorageInUseError)) throw error;
		throw new Error(`${error.message}; or remove --data-dir to let the running server do it (--kubeconfig ${join(dataDir, 'kubeconfig')})`, {
			cause: error,
		});
	}
}
