/** How far the server is in its life, and what its health endpoints say of it. */
import type { HealthCheck, HealthEndpoint } from './health.ts';

export interface LifecycleOptions {
	/** Time in which an unfinished start does not fail liveness. */
	readonly livezGraceMs: number;
}

/** What is done once the listener is open. The server is ready when all of it is done. */
export interface StartHook {
	/** A check of its own, behind `poststarthook/`. */
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

	/** Before the endpoints are asked for. */
	addHooks(hooks: readonly StartHook[]): void {
		this.#hooks.push(...hooks);
	}

	/** What may fail for a while and no restart would mend: not of liveness. Before the endpoints are asked for. */
	addChecks(checks: readonly HealthCheck[]): void {
		this.#checks.push(...checks);
	}

	/** To be called when the listener is open: one after the other. Rejects with the failure of the first that fails, by its name. */
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

	/** From now on the server is not ready. */
	drain(): void {
		this.#draining = true;
	}

	storageFailed(problem: string): void {
		this.#storageProblem = problem;
	}

	/** For now: requests that need no storage are served, but no balancer should send more. Undefined: it is back. */
	storageAway(problem: string | undefined): void {
		this.#storageAway = problem;
	}

	/** The three endpoints by name. */
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
