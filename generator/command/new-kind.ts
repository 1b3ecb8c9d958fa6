/** `orch new kind NAME --group G`: writes a first spec that passes `orch check`. */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { parse } from 'yaml';
import type { KindDescriptor } from '../../runtime/model/catalog.ts';
import { converterKey } from '../../runtime/model/converter-key.ts';
import { speak, type Vocabulary } from '../../runtime/model/vocabulary.ts';
import { hookedVersions, hookKey } from '../emit/typescript/hooks.ts';
import { computedColumns, hookable, hookFileAmong, requiredAnswers } from '../hooks/hook-file.ts';
import { makeFolder } from '../make-folder.ts';
import type { EmittedFile, Model } from '../model.ts';
import { isGroupName } from '../read/packages.ts';
import type { SpecSource } from '../read/source/spec-file.ts';
import type { NewHook } from '../scaffold/hook.ts';
import { type KnownGroup, type NewKind, newKind } from '../scaffold/kind.ts';
import { builtInBy, writeHookSupport } from './hooks.ts';
import { addNewVersionCommand } from './new-version.ts';
import { generateCached } from './spec-cache.ts';
import { builtInSpecs, displayName, readSources, specRoots, usualRoot } from './spec-roots.ts';
import { versionName } from './version-name.ts';

interface Options {
	readonly group: string;
	readonly apiVersion?: string;
	readonly scope: 'Namespaced' | 'Cluster';
	readonly plural?: string;
	readonly specs: string;
	readonly hook?: true;
}

export function addNewCommand(program: Command): void {
	const create = program.command('new').description('create a spec');
	addNewVersionCommand(create);
	create
		.command('kind')
		.description('write the first spec of a kind, ready to be served')
		.argument('<name>', 'name of the kind, such as Widget', kindName)
		.requiredOption('--group <group>', 'API group of the kind, such as example.com; core is the group of v1', groupName)
		.option('--api-version <version>', 'first version of the kind (default: v1, or the preferred version of a group without v1)', versionName)
		.addOption(new Option('--scope <scope>', 'scope of the objects').choices(['Namespaced', 'Cluster']).default('Namespaced'))
		.option('--plural <plural>', 'plural name in URLs (default: derived from the kind)')
		.option('--specs <dir>', 'directory of specs to write to', usualRoot)
		.option('--hook', 'also write a typed hook file for behaviour that specs cannot express; for an existing kind, write only the hook file')
		.action(async (kind: string, options: Options) => {
			const { specs, group, scope, plural, apiVersion } = options;
			const roots = await specRoots([existsSync(specs) ? specs : builtInSpecs]);
			const sources = await readSources(roots);
			const made = newKind({
				kind,
				group,
				scope,
				...knownIn(sources),
				...(apiVersion !== undefined && { version: apiVersion }),
				...(plural !== undefined && { plural }),
			});
			const there = options.hook === true ? declaredIn(sources, specs, made.spec.path, kind) : undefined;
			const added = there !== undefined ? [] : [made.spec, made.group].flatMap((file) => file ?? []);
			refuseExisting(specs, added);
			const planned = await plan(there ?? displayName(join(specs, made.spec.path)), added, { specs, sources });
			const hook = options.hook ? (await import('../scaffold/hook.ts')).newHook({ kind, key: made.hookKey, ...hookOf(planned, roots) }) : undefined;
			const files = [...added, ...(hook === undefined ? [] : [hook])];
			refuseExisting(specs, files);
			for (const file of files) await writeNew(join(specs, file.path), file.content);
			if (hook !== undefined) await writeTypes(specs);
			const wrote = files.filter((file) => file !== made.group).map(({ path }) => displayName(join(specs, path)));
			const root = specs === usualRoot ? '' : ` --specs ${specs}`;
			console.log(
				`wrote ${wrote.join(' and ')}\nnext: edit it, then run npx orch check${root}, and npx orch build${root} --out DIR; npx orch dev${root} serves it while you edit`,
			);
			for (const note of there !== undefined ? [] : sameNames(planned)) console.log(note);
			if (there === undefined && made.version.includes('alpha'))
				console.log(`alpha versions are off by default: --runtime-config ${group === 'core' ? '' : `${group}/`}${made.version}=true serves this kind`);
		});
}

/**
 * Finds the file that declares the kind in the folder of `path`, whatever the file's name. Returns its display name, or undefined when the
 * root has none.
 */
function declaredIn(sources: readonly SpecSource[], specs: string, path: string, kind: string): string | undefined {
	const own = sources.filter((source) => source.file === displayName(join(specs, source.path)) && dirname(source.path) === dirname(path));
	return own.find((source) => source.path === path || new RegExp(`^kind:\\s*["']?${kind}["']?\\s*(#|$)`, 'm').test(source.text))?.file;
}

