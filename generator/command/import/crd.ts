/** `orch import crd FILE...`, or with `--from-server URL`: writes specs from CustomResourceDefinitions (`import/crd/`). */
import { isDeepStrictEqual } from 'node:util';
import type { Command } from 'commander';
import { type Document, parse, type YAMLError } from 'yaml';
import { isNamedKind, kindNameForms } from '../../../runtime/model/kind-name.ts';
import { type CrdImportResult, importCrds } from '../../import/crd/crd.ts';
import { type CustomResourceDefinition, customResourceDefinition } from '../../import/crd/document.ts';
import { mergeSpec } from '../../import/crd/merge.ts';
import { exactDocuments } from '../../import/exact-yaml.ts';
import { otherRootsIn } from '../../import/other-roots.ts';
import { expectation, nearest } from '../../read/diagnostics/suggestion.ts';
import type { SpecSource } from '../../read/source/spec-file.ts';
import { newFolder } from '../../scaffold/kind.ts';
import { definitionsOf } from '../objects/server-definitions.ts';
import { collect, withProgress } from '../output.ts';
import { otherSources, readText, readTexts, writeTexts } from './files.ts';
import { type ReportOptions, reportLines } from './report.ts';

interface Options extends ReportOptions {
	readonly out: string;
	readonly specs?: readonly string[];
	readonly kinds?: string;
	readonly fromServer?: string;
	readonly kubeconfig?: string;
}

/**
 * Folder below the spec folder with the output of each import, from which the next one finds the user's changes. Hidden, so that it is not
 * read as specs.
 */
const imported = '.imported/';

export function addImportCrd(command: Command): void {
	command
		.command('crd')
		.description(
			[
				'import CustomResourceDefinitions (YAML or JSON, several documents per file): versions, fields, descriptions, defaults, rules, CEL, columns, subresources, selectable fields.',
				'Reports for each field what was imported, what was assumed and what specs cannot express.',
				'A later import of a newer document applies its changes and keeps manual edits; .imported in the spec directory records the last import.',
			].join(' '),
		)
		.argument('[file...]', 'files to import; other kinds in them are ignored')
		.option('--from-server <url>', 'import the definitions of a running server instead of files')
		.option('--kubeconfig <file>', 'kubeconfig to read the definitions of a server with (default: $KUBECONFIG, or the one of the server in .orch)')
		.requiredOption('--out <dir>', 'directory of specs to write to')
		.option('--specs <dir>', 'directory of specs to add to the built-in ones; their groups and kinds are not written again; repeatable', collect)
		.option('--kinds <list>', `comma-separated kinds to import, as ${kindNameForms} (default: all)`)
		.option('--all', 'print everything that was assumed or lost instead of the first few for each reason')
		.option('--quiet', 'print errors and warnings only')
		.action((files: string[], options: Options) => withProgress('importing', (onStep) => run(files, options, onStep)));
}

async function run(files: readonly string[], options: Options, onStep: (step: string) => Promise<void>): Promise<void> {
	await onStep('read');
	const found = once(await definitions(files, options));
	if (found.length === 0)
		throw new Error(`${options.fromServer ?? files.join(', ')}: the ${options.fromServer === undefined ? 'file' : 'server'} has no CustomResourceDefinition`);
	const resources = options.kinds === undefined ? found : options.kinds.split(',').map((name) => named(name.trim(), found));
	const written = readTexts(options.out);
	const others = await otherSources(options);
	const releases = others.find(({ path }) => path === 'releases.yaml');
	const { releases: [release = '1.0'] = [] } = (releases === undefined ? {} : parse(releases.text)) as { readonly releases?: readonly string[] };
	const texts = [...others, ...[...written].map(([path, text]) => ({ path, file: path, text }))];
	await onStep('convert');
	const result = importCrds({ resources, elsewhere: otherRootsIn(others), existing: groupFiles(written), folderOf: folders(texts), release });
	const { changed, kept, gone } = merged(result.files, written);
	writeTexts(options.out, changed, options);
	report({ ...result, lost: [...result.lost, ...gone] }, kept, options);
	const count = [...changed.keys()].filter((path) => !path.startsWith(imported)).length;
	if (!options.quiet) console.log(`${result.summaries.length} kinds, ${count} files changed`);
	if (result.problems.length > 0) process.exitCode = 1;
}

/** Returns the group files, which documents share and which are updated. Other files are written again and merged with existing ones. */
function groupFiles(written: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
	return new Map([...written].filter(([path]) => /^[^/.]+\/group\.ya?ml$/.test(path)));
}

function merged(
	files: ReadonlyMap<string, string>,
	written: ReadonlyMap<string, string>,
): { readonly changed: ReadonlyMap<string, string>; readonly kept: readonly string[]; readonly gone: readonly string[] } {
	const changed = new Map<string, string>();
	const kept: string[] = [];
	const gone: string[] = [];
	const put = (path: string, text: string): void => void (written.get(path) === text || changed.set(path, text));
	for (const [path, next] of files) {
		const own = written.get(path);
		if (own === undefined || path.endsWith('/group.yaml')) put(path, next);
		else {
			const spec = mergeSpec(written.get(imported + path) ?? '', own, next);
			put(path, spec.text);
			kept.push(...spec.kept.map((place) => `${path}: ${place}: the document differs; the manual edit is kept`));
			gone.push(...spec.comments.map((comment) => `${path}: ${comment}: the comment is removed with its field, which is no longer in the document`));
		}
		if (!path.endsWith('/group.yaml')) put(imported + path, next);
	}
	return { changed, kept, gone };
}

