/** The project's source files and their imports, for the structure tests. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../..');

export interface Import {
	readonly from: string;
	readonly to: string;
	readonly typeOnly: boolean;
}

/** Returns the TypeScript files below a folder, named relative to the project. */
export function sources(folder: string): string[] {
	return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
		.map((entry) => relative(root, join(entry.parentPath, entry.name)))
		.sort();
}

/** Returns the hand-written Markdown pages, without generated reference pages. */
export function pages(): string[] {
	const below = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map((path) => join('docs', path));
	return ['README.md', 'CONTRIBUTING.md', ...below].filter((path) => path.endsWith('.md')).sort();
}

/** Returns the hand-written specs, named relative to the project. */
export function specFiles(): string[] {
	return readdirSync(join(root, 'specs'), { recursive: true, encoding: 'utf8' })
		.filter((path) => path.endsWith('.yaml'))
		.map((path) => join('specs', path))
		.sort();
}

export function textOf(file: string): string {
	return readFileSync(join(root, file), 'utf8');
}

const importPattern = /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[^'"`;]*?\s+from\s+)?['"](\.{1,2}\/[^'"]+)['"]|import\(\s*['"](\.{1,2}\/[^'"]+)['"]\s*\)/g;

export function importsOf(file: string): Import[] {
	return [...textOf(file).matchAll(importPattern)].map((match) => ({
		from: file,
		to: relative(root, resolve(root, dirname(file), match[2] ?? match[3] ?? '')),
		typeOnly: match[1] !== undefined,
	}));
}
