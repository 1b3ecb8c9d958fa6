/** Versions in which rows are written. The tables store them as small numbers. */
import type { DatabaseSync } from 'node:sqlite';

export class Versions {
	readonly #db: DatabaseSync;
	readonly #ids = new Map<string, number>();
	readonly #texts: string[] = [];
	/** Versions added by a transaction that has not committed yet. */
	#added: string[] = [];

	constructor(db: DatabaseSync) {
		this.#db = db;
		this.refresh();
	}

	/** Reloads the versions, because another connection may have added some. */
	refresh(): void {
		for (const { id, version } of this.#db.prepare('SELECT id, version FROM versions').all()) this.#keep(Number(id), String(version));
	}

	isKnown(id: number): boolean {
		return this.#texts[id] !== undefined;
	}

	/** Returns the number of a version. Adds a new version within the current transaction. */
	id(version: string): number {
		const known = this.#ids.get(version);
		if (known !== undefined) return known;
		const { lastInsertRowid } = this.#db.prepare('INSERT INTO versions (version) VALUES (?)').run(version);
		this.#keep(Number(lastInsertRowid), version);
		this.#added.push(version);
		return Number(lastInsertRowid);
	}

	/** Returns the version of a number. For an unknown number, returns a text with which no row was written. */
	text(id: number): string {
		return this.#texts[id] ?? '\0';
	}

	committed(): void {
		if (this.#added.length > 0) this.#added = [];
	}

	rolledBack(): void {
		for (const version of this.#added) this.#ids.delete(version);
		this.#added = [];
	}

	#keep(id: number, version: string): void {
		this.#ids.set(version, id);
		this.#texts[id] = version;
	}
}
