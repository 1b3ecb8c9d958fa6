/** Writes a backup completely or not at all. The calls block, because the process does no other work. */
import { createHash } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { isMark, keyOf } from '../encryption/provider.ts';
import { StorageRefusedError } from '../errors.ts';
import type { Row } from '../store.ts';
import type { BackupEnd, BackupEntry, BackupHead, BackupKeys } from './format.ts';

/** Number of bytes passed to one write call. */
const pieceBytes = 1024 * 1024;

const newline = Buffer.from('\n');

export class BackupWriter {
	readonly #path: string;
	readonly #partial: string;
	readonly #file: number;
	readonly #hash = createHash('sha256');
	#pieces: Uint8Array[] = [];
	#size = 0;
	#objects = 0;
	readonly #keys = new Set<string>();

	/** Throws StorageRefusedError when a file of this name exists. The file is readable only by its owner. */
	constructor(path: string) {
		this.#path = path;
		this.#partial = `${path}.partial`;
		if (existsSync(path)) throw new StorageRefusedError(`${path} already exists: choose another file with --out`);
		this.#file = this.#writing(() => {
			rmSync(this.#partial, { force: true });
			return openSync(this.#partial, 'wx', 0o600);
		});
	}

	begin(head: BackupHead): void {
		this.#line(head);
	}

	add({ resource, namespace, name, revision, version, side, bytes }: Row): void {
		this.#line({ resource, namespace, name, revision, version, side, bytes: bytes.byteLength } satisfies BackupEntry);
		this.#put(Uint8Array.from(bytes));
		this.#put(newline);
		this.#objects++;
		if (isMark(version)) this.#keys.add(keyOf(version));
	}

	/** Syncs the file and renames it to its final name. */
	finish(): Pick<BackupEnd, 'objects'> & BackupKeys {
		const [objects, keys] = [this.#objects, [...this.#keys].sort()];
		this.#line({ keys } satisfies BackupKeys);
		this.#flush();
		this.#line({ objects, sha256: this.#hash.copy().digest('hex') } satisfies BackupEnd);
		this.#flush();
		this.#writing(() => {
			fsyncSync(this.#file);
			renameSync(this.#partial, this.#path);
		});
		closeSync(this.#file);
		return { objects, keys };
	}

	/** Removes the partial file. Called instead of `finish`, or after `finish` failed. */
	abandon(): void {
		closeSync(this.#file);
		rmSync(this.#partial, { force: true });
	}

	#writing<T>(step: () => T): T {
		try {
			return step();
		} catch (error) {
			throw new StorageRefusedError(`cannot write the backup ${this.#path} (${(error as Error).message}): free space, or choose another location with --out`, {
				cause: error,
			});
		}
	}

	#line(value: object): void {
		this.#put(Buffer.from(`${JSON.stringify(value)}\n`));
	}

	#put(bytes: Uint8Array): void {
		this.#pieces.push(bytes);
		this.#size += bytes.byteLength;
		if (this.#size >= pieceBytes) this.#flush();
	}

	#flush(): void {
		const piece = Buffer.concat(this.#pieces, this.#size);
		this.#pieces = [];
		this.#size = 0;
		this.#hash.update(piece);
		this.#writing(() => {
			for (let at = 0; at < piece.byteLength; ) at += writeSync(this.#file, piece, at);
		});
	}
}
