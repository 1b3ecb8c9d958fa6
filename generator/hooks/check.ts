/**
 * Checks hook files with the TypeScript compiler: that they export hooks, that each hook exists and has the signature that the
 * server calls it by, and that nothing names a field or type that is gone. Loads the compiler, so it is itself loaded only when
 * there is a hook file.
 */
import { join, sep } from 'node:path';
import { type ObjectLiteralElementLike, Project, type SourceFile, type Type, ts, type VariableDeclaration } from 'ts-morph';
import { hookKey } from '../emit/typescript/hooks.ts';
import type { EmittedFile } from '../model.ts';
import { type Diagnostic, diagnosticAt } from '../read/diagnostics/diagnostic.ts';
import { suggestion } from '../read/diagnostics/suggestion.ts';
import { specFile } from '../read/source/spec-file.ts';
import { compilerFinding } from './compiler-finding.ts';
import { computedColumns, type HookedKind, hooksFolder, supportFolder } from './hook-file.ts';

export interface HookRoot {
	/** Absolute path of the spec root. */
	readonly root: string;
	/** Its hook files by kind. */
	readonly hooked: readonly HookedKind[];
	/** What its hook files import (`support.ts`), whatever lies on the disk. */
	readonly support: readonly EmittedFile[];
}

export interface CheckOptions {
	/** Folders of `@types` packages that hook files may use. */
	readonly typeRoots: readonly string[];
	/** The name under which diagnostics show a file. */
	readonly displayName: (path: string) => string;
}

/** Where in a file something is wrong. */
interface Finding {
	readonly source: SourceFile;
	readonly start: number;
	readonly end: number;
	readonly message: string;
	/** Of a hook: all of it, where the compiler finds the same mistake again, in other words. */
	readonly hook?: ObjectLiteralElementLike;
}

/** TypeScript's numbers of what it says of a hook that does not exist or does not fit. */
const sameMistake: ReadonlySet<number> = new Set([2322, 2345, 2353, 2561, 2739, 2740, 2741]);

export function checkHookFiles(roots: readonly HookRoot[], options: CheckOptions): Diagnostic[] {
	const project = new Project({
		compilerOptions: {
			target: ts.ScriptTarget.ES2024,
			module: ts.ModuleKind.ESNext,
			moduleResolution: ts.ModuleResolutionKind.Bundler,
			lib: ['lib.es2024.d.ts'],
			types: options.typeRoots.length > 0 ? ['node'] : [],
			typeRoots: [...options.typeRoots],
			strict: true,
			// What has no type has none because of a mistake that is told by itself.
			noImplicitAny: false,
			noEmit: true,
			allowImportingTsExtensions: true,
			skipLibCheck: true,
		},
		skipAddingFilesFromTsConfig: true,
		skipFileDependencyResolution: true,
	});
	return roots.flatMap((root) => checkRoot(project, root, options.displayName));
}

function checkRoot(project: Project, { root, hooked, support }: HookRoot, displayName: CheckOptions['displayName']): Diagnostic[] {
	// The compiler writes paths with slashes everywhere.
	const folder = join(root, hooksFolder).split(sep).join('/');
	for (const { path, content } of support) if (path.endsWith('.ts')) project.createSourceFile(join(folder, supportFolder, path), content, { overwrite: true });
	const files = hooked.map(({ file, kind }) => ({ kind, source: project.createSourceFile(join(root, file.path), file.text, { overwrite: true }) }));
	const known = expectedHooks(project.getSourceFileOrThrow(join(folder, supportFolder, 'generated/hooks.ts')));
	const findings = files.flatMap(({ kind, source }) => checkFile({ source, kind, expected: known.get(hookKey(kind)) }));
	const program = project.getProgram().compilerObject;
	for (const source of program.getSourceFiles()) {
		if (!source.fileName.startsWith(`${folder}/`) || source.fileName.startsWith(`${folder}/${supportFolder}/`)) continue;
		const file = project.getSourceFileOrThrow(source.fileName);
		const compiler = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
		for (const { start = 0, length = 1, code, messageText } of compiler) {
			if (sameMistake.has(code) && findings.some(({ hook }) => hook?.getSourceFile() === file && hook.getPos() <= start && start < hook.getEnd())) continue;
			findings.push({ source: file, start, end: start + length, message: compilerFinding(file, start, code, messageText) });
		}
	}
	return findings.map(({ source, start, end, message }) => {
		const path = source.getFilePath();
		return diagnosticAt({ kind: 'scalar', value: null, file: specFile({ path, file: displayName(path), text: source.getFullText() }), start, end }, message);
	});
}

