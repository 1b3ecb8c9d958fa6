/**
 * Cache of specs that earlier commands parsed and checked. Both are most of a command's work, mainly for built-in specs, which seldom
 * change. It is next to the compiled code, and valid only for the current state of the generator's files.
 */
import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { emptyGenerationCache, type Generated, type GenerateOptions, type GenerationCache, generate } from '../generate.ts';
import { ParsedSpecs } from '../read/source/parsed-specs.ts';
import { isInstalled, projectRoot } from './spec-roots.ts';

export interface CacheLocation {
	/** Folder of the cache. */
	readonly folder: string;
	/** Files and folders that affect a check's result, besides the specs. */
	readonly code: readonly string[];
}

/** Sources or their compiled output, and the file with package versions. */
const code = isInstalled ? ['generator/command', 'package.json'] : ['generator', 'runtime', 'package-lock.json'];
const own: CacheLocation = { folder: join(projectRoot, 'node_modules/.cache/orch'), code: code.map((path) => join(projectRoot, path)) };

/** A cache file, to which commands append lines. */
interface Lines {
	readonly prefix: string;
	/** Maximum size in bytes; beyond it the next command starts a new file. */
	readonly mostBytes: number;
}

/** Passed checks; room for about thirty states of the built-in specs. */
const passedLines: Lines = { prefix: 'passed-', mostBytes: 1024 * 1024 };
/** Parsed specs; room for about ten states of the built-in specs. */
const parsedLines: Lines = { prefix: 'parsed-', mostBytes: 16 * 1024 * 1024 };

/** Generates with the cache, and saves it. Repeated callers pass `cache`. Throws what `generate` throws. */
export async function generateCached(options: Omit<GenerateOptions, 'kept'>, cache: SpecCache = openSpecCache()): Promise<Generated> {
	const result = await generate({ ...options, kept: cache.kept });
	cache.save();
	return result;
}

export interface SpecCache {
	/** Cache for the first generation and for later ones. */
	readonly kept: GenerationCache;
	/** Writes what the last generation added. */
	save(): void;
}

export function openSpecCache({ folder, code }: CacheLocation = own): SpecCache {
	const state = stateOf(code);
	const known = new Set(readLines(folder, passedLines, state));
	const parsed = new ParsedSpecs(readLines(folder, parsedLines, state).flatMap(parsedOf));
	const kept = emptyGenerationCache({ parsed, right: known });
	const save = (): void => {
		const found = [...kept.specs.passed.right].filter((key) => !known.has(key));
		for (const key of found) known.add(key);
		write(folder, passedLines, state, found);
		write(folder, parsedLines, state, [...parsed.takeAdded()].map(lineOf));
	};
	return { kept, save };
}

/** Formats a line with a digest of its content, which detects torn lines and concurrent writes. */
function lineOf([digest, written]: readonly [string, string]): string {
	return `${digestOf(`${digest} ${written}`)} ${digest} ${written}`;
}

function parsedOf(line: string): (readonly [string, string])[] {
	const [whole = '', digest = ''] = line.split(' ', 2);
	const rest = line.slice(whole.length + 1);
	return digest !== '' && digestOf(rest) === whole ? [[digest, rest.slice(digest.length + 1)]] : [];
}

function digestOf(text: string): string {
	return createHash('sha256').update(text).digest('base64');
}

function readLines(folder: string, { prefix }: Lines, state: string): readonly string[] {
	try {
		return readFileSync(join(folder, `${prefix}${state}`), 'utf8').split('\n');
	} catch (error) {
		if (isUnavailable(error)) return [];
		throw error;
	}
}

/** Appends lines; commands that end at the same time each append theirs. */
function write(folder: string, { prefix, mostBytes }: Lines, state: string, lines: readonly string[]): void {
	if (lines.length === 0) return;
	const text = `${lines.join('\n')}\n`;
	const file = join(folder, `${prefix}${state}`);
	try {
		const before = statSync(file, { throwIfNoEntry: false });
		if (before !== undefined && before.size <= mostBytes) appendFileSync(file, text);
		else {
			mkdirSync(folder, { recursive: true });
			for (const name of readdirSync(folder)) if (name.startsWith(prefix)) rmSync(join(folder, name), { force: true });
			writeFileSync(file, text);
		}
	} catch (error) {
		if (!isUnavailable(error)) throw error;
	}
}

/** Reports whether the cache is missing or cannot be written (read-only installation, full disk). The next command then checks again. */
function isUnavailable(error: unknown): boolean {
	const { code: why = '' } = error as NodeJS.ErrnoException;
	return ['ENOENT', 'EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'ENOTDIR'].includes(why);
}

/** Hashes the code; any changed file changes the hash. */
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
