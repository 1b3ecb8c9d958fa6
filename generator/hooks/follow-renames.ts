/** Adapts hook files to renamed fields and hooks. Loads the compiler, as the check does. */
import { join } from 'node:path';
import { Node, type SourceFile, SyntaxKind } from 'ts-morph';
import { typesFile } from '../emit/typescript/type-modules.ts';
import { typeParts } from '../print/derived-names.ts';
import { addSupport, type CheckOptions, type HookRoot, hookProject, hooksFolderOf, sourceOf } from './check.ts';
import { supportFolder } from './hook-file.ts';
import { currentNames, mayUseFormerMembers } from './renamed-members.ts';
import type { Rename } from './renames.ts';

export interface FollowedFile {
	/** Absolute path of the file. */
	readonly path: string;
	readonly before: string;
	readonly after: string;
}

/** Returns the changed files; empty when none uses a former name. Writes nothing. */
export function followRenames(roots: readonly HookRoot[], renames: readonly Rename[], options: CheckOptions): readonly FollowedFile[] {
	const project = hookProject(options);
	return roots.flatMap((root) => {
		const folder = hooksFolderOf(root);
		addSupport(project, root);
		for (const { file } of [...root.hooked.kinds, ...root.hooked.groups]) sourceOf(project, root, file);
		// Shared files of hook files are found through imports.
		project.resolveSourceFileDependencies();
		const own = project.getSourceFiles().filter((source) => isOwn(source, folder));
		const before = new Map(own.map((source) => [source, source.getFullText()]));
		const properties = renames.flatMap((rename) => formerProperty(project.getSourceFile(typesPath(folder, rename)), rename));
		// All fields first get their former names, with which the files compile. Then each is renamed, wherever it is used.
		for (const { property, from } of properties) property.getNameNode().replaceWithText(from);
		for (const { property, to } of properties) property.rename(to, { usePrefixAndSuffixText: true });
		for (const source of own) for (const rename of renames) renameInTexts(source, rename);
		for (const source of own) if (mayUseFormerMembers(source.getFullText())) renameMembers(source);
		return [...before].flatMap(([source, text]) =>
			source.getFullText() === text ? [] : [{ path: source.getFilePath(), before: text, after: source.getFullText() }],
		);
	});
}

function isOwn(source: SourceFile, folder: string): boolean {
	const path = source.getFilePath();
	return path.startsWith(`${folder}/`) && !path.startsWith(`${folder}/${supportFolder}/`);
}

function typesPath(folder: string, { type }: Rename): string {
	return join(folder, supportFolder, 'generated', typesFile(typeParts(type)));
}

function formerProperty(source: SourceFile | undefined, { type, from, to }: Rename) {
	if (!isPlain(from) || !isPlain(to)) return [];
	const property = source
		?.getInterface(typeParts(type).name)
		?.getProperties()
		.find((one) => one.getName() === to);
	return property === undefined ? [] : [{ property, from, to }];
}

/** Reports whether the name is an identifier. A quoted name needs another syntax, so its uses are left to the author. */
function isPlain(name: string): boolean {
	return /^[A-Za-z_$][\w$]*$/.test(name);
}

/** Renames field paths in strings, such as those in errors. No type says what such a string means. */
function renameInTexts(source: SourceFile, { path, to }: Rename): void {
	if (path === '') return;
	const parts = path.split('.').map((part) => part.replace(/[^\w]/g, '\\$&'));
	const last = parts.pop();
	const found = new RegExp(`(?<![\\w.])(${[...parts, ''].join('(?:\\[[^\\]]*\\])?\\.')})${last}(?!\\w)`, 'g');
	const texts = source
		.getDescendants()
		.filter((node) => Node.isStringLiteral(node) || Node.isNoSubstitutionTemplateLiteral(node) || Node.isTemplateHead(node))
		.filter((node) => !Node.isImportDeclaration(node.getParent()))
		.map((node) => ({ start: node.getStart(), end: node.getEnd(), text: node.getText().replace(found, `$1${to}`) }));
	let whole = source.getFullText();
	// Replaces from the end, so that earlier positions stay valid.
	for (const { start, end, text } of texts.reverse()) whole = whole.slice(0, start) + text + whole.slice(end);
	if (whole !== source.getFullText()) source.replaceWithText(whole);
}

/** Renames members of object literals that the compiler expects to be hooks. */
function renameMembers(source: SourceFile): void {
	const members = source
		.getDescendants()
		.filter((node) => Node.isPropertyAssignment(node) || Node.isMethodDeclaration(node) || Node.isShorthandPropertyAssignment(node))
		.flatMap((node) => {
			const name = currentNames[node.getName()];
			const expected = node.getParentIfKind(SyntaxKind.ObjectLiteralExpression)?.getContextualType();
			return name === undefined || expected?.getProperty(name) === undefined ? [] : [{ node, name }];
		});
	// Replaces from the end: a replacement invalidates the nodes in it, which come later in the list.
	for (const { node, name } of members.reverse()) {
		if (Node.isShorthandPropertyAssignment(node)) node.replaceWithText(`${name}: ${node.getName()}`);
		else node.getNameNode().replaceWithText(name);
	}
}
