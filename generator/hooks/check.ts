/**
 * Checks hook files with the TypeScript compiler: exports, names and signatures of hooks, and the fields and types that they use. Loads the
 * compiler, so import this module only when there are hook files.
 */
import { join, sep } from 'node:path';
import {
	type Expression,
	type ObjectLiteralElementLike,
	type ObjectLiteralExpression,
	Project,
	type SourceFile,
	type Type,
	ts,
	type VariableDeclaration,
} from 'ts-morph';
import type { KindDescriptor } from '../../runtime/model/catalog.ts';
import { hookKey } from '../emit/typescript/hooks.ts';
import type { EmittedFile } from '../model.ts';
import { type Diagnostic, diagnosticAt } from '../read/diagnostics/diagnostic.ts';
import { suggestion } from '../read/diagnostics/suggestion.ts';
import { specFile } from '../read/source/spec-file.ts';
import { compilerFinding } from './compiler-finding.ts';
import { awaitedHooks, fetchUses } from './fetch-use.ts';
import { type Finding, findingAt } from './finding.ts';
import { answeredWhat, answerToWrite, computedColumns, type HookAssignments, type HookFile, hooksFolder, requiredAnswers, supportFolder } from './hook-file.ts';

export interface HookRoot {
	/** Absolute path of the spec root. */
	readonly root: string;
	/** Hook files of the root, by kind and by group. */
	readonly hooked: HookAssignments;
	/** Modules that hook files import (`support.ts`); used instead of those on disk. */
	readonly support: readonly EmittedFile[];
}

export interface CheckOptions {
	/** Folders of `@types` packages for hook files. */
	readonly typeRoots: readonly string[];
	/** Returns a file's name for diagnostics. */
	readonly displayName: (path: string) => string;
}

/** TypeScript error codes of unknown hooks and wrong signatures, for which a finding here is reported instead. */
const sameMistake: ReadonlySet<number> = new Set([2322, 2345, 2353, 2561, 2739, 2740, 2741]);

/** Checks the files of all roots. `project` may have checked earlier versions of the same files. */
export function checkHookFiles(roots: readonly HookRoot[], options: CheckOptions, project = hookProject(options)): Diagnostic[] {
	return roots.flatMap((root) => checkRoot(project, root, options.displayName));
}

/** Makes the project that compiles hook files. */
export function hookProject({ typeRoots }: CheckOptions): Project {
	return new Project({
		compilerOptions: {
			target: ts.ScriptTarget.ES2024,
			module: ts.ModuleKind.ESNext,
			moduleResolution: ts.ModuleResolutionKind.Bundler,
			lib: ['lib.es2024.d.ts'],
			types: typeRoots.length > 0 ? ['node'] : [],
			typeRoots: [...typeRoots],
			strict: true,
			// An implicit `any` is a consequence of another error.
			noImplicitAny: false,
			noEmit: true,
			allowImportingTsExtensions: true,
			skipLibCheck: true,
		},
		skipAddingFilesFromTsConfig: true,
		skipFileDependencyResolution: true,
	});
}

/** Returns the folder of a root's hook files; with slashes on every platform, as the compiler has it. */
export function hooksFolderOf({ root }: HookRoot): string {
	return join(root, hooksFolder).split(sep).join('/');
}

/** Adds the modules that the hook files of a root import. */
export function addSupport(project: Project, root: HookRoot): void {
	const folder = join(hooksFolderOf(root), supportFolder);
	for (const { path, content } of root.support) if (path.endsWith('.ts')) sourceFileOf(project, join(folder, path), content);
}

export function sourceOf(project: Project, { root }: HookRoot, { path, text }: HookFile): SourceFile {
	return sourceFileOf(project, join(root, path), text);
}

/** Returns the source file. Unchanged files are not parsed again. */
function sourceFileOf(project: Project, path: string, text: string): SourceFile {
	const known = project.getSourceFile(path);
	return known?.getFullText() === text ? known : project.createSourceFile(path, text, { overwrite: true });
}

