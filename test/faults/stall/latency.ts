/**
 * Measures how long two servers take to answer, in a process of its own, so that nobody's work but theirs is in the figure.
 * Argument: JSON of the targets by name. Each line on stdin ends a measurement and begins the next; the answer is a line of
 * JSON with what was seen of each target since the line before.
 */
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { createInterface } from 'node:readline';

export interface LatencyTarget {
	readonly port: number;
	readonly path: string;
	/** Of the process that answers, where what it works meanwhile is to be known. */
	readonly pid?: number;
}

export interface Latency {
	readonly worstMs: number;
	/**
	 * The same without the time in which the server's main thread had no core to run on: how long its own work kept an answer waiting.
	 * Where the system does not tell, the same as `worstMs`.
	 */
	readonly workedMs: number;
	readonly asked: number;
	/** Answers that were not 200, and connections that broke. */
	readonly failed: number;
}

/** Time between an answer and the next question: short beside what is looked for, long beside what a question costs. */
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

	/** What is still unanswered counts with the time that it has waited. */
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

	/** CPU that the main thread of the process has had, in ms; goes up without end where it is not known. */
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
