/**
 * Hand-written part of a client package: `sdk/typescript/` and code shared with the server, as JavaScript with declarations. Files keep
 * their relative paths, so that imports between them stay valid.
 */
import { readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { ts } from 'ts-morph';
import type { EmittedFile } from '../../model.ts';
import { specifier } from '../../print/derived-names.ts';

/** Modules that programs import, relative to the project's root. */
export const entries = {
	index: 'sdk/typescript/index.ts',
	node: 'sdk/typescript/node.ts',
	validation: 'sdk/typescript/validation/validator.ts',
	trpc: 'sdk/typescript/trpc.ts',
} as const;

/** Entries with declarations. The validator has none, because only emitted modules call it. */
const declaredEntries = [entries.index, entries.node, entries.trpc, 'sdk/typescript/validation/validation.ts'];

const platform = 'sdk/typescript/validation/platform.ts';

/** Modules of the server that need Node, with their replacements. */
const replaced: Readonly<Record<string, string>> = { 'runtime/schema/cel/load.ts': 'sdk/typescript/validation/cel-library.ts', 'node:net': platform };

/** Folder for these files in the package. */
const folder = 'lib';

const target = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, verbatimModuleSyntax: true } as const;

/** Returns the path of an entry in the package, without extension. */
export function entryPath(name: keyof typeof entries): string {
	return `${folder}/${entries[name].replace(/\.ts$/, '')}`;
}

/** Returns the files. `root`: root folder of the project. `generated`: replaces generated files, by path below `generated/`. */
export function libraryFiles(root: string, generated: readonly EmittedFile[]): readonly EmittedFile[] {
	const made = new Map(generated.map(({ path, content }) => [`generated/${path}`, content]));
	const sourceOf = (path: string): string => made.get(path) ?? readFileSync(join(root, path), 'utf8');
	const declared = new Map<string, string>();
	const scripts = new Map<string, string>();
	reach(Object.values(entries), (path) => {
		const text = withoutNode(ts.transpileModule(sourceOf(path), { fileName: path, compilerOptions: target }).outputText, path);
		scripts.set(path, text);
		return text;
	});
	reach(declaredEntries, (path) => {
		const text = declarationsOf(sourceOf(path), path);
		declared.set(path, text);
		return text;
	});
	const files = [
		...[...scripts].map(([path, text]) => ({ path: `${folder}/${path.replace(/\.ts$/, '.js')}`, content: asPublished(text) })),
		...[...declared].map(([path, text]) => ({ path: `${folder}/${path.replace(/\.ts$/, '.d.ts')}`, content: asPublished(text) })),
	];
	return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Returns the declarations of a module. Throws when an exported type is only inferred. */
function declarationsOf(text: string, path: string): string {
	const compilerOptions = { ...target, declaration: true, isolatedDeclarations: true };
	const { outputText, diagnostics = [] } = ts.transpileDeclaration(text, { fileName: path, reportDiagnostics: true, compilerOptions });
	const [problem] = diagnostics;
	if (problem !== undefined) throw new Error(`${path}: ${ts.flattenDiagnosticMessageText(problem.messageText, ' ')}`);
	return outputText;
}

/** Replaces uses of Node by imports of a portable module. */
function withoutNode(text: string, path: string): string {
	if (!path.startsWith('runtime/')) return text;
	const led = text.replace(/(?<=\bfrom ')[^']+(?=')/g, (from) => {
		const to = from.startsWith('.') ? posix.join(dirname(path), from) : from;
		const other = replaced[to];
		return other === undefined ? from : specifier(path, other);
	});
	return /\bBuffer\b/.test(led) ? `import { Buffer } from '${specifier(path, platform)}';\n${led}` : led;
}

const imports = /(?<=(?:\bfrom\s+|\bimport\s*\(?\s*)['"])\.{1,2}\/[^'"]+\.ts(?=['"])/g;

/** Visits files, and those that the resulting texts import. */
function reach(first: readonly string[], visit: (path: string) => string): void {
	const seen = new Set(first);
	for (const path of seen) for (const [to] of visit(path).matchAll(imports)) seen.add(posix.join(dirname(path), to));
}

function asPublished(text: string): string {
	return text.replace(imports, (path) => path.replace(/\.ts$/, '.js'));
}