/** Of each kind the type of its hooks. */
function expectedHooks(generated: SourceFile): ReadonlyMap<string, Type> {
	const properties = generated.getInterfaceOrThrow('Hooks').getProperties();
	return new Map(properties.map((property) => [property.getSymbolOrThrow().getName(), property.getType().getNonNullableType()]));
}

interface Checked {
	readonly source: SourceFile;
	readonly kind: HookedKind['kind'];
	readonly expected: Type | undefined;
}

function checkFile({ source, kind, expected }: Checked): Finding[] {
	const at = (node: { getStart(): number; getEnd(): number }, message: string): Finding => ({ source, start: node.getStart(), end: node.getEnd(), message });
	const declaration = source.getVariableDeclaration('hooks');
	if (declaration === undefined || !declaration.isExported() || expected === undefined) {
		const names = [...source.getExportedDeclarations().keys()];
		const end = Math.max(1, source.getFullText().indexOf('\n'));
		const near = names.length === 0 ? '' : `, and not ${names.map((name) => JSON.stringify(name)).join(', ')}`;
		return [{ source, start: 0, end, message: `a hook file exports "hooks"${near}: write export const hooks: Hooks['${hookKey(kind)}'] = { ... }` }];
	}
	const names = expected.getProperties().map((property) => property.getName());
	const findings = hooksOf(declaration).flatMap(({ name, node }): Finding[] => {
		if (!names.includes(name)) return [{ ...at(nameNode(node), `unknown hook ${JSON.stringify(name)}${suggestion(name, names)}`), hook: node }];
		const misfit = signatureMisfit(name, node, expected);
		return misfit === undefined ? [] : [{ ...at(nameNode(node), misfit), hook: node }];
	});
	const columns = computedColumns(kind);
	const cells = hooksOf(declaration).find(({ name }) => name === 'cells');
	if (columns.length > 0 && cells === undefined && isLiteral(declaration))
		findings.push(at(declaration.getNameNode(), `the column ${JSON.stringify(columns[0])} of ${kind.kind} is computed by a hook: "cells" is missing`));
	if (columns.length === 0 && cells !== undefined)
		findings.push(at(nameNode(cells.node), `"cells" is for columns that say computed: true, and ${kind.kind} has none`));
	return findings;
}

/** What was expected of a hook, where it is something else. */
function signatureMisfit(name: string, node: ObjectLiteralElementLike, hooks: Type): string | undefined {
	const expected = hooks.getPropertyOrThrow(name).getTypeAtLocation(node).getNonNullableType();
	const given = node.getSymbolOrThrow().getTypeAtLocation(node);
	if (given.isAssignableTo(expected)) return undefined;
	return `the hook ${JSON.stringify(name)} does not fit: expected ${show(expected, node)}, found ${show(given, node)}`;
}

function show(type: Type, node: ObjectLiteralElementLike): string {
	return type.getText(node, ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope);
}

interface GivenHook {
	readonly name: string;
	readonly node: ObjectLiteralElementLike;
}

/** Of an object written in place; what a function makes is left to the compiler. */
function hooksOf(declaration: VariableDeclaration): GivenHook[] {
	const literal = literalOf(declaration);
	return (literal?.getProperties() ?? []).flatMap((node) => {
		const name = node.getSymbol()?.getName();
		return name === undefined || node.getKind() === ts.SyntaxKind.SpreadAssignment ? [] : [{ name, node }];
	});
}

function isLiteral(declaration: VariableDeclaration): boolean {
	return (
		literalOf(declaration)
			?.getProperties()
			.every((node) => node.getKind() !== ts.SyntaxKind.SpreadAssignment) === true
	);
}

function literalOf(declaration: VariableDeclaration) {
	let node = declaration.getInitializer();
	while (node?.isKind(ts.SyntaxKind.SatisfiesExpression) || node?.isKind(ts.SyntaxKind.AsExpression) || node?.isKind(ts.SyntaxKind.ParenthesizedExpression))
		node = node.getExpression();
	return node?.asKind(ts.SyntaxKind.ObjectLiteralExpression);
}

function nameNode(node: ObjectLiteralElementLike) {
	return node.isKind(ts.SyntaxKind.SpreadAssignment) ? node : node.getNameNode();
}