function report({ summaries, assumed, lost, problems }: CrdImportResult, kept: readonly string[], options: ReportOptions): void {
	for (const { group, kind, versions, taken } of options.quiet ? [] : summaries)
		console.log(`taken: ${group} ${kind} in ${versions.join(', ')}: ${taken.join(', ')}`);
	reportLines('assumed', assumed, options);
	reportLines('kept', kept, options);
	reportLines('lost', lost, options);
	for (const problem of problems) console.error(`error: ${problem}`);
}

/** Returns the definitions of the server, or those of the files. Rejects with an Error that names the flag. */
async function definitions(files: readonly string[], { fromServer, kubeconfig }: Options): Promise<readonly CustomResourceDefinition[]> {
	if (fromServer === undefined) {
		if (files.length === 0) throw new Error('name files to import, or a server with --from-server URL');
		if (kubeconfig !== undefined) throw new Error('--kubeconfig has credentials for a server: use it with --from-server URL');
		return files.flatMap((file) => definitionsIn(file));
	}
	if (files.length > 0) throw new Error(`--from-server ${fromServer}: files cannot be imported at the same time: leave out ${files.join(', ')}`);
	const found = await definitionsOf(fromServer, kubeconfig);
	return found.flatMap((one, index) => customResourceDefinition(one, fromServer, index + 1) ?? []);
}

function definitionsIn(file: string): readonly CustomResourceDefinition[] {
	return exactDocuments(readText(file)).flatMap((document, index) => {
		const [error] = document.errors;
		if (error !== undefined) throw notYaml(file, error);
		return listed(plainData(document, file)).flatMap((one) => customResourceDefinition(one, file, index + 1) ?? []);
	});
}

/** Returns the error for a file. Removes the position and quoted line from the library's message. */
function notYaml(file: string, { message, linePos }: YAMLError): Error {
	const place = linePos === undefined ? '' : `:${linePos[0].line}:${linePos[0].col}`;
	return new Error(`${file}${place} is not YAML: ${message.split('\n', 1)[0]?.replace(/ at line \d+, column \d+:?$/, '')}`);
}

/** Removes duplicates of a kind. Throws when they differ: it is unclear which is meant. */
function once(found: readonly CustomResourceDefinition[]): readonly CustomResourceDefinition[] {
	const byName = new Map<string, CustomResourceDefinition>();
	for (const one of found) {
		const name = `${one.spec.group}/${one.spec.names.kind}`;
		const other = byName.get(name);
		if (other !== undefined && !isDeepStrictEqual(other.spec, one.spec))
			throw new Error(`${name} is defined twice with different content: remove one of the documents`);
		byName.set(name, one);
	}
	return [...byName.values()];
}

/** Converts a document to plain data. Throws when aliases expand too much. */
function plainData(document: Document.Parsed, file: string): unknown {
	try {
		return document.toJS();
	} catch (error) {
		throw new Error(`${file} is not YAML that can be read: ${error instanceof Error ? error.message : error}`);
	}
}

/** Returns the items of a list, also nested, as `kubectl get` prints several objects. */
function listed(value: unknown): readonly unknown[] {
	const { kind, items } = (value ?? {}) as { readonly kind?: unknown; readonly items?: unknown };
	const isList = kind === 'List' || kind === 'CustomResourceDefinitionList';
	return isList ? (Array.isArray(items) ? items : []).flatMap(listed) : [value];
}

function named(name: string, found: readonly CustomResourceDefinition[]): CustomResourceDefinition {
	const fullName = ({ spec }: CustomResourceDefinition): string => `${spec.group}/${spec.names.kind}`;
	const meant = found.filter(({ spec }) => isNamedKind(name, { kind: spec.names.kind, plural: spec.names.plural, group: spec.group }));
	if (meant.length > 1) throw new Error(`--kinds: ${name} exists in several groups: use ${meant.map(fullName).join(' or ')}`);
	const [only] = meant;
	if (only !== undefined) return only;
	const known = found.map(fullName);
	const near = nearest(
		name.slice(name.lastIndexOf('/') + 1),
		found.map(({ spec }) => spec.names.kind),
	);
	const close = known.find((one) => one.endsWith(`/${near}`));
	throw new Error(`--kinds: unknown kind ${name}${close === undefined ? expectation(known) : `: did you mean ${JSON.stringify(close)}?`}`);
}

/** Returns a function that finds the folder of a group: the one that declares it, otherwise a new one. */
function folders(texts: readonly Pick<SpecSource, 'path' | 'text'>[]): (group: string) => string {
	const groups = texts.flatMap(({ path, text }) => {
		const [, folder] = /^([^/.][^/]*)\/group\.ya?ml$/.exec(path) ?? [];
		return folder === undefined ? [] : [{ folder, group: (parse(text) as { readonly group?: string } | null)?.group ?? '', versions: [] }];
	});
	return (group) => {
		const known = groups.find((one) => one.group === group);
		if (known !== undefined) return known.folder;
		const folder = newFolder(group, groups);
		groups.push({ folder, group, versions: [] });
		return folder;
	};
}
