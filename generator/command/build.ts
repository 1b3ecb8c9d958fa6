/** `orch build`: turns specs into a self-contained server that `node DIR/server.mjs` runs. */
import { existsSync } from 'node:fs';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import type { Catalog } from '../../runtime/model/catalog.ts';
import { speak } from '../../runtime/model/vocabulary.ts';
import { emitters } from '../emit/index.ts';
import { openapi } from '../emit/openapi.ts';
import type { Generated } from '../generate.ts';
import type { HookAssignments, HookFile } from '../hooks/hook-file.ts';
import { makeFolder } from '../make-folder.ts';
import type { EmittedFile, Model } from '../model.ts';
import { type BundledHook, type BundledHooks, bundle } from './bundle.ts';
import { checkHooks } from './hooks.ts';
import { advise, collect, inventory, plural, printDiagnostics, seconds, tell, withProgress } from './output.ts';
import { generateCached } from './spec-cache.ts';
import { builtInSpecs, displayName, projectRoot, readSources, refuseEmptyRoots, specRoots } from './spec-roots.ts';

interface Options extends ServerBuild {
	readonly quiet?: true;
}

/** Server to build. */
export interface ServerBuild {
	readonly specs?: readonly string[];
	readonly vocabulary?: string;
	readonly out: string;
	/** False to leave out the documents for users. */
	readonly documents?: boolean;
}

/** Result of a build. The findings are printed. */
export interface BuiltServer {
	readonly catalog: Catalog;
	readonly counts: Generated['counts'];
	readonly files: number;
	readonly bytes: number;
}

/** Node binary of the project, because the user's own Node may be older; `node` on PATH when the project installs none. */
const pinnedNode = join(projectRoot, 'node_modules/.bin/node');
const serverNode = existsSync(pinnedNode) ? pinnedNode : 'node';

/** Folders written next to the server for users; the server does not read them. */
const companions = ['openapi/', 'prisma/', 'proto/', 'reference/'];

export function addBuildCommand(program: Command): void {
	program
		.command('build')
		.description('generate and bundle a self-contained server; run it with node DIR/server.mjs and the flags of orch serve')
		.option(
			'--specs <dir>',
			`directory of specs to add to the built-in ones (${displayName(builtInSpecs)}); repeatable (default: specs, if it exists)`,
			collect,
		)
		.option('--vocabulary <name>', 'vocabulary of the API: orch or kubernetes', 'orch')
		.requiredOption('--out <dir>', 'output directory: new, empty, or from an earlier build')
		.option('--quiet', 'print errors and warnings only, also on a terminal')
		.action(async (options: Options) => {
			process.exitCode = (await buildOnce(options)) ? 0 : 1;
		});
}

async function buildOnce({ quiet, ...options }: Options): Promise<boolean> {
	const start = performance.now();
	const folder = resolve(options.out);
	await refuseForeign(folder);
	const built = await buildServer(options);
	if (built === undefined) return false;
	if (quiet) return true;
	const size = `${(built.bytes / 1e6).toFixed(2)} MB`;
	tell(`${inventory(built.counts)}: ${plural(built.files, 'file')}, ${size} in ${displayName(folder)}; ${seconds(performance.now() - start)}`);
	advise(`run it with: ${displayName(serverNode)} ${displayName(join(folder, 'server.mjs'))} --data-dir DIR`);
	return true;
}

/** Builds a server into a folder that the caller has checked. Prints the findings; returns undefined when one is an error. */
export async function buildServer({ specs = [], vocabulary, out, documents = true }: ServerBuild): Promise<BuiltServer | undefined> {
	const folder = resolve(out);
	const { result, hooks, bundled } = await withProgress('building', async (onStep) => {
		const roots = await specRoots(specs);
		await refuseEmptyRoots(roots);
		const sources = await readSources(roots);
		const result = await generateCached({
			sources,
			onStep,
			emitters: documents ? [...emitters, openapi] : emitters,
			...(vocabulary !== undefined && { vocabulary }),
		});
		if (result.model === undefined) return { result, hooks: undefined, bundled: undefined };
		const hooks = await checkHooks({ model: result.model, roots }, sources);
		if (hooks.diagnostics.length > 0) return { result, hooks, bundled: undefined };
		await onStep('bundle');
		const bundled = await bundle({ root: projectRoot, out: folder, files: result.files, hooks: bundledHooks(result.model, hooks.hooked) });
		if (documents) await writeCompanions(folder, result.files);
		return { result, hooks, bundled };
	});
	printDiagnostics([...result.diagnostics, ...(hooks?.diagnostics ?? [])]);
	if (bundled === undefined || result.model === undefined) return undefined;
	return { catalog: result.model.catalog, counts: result.counts, ...bundled };
}

/** Names hooks by kind and group in the words of the vocabulary, as stored objects and URLs do. */
function bundledHooks({ vocabularies: [words] }: Model, { kinds, groups }: HookAssignments): BundledHooks {
	if (words === undefined) throw new Error('a model has at least one vocabulary');
	const bundled = ({ file }: { readonly file: HookFile }, name: string): BundledHook => ({
		name: speak(name, words),
		path: join(file.root, file.path),
		root: file.root,
	});
	return { kinds: kinds.map((one) => bundled(one, one.kind.storageName)), groups: groups.map((one) => bundled(one, one.group.group)) };
}

/** Refuses a folder that is neither empty nor an earlier build, because a build may overwrite only a build. */
async function refuseForeign(folder: string): Promise<void> {
	const entries = await readdir(folder).catch((error: NodeJS.ErrnoException): string[] => {
		if (error.code === 'ENOENT') return [];
		throw new Error(`cannot use ${displayName(folder)} as --out: ${error.code === 'ENOTDIR' ? 'it is no folder' : error.message}`);
	});
	if (entries.length > 0 && !entries.includes('server.mjs'))
		throw new Error(`${displayName(folder) || folder} contains files that no build wrote: choose a new or empty directory with --out`);
}

/** Removes the files of an earlier build first, because its kinds may not exist any more. */
async function writeCompanions(out: string, files: readonly EmittedFile[]): Promise<void> {
	for (const folder of companions) await rm(join(out, folder), { recursive: true, force: true });
	for (const file of files.filter(({ path }) => companions.some((folder) => path.startsWith(folder)))) {
		const path = join(out, file.path);
		makeFolder(dirname(path));
		await writeFile(path, file.content);
	}
}
