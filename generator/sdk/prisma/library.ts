/** Hand-written part of a package for reports: `sdk/prisma/` as JavaScript, and the entry that programs import. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { transform } from 'esbuild';
import type { EmittedFile } from '../../model.ts';
import { template } from '../../print/handlebars.ts';

const files = ['adapter.ts', 'data-dir.ts'];

const entryScript = template<object>('sdk/prisma/index.js');
const entryTypes = template<object>('sdk/prisma/index.d.ts');

export interface LibraryFacts {
	readonly vocabulary: string;
	/** SELECT statement of each view, by name. */
	readonly views: Readonly<Record<string, string>>;
}

/** Returns the files. `root` is the root folder of the project. */
export async function prismaLibraryFiles(root: string, facts: LibraryFacts): Promise<readonly EmittedFile[]> {
	const scripts = files.map(async (name): Promise<EmittedFile> => {
		const { code } = await transform(await readFile(join(root, 'sdk/prisma', name), 'utf8'), { loader: 'ts', format: 'esm', target: 'node24' });
		return { path: `lib/${name.replace(/\.ts$/, '.js')}`, content: code.replaceAll(/(?<=from "\.\/[\w-]+)\.ts(?=")/g, '.js') };
	});
	return [
		{ path: 'index.js', content: entryScript({}) },
		{ path: 'index.d.ts', content: entryTypes({}) },
		{ path: 'lib/facts.js', content: `export const facts = ${JSON.stringify(facts, null, '\t')};\n` },
		...(await Promise.all(scripts)),
	];
}
