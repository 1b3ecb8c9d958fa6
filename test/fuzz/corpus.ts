/** Inputs that once found a fault, one file each in a folder per parser; every run starts with them. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const corpusFolder = join(import.meta.dirname, 'corpus');

export interface Kept {
	readonly file: string;
	readonly input: Buffer;
}

export class Corpus {
	readonly #folder: string;

	constructor(folder = corpusFolder) {
		this.#folder = folder;
	}

	of(name: string): Kept[] {
		const folder = this.#of(name);
		if (!existsSync(folder)) return [];
		const files = readdirSync(folder).sort();
		return files.map((file) => ({ file: join(folder, file), input: readFileSync(join(folder, file)) }));
	}

	/** Stores the input and returns its file. */
	keep(name: string, input: Buffer): string {
		const folder = this.#of(name);
		mkdirSync(folder, { recursive: true });
		const file = join(folder, createHash('sha256').update(input).digest('hex').slice(0, 12));
		writeFileSync(file, input);
		return file;
	}

	#of(name: string): string {
		return join(this.#folder, name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'));
	}
}