function checkRoot(project: Project, root: HookRoot, displayName: CheckOptions['displayName']): Diagnostic[] {
	const folder = hooksFolderOf(root);
	const { hooked } = root;
	addSupport(project, root);
	const files = [
		...hooked.kinds.map(({ file, kind }) => ({ key: hookKey(kind), kind, source: sourceOf(project, root, file) })),
		...hooked.groups.map(({ file, group }) => ({ key: group.package, kind: undefined, source: sourceOf(project, root, file) })),
	];
	const known = expectedHooks(project.getSourceFileOrThrow(join(folder, supportFolder, 'generated/hooks.ts')));
	const findings = files.flatMap((file) => checkFile({ ...file, expected: known.get(file.key) }));
	const program = project.getProgram().compilerObject;
	for (const source of program.getSourceFiles()) {
		if (!source.fileName.startsWith(`${folder}/`) || source.fileName.startsWith(`${folder}/${supportFolder}/`)) continue;
		const file = project.getSourceFileOrThrow(source.fileName);
		const compiler = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
		for (const { start = 0, length = 1, code, messageText } of compiler) {
			if (sameMistake.has(code) && findings.some(({ whole }) => whole?.getSourceFile() === file && whole.getPos() <= start && start < whole.getEnd())) continue;
			findings.push({ source: file, start, end: start + length, message: compilerFinding(file, start, code, messageText) });
		}
	}
	return findings.map(({ source, start, end, message }) => {
		const path = source.getFilePath();
		return diagnosticAt({ kind: 'scalar', value: null, file: specFile({ path, file: displayName(path), text: source.getFullText() }), start, end }, message);
	});
}

/** Returns the types of hooks, by kind. */
function expectedHooks(generated: SourceFile): ReadonlyMap<string, Type> {
	const properties = generated.getInterfaceOrThrow('Hooks').getProperties();
	return new Map(properties.map((property) => [property.getSymbolOrThrow().getName(), property.getType().getNonNullableType()]));
}

interface CheckedFile {
	readonly source: SourceFile;
	/** Key in the generated interface `Hooks`. */
	readonly key: string;
	/** Undefined for the hooks of a group. */
	readonly kind: KindDescriptor | undefined;
	readonly expected: Type | undefined;
}

function checkFile({ source, key, kind, expected }: CheckedFile): Finding[] {
	const declaration = source.getVariableDeclaration('hooks');
	if (declaration === undefined || !declaration.isExported() || expected === undefined) {
		const names = [...source.getExportedDeclarations().keys()];
		const end = Math.max(1, source.getFullText().indexOf('\n'));
		const near = names.length === 0 ? '' : `, and not ${names.map((name) => JSON.stringify(name)).join(', ')}`;
		return [{ source, start: 0, end, message: `a hook file exports "hooks"${near}: write export const hooks: Hooks['${key}'] = { ... }` }];
	}
	const given = hooksOf(literalOf(declaration));
	const findings = given.flatMap((hook) => (isAnswers(hook, expected) ? checkAnswers(hook, expected) : checkHook(hook, expected, 'hook')));
	findings.push(...given.filter(({ name }) => !awaitedHooks.includes(name)).flatMap(({ name, node }) => fetchUses(node, name)));
	findings.push(...checkMade(declaration, expected));
	return kind === undefined ? findings : [...findings, ...checkColumns(declaration, given, kind), ...checkAnswered(declaration, given, kind)];
}

/** Checks that the hook exists and has the required signature. */
function checkHook({ name, node }: GivenHook, expected: Type, what: 'hook' | 'endpoint'): Finding[] {
	const names = expected.getProperties().map((property) => property.getName());
	if (!names.includes(name)) return [findingAt(nameNode(node), `unknown ${what} ${JSON.stringify(name)}${suggestion(name, names)}`, node)];
	const misfit = signatureMisfit(name, node, expected);
	return misfit === undefined ? [] : [findingAt(nameNode(node), misfit, node)];
}

function checkColumns(declaration: VariableDeclaration, given: readonly GivenHook[], kind: KindDescriptor): Finding[] {
	const [column] = computedColumns(kind);
	const cells = given.find(({ name }) => name === 'cells');
	if (column !== undefined && cells === undefined && isWhole(literalOf(declaration)))
		return [findingAt(declaration.getNameNode(), `the column ${JSON.stringify(column)} of ${kind.kind} is computed by a hook: "cells" is missing`)];
	if (column === undefined && cells !== undefined && kind.stored !== false)
		return [findingAt(nameNode(cells.node), `"cells" is for columns with computed: true, but ${kind.kind} has none`)];
	return [];
}

/** Reports whether the hook is an object literal with a function per endpoint. */
function isAnswers({ name, node }: GivenHook, expected: Type): boolean {
	return (name === 'computes' || name === 'observes' || name === 'connects') && expected.getProperty(name) !== undefined && answersLiteral(node) !== undefined;
}

function checkAnswers({ name, node }: GivenHook, expected: Type): Finding[] {
	const endpoints = expected.getPropertyOrThrow(name).getTypeAtLocation(node).getNonNullableType();
	return hooksOf(answersLiteral(node)).flatMap((answer) => checkHook(answer, endpoints, 'endpoint'));
}

