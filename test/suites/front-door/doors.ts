/** A sequence of servers over the same data. Callers that need a server while none runs wait for the next. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ServerProcess, startServer } from '../../setup/server.ts';

/** Disables the controller that writes ConfigMaps, so that only the test writes them. */
const onlyOurs = ['--controllers=*,-root-ca-cert-publisher'];

export class Doors {
	readonly dataDir = mkdtempSync(join(tmpdir(), 'orch-history-'));
	readonly #built: string;
	#open: Promise<ServerProcess> | undefined;
	#flags: readonly string[] = [];

	constructor(built: string) {
		this.#built = built;
	}

	/** The running server, or the next one. */
	get open(): Promise<ServerProcess> {
		this.#open ??= startServer(this.#built, { dataDir: this.dataDir, flags: [...onlyOurs, ...this.#flags] });
		return this.#open;
	}

	/** Stops the server and starts the next one. Rejects when the server does not end as expected. */
	async restart(signal: 'SIGTERM' | 'SIGKILL', flags: readonly string[] = []): Promise<void> {
		const before = await this.open;
		this.#flags = flags;
		const ended = signal === 'SIGTERM' ? before.stop() : before.kill();
		this.#open = (async () => {
			const code = await ended;
			if (signal === 'SIGTERM' && code !== 0) throw new Error(`a server that was told to stop ended with ${code}:\n${before.log()}`);
			return startServer(this.#built, { dataDir: this.dataDir, flags: [...onlyOurs, ...flags] });
		})();
		await this.#open;
	}

	/** Rethrows an error that was not caused by the shutdown of this server. */
	async excuse(error: unknown, server: ServerProcess): Promise<void> {
		if (!isLoss(error) || (await this.open) === server) throw error;
	}

	async close(): Promise<void> {
		await (await this.open).stop();
	}

	remove(): void {
		rmSync(this.dataDir, { recursive: true, force: true });
	}
}

/** Reports whether an error is what a client sees when a server ends; any other error fails the test. */
function isLoss(error: unknown): boolean {
	const { code = '', message } = error as NodeJS.ErrnoException;
	return /ECONNRESET|ECONNREFUSED|EPIPE|ERR_STREAM_PREMATURE_CLOSE|ERR_HTTP2_|socket hang up|disconnected|aborted|the stream was closed/.test(
		`${code} ${message}`,
	);
}
