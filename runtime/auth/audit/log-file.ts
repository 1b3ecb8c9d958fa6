/**
 * Log file that rotates when it is full. Rotated files have the time in their names; they are limited by count and age, and optionally
 * compressed.
 */
import {
	closeSync,
	createReadStream,
	createWriteStream,
	fstatSync,
	ftruncateSync,
	openSync,
	readdirSync,
	renameSync,
	rmSync,
	statSync,
	writeSync,
} from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

export interface LogFileOptions {
	readonly path: string;
	/** Size at which the file is rotated. */
	readonly maxBytes: number;
	/** Limits of rotated files. 0: unlimited count, or no expiry. */
	readonly maxBackups: number;
	readonly maxAgeMs: number;
	readonly compress: boolean;
	/** Reports a failure other than of writing, as one sentence. */
	readonly failed: (sentence: string) => void;
	readonly now?: () => number;
}

export class LogFile {
	readonly #options: LogFileOptions;
	#file: number;
	#bytes: number;
	#tidying: Promise<void> = Promise.resolve();

	/** Opens the file with access for its owner only. Throws the system's error. */
	constructor(options: LogFileOptions) {
		this.#options = options;
		this.#file = openSync(options.path, 'a', 0o600);
		this.#bytes = fstatSync(this.#file).size;
		this.#tidy();
	}

	/** Writes whole lines before it returns. On failure, removes the partial write and throws the system's error. */
	write(lines: string): void {
		const bytes = Buffer.from(lines);
		if (this.#bytes > 0 && this.#bytes + bytes.length > this.#options.maxBytes) this.#rotate();
		try {
			for (let at = 0; at < bytes.length; ) at += writeSync(this.#file, bytes, at);
		} catch (error) {
			this.#takeBack();
			throw error;
		}
		this.#bytes += bytes.length;
	}

	/**
	 * Truncates the file to its last complete line, because a partial line would become the beginning of the next one. Pipes cannot be
	 * truncated.
	 */
	#takeBack(): void {
		if (fstatSync(this.#file).isFile()) ftruncateSync(this.#file, this.#bytes);
	}

	/** Resolves when the pending cleanup is done. */
	async close(): Promise<void> {
		await this.#tidying;
		closeSync(this.#file);
	}

	#rotate(): void {
		const { path } = this.#options;
		renameSync(path, this.#backup());
		const next = openSync(path, 'a', 0o600);
		closeSync(this.#file);
		this.#file = next;
		this.#bytes = 0;
		this.#tidy();
	}

	#backup(): string {
		const { path, now = Date.now } = this.#options;
		const stamp = new Date(now()).toISOString().slice(0, -1).replaceAll(':', '-');
		const [folder, extension] = [dirname(path), extname(path)];
		const name = basename(path, extension);
		const taken = new Set(readdirSync(folder));
		for (let i = 0; ; i++) {
			const free = `${name}-${stamp}${i === 0 ? '' : `-${i}`}${extension}`;
			if (!taken.has(free) && !taken.has(`${free}.gz`)) return join(folder, free);
		}
	}

	#tidy(): void {
		this.#tidying = this.#tidying
			.then(() => this.#tidyOnce())
			.catch((error: unknown) => this.#options.failed(`rotated files of ${this.#options.path} not cleaned up: ${(error as Error).message}`));
	}

	async #tidyOnce(): Promise<void> {
		const { maxBackups, maxAgeMs, compress, now = Date.now } = this.#options;
		const backups = this.#backups();
		const old = backups.filter((path, i) => (maxBackups > 0 && i >= maxBackups) || (maxAgeMs > 0 && statSync(path).mtimeMs < now() - maxAgeMs));
		for (const path of old) rmSync(path, { force: true });
		if (!compress) return;
		for (const path of backups.filter((each) => !old.includes(each) && !each.endsWith('.gz'))) {
			await pipeline(createReadStream(path), createGzip(), createWriteStream(`${path}.gz`, { mode: 0o600 }));
			rmSync(path);
		}
	}

	/** Returns the rotated files, newest first. */
	#backups(): string[] {
		const { path } = this.#options;
		const [folder, extension] = [dirname(path), extname(path)];
		const prefix = `${basename(path, extension)}-`;
		const isBackup = (name: string): boolean =>
			name.startsWith(prefix) &&
			/^\d{4}-\d\d-\d\dT[\d.-]+$/.test(
				name
					.slice(prefix.length)
					.replace(/\.gz$/, '')
					.slice(0, extension.length === 0 ? undefined : -extension.length),
			);
		return readdirSync(folder)
			.filter(isBackup)
			.sort()
			.reverse()
			.map((name) => join(folder, name));
	}
}
