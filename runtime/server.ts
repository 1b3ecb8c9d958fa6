/**
 * The composition root: opens the parts in order and puts them together. Nothing is decided here that a part could decide.
 *
 *     store, security -> stack: watch cache -> verbs -> filters -> listener, and controllers beside them
 */
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { letOptimizersGo } from './optimizers.ts';
import { readCatalogs, switchWarnings } from './server/catalogs.ts';
import { Closing } from './server/closing.ts';
import type { ServerOptions } from './server/flags/read.ts';
import type { Generated } from './server/generated.ts';
import { encrypted, encryptionOf, storedResources } from './server/open-encryption.ts';
import { openSecurity, writeKubeconfig } from './server/open-security.ts';
import { isStoreThere, keptBytes, makeDataDir, narrowDataDir, newKeys, openStore } from './server/open-store.ts';
import { chosenRows } from './server/rows.ts';
import { startStack } from './server/start-stack.ts';
import { Steps } from './server/steps.ts';
import { besideStore } from './server/writing.ts';
import type { Snapshots } from './serving/snapshots.ts';
import type { Log } from './telemetry/log.ts';
import type { WatchCache } from './watch/contract.ts';

export type { Generated } from './server/generated.ts';

export interface RunningServer {
	/** `https://host:port`. */
	readonly url: string;
	readonly port: number;
	/** Path of the administrator's kubeconfig. */
	readonly kubeconfig: string;
	/** Milliseconds of each step of the start. */
	readonly timings: Readonly<Record<string, number>>;
	/** What is served, and how to serve something else. */
	readonly snapshots: Snapshots;
	/** What is stored, whether or not its kind is served. */
	readonly rows: Pick<WatchCache, 'count' | 'written'>;
	/** Stops accepting, ends watches, lets requests finish, closes the store. */
	close(): Promise<void>;
}

export interface StartContext {
	readonly log: Log;
	/** Nothing can be acknowledged any more: say so and exit at once. */
	readonly onFatal: (error: Error) => void;
	/** Of the store, begun ahead. */
	readonly thread?: Worker;
}

/** Some thousand objects. */
const soonReadBytes = 8 * 1024 * 1024;

/** Rejects with an Error whose message is one sentence for the user; what was opened is closed again. */
export async function startServer(options: ServerOptions, generated: Generated, { log, onFatal, thread }: StartContext): Promise<RunningServer> {
	const steps = new Steps();
	// Flags that make no sense are refused before anything is made.
	const catalogs = readCatalogs(options, generated);
	const rows = chosenRows(options);
	for (const warning of [...options.warnings, ...switchWarnings(options, generated, catalogs)]) log.warn(warning);
	const dataDir = await makeDataDir(options.dataDir);
	await narrowDataDir(dataDir, (sentence) => log.warn(sentence));
	const isFirst = !isStoreThere(options, dataDir);
	if ((keptBytes(options, dataDir) ?? 0) > soonReadBytes) letOptimizersGo();
	const closing = new Closing();
	try {
		// The database opens in its own thread, while this one loads what serves, and reads keys.
		const opening = openStore(options, dataDir, generated, { onFatal, onReport: (sentence) => log.error(sentence), ...(thread && { thread }) });
		// Its failure is seen where it is awaited.
		opening.catch(() => undefined);
		// Whatever has been put in front of it ends with it.
		let store = opening;
		closing.add(async () => (await store).close());
		// What is refused at once, such as a flag, leaves no keys behind, which would say that there were objects.
		await Promise.race([opening, new Promise((resolve) => setImmediate(resolve))]);
		const writing = besideStore(opening, isFirst);
		const tls = await openSecurity(options, dataDir, generated.vocabulary, { writing, warn: (sentence) => log.warn(sentence) });
		if (!isFirst && tls.keys.areNew && (await (await opening).resources()).length > 0) log.warn(newKeys(dataDir));
		steps.done('keys');
		const encryption = await encryptionOf(options, generated, { dataDir, log, writing });
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
			...(failure !== undefined && { checks: [{ name: 'kms-providers', check: failure }] }),
			shared: false,
			tls,
			log,
			onFatal,
			// A script that waits for /readyz takes the kubeconfig next.
			onListening: async (url) => {
				await writeKubeconfig({ path: kubeconfig, server: url, writing, report: (sentence) => log.error(sentence) }, generated.vocabulary, tls);
				steps.done('kubeconfig');
			},
			steps,
		});
		closing.add(() => stack.close());
		stack.snapshots.onSwap((next) => encryption.serve(storedResources(next.catalog)));
		log.debug('started', steps.all);
		return { url: stack.url, port: stack.port, kubeconfig, timings: steps.all, snapshots: stack.snapshots, rows: stack.rows, close: () => closing.close() };
	} catch (error) {
		await closing.abandon();
		throw error;
	}
}
