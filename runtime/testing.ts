/** Entry of a build for tests in TypeScript: a server in the process of the test. `sdk/testing/` loads it. */
import type { StartedServer, TestServerOptions } from './model/test-server.ts';

/** Name of the file of the large-request thread, next to the bundle. The bundler sets it. */
declare const LARGE_THREAD_FILE: string | undefined;

/** Starts a server on a free port. Rejects with an Error of one sentence, such as that about an unknown flag. */
export async function startTestServer({ dataDir, inMemory, flags }: TestServerOptions): Promise<StartedServer> {
	const { startServer, readFlags, openLog, rememberObjects, catalog, vocabulary, rootHooks, rootGroups } = await import('./server-bundle.ts');
	const own = ['--secure-port=0', `--data-dir=${dataDir}`, '--unsafe-no-fsync', ...(inMemory ? ['--datastore=memory:'] : [])];
	const command = readFlags([...own, ...flags]);
	if (command.kind !== 'serve') throw new Error(`--${command.kind} is not a flag of a server in a test`);
	const docs = async () => (await import('../generated/docs.ts')).docs;
	const largeThread = new URL(typeof LARGE_THREAD_FILE === 'string' ? LARGE_THREAD_FILE : './large-thread.ts', import.meta.url);
	const generated = { catalog, vocabulary, rootHooks, rootGroups, docs, largeThread };
	const server = await startServer(command.options, generated, {
		log: openLog(command.options.logLevel),
		// The test process ends as after any uncaught error, because the server's state is unknown.
		onFatal: (error) => {
			process.nextTick(() => {
				throw error;
			});
		},
	});
	const reset = await rememberObjects(server.store);
	return { url: server.url, kubeconfig: server.kubeconfig, reset, stop: () => server.close() };
}
