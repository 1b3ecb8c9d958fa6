import type { ServerProcess } from '../../setup/server.ts';
import type { Counts, Exchange } from './exchanges.ts';

/** A client that makes sequential exchanges on one connection for as long as the server keeps it open. */
export interface Client {
	readonly name: string;
	/** Runs the exchanges; `folder` is for the client's files. */
	run(server: ServerProcess, exchanges: Iterable<Exchange>, folder: string): Promise<Counts>;
}

/** Counts outcomes by the status of each response; undefined is a lost exchange. */
export class Tally {
	#tried = 0;
	#refused = 0;
	#lost = 0;

	add({ status }: Pick<Exchange, 'status'>, answered: number | undefined): void {
		this.#tried++;
		if (answered === undefined) this.#lost++;
		else if (answered !== status) this.#refused++;
	}

	get counts(): Counts {
		return { tried: this.#tried, refused: this.#refused, lost: this.#lost };
	}
}
