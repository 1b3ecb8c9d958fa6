/** Whether the files that a database has open are still those that their names lead to: what is written to others is lost at the end. */
import { statSync } from 'node:fs';

export class Presence {
	readonly #paths: readonly string[];
	/** Unknown until the file is first seen. */
	readonly #identities: (Identity | undefined)[];

	constructor(databasePath: string) {
		this.#paths = [databasePath, `${databasePath}-wal`];
		this.#identities = this.#paths.map(identityOf);
	}

	/** Throws when one was deleted or replaced. */
	verify(): void {
		for (let i = 0; i < this.#paths.length; i++) {
			const path = this.#paths[i] ?? '';
			const found = identityOf(path);
			const known = this.#identities[i];
			if (known === undefined) this.#identities[i] = found;
			else if (found === undefined || found.ino !== known.ino || found.dev !== known.dev)
				throw new Error(`${path} was ${found === undefined ? 'deleted' : 'replaced'} while the server used it`);
		}
	}
}

interface Identity {
	readonly dev: number;
	readonly ino: number;
}

function identityOf(path: string): Identity | undefined {
	return statSync(path, { throwIfNoEntry: false });
}
