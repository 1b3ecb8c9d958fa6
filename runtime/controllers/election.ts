/**
 * Elects, among the servers over one store, the one that runs the controllers. The record is a Lease, as in client-go's leader election. A
 * candidate takes over a Lease that has not changed for its duration, by the candidate's own clock.
 */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Lease } from '../../generated/types/coordination/v1.ts';
import { ApiError } from '../api/errors.ts';
import type { JsonObject } from '../model/catalog.ts';
import { sleep } from '../scheduling/sleep.ts';
import type { Target } from './actor.ts';
import type { ControllerContext, RunningController } from './contract.ts';

/** Times of Kubernetes' controllers: a dead leader is replaced after the duration of its lease and one retry. */
const electionTimes = { leaseSeconds: 15, renewDeadlineMs: 10_000, retryMs: 2_000 };

/** Work of the elected server. */
export interface Elected {
	start(): Promise<void>;
	/** Resolves when the work has ended. The next leader may have begun by then; writes of both are safe, because each names a revision. */
	stop(): Promise<void>;
}

/** Another server holds the lease. */
class HeldElsewhere extends Error {}

export function startElection(context: ControllerContext, elected: Elected): RunningController {
	const ended = new AbortController();
	const election = new Election(context, elected);
	const running = (async () => {
		while (!ended.signal.aborted) {
			await election.step();
			await sleep(electionTimes.retryMs, ended.signal);
		}
	})();
	return {
		async stop() {
			ended.abort();
			await running;
			await election.end();
		},
	};
}

class Election {
	readonly #context: ControllerContext;
	readonly #elected: Elected;
	readonly #identity = `${hostname()}_${randomUUID()}`;
	readonly #target: Target;
	#leads = false;
	#renewedMs = 0;
	/** Record of another leader, and when this server saw it first. */
	#observed = { record: '', sinceMs: 0 };

	constructor(context: ControllerContext, elected: Elected) {
		const { groupDomain, shortPrefix } = context.verbs.vocabulary;
		this.#context = context;
		this.#elected = elected;
		this.#target = { storageName: `leases.coordination.${groupDomain}`, namespace: `${shortPrefix}-system`, name: `${shortPrefix}-apiserver-controllers` };
	}

	/** Acquires or renews the lease, and starts or stops the work accordingly. */
	async step(): Promise<void> {
		const startedMs = performance.now();
		try {
			await this.#write({ holderIdentity: this.#identity, leaseDurationSeconds: electionTimes.leaseSeconds });
			this.#renewedMs = startedMs;
			if (this.#leads) return;
			this.#leads = true;
			await this.#begin();
		} catch (error) {
			if (!(error instanceof HeldElsewhere)) this.#report(error);
			const isOver = error instanceof HeldElsewhere || performance.now() - this.#renewedMs > electionTimes.renewDeadlineMs;
			if (this.#leads && isOver) await this.#stop();
		}
	}

	/** Stops the work and releases the lease, so that another server need not wait for its end. */
	async end(): Promise<void> {
		if (!this.#leads) return;
		await this.#stop();
		await this.#write({ holderIdentity: '', leaseDurationSeconds: 1 }).catch((error: unknown) => this.#report(error));
	}

	/** Starts the work. When part of it cannot start, the next step tries again. */
	async #begin(): Promise<void> {
		try {
			await this.#elected.start();
		} catch (error) {
			await this.#stop();
			throw error;
		}
	}

	async #stop(): Promise<void> {
		this.#leads = false;
		await this.#elected.stop();
	}

	async #write(record: { readonly holderIdentity: string; readonly leaseDurationSeconds: number }): Promise<void> {
		const { actor } = this.#context;
		const { namespace, name } = this.#target;
		try {
			await actor.update(this.#target, (old) => ({ ...old, spec: this.#next((old as { readonly spec?: Lease['spec'] }).spec ?? {}, record) }));
		} catch (error) {
			if (!(error instanceof ApiError && error.reason === 'NotFound')) throw error;
			await actor.ensure(this.#target, { metadata: { name, namespace }, spec: this.#next({}, record) });
			// Another server may have created it: the next step finds out.
			await actor.update(this.#target, (old) => ({ ...old, spec: this.#next((old as { readonly spec?: Lease['spec'] }).spec ?? {}, record) }));
		}
	}

	/** Returns the next state of the lease. Throws HeldElsewhere. */
	#next(before: NonNullable<Lease['spec']>, record: JsonObject): JsonObject {
		const { holderIdentity = '', leaseDurationSeconds = 0, renewTime = '' } = before;
		const isOwn = holderIdentity === this.#identity;
		if (!isOwn && holderIdentity !== '' && !this.#isExpired(`${holderIdentity} ${renewTime}`, leaseDurationSeconds)) throw new HeldElsewhere();
		const now = `${new Date().toISOString().slice(0, -1)}000Z`;
		const transition = isOwn ? {} : { acquireTime: now, leaseTransitions: (before.leaseTransitions ?? 0) + 1 };
		return { ...(before as JsonObject), ...transition, ...record, renewTime: now };
	}

	#isExpired(record: string, leaseSeconds: number): boolean {
		const nowMs = performance.now();
		if (record !== this.#observed.record) this.#observed = { record, sinceMs: nowMs };
		return nowMs - this.#observed.sinceMs > leaseSeconds * 1000;
	}

	#report(error: unknown): void {
		this.#context.report({ controller: 'election', subject: this.#target.name, error });
	}
}
