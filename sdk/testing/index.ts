/**
 * `orch/testing`: a server inside the process of a test. It serves the same specs as `orch serve`, keeps objects in memory or in a folder,
 * and listens on a free port of the loopback address.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { enableCompileCache } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { builtServer } from '../../bin/built-server.mjs';
import type { StartedServer, TestServerModule } from '../../runtime/model/test-server.ts';

export interface BuildOptions {
	/** Spec roots beside the built-in one, such as `['my-specs']`. */
	readonly specs?: readonly string[];
	/** Vocabulary of the API, as in `orch build`. Default: `orch`. */
	readonly vocabulary?: 'orch' | 'kubernetes';
}

export interface ServerOptions<Client> extends BuildOptions {
	/** Folder that `orch build` wrote. `specs` and `vocabulary` are then those of the build. */
	readonly built?: string;
	/** Kubernetes release to emulate, such as `1.36`. Default: that of the build. */
	readonly release?: string;
	/** Folder for keys and objects, which stays after the test. Default: objects in memory, and keys in a temporary folder. */
	readonly dataDir?: string;
	/** Further flags of the server, such as `['--controllers=-*']`. */
	readonly flags?: readonly string[];
	/** Function `connect` of a package that `orch sdk typescript` wrote. It sets `client`. */
	readonly connect?: (options: { readonly kubeconfig: string }) => Promise<Client>;
}

export interface TestServer<Client> {
	/** Address of the server, such as `https://127.0.0.1:40001`. */
	readonly url: string;
	/** Path of the administrator's kubeconfig. */
	readonly kubeconfig: string;
	/** Certificate of the server's CA in PEM. */
	readonly ca: string;
	/** Typed client as the administrator. Undefined without `connect`. */
	readonly client: Client;
	/** Restores the objects that existed when the server became ready. Watches receive the changes. */
	reset(): Promise<void>;
	/** Ends watches, closes the server and removes its temporary folder. A second call does nothing. */
	stop(): Promise<void>;
}

/**
 * Returns the folder of the build that `startServer` uses, and makes it when a source has changed. Call it once before tests in parallel
 * processes. Throws an Error when the specs have mistakes, which are printed.
 */
export async function buildServer({ specs = [], vocabulary = 'orch' }: BuildOptions = {}): Promise<string> {
	return await builtServer({ vocabulary, specs: specs.map((folder) => resolve(folder)) });
}

/** Starts a server. Rejects with an Error of one sentence, such as that about an unknown flag. */
export async function startServer<Client = undefined>(options: ServerOptions<Client> = {}): Promise<TestServer<Client>> {
	const { built, release, dataDir, flags = [], connect } = options;
	const folder = resolve(built ?? (await buildServer(options)));
	// A later test process then loads compiled code.
	enableCompileCache(join(folder, 'compiled'));
	const { startTestServer } = (await import(pathToFileURL(join(folder, 'testing.mjs')).href)) as TestServerModule;
	const keys = dataDir === undefined ? await mkdtemp(join(tmpdir(), 'orch-test-')) : resolve(dataDir);
	const remove = async () => {
		if (dataDir === undefined) await rm(keys, { recursive: true, force: true });
	};
	let server: StartedServer;
	try {
		const emulated = release === undefined ? [] : [`--emulated-version=${release}`];
		server = await startTestServer({ dataDir: keys, inMemory: dataDir === undefined, flags: [...emulated, ...flags] });
	} catch (error) {
		await remove();
		throw error;
	}
	const { url, kubeconfig } = server;
	let stopped: Promise<void> | undefined;
	return {
		url,
		kubeconfig,
		ca: caOf(await readFile(kubeconfig, 'utf8')),
		// Without `connect` the type of the client is undefined.
		client: (await connect?.({ kubeconfig })) as Client,
		reset: () => server.reset(),
		stop() {
			stopped ??= server.stop().then(remove);
			return stopped;
		},
	};
}

/** Returns the CA in the kubeconfig, which the server has just written. */
function caOf(kubeconfig: string): string {
	const [, base64 = ''] = /certificate-authority-data: *"?([A-Za-z0-9+/=]+)/.exec(kubeconfig) ?? [];
	return Buffer.from(base64, 'base64').toString();
}
