/** Runs a hostile case from several connections at once, while another process measures the server and a baseline responder. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { ServerProcess } from '../../setup/server.ts';
import { type Connection, connections, type HostileCase, type Outcome } from './contract.ts';
import type { Latency, LatencyTarget } from './latency.ts';

/** Duration of each connection's attack, so that cumulative stalls show as well as those of single requests. */
const attackMs = 300;
/** Time limit of a case: no answered request may hold its connection longer. */
const longestMs = 120_000;

export interface Measured {
	readonly server: Latency;
	readonly bare: Latency;
	/** Number of requests by outcome. */
	readonly outcomes: Readonly<Record<string, number>>;
	readonly seconds: number;
}

/** A child process that answers in lines. */
class Lines {
	readonly #child: ChildProcess;
	readonly #lines: AsyncIterator<string>;

	constructor(script: string, args: readonly string[]) {
		const child = spawn(process.execPath, ['--no-warnings', join(import.meta.dirname, script), ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
		this.#child = child;
		this.#lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
	}

	async next<T>(): Promise<T> {
		const { value, done } = await this.#lines.next();
		if (done) throw new Error(`a process of the measurement ended with code ${this.#child.exitCode}`);
		return JSON.parse(value) as T;
	}

	async ask<T>(): Promise<T> {
		this.#child.stdin?.write('\n');
		return await this.next<T>();
	}

	end(): void {
		this.#child.stdin?.end();
	}
}

export class Measurement {
	readonly #server: ServerProcess;
	readonly #bare: Lines;
	readonly #latency: Lines;

	private constructor(server: ServerProcess, bare: Lines, latency: Lines) {
		this.#server = server;
		this.#bare = bare;
		this.#latency = latency;
	}

	static async start(server: ServerProcess): Promise<Measurement> {
		const pki = join(server.dataDir, 'pki');
		const bare = new Lines('bare.ts', [join(pki, 'apiserver.crt'), join(pki, 'apiserver.key')]);
		const { port } = await bare.next<{ port: number }>();
		const targets: Record<'server' | 'bare', LatencyTarget> = {
			server: { port: server.port, path: '/livez', ...(server.process.pid !== undefined && { pid: server.process.pid }) },
			bare: { port, path: '/' },
		};
		return new Measurement(server, bare, new Lines('latency.ts', [JSON.stringify(targets)]));
	}

	end(): void {
		this.#latency.end();
		this.#bare.end();
	}

	async run(hostile: HostileCase): Promise<Measured> {
		await hostile.before?.(this.#server);
		const send = hostile.prepare();
		const ending = new AbortController();
		const timer = setTimeout(() => ending.abort(new Error(`${hostile.name}: not over after ${longestMs} ms`)), longestMs);
		const outcomes: Record<string, number> = {};
		await this.#latency.ask();
		const start = performance.now();
		const one = async (index: number): Promise<void> => {
			const connection: Connection = { server: this.#server, index, signal: ending.signal };
			do {
				const outcome: Outcome = await send(connection);
				outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
			} while (performance.now() - start < attackMs && !ending.signal.aborted);
		};
		await Promise.all(Array.from({ length: connections }, (_, index) => one(index)));
		const seconds = (performance.now() - start) / 1000;
		const seen = await this.#latency.ask<{ server: Latency; bare: Latency }>();
		clearTimeout(timer);
		const late = ending.signal.aborted;
		ending.abort();
		if (late) outcomes.unanswered = connections;
		return { ...seen, outcomes, seconds: Math.round(seconds * 10) / 10 };
	}
}