/** Returns the groups and vocabularies of the built-in root and of the target root, which need not exist yet. */
function knownIn(sources: readonly SpecSource[]): Required<Pick<NewKind, 'groups' | 'vocabularies'>> {
	const groups = new Map<string, KnownGroup>();
	for (const { path, text } of sources) {
		const [, folder] = /^([^/]+)\/group\.ya?ml$/.exec(path) ?? [];
		const found = folder === undefined ? null : (parse(text) as { group?: string; versions?: string[] } | null);
		if (folder === undefined || found === null) continue;
		// Later roots add versions to a group.
		const before = groups.get(folder);
		groups.set(folder, { folder, group: before?.group ?? found.group ?? '', versions: [...(before?.versions ?? []), ...(found.versions ?? [])] });
	}
	const vocabularies = sources.flatMap(({ path, text }) => (/^vocabulary\/[^/]+\.ya?ml$/.test(path) ? [parse(text) as Vocabulary] : []));
	return { groups: [...groups.values()], vocabularies };
}

/** Model of the specs including the new kind. */
interface PlannedKind {
	/** Undefined when another spec of the root has an error; `orch check` reports it. */
	readonly model: Model | undefined;
	readonly kind: KindDescriptor | undefined;
}

interface Specs {
	/** Spec root to write to. */
	readonly specs: string;
	/** Sources of all roots. */
	readonly sources: readonly SpecSource[];
}

/**
 * Generates the model with the added files. `file` is the display name of the kind's file; `added` is empty for an existing kind. Throws
 * when a check would refuse the added files, or when the existing file has errors; no file is written then.
 */
async function plan(file: string, added: readonly EmittedFile[], { specs, sources }: Specs): Promise<PlannedKind> {
	const nameOf = (path: string): string => displayName(join(specs, path));
	const own = added.map(({ path, content }): SpecSource => ({ path, file: nameOf(path), text: content }));
	const { model, diagnostics } = await generateCached({ sources: [...sources, ...own], emitters: [] });
	const kind = model?.catalog.kinds.find(({ storageName }) => model.kindDocs[storageName]?.position.file === file);
	if (added.length === 0 && kind === undefined)
		throw new Error(`${file} already exists and has errors, which must be fixed before its hooks: run npx orch check --specs ${specs}`);
	const refused = diagnostics.filter(({ position, severity }) => severity === 'error' && own.some((each) => each.file === position.file));
	if (refused.length > 0) {
		const why = refused.map(({ message }) => message).join('; ');
		throw new Error(`${file} is not written, because it would be invalid: ${why} (choose another name, --plural or --group)`);
	}
	return { model, kind };
}

/** Returns the required contents and the name of the hook file. */
function hookOf({ model, kind }: PlannedKind, roots: readonly string[]): Partial<NewHook> {
	if (model === undefined || kind === undefined) return {};
	const own = hookable(model, builtInBy(roots)).kinds;
	return {
		key: hookKey(kind),
		file: hookFileAmong(kind, own),
		answers: requiredAnswers(kind),
		columns: computedColumns(kind),
		converted: hookedVersions(kind).map((version) => converterKey(kind, version)),
	};
}

/** Returns notes about kinds with the same name in other groups: kubectl resolves the bare name to the first group that has it. */
function sameNames({ model, kind }: PlannedKind): string[] {
	const [words] = model?.vocabularies ?? [];
	if (model === undefined || kind === undefined || words === undefined) return [];
	const groupOf = (one: KindDescriptor): string => speak(one.versions[one.storageVersion]?.group ?? '', words);
	const fullName = (one: KindDescriptor): string => (groupOf(one) === '' ? one.plural : `${one.plural}.${groupOf(one)}`);
	const twins = model.catalog.kinds.filter((one) => one !== kind && one.plural === kind.plural);
	return twins.map((twin) => `note: ${groupOf(twin) || 'the core group'} has ${twin.plural} too, which kubectl may select: use ${fullName(kind)} for yours`);
}

/** Writes the modules that hook files import. Writes none when another spec of the root has an error, which `orch check` reports. */
async function writeTypes(specs: string): Promise<void> {
	const roots = await specRoots([specs]);
	const { model } = await generateCached({ sources: await readSources(roots), emitters: [] });
	if (model !== undefined) await writeHookSupport({ model, roots });
}

/** Checks all files before the first is written, because a partly written kind would block the next attempt. */
function refuseExisting(specs: string, files: readonly EmittedFile[]): void {
	for (const { path } of files) if (existsSync(join(specs, path))) throw existsAlready(join(specs, path));
}

async function writeNew(path: string, content: string): Promise<void> {
	makeFolder(dirname(path));
	try {
		await writeFile(path, content, { flag: 'wx' });
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw existsAlready(path);
		throw error;
	}
}

function existsAlready(path: string): Error {
	return new Error(`${displayName(path)} exists already`);
}

function kindName(value: string): string {
	if (!/^[A-Z][A-Za-z0-9]*$/.test(value)) throw new InvalidArgumentError('a kind starts with a capital letter and contains only letters and digits.');
	return value;
}

function groupName(value: string): string {
	if (!isGroupName(value)) throw new InvalidArgumentError('expected a domain name, such as example.com.');
	return value;
}
