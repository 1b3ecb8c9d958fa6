/** Reads a backup and verifies its count and its SHA-256. */
import { createHash, type Hash } from 'node:crypto';
import { closeSync, readSync } from 'node:fs';
import { StorageRefusedError } from '../errors.ts';
import { openUserFile } from '../read-user-file.ts';
import type { Row } from '../store.ts';
import type { Backup, BackupEnd, BackupEntry, BackupHead, BackupKeys } from './format.ts';
import { format } from './format.ts';

const pieceBytes = 1024 * 1024;

/** Maximum length of a line. No valid line is as long, because names and labels of an object are bounded. */
const longestLineBytes = 16 * 1024 * 1024;

/** Opens a backup and checks its format. Throws StorageRefusedError with one sentence. */
export function openBackup(path: string): Backup {
	const source = new Source(path);
	try {
		const head = source.line() as Partial<BackupHead>;
		if (head.backup !== format) throw new StorageRefusedError(`${path} is not a backup in the format of this release`);
		// The format number determines the other fields of the head.
		return new OpenBackup(path, head as BackupHead, source);
	} catch (error) {
		source.close();
		throw error;
	}
}

class OpenBackup implements Backup {
	readonly head: BackupHead;
	readonly #path: string;
	readonly #source: Source;
	#keys: readonly string[] = [];

	constructor(path: string, head: BackupHead, source: Source) {
		this.#path = path;
		this.head = head;
		this.#source = source;
	}

	get keys(): readonly string[] {
		return this.#keys;
	}

	*rows(): Generator<Row> {
		const source = this.#source;
		for (let objects = 0; ; objects++) {
			const before = source.digest();
			const line = source.line() as BackupEntry | BackupKeys | BackupEnd;
			if ('sha256' in line) {
				if (line.objects !== objects || line.sha256 !== before() || !source.isAtEnd()) throw source.damaged();
				return;
			}
			if ('keys' in line) {
				this.#keys = line.keys;
				objects--;
				continue;
			}
			if (!Number.isSafeInteger(line.bytes) || line.bytes < 0) throw new StorageRefusedError(`${this.#path} is damaged`);
			yield { ...line, bytes: source.take(line.bytes + 1).subarray(0, line.bytes) };
		}
	}

	close(): void {
		this.#source.close();
	}
}

/** File that is read as lines and byte strings, with a hash of the bytes read so far. */
class Source {
	readonly #path: string;
	readonly #file: number;
	readonly #hash: Hash = createHash('sha256');
	#rest: Buffer = Buffer.alloc(0);

	constructor(path: string) {
		this.#path = path;
		try {
			this.#file = openUserFile(path);
		} catch (error) {
			throw unreadable(path, error);
		}
	}

	/** Returns a function that computes the hash of the bytes read before this call. */
	digest(): () => string {
		const hash = this.#hash.copy();
		return () => hash.digest('hex');
	}

	line(): object {
		let end = this.#rest.indexOf(newline);
		while (end < 0) {
			if (this.#rest.byteLength > longestLineBytes || !this.#more()) throw this.damaged();
			end = this.#rest.indexOf(newline);
		}
		const text = this.take(end + 1).toString('utf8');
		try {
			const value: unknown = JSON.parse(text);
			if (typeof value === 'object' && value !== null) return value;
		} catch {
			// `damaged` below reports the failure with the name of the file.
		}
		throw this.damaged();
	}

	take(bytes: number): Buffer {
		while (this.#rest.byteLength < bytes) if (!this.#more()) throw this.damaged();
		const taken = this.#rest.subarray(0, bytes);
		this.#rest = this.#rest.subarray(bytes);
		this.#hash.update(taken);
		return taken;
	}

	isAtEnd(): boolean {
		return this.#rest.byteLength === 0 && !this.#more();
	}

	damaged(): StorageRefusedError {
		return new StorageRefusedError(`the backup ${this.#path} is damaged or truncated: no object was restored`);
	}

	close(): void {
		closeSync(this.#file);
	}

	#read(piece: Buffer): number {
		try {
			return readSync(this.#file, piece);
		} catch (error) {
			throw unreadable(this.#path, error);
		}
	}

	#more(): boolean {
		const piece = Buffer.alloc(pieceBytes);
		const read = this.#read(piece);
		this.#rest = Buffer.concat([this.#rest, piece.subarray(0, read)]);
		return read > 0;
	}
}

function unreadable(path: string, error: unknown): StorageRefusedError {
	return new StorageRefusedError(`cannot read the backup ${path}: ${(error as Error).message}`, { cause: error });
}

const newline = 0x0a;
