/** Lifecycle of the server between start and drain, with the health checks that report it. */
import type { HealthCheck, HealthEndpoint } from './health.ts';

export interface LifecycleOptions {
	/** Time during which an unfinished start does not fail liveness, in milliseconds. */
	readonly livezGraceMs: number;
}

/** Task that runs when the listener is open. The server is ready when all start hooks have ended. */
export interface StartHook {
	/** Name of the hook's health check, below `poststarthook/`. */
	readonly name: string;
	run(): void | Promise<void>;
}

export class Lifecycle {
	readonly #options: LifecycleOptions;
	readonly #startedAt = performance.now();
	readonly #hooks: StartHook[] = [];
	readonly #checks: HealthCheck[] = [];
	readonly #done = new Set<StartHook>();
	#draining = false;
	#storageProblem: string | undefined;
	#storageAway: string | undefined;

	constructor(options: LifecycleOptions) {
		this.#options = options;
	}

	/** Adds start hooks. Must be called before `endpoints`. */
	addHooks(hooks: readonly StartHook[]): void {
		this.#hooks.push(...hooks);
	}

	/**
	 * Adds readiness checks. They do not count for liveness, because they may fail for a while and a restart would not help. Must be called
	 * before `endpoints`.
	 */
	addChecks(checks: readonly HealthCheck[]): void {
		this.#checks.push(...checks);
	}

	/** Runs the start hooks in order. Called when the listener is open. Rejects at the first failure, with the name of its hook. */
	async start(): Promise<void> {
		for (const hook of this.#hooks) {
			try {
				await hook.run();
			} catch (error) {
				throw new Error(`the post-start hook ${hook.name} failed: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
			}
			this.#done.add(hook);
		}
	}

	/** Marks the server as not ready. */
	drain(): void {
		this.#draining = true;
	}

	storageFailed(problem: string): void {
		this.#storageProblem = problem;
	}

	/**
	 * Sets a temporary problem of the storage, or clears it with undefined. Requests that need no storage are still served, but load
	 * balancers should send no more.
	 */
	storageAway(problem: string | undefined): void {
		this.#storageAway = problem;
	}

	/** Returns the three health endpoints by name. */
	endpoints(): Readonly<Record<'healthz' | 'livez' | 'readyz', HealthEndpoint>> {
		const always: HealthCheck[] = [
			{ name: 'ping', check: () => undefined },
			{ name: 'log', check: () => undefined },
			{ name: 'datastore', check: () => this.#storageProblem },
		];
		const hooks = (graceMs: number): HealthCheck[] =>
			this.#hooks.map((hook) => ({
				name: `poststarthook/${hook.name}`,
				check: () => (!this.#done.has(hook) && performance.now() - this.#startedAt >= graceMs ? 'not finished' : undefined),
			}));
		const discovery: HealthCheck = { name: 'autoregister-completion', check: () => undefined };
		const reachable: HealthCheck = { name: 'datastore-reachable', check: () => this.#storageAway };
		const shutdown: HealthCheck = { name: 'shutdown', check: () => (this.#draining ? 'the server is shutting down' : undefined) };
		return {
			healthz: { name: 'healthz', checks: [...always, ...this.#checks, ...hooks(0), discovery] },
			livez: { name: 'livez', checks: [...always, ...hooks(this.#options.livezGraceMs), discovery] },
			readyz: { name: 'readyz', checks: [...always, reachable, ...this.#checks, ...hooks(0), discovery, shutdown] },
		};
	}
}
