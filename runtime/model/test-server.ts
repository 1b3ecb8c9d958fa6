/** Contract between a built server and `orch/testing`, which starts it inside the process of a test. */

export interface TestServerOptions {
	/** Folder of the keys and the kubeconfig, and of the objects unless `inMemory` is true. */
	readonly dataDir: string;
	readonly inMemory: boolean;
	/** Further flags of the server. */
	readonly flags: readonly string[];
}

export interface StartedServer {
	/** Address of the server, such as `https://127.0.0.1:40001`. */
	readonly url: string;
	/** Path of the administrator's kubeconfig. */
	readonly kubeconfig: string;
	/** Restores the objects that existed when the server became ready. Watches receive the changes. */
	reset(): Promise<void>;
	/** Ends watches and closes the server. The data directory stays. */
	stop(): Promise<void>;
}

/** Export of the file `testing.mjs` of a build. */
export interface TestServerModule {
	readonly startTestServer: (options: TestServerOptions) => Promise<StartedServer>;
}
