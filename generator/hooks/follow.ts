/** Hook files with what they still call by a former name called by its name of now. Loads the compiler, as checking them does. */
import { join } from 'node:path';
import { Node, type SourceFile } from 'ts-morph';
import { typesFile } from '../emit/typescript/type-modules.ts';
import { typeParts } from '../print/names.ts';
import { addSupport, type CheckOptions, type HookRoot, hookProject, hooksFolderOf, sourceOf } from './check.ts';
import { supportFolder } from './hook-file.ts';
import type { Rename } from './renames.ts';

export interface FollowedFile {
	/** Absolute. */
	readonly path: string;
	readonly before: string;
	readonly after: string;
}

/** Files that would be others; none where nothing is called by a former name. Nothing is written. */
export function followRenames(roots: readonly HookRoot[], renames: readonly Rename[], options: CheckOptions): readonly FollowedFile[] {
	const project = hookProject(options);
	return roots.flatMap((root) => {
		const folder = hooksFolderOf(root);
		addSupport(project, root);
		for (const { file } of [...root.hooked.kinds, ...root.hooked.groups]) sourceOf(project, root, file);
		// What hook files share is found through what they import.
		project.resolveSourceFileDependencies();
		const own = project.getSourceFiles().filter((source) => isOwn(source, folder));
		const before = new Map(own.map((source) => [source, source.getFullText()]));
		const properties = renames.flatMap((rename) => formerProperty(project.getSourceFile(typesPath(folder, rename)), rename));
		// All have their former names at once, with which the files fit together; then each gets that of now, wherever it is used.
		for (const { property, from } of properties) property.getNameNode().replaceWithText(from);
		for (const { property, to } of properties) property.rename(to, { usePrefixAndSuffixText: true });
		for (const source of own) for (const rename of renames) renameInTexts(source, rename);
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

/** A name that stands in quotes is read in another way than one that does not: who used it has to see how. */
function isPlain(name: string): boolean {
	return /^[A-Za-z_$][\w$]*$/.test(name);
}

/** Paths of fields stand in texts, where no type says what they are: what a hook finds wrong names its field. */
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
	// From the end, so that what has not been looked at stays where it is.
	for (const { start, end, text } of texts.reverse()) whole = whole.slice(0, start) + text + whole.slice(end);
	if (whole !== source.getFullText()) source.replaceWithText(whole);
}
