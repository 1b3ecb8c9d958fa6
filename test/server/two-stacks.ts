/** Starts two serving stacks, ports included, in one process over one store. The first runs all controllers, the other none. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { catalog } from '../../generated/catalog.ts';
import { docs } from '../../generated/docs.ts';
import { rootGroups, rootHooks } from '../../generated/root-hooks.ts';
import { vocabulary } from '../../generated/vocabulary.ts';
import { chosenControllers } from '../../runtime/controllers/index.ts';
import { readCatalogs } from '../../runtime/server/catalogs.ts';
import { readFlags, type ServerOptions } from '../../runtime/server/flags/read.ts';
import { openSecurity } from '../../runtime/server/open-security.ts';
import { openStore } from '../../runtime/server/open-store.ts';
import { chosenRows } from '../../runtime/server/registries.ts';
import { Steps } from '../../runtime/server/start-durations.ts';
import { type RunningStack, startStack } from '../../runtime/server/start-stack.ts';
import { openLog } from '../../runtime/telemetry/log.ts';
import { type Answer, call } from '../setup/server.ts';

type Credentials = Parameters<typeof call>[1];

export interface TwoStacks {
	readonly one: RunningStack;
	readonly other: RunningStack;
	readonly credentials: Credentials;
	ask(stack: RunningStack, method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>;
	close(): Promise<void>;
}

/** Starts both stacks with these flags. */
export async function startTwoStacks(flags: readonly string[] = []): Promise<TwoStacks> {
	const dataDir = await mkdtemp(join(tmpdir(), 'orch-stacks-'));
	const { options } = readFlags(['--data-dir', dataDir, '--secure-port', '0', '--log-level', 'silent', ...flags]) as { options: ServerOptions };
	const generated = { catalog, vocabulary, rootHooks, rootGroups, docs: async () => docs };
	const store = await openStore(options, dataDir, generated, { onFatal: () => undefined, onReport: () => undefined });
	const tls = await openSecurity(options, dataDir, vocabulary);
	const start = (controllers: readonly string[]): Promise<RunningStack> =>
		startStack({
			options,
			generated,
			catalogs: readCatalogs(options, generated),
			rows: { ...chosenRows(options), controllers: chosenControllers(controllers) },
			store,
			storeFailed: new AbortController().signal,
			shared: true,
			tls,
			log: openLog('silent'),
			onFatal: () => undefined,
			steps: new Steps(),
		});
	const one = await start(['*']);
	const other = await start(['-*']);
	const { authority, keys } = tls;
	const credentials: Credentials = { ca: Buffer.from(authority), cert: Buffer.from(keys.admin.cert), key: Buffer.from(keys.admin.key) };
	return {
		one,
		other,
		credentials,
		ask: (stack, ...request) => call(stack.url, credentials, ...request),
		async close() {
			await one.close();
			await other.close();
			await store.close();
			await rm(dataDir, { recursive: true });
		},
	};
}
