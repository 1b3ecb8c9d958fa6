/**
 * Durability mark: a small file next to the database with the last acknowledged revision. It is written after each commit and not synced.
 * After a power failure it may be older than the database, which is harmless. A mark newer than the database means that acknowledged writes
 * are lost.
 */
import { closeSync, constants, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { type Total, textChecksum } from '../../checksum.ts';
import { StorageRefusedError } from '../../errors.ts';
import type { Revision } from '../../store.ts';

export interface DurabilityMark extends Total {
	/** Identity of the history. */
	readonly history: string;
	readonly revision: Revision;
}

/** Fixed size of the file. It is longer than any mark, so that a new mark overwrites the previous one completely. */
const bytes = 128;

function markPath(databasePath: string): string {
	return `${databasePath}.mark`;
}

/** Reads the mark; `damaged` when the file cannot be parsed. */
export function readMark(databasePath: string): DurabilityMark | 'damaged' | undefined {
	let text: string;
	try {
		text = readFileSync(markPath(databasePath), 'utf8');
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
		throw new StorageRefusedError(
			`cannot read ${markPath(databasePath)} (${(error as Error).message}): make it readable for this user, or move it away to continue in a new history`,
			{ cause: error },
		);
	}
	const [history = '', revision, objects, sum, checksum] = text.trim().split(' ');
	const mark = { history, revision: Number(revision), objects: Number(objects), sum: Number(sum) };
	return textOf(mark) === `${history} ${revision} ${objects} ${sum} ${checksum}` ? mark : 'damaged';
}

export function removeMark(databasePath: string): void {
	rmSync(markPath(databasePath), { force: true });
}

export class Mark {
	readonly #file: number;
	readonly #history: string;
	readonly #buffer = Buffer.alloc(bytes);

	constructor(databasePath: string, history: string) {
		this.#file = openSync(markPath(databasePath), constants.O_RDWR | constants.O_CREAT, 0o600);
		this.#history = history;
	}

	write(revision: Revision, { objects, sum }: Total): void {
		this.#buffer.fill(' ');
		this.#buffer.write(textOf({ history: this.#history, revision, objects, sum }));
		this.#buffer[bytes - 1] = newline;
		writeSync(this.#file, this.#buffer, 0, bytes, 0);
	}

	close(): void {
		closeSync(this.#file);
	}
}

const newline = 0x0a;

function textOf({ history, revision, objects, sum }: DurabilityMark): string {
	const text = `${history} ${revision} ${objects} ${sum}`;
	return `${text} ${textChecksum(text)}`;
}
