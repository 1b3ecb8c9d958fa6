/** `orch new kind NAME --group G`: writes a first spec, which passes `orch check`. */
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { parse } from 'yaml';
import type { Vocabulary } from '../../runtime/model/vocabulary.ts';
import { hookKey } from '../emit/typescript/hooks.ts';
import { generate } from '../generate.ts';
import { type RequiredAnswer, requiredAnswers } from '../hooks/hook-file.ts';
import { isGroupName } from '../read/packages.ts';
import { type KnownGroup, type MadeKind, type NewKind, newKind } from '../scaffold/kind.ts';
import { writeHookSupport } from './hooks.ts';
import { displayName, readSources, specRoots } from './spec-roots.ts';

interface Options {
	readonly group: string;
	readonly apiVersion: string;
	readonly scope: 'Namespaced' | 'Cluster';
	readonly plural?: string;
	readonly specs: string;
	readonly hook?: true;
}

export function addNewCommand(program: Command): void {
	program
		.command('new')
		.description('start a spec')
		.command('kind')
		.description('write a first spec of a kind, ready to be served')
		.argument('<name>', 'the kind, such as Widget', kindName)
		.requiredOption('--group <group>', 'its API group, such as example.com; core is that of v1', groupName)
		.option('--api-version <version>', 'its first version', versionName, 'v1')
		.addOption(new Option('--scope <scope>', 'whether its objects live in namespaces').choices(['Namespaced', 'Cluster']).default('Namespaced'))
		.option('--plural <plural>', 'its name in URLs; made from the kind when absent')
		.option('--specs <dir>', 'the spec root to write to', 'specs')
		.option('--hook', 'write as well a file for behaviour that no spec can say, with the types of the kind; of a kind that is there already, that file alone')
		.action(async (kind: string, options: Options) => {
			const { specs, group, scope, plural } = options;
			const known = await knownIn(specs);
			const made = newKind({ kind, group, version: options.apiVersion, scope, ...known, ...(plural === undefined ? {} : { plural }) });
			const existing = options.hook ? await existingKind(specs, made) : undefined;
			const named = { kind, key: existing?.key ?? made.hookKey, ...(existing && { answers: existing.answers }) };
			const hook = options.hook ? (await import('../scaffold/hook.ts')).newHook(named) : undefined;
			// Of a kind that is there already only the hook file is written.
			const files = (existing === undefined ? [made.spec, made.group, hook] : [hook])
				.filter((file) => file !== undefined)
				.map(({ path, content }) => ({ path: join(specs, path), content }));
			// All of them first: half of a kind would be in the way of the next attempt.
			for (const { path } of files) if (existsSync(path)) throw existsAlready(path);
			for (const { path, content } of files) await writeNew(path, content);
			if (hook !== undefined) await writeTypes(specs);
			const wrote = [existing === undefined ? made.spec : undefined, hook].flatMap((file) => (file === undefined ? [] : displayName(join(specs, file.path))));
			console.log(`wrote ${wrote.join(' and ')}\nnext: edit it, then run npx orch check --specs ${specs}, and npx orch build --specs ${specs} --out DIR`);
		});
}

/** In the built-in root and in the one written to, which need not exist yet. */
async function knownIn(specs: string): Promise<Required<Pick<NewKind, 'groups' | 'vocabularies'>>> {
	const sources = await readSources(await specRoots(existsSync(specs) ? [specs] : []));
	const groups = new Map<string, KnownGroup>();
	for (const { path, text } of sources) {
		const [, folder] = /^([^/]+)\/group\.ya?ml$/.exec(path) ?? [];
		const found = folder === undefined ? null : (parse(text) as { group?: string; versions?: string[] } | null);
		if (folder === undefined || found === null) continue;
		// Later roots add versions.
		const before = groups.get(folder);
		groups.set(folder, { folder, group: before?.group ?? found.group ?? '', versions: [...(before?.versions ?? []), ...(found.versions ?? [])] });
	}
	const vocabularies = sources.flatMap(({ path, text }) => (/^vocabulary\/[^/]+\.ya?ml$/.test(path) ? [parse(text) as Vocabulary] : []));
	return { groups: [...groups.values()], vocabularies };
}

/** The kind of a spec that lies where a new one would. Throws where the specs are wrong. */
async function existingKind(specs: string, { spec }: MadeKind): Promise<{ readonly key: string; readonly answers: RequiredAnswer[] } | undefined> {
	if (!existsSync(join(specs, spec.path))) return undefined;
	const { model } = await generate({ sources: await readSources(await specRoots([specs])), emitters: [] });
	const file = displayName(join(specs, spec.path));
	const kind = model?.catalog.kinds.find(({ storageName }) => model.kindDocs[storageName]?.position.file === file);
	if (kind === undefined)
		throw new Error(`${file} exists already, and what is wrong with it stands in the way of its hooks: run npx orch check --specs ${specs}`);
	return { key: hookKey(kind), answers: requiredAnswers(kind) };
}

/** What a hook file imports. When another spec of the root is wrong there are no types yet, and `orch check` says why. */
async function writeTypes(specs: string): Promise<void> {
	const roots = await specRoots([specs]);
	const { model } = await generate({ sources: await readSources(roots), emitters: [] });
	if (model !== undefined) await writeHookSupport({ model, roots });
}

async function writeNew(path: string, content: string): Promise<void> {
	await mkdir(dirname(path), { recursive: true });
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
	if (!/^[A-Z][A-Za-z0-9]*$/.test(value)) throw new InvalidArgumentError('a kind begins with a capital and holds letters and digits only.');
	return value;
}

function versionName(value: string): string {
	if (!/^v[1-9][0-9]*((alpha|beta)[1-9][0-9]*)?$/.test(value)) throw new InvalidArgumentError('expected v1, v1beta1, v2alpha1.');
	return value;
}

function groupName(value: string): string {
	if (!isGroupName(value)) throw new InvalidArgumentError('expected a domain name, such as example.com.');
	return value;
}
