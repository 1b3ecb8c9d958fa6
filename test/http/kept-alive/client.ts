import type { ServerProcess } from '../../setup/server.ts';
import type { Counts, Exchange } from './exchanges.ts';

/** A client that makes exchanges one after the other on a connection that it keeps for as long as the server does. */
export interface Client {
	readonly name: string;
	/** `folder` is for files of its own. */
	run(server: ServerProcess, exchanges: Iterable<Exchange>, folder: string): Promise<Counts>;
}

/** Adds up what came of exchanges, by the status of each answer; undefined for one that was lost. */
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
