/**
 * Prisma's client of a schema, made by Prisma's own generator, which reads and writes files: it has a folder of its own for that, which
 * goes again. What it says in TypeScript is kept as its types, for it says that compilers need not check it, with JavaScript beside it.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { transform } from 'esbuild';
import type { EmittedFile } from '../../model.ts';

/** For browsers, where there is no database to read. */
const unused = /(^|\/)(browser|prismaNamespaceBrowser)\.ts$/;

/** Nothing loads them. */
const typesAlone = /^client\/(models\/.*|models|commonInputTypes)\.ts$/;

/** Of all kinds it takes 10 s on a slow machine. */
const timeoutMs = 120_000;

/** `schema`: whose client goes to `./client`. */
export async function prismaClientFiles(schema: string): Promise<readonly EmittedFile[]> {
	const folder = await mkdtemp(join(tmpdir(), 'orch-prisma-'));
	try {
		await writeFile(join(folder, 'schema.prisma'), schema);
		await runGenerator(folder);
		const entries = await readdir(join(folder, 'client'), { recursive: true, withFileTypes: true });
		const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => relative(folder, join(parentPath, name)).split(sep).join('/'));
		const files = await Promise.all(
			paths
				.filter((path) => path.endsWith('.ts') && !unused.test(path))
				.sort()
				.map(async (path) => inBothLanguages(path, await readFile(join(folder, path), 'utf8'))),
		);
		return files.flat();
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

async function runGenerator(folder: string): Promise<void> {
	const command = join(dirname(manifestOfPrisma()), 'build/index.js');
	const env = {
		...process.env,
		// The program that changes databases is looked for before anything is made, and fetched where it is not: any file will do.
		PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
		CHECKPOINT_DISABLE: '1',
		PRISMA_HIDE_UPDATE_MESSAGE: '1',
	};
	try {
		await promisify(execFile)(process.execPath, [command, 'generate', '--schema', 'schema.prisma', '--no-hints'], { cwd: folder, env, timeout: timeoutMs });
	} catch (error) {
		const { stderr = '', message } = error as { readonly stderr?: string; readonly message: string };
		throw new Error(`prisma generate failed: ${stderr.trim() || message}`);
	}
}

/** It is large, and nothing else needs it. */
function manifestOfPrisma(): string {
	try {
		return createRequire(import.meta.url).resolve('prisma/package.json');
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error;
		throw new Error('the package prisma, which makes the client, is not installed: npm install --save-dev prisma@7, where orch is installed');
	}
}

async function inBothLanguages(path: string, text: string): Promise<readonly EmittedFile[]> {
	const types = { path, content: text };
	if (typesAlone.test(path)) return [types];
	const { code } = await transform(text, { loader: 'ts', format: 'esm', target: 'node24' });
	return [types, { path: path.replace(/\.ts$/, '.js'), content: code }];
}