/** Reports missing answers of endpoints. When a function returns the hooks, the compiler does. */
function checkAnswered(declaration: VariableDeclaration, given: readonly GivenHook[], kind: KindDescriptor): Finding[] {
	return requiredAnswers(kind).flatMap(({ member, subresource }) => {
		const answers = given.find(({ name }) => name === member);
		const literal = answers === undefined ? literalOf(declaration) : answersLiteral(answers.node);
		if (!isWhole(literal) || (answers !== undefined && hooksOf(literal).some(({ name }) => name === subresource))) return [];
		const message = `${answeredWhat(kind, subresource)} needs a hook that answers it: ${answerToWrite(member, subresource)}`;
		const at = answers === undefined ? declaration.getNameNode() : nameNode(answers.node);
		return [findingAt(at, message, at)];
	});
}

/** Describes how the signature is wrong; undefined when it is right. */
function signatureMisfit(name: string, node: ObjectLiteralElementLike, hooks: Type): string | undefined {
	const expected = hooks.getPropertyOrThrow(name).getTypeAtLocation(node).getNonNullableType();
	const given = node.getSymbolOrThrow().getTypeAtLocation(node);
	if (isAsync(given) && !isAsync(expected)) return `the hook ${JSON.stringify(name)} is asynchronous, but it must be synchronous`;
	if (given.isAssignableTo(expected)) return undefined;
	return `the hook ${JSON.stringify(name)} does not fit: expected ${show(expected, node)}, found ${show(given, node)}`;
}

/** Reports whether a function returns a promise. TypeScript lets a promise of void pass for a function without result. */
function isAsync(type: Type): boolean {
	return type.getCallSignatures().some((signature) => {
		const given = signature.getReturnType();
		return (given.isUnion() ? given.getUnionTypes() : [given]).some((each) => each.getProperty('then') !== undefined);
	});
}

/** Reports asynchronous hooks, when hooks are not an object literal. */
function checkMade(declaration: VariableDeclaration, expected: Type): Finding[] {
	const initializer = declaration.getInitializer();
	if (initializer === undefined || objectIn(initializer) !== undefined) return [];
	return initializer
		.getType()
		.getProperties()
		.flatMap((property) => {
			const known = expected.getProperty(property.getName())?.getTypeAtLocation(declaration).getNonNullableType();
			if (known === undefined || isAsync(known) || !isAsync(property.getTypeAtLocation(declaration).getNonNullableType())) return [];
			return [findingAt(declaration.getNameNode(), `the hook ${JSON.stringify(property.getName())} is asynchronous, but it must be synchronous`)];
		});
}

function show(type: Type, node: ObjectLiteralElementLike): string {
	return type.getText(node, ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope);
}

interface GivenHook {
	readonly name: string;
	readonly node: ObjectLiteralElementLike;
}

/** Returns the hooks in an object literal; those that a function returns are left to the compiler. */
function hooksOf(literal: ObjectLiteralExpression | undefined): GivenHook[] {
	return (literal?.getProperties() ?? []).flatMap((node) => {
		const name = node.getSymbol()?.getName();
		return name === undefined || node.isKind(ts.SyntaxKind.SpreadAssignment) ? [] : [{ name, node }];
	});
}

/** Reports whether the literal has all properties of the object. */
function isWhole(literal: ObjectLiteralExpression | undefined): boolean {
	return literal?.getProperties().every((node) => !node.isKind(ts.SyntaxKind.SpreadAssignment)) === true;
}

function literalOf(declaration: VariableDeclaration): ObjectLiteralExpression | undefined {
	return objectIn(declaration.getInitializer());
}

function answersLiteral(node: ObjectLiteralElementLike): ObjectLiteralExpression | undefined {
	return node.isKind(ts.SyntaxKind.PropertyAssignment) ? objectIn(node.getInitializer()) : undefined;
}

function objectIn(initializer: Expression | undefined): ObjectLiteralExpression | undefined {
	let node = initializer;
	while (node?.isKind(ts.SyntaxKind.SatisfiesExpression) || node?.isKind(ts.SyntaxKind.AsExpression) || node?.isKind(ts.SyntaxKind.ParenthesizedExpression))
		node = node.getExpression();
	return node?.asKind(ts.SyntaxKind.ObjectLiteralExpression);
}

function nameNode(node: ObjectLiteralElementLike) {
	return node.isKind(ts.SyntaxKind.SpreadAssignment) ? node : node.getNameNode();
}
