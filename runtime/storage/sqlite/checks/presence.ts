/** Whether the files that a database has open are still those that their names lead to: what is written to others is lost at the end. */
import { statSync } from 'node:fs';

export class Presence {
	readonly #paths: readonly string[];
	/** Unknown until the file is first seen. */
	readonly #identities: (string | undefined)[];

	constructor(databasePath: string) {
		this.#paths = [databasePath, `${databasePath}-wal`];
		this.#identities = this.#paths.map(identityOf);
	}

	/** Throws when one was deleted or replaced. */
	verify(): void {
		for (const [i, path] of this.#paths.entries()) {
			const identity = identityOf(path);
			this.#identities[i] ??= identity;
			if (identity !== this.#identities[i]) throw new Error(`${path} was ${identity === undefined ? 'deleted' : 'replaced'} while the server used it`);
		}
	}
}

function identityOf(path: string): string | undefined {
	const found = statSync(path, { throwIfNoEntry: false });
	return found && `${found.dev}/${found.ino}`;
}
