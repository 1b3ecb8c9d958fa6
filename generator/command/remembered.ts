/**
 * What an earlier command parsed and found right is neither parsed nor checked again: most of what a command does is that, and most of it
 * with built-in specs, which seldom change. It lies beside the compiled code, and holds for this state of the generator's own files alone.
 */
import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Generated, type GenerateOptions, generate, type Kept, nothingKept } from '../generate.ts';
import { ParsedSpecs } from '../read/source/parsed-specs.ts';
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

/** One of the files in which it lies: lines, to which each command adds its own. */
interface Lines {
	readonly prefix: string;
	/** Begun anew beyond that. */
	readonly mostBytes: number;
}

/** Of some thirty states of the built-in specs. */
const passedLines: Lines = { prefix: 'passed-', mostBytes: 1024 * 1024 };
/** Of some ten. */
const parsedLines: Lines = { prefix: 'parsed-', mostBytes: 16 * 1024 * 1024 };

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
	const state = stateOf(code);
	const known = new Set(readLines(folder, passedLines, state));
	const parsed = new ParsedSpecs(readLines(folder, parsedLines, state).flatMap(parsedOf));
	const kept = nothingKept({ parsed, right: known });
	const remember = (): void => {
		const found = [...kept.specs.passed.right].filter((key) => !known.has(key));
		for (const key of found) known.add(key);
		write(folder, passedLines, state, found);
		write(folder, parsedLines, state, [...parsed.takeAdded()].map(lineOf));
	};
	return { kept, remember };
}

/** With a digest of the whole: a line may be torn, or two commands may have written at once, and what is taken for a spec must be it. */
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
		if (isNotToBeHad(error)) return [];
		throw error;
	}
}

/** Commands that end at the same time each add theirs. */
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
