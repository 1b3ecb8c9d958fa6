/**
 * The hand-written part of a client package: the TypeScript below `sdk/typescript/` and what it shares with the server, file by file in
 * JavaScript with its types. Files keep their places, so that what they import of each other stays as it is written.
 */
import { readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { ts } from 'ts-morph';
import type { EmittedFile } from '../../model.ts';
import { specifier } from '../../print/names.ts';

/** What programs import, below the project's root. */
export const entries = {
	index: 'sdk/typescript/index.ts',
	node: 'sdk/typescript/node.ts',
	validation: 'sdk/typescript/validation/validator.ts',
	trpc: 'sdk/typescript/trpc.ts',
} as const;

/** What the types of a package begin with: who validates is called by emitted modules alone. */
const declaredEntries = [entries.index, entries.node, entries.trpc, 'sdk/typescript/validation/validation.ts'];

const platform = 'sdk/typescript/validation/platform.ts';

/** What of the server stands on Node, and what stands in its place. */
const replaced: Readonly<Record<string, string>> = { 'runtime/schema/cel/load.ts': 'sdk/typescript/validation/cel-library.ts', 'node:net': platform };

/** Below which the files lie in the package. */
const folder = 'lib';

const target = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, verbatimModuleSyntax: true } as const;

/** Where an entry lies in the package, without extension. */
export function entryPath(name: keyof typeof entries): string {
	return `${folder}/${entries[name].replace(/\.ts$/, '')}`;
}

/** `root`: the project's. `generated`: what stands in the place of its generated files, by path below `generated/`. */
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

/** What others see of a module. Throws where a type would have to be worked out. */
function declarationsOf(text: string, path: string): string {
	const compilerOptions = { ...target, declaration: true, isolatedDeclarations: true };
	const { outputText, diagnostics = [] } = ts.transpileDeclaration(text, { fileName: path, reportDiagnostics: true, compilerOptions });
	const [problem] = diagnostics;
	if (problem !== undefined) throw new Error(`${path}: ${ts.flattenDiagnosticMessageText(problem.messageText, ' ')}`);
	return outputText;
}

/** What the server's code uses of Node is imported from what has it anywhere. */
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

/** Visits files and what the texts made of them import. */
function reach(first: readonly string[], visit: (path: string) => string): void {
	const seen = new Set(first);
	for (const path of seen) for (const [to] of visit(path).matchAll(imports)) seen.add(posix.join(dirname(path), to));
}

function asPublished(text: string): string {
	return text.replace(imports, (path) => path.replace(/\.ts$/, '.js'));
}
