/** One server after the other over the same data: who asks for it while it is away waits for the next. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ServerProcess, startServer } from '../../setup/server.ts';

/** Nobody but the test writes ConfigMaps. */
const onlyOurs = ['--controllers=*,-root-ca-cert-publisher'];

export class Doors {
	readonly dataDir = mkdtempSync(join(tmpdir(), 'orch-history-'));
	readonly #built: string;
	#open: Promise<ServerProcess> | undefined;
	#flags: readonly string[] = [];

	constructor(built: string) {
		this.#built = built;
	}

	/** Of now, or the next one. */
	get open(): Promise<ServerProcess> {
		this.#open ??= startServer(this.#built, { dataDir: this.dataDir, flags: [...onlyOurs, ...this.#flags] });
		return this.#open;
	}

	/** Ends the server, and starts the next. Rejects when it does not end as it should. */
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

	/** Throws an error again that is not due to this server being on its way out. */
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

/** What a client sees of a server that ends; anything else is a failure of the test. */
function isLoss(error: unknown): boolean {
	const { code = '', message } = error as NodeJS.ErrnoException;
	return /ECONNRESET|ECONNREFUSED|EPIPE|ERR_STREAM_PREMATURE_CLOSE|ERR_HTTP2_|socket hang up|disconnected|aborted|the stream was closed/.test(
		`${code} ${message}`,
	);
}
