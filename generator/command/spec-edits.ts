/** Edits that a command proposes for specs: a patch is shown, checked as the edited specs would be, and written on request. */
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createTwoFilesPatch } from 'diff';
import type { KindDescriptor } from '../../runtime/model/catalog.ts';
import { makeFolder } from '../make-folder.ts';
import type { Model } from '../model.ts';
import type { MapNode } from '../read/source/node.ts';
import type { SpecSource } from '../read/source/spec-file.ts';
import { readSpec } from '../read/source/yaml.ts';
import { compareAcceptance } from '../stored/acceptance/compare.ts';
import { kindsNamed } from './named-kinds.ts';
import { plural, printDiagnostics, tell } from './output.ts';
import { generateCached } from './spec-cache.ts';
import { displayName, readSources, refuseEmptyRoots, refuseMissingSpecs, specRoots } from './spec-roots.ts';

/** Specs with the kind to edit. */
export interface EditableKind {
	readonly sources: readonly SpecSource[];
	readonly model: Model;
	readonly kind: KindDescriptor;
	readonly kindFile: SpecSource;
	readonly groupFile: SpecSource;
}

/** Finds the kind. Throws when the specs are wrong or have no such kind. */
export async function editableKind(name: string, specs: readonly string[]): Promise<EditableKind> {
	const roots = await specRoots(specs);
	refuseMissingSpecs(roots);
	await refuseEmptyRoots(roots);
	const sources = await readSources(roots);
	const { model, diagnostics } = await generateCached({ sources, emitters: [] });
	printDiagnostics(diagnostics);
	const [words] = model?.vocabularies ?? [];
	if (model === undefined || words === undefined) throw new Error('the specs have errors, which must be corrected first');
	const [kind, ...others] = kindsNamed(name, model.catalog.kinds, words);
	if (kind === undefined || others.length > 0) throw new Error(`${name} is a group: give one of its kinds`);
	const file = model.kindDocs[kind.storageName]?.position.file;
	const kindFile = sources.find((source) => source.file === file);
	if (kindFile === undefined) throw new Error(`the spec of ${kind.kind} is not a file of the given roots`);
	const folder = dirname(kindFile.file);
	const groupFile = sources.find((source) => dirname(source.file) === folder && /\/group\.ya?ml$/.test(source.file));
	if (groupFile === undefined) throw new Error(`${displayName(folder)} has no group.yaml: edit the root that declares the group`);
	return { sources, model, kind, kindFile, groupFile };
}

export function rootNode(source: SpecSource): MapNode {
	const { node } = readSpec(source);
	if (node?.kind !== 'map') throw new Error(`${source.file} is no map`);
	return node;
}

/** A file after its edit; `before` is undefined for a new file. */
export interface ProposedFile {
	readonly file: string;
	readonly path: string;
	readonly before: string | undefined;
	readonly after: string;
}

/** Shows the patch and what a check says of it, and writes the files if asked to. Returns true when the edited specs are right. */
export async function propose(
	files: readonly ProposedFile[],
	{ sources }: Pick<EditableKind, 'sources'>,
	{ write, command, next }: { readonly write: boolean; readonly command: string; readonly next: string },
): Promise<boolean> {
	const edited = new Map(files.map((file) => [file.file, file]));
	const changed = [
		...sources.map((source) => ({ ...source, text: edited.get(source.file)?.after ?? source.text })),
		...files.filter(({ before }) => before === undefined).map(({ file, path, after }) => ({ file, path, text: after })),
	];
	const { model, promised, diagnostics } = await generateCached({ sources: changed, emitters: [] });
	const comparison = model && promised && compareAcceptance(model, promised);
	console.log(patchOf(files));
	printDiagnostics([...diagnostics, ...(comparison?.diagnostics ?? [])]);
	if (comparison === undefined || comparison.diagnostics.length > 0) {
		console.error('no file is written, because the edited specs would be invalid');
		return false;
	}
	if (!write) {
		tell(`${plural(files.length, 'file')} would be changed: run ${command} --write to change them`);
		return true;
	}
	for (const { file, after } of files) {
		makeFolder(dirname(file));
		await writeFile(file, after);
	}
	tell(`${plural(files.length, 'file')} changed\nnext: ${next}`);
	return true;
}

/** Formats the changes as a patch for `git apply`. */
function patchOf(files: readonly ProposedFile[]): string {
	return files
		.map(({ file, before, after }) => {
			const name = displayName(file);
			return createTwoFilesPatch(before === undefined ? '/dev/null' : `a/${name}`, `b/${name}`, before ?? '', after, undefined, undefined, { context: 2 });
		})
		.join('')
		.replaceAll(/^=+\n/gm, '')
		.trimEnd();
}

/** Returns the path of a file in the folder of another one, on the disk and in its root. */
export function besideFile(source: SpecSource, path: string): Pick<ProposedFile, 'file' | 'path'> {
	return { file: join(dirname(source.file), path), path: join(dirname(source.path), path) };
}
