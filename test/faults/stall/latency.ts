/**
 * Measures response times of two servers in a separate process, so that other work does not influence the figures. Argument: JSON of the
 * targets by name. Each line on stdin ends a measurement and begins the next. The answer is a line of JSON with the figures of each target
 * since the last line.
 */
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { createInterface } from 'node:readline';

export interface LatencyTarget {
	readonly port: number;
	readonly path: string;
	/** Process id of the server, when its CPU time matters. */
	readonly pid?: number;
}

export interface Latency {
	readonly worstMs: number;
	/**
	 * Worst time without the periods in which the server's main thread waited for a core: the delay caused by its own work. Equals
	 * `worstMs` when the system does not provide it.
	 */
	readonly workedMs: number;
	readonly asked: number;
	/** Number of responses other than 200, and of broken connections. */
	readonly failed: number;
}

/** Pause between a response and the next request: short compared with a stall, long compared with the cost of a request. */
const pauseMs = 4;

class Probe {
	readonly #target: LatencyTarget;
	readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
	#worstMs = 0;
	#workedMs = 0;
	#workAtMs = 0;
	#asked = 0;
	#failed = 0;
	#askedAt: number | undefined;

	constructor(target: LatencyTarget) {
		this.#target = target;
	}

	start(): void {
		this.#askedAt = performance.now();
		this.#workAtMs = this.#work();
		const options = { agent: this.#agent, host: '127.0.0.1', port: this.#target.port, path: this.#target.path, rejectUnauthorized: false };
		const done = (right: boolean): void => {
			this.#asked++;
			if (!right) this.#failed++;
			this.#see();
			this.#askedAt = undefined;
			setTimeout(() => this.start(), pauseMs);
		};
		const outgoing = request(options, (response) => response.resume().once('end', () => done(response.statusCode === 200)));
		outgoing.once('error', () => done(false)).end();
	}

	/** Returns the figures; an unanswered request counts with its waiting time. */
	take(): Latency {
		this.#see();
		const taken = { worstMs: Math.round(this.#worstMs), workedMs: Math.round(this.#workedMs), asked: this.#asked, failed: this.#failed };
		this.#worstMs = 0;
		this.#workedMs = 0;
		this.#asked = 0;
		this.#failed = 0;
		return taken;
	}

	#see(): void {
		if (this.#askedAt === undefined) return;
		const waitedMs = performance.now() - this.#askedAt;
		this.#worstMs = Math.max(this.#worstMs, waitedMs);
		this.#workedMs = Math.max(this.#workedMs, Math.min(waitedMs, this.#work() - this.#workAtMs));
	}

	/** Returns the CPU time of the process's main thread in ms; infinitely rising when unknown. */
	#work(): number {
		const { pid } = this.#target;
		try {
			return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
		} catch {
			return performance.now();
		}
	}
}

const targets = JSON.parse(process.argv[2] ?? '{}') as Readonly<Record<string, LatencyTarget>>;
const probes = Object.entries(targets).map(([name, target]) => [name, new Probe(target)] as const);
for (const [, probe] of probes) probe.start();
createInterface({ input: process.stdin })
	.on('line', () => process.stdout.write(`${JSON.stringify(Object.fromEntries(probes.map(([name, probe]) => [name, probe.take()])))}\n`))
	.on('close', () => process.exit(0));
