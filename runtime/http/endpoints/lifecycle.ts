/** How far the server is in its life, and what its health endpoints say of it. */
import type { HealthCheck, HealthEndpoint } from './health.ts';

export interface LifecycleOptions {
	/** Time in which an unfinished start does not fail liveness. */
	readonly livezGraceMs: number;
	/** Names of what must be done after the listener is open. */
	readonly startHooks: readonly string[];
}

export class Lifecycle {
	readonly #options: LifecycleOptions;
	readonly #startedAt = performance.now();
	readonly #pending: Set<string>;
	#draining = false;
	#storageProblem: string | undefined;
	#storageAway: string | undefined;

	constructor(options: LifecycleOptions) {
		this.#options = options;
		this.#pending = new Set(options.startHooks);
	}

	done(startHook: string): void {
		this.#pending.delete(startHook);
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
			this.#options.startHooks.map((name) => ({
				name: `poststarthook/${name}`,
				check: () => (this.#pending.has(name) && performance.now() - this.#startedAt >= graceMs ? 'not finished' : undefined),
			}));
		const discovery: HealthCheck = { name: 'autoregister-completion', check: () => undefined };
		const reachable: HealthCheck = { name: 'datastore-reachable', check: () => this.#storageAway };
		const shutdown: HealthCheck = { name: 'shutdown', check: () => (this.#draining ? 'the server is shutting down' : undefined) };
		return {
			healthz: { name: 'healthz', checks: [...always, ...hooks(0), discovery] },
			livez: { name: 'livez', checks: [...always, ...hooks(this.#options.livezGraceMs), discovery] },
			readyz: { name: 'readyz', checks: [...always, reachable, ...hooks(0), discovery, shutdown] },
		};
	}
}
