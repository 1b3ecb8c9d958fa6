/**
 * The mark: a small file beside the database that says how far it was acknowledged. Written after each commit, and not synced itself:
 * after a power cut it may be older than the database, which says nothing, but it is never newer, unless something that was
 * acknowledged is gone.
 */
import { closeSync, constants, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { StorageRefusedError } from '../../errors.ts';
import type { Revision } from '../../store.ts';
import { type Total, textChecksum } from './checksum.ts';

export interface Acknowledged extends Total {
	/** Identity of the history. */
	readonly history: string;
	readonly revision: Revision;
}

/** Longer than any mark, so that one written over another leaves nothing of it. */
const bytes = 128;

function markPath(databasePath: string): string {
	return `${databasePath}.mark`;
}

/** `damaged`: there is one that cannot be read. */
export function readMark(databasePath: string): Acknowledged | 'damaged' | undefined {
	let text: string;
	try {
		text = readFileSync(markPath(databasePath), 'utf8');
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
		throw new StorageRefusedError(
			`cannot read ${markPath(databasePath)} (${(error as Error).message}): make it a file that this user may read, or move it away, and the server goes on in a new history`,
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

function textOf({ history, revision, objects, sum }: Acknowledged): string {
	const text = `${history} ${revision} ${objects} ${sum}`;
	return `${text} ${textChecksum(text)}`;
}
