/** Built server with audit, whose files are in a scratch folder. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { makeScratch, type Scratch } from '../setup/scratch.ts';
import { type ServerProcess, startServer } from '../setup/server.ts';

export class AuditedServer {
	readonly scratch: Scratch = makeScratch();
	#server: ServerProcess | undefined;

	/** Path of the audit log. */
	get log(): string {
		return join(this.scratch.path, 'audit.log');
	}

	/** Starts the server, on the data of the one before, with a policy or without. */
	async start(policy: object | undefined, ...flags: string[]): Promise<ServerProcess> {
		const file = join(this.scratch.path, 'policy.yaml');
		if (policy !== undefined) writeFileSync(file, JSON.stringify({ apiVersion: 'audit.k8s.io/v1', kind: 'Policy', ...policy }));
		const given = [...(policy === undefined ? [] : ['--audit-policy-file', file]), ...flags];
		this.#server = await startServer(inject('built').kubernetes, { dataDir: join(this.scratch.path, 'data'), flags: given });
		return this.#server;
	}

	/** Stops the server and removes its files. */
	async end(): Promise<void> {
		await this.#server?.stop();
		this.scratch.remove();
	}
}
