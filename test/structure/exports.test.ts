/** Every export of a file is used by another source file, not only by tests. */
import { describe, expect, it } from 'vitest';
import { importsOf, sources, textOf } from './project.ts';

/** Files and folders whose exports the project need not use, each with its reason. */
const others: Readonly<Record<string, string>> = {
	'runtime/testing.ts': 'orch/testing loads the bundled file of a build by its path',
};

const exported = /^export (?:(?:async |abstract )*(?:function\*?|class|const|let|enum)|(type|interface)) (\w+)/gm;

interface Export {
	readonly name: string;
	readonly isType: boolean;
}

function exportsOf(text: string): Export[] {
	return [...text.matchAll(exported)].map(([, type, name = '']) => ({ name, isType: type !== undefined }));
}

/** Counts the uses of a name in the code. */
function uses(name: string, text: string): number {
	const code = text.replace(/\/\*[\s\S]*?\*\/|(?<=^\s*)\/\/.*$/gm, '');
	return [...code.matchAll(new RegExp(`(?<![\\w$])${name}(?![\\w$])`, 'g'))].length;
}

function isTest(file: string): boolean {
	return file.startsWith('test/') || file.startsWith('bench/');
}

describe('exports', () => {
	it.each([
		['export const a = 1;', 'a', 1],
		['export const a = 1;\n/** Says a. */\n// a\nconst b = a;', 'a', 2],
		['export interface A { readonly a: string }', 'A', 1],
		['export async function aa() { return a; }', 'a', 1],
	])('are found with their uses: %s', (text, name, count) => {
		expect([exportsOf(text).length, uses(name, text)]).toEqual([1, count]);
	});

	it('are used', () => {
		const files = ['runtime', 'generator', 'generated', 'sdk', 'test', 'bench'].flatMap(sources);
		const texts = new Map(files.map((file) => [file, textOf(file)]));
		const importers = new Map<string, string[]>();
		for (const { from, to } of files.flatMap(importsOf)) importers.set(to, [...(importers.get(to) ?? []), from]);
		const unused = files
			// Excludes tests, which contain the source of other programs.
			.filter((file) => /^(runtime|generator)\//.test(file) && !Object.keys(others).some((other) => file.startsWith(other)))
			.flatMap((file) =>
				exportsOf(texts.get(file) ?? '').flatMap(({ name, isType }) => {
					const users = (importers.get(file) ?? []).filter((user) => uses(name, texts.get(user) ?? '') > 0);
					const usesItself = uses(name, texts.get(file) ?? '') > 1;
					// Callers of an exported function may need its parameter and result types.
					if (isType && usesItself) return [];
					if (users.length === 0) return [`${file}: nobody uses ${name}${usesItself ? ' but the file itself: do not export it' : ''}`];
					if (usesItself || users.some((user) => !isTest(user))) return [];
					return [`${file}: only tests use ${name}`];
				}),
			);
		expect(unused).toEqual([]);
	});
});
