/**
 * Composition root: opens the parts of the server in order and connects them. It makes no decision that a part could make.
 *
 * store, security -> stack: watch cache -> verbs -> filters -> listener, and controllers beside them
 */
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import type { ServedDefinitions } from './custom/served-definitions.ts';
import { missingParts } from './node/self-check.ts';
import { readCatalogs, switchWarnings } from './server/catalogs.ts';
import { Closing } from './server/closing.ts';
import { besideStore } from './server/file-writer.ts';
import type { ServerOptions } from './server/flags/read.ts';
import type { Generated } from './server/generated.ts';
import { encrypted, encryptionOf, storedResources } from './server/open-encryption.ts';
import { openSecurity, writeKubeconfig } from './server/open-security.ts';
import { isStoreThere, makeDataDir, narrowDataDir, newKeys, openStore } from './server/open-store.ts';
import { chosenRows } from './server/registries.ts';
import { Steps } from './server/start-durations.ts';
import { startStack } from './server/start-stack.ts';
import type { Snapshots } from './serving/snapshots.ts';
import { findStore } from './storage/index.ts';
import type { Store } from './storage/store.ts';
import type { Log } from './telemetry/log.ts';
import type { WatchCache } from './watch/contract.ts';

export type { Generated } from './server/generated.ts';

export interface RunningServer {
	/** URL, `https://host:port`. */
	readonly url: string;
	readonly port: number;
	/** Path of the administrator's kubeconfig. */
	readonly kubeconfig: string;
	/** Duration of each step of the start, in milliseconds. */
	readonly timings: Readonly<Record<string, number>>;
	/** Serving snapshots: the current one, and the means to swap it. */
	readonly snapshots: Snapshots;
	/** Kinds that are defined at run time. */
	readonly definitions: ServedDefinitions;
	/** Stored rows, including those of kinds that are not served. */
	readonly rows: Pick<WatchCache, 'count' | 'written'>;
	/** The store below all admission, for tests that restore objects. */
	readonly store: Pick<Store, 'snapshot' | 'commit'>;
	/** Stops accepting connections, ends watches, lets requests finish, and closes the store. */
	close(): Promise<void>;
}

export interface StartContext {
	readonly log: Log;
	/** Called when the server can acknowledge no more writes. The caller should report the error and exit at once. */
	readonly onFatal: (error: Error) => void;
	/** Thread of the store, when the caller started it early. */
	readonly thread?: Worker;
}

/** Starts the server. Rejects with an Error whose message is one sentence for the user, after closing all that was opened. */
export async function startServer(options: ServerOptions, generated: Generated, { log, onFatal, thread }: StartContext): Promise<RunningServer> {
	const steps = new Steps();
	// Invalid flags are refused before any file is created.
	const catalogs = readCatalogs(options, generated);
	const rows = chosenRows(options);
	for (const warning of [...options.warnings, ...switchWarnings(options, generated, catalogs)]) log.warn(warning);
	const dataDir = await makeDataDir(options.dataDir);
	await narrowDataDir(dataDir, (sentence) => log.warn(sentence));
	const isFirst = !isStoreThere(options, dataDir);
	const shared = findStore(options.datastore, dataDir).engine.isShared;
	const closing = new Closing();
	try {
		// The database opens in its own thread while this one loads modules and reads keys.
		const storeFailed = new AbortController();
		const opening = openStore(options, dataDir, generated, {
			onFatal: (error) => {
				storeFailed.abort(error);
				onFatal(error);
			},
			onReport: (sentence) => log.error(sentence),
			...(thread && { thread }),
		});
		// The failure is handled where the promise is awaited.
		opening.catch(() => undefined);
		// Closes the store together with all layers that wrap it.
		let store: Promise<Store> = opening;
		closing.add(async () => (await store).close());
		// An immediate refusal, such as one for a flag, must leave no keys behind. At the next start, existing keys would mean that the
		// store had objects.
		await Promise.race([opening, new Promise((resolve) => setImmediate(resolve))]);
		const writing = besideStore(opening, isFirst);
		const tls = await openSecurity(options, dataDir, generated.vocabulary, { writing, warn: (sentence) => log.warn(sentence) });
		if (!isFirst && tls.keys.areNew && (await (await opening).resources()).length > 0) log.warn(newKeys(dataDir));
		steps.done('keys');
		for (const sentence of missingParts(tls.cert)) log.warn(sentence);
		const encryption = await encryptionOf(options, generated, { dataDir, shared, log, writing });
		closing.add(async () => encryption.close());
		const { failure } = encryption;
		store = opening.then((opened) => encrypted(opened, encryption, log));
		const kubeconfig = join(dataDir, 'kubeconfig');
		const stack = await startStack({
			options,
			generated,
			catalogs,
			rows,
			store,
			storeFailed: storeFailed.signal,
			...(failure !== undefined && { checks: [{ name: 'kms-providers', check: failure }] }),
			shared,
			tls,
			log,
			onFatal,
			// A script that waits for /readyz reads the kubeconfig next, so the kubeconfig is written first.
			onListening: async (url) => {
				await writeKubeconfig({ path: kubeconfig, server: url, writing, report: (sentence) => log.error(sentence) }, generated.vocabulary, tls);
				steps.done('kubeconfig');
			},
			onServing: (next) => encryption.serve(storedResources(next.catalog)),
			steps,
		});
		closing.add(() => stack.close());
		log.debug('started', steps.all);
		return {
			url: stack.url,
			port: stack.port,
			kubeconfig,
			timings: steps.all,
			snapshots: stack.snapshots,
			definitions: stack.definitions,
			rows: stack.rows,
			store: await store,
			close: () => closing.close(),
		};
	} catch (error) {
		await closing.abandon();
		throw error;
	}
}
