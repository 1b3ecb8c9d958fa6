/**
 * What an earlier command found right is not checked again: half of what a command does is checks, most of them of built-in specs,
 * which seldom change. It lies beside the compiled code, and holds for this state of the generator's own files alone.
 */
import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Generated, type GenerateOptions, generate, type Kept, nothingKept } from '../generate.ts';
import { isInstalled, projectRoot } from './spec-roots.ts';

export interface Places {
	/** Where it is written. */
	readonly folder: string;
	/** Files and folders from which, beside the specs, it follows whether something is right. */
	readonly code: readonly string[];
}

/** Sources, or what they were compiled to, and versions of packages. */
const code = isInstalled ? ['generator/command', 'package.json'] : ['generator', 'runtime', 'package-lock.json'];
const own: Places = { folder: join(projectRoot, 'node_modules/.cache/orch'), code: code.map((path) => join(projectRoot, path)) };

const prefix = 'passed-';
/** Begun anew beyond that: some thirty states of the built-in specs. */
const mostBytes = 1024 * 1024;

/** As `generate`; `recalled`: of who generates again and again. Throws what it throws. */
export async function generateRemembering(options: Omit<GenerateOptions, 'kept'>, recalled: Recalled = recall()): Promise<Generated> {
	const result = await generate({ ...options, kept: recalled.kept });
	recalled.remember();
	return result;
}

export interface Recalled {
	/** For the first generation, and those that follow. */
	readonly kept: Kept;
	/** Writes down what the last generation has found right beyond that. */
	remember(): void;
}

export function recall({ folder, code }: Places = own): Recalled {
	const file = join(folder, `${prefix}${stateOf(code)}`);
	const known = new Set(readLines(file));
	const kept = nothingKept(known);
	const remember = (): void => {
		const found = [...kept.specs.passed.right].filter((key) => !known.has(key));
		if (found.length > 0) write(folder, file, found);
		for (const key of found) known.add(key);
	};
	return { kept, remember };
}

function readLines(file: string): readonly string[] {
	try {
		return readFileSync(file, 'utf8').split('\n');
	} catch (error) {
		if (isNotToBeHad(error)) return [];
		throw error;
	}
}

/** Commands that end at the same time each add theirs. */
function write(folder: string, file: string, keys: readonly string[]): void {
	const text = `${keys.join('\n')}\n`;
	try {
		const before = statSync(file, { throwIfNoEntry: false });
		if (before !== undefined && before.size <= mostBytes) appendFileSync(file, text);
		else {
			mkdirSync(folder, { recursive: true });
			for (const name of readdirSync(folder)) if (name.startsWith(prefix)) rmSync(join(folder, name), { force: true });
			writeFileSync(file, text);
		}
	} catch (error) {
		if (!isNotToBeHad(error)) throw error;
	}
}

/** Nothing there yet, or a folder that somebody else installed, a full disk: the next command checks again. */
function isNotToBeHad(error: unknown): boolean {
	const { code: why = '' } = error as NodeJS.ErrnoException;
	return ['ENOENT', 'EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'ENOTDIR'].includes(why);
}

/** Another one when a file of the code has changed. */
function stateOf(code: readonly string[]): string {
	const hash = createHash('sha256').update(process.version);
	for (const path of code) {
		const files = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true ? readdirSync(path, { recursive: true, withFileTypes: true }) : [];
		const paths = files.flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : []));
		for (const one of paths.length === 0 ? [path] : paths.sort()) {
			const file = statSync(one, { throwIfNoEntry: false });
			hash.update(`${one} ${file?.size} ${file?.mtimeMs} ${file?.ctimeMs}\n`);
		}
	}
	return hash.digest('hex').slice(0, 16);
}
