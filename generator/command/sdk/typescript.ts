/** `orch sdk typescript`: writes a package of typed clients for the kinds of specs. */
import { basename, resolve } from 'node:path';
import type { Command } from 'commander';
import { narrow } from '../../../runtime/schema/emulated-catalog.ts';
import { surfaceOfKinds } from '../../compat/behaviour.ts';
import { emitModules } from '../../emit/sdk/modules.ts';
import { emitManifest, packageEntries } from '../../emit/sdk/package.ts';
import { emitReadme } from '../../emit/sdk/readme.ts';
import { inVocabulary, type Surface as PackageSurface, surfaceOf } from '../../emit/sdk/surface.ts';
import { emitTrpc, trpcPath } from '../../emit/sdk/trpc.ts';
import { emitValidation } from '../../emit/sdk/validation.ts';
import { vocabulary } from '../../emit/typescript/vocabulary.ts';
import type { EmittedFile, Model } from '../../model.ts';
import { releaseFiles } from '../../sdk/typescript/release.ts';
import { type PublishedVersion, versionNumbers } from '../../sdk/typescript/version.ts';
import { writeGenerated } from '../../write.ts';
import { allKindsNamed, kindsHelp } from '../named-kinds.ts';
import { advise, collect, plural, printDiagnostics, seconds, tell, withProgress } from '../output.ts';
import { refuseNoFolder } from '../output-path.ts';
import { generateCached } from '../spec-cache.ts';
import { displayName, projectRoot, readSources, refuseEmptyRoots, specRoots } from '../spec-roots.ts';
import { checkName, dependencies, installText, readPublished } from './package.ts';

interface Options {
	readonly specs?: readonly string[];
	readonly vocabulary?: string;
	readonly release?: string;
	readonly kinds?: readonly string[];
	readonly name?: string;
	readonly atLeast?: string;
	readonly out: string;
	readonly force?: true;
}

export function addTypescriptCommand(sdk: Command): void {
	sdk
		.command('typescript')
		.description('write an npm package of typed clients: all verbs, watches, informers, offline validation. Install the tarball of npm pack, or publish it.')
		.option('--specs <dir>', 'directory of specs to add to the built-in ones; repeatable (default: specs, if it exists)', collect)
		.option('--vocabulary <name>', 'vocabulary of the server: orch or kubernetes', 'orch')
		.option('--release <release>', 'release whose versions and fields the built-in kinds have (default: the default release)')
		.option('--kinds <kind...>', `kinds to include, ${kindsHelp} (default: all)`)
		.option('--name <package>', 'name of the package (default: the name of the directory)')
		.option('--at-least <version>', 'minimum version of the package, such as 1.0.0; otherwise the changes since the last package determine the version')
		.requiredOption('--out <dir>', 'output directory: new, empty, or from an earlier package')
		.option('--force', 'overwrite files that were edited or not written by this command')
		.action(async (options: Options) => {
			if (!(await run(options))) process.exitCode = 1;
		});
}

/** Returns true when the specs have no errors. */
async function run({ specs = [], vocabulary, release, kinds, out, atLeast, force, name = basename(resolve(out)) }: Options): Promise<boolean> {
	const start = performance.now();
	checkName(name);
	if (atLeast !== undefined) versionNumbers(atLeast);
	await refuseNoFolder(out);
	const made = await withProgress('writing the package', async (onStep) => {
		const roots = await specRoots(specs);
		await refuseEmptyRoots(roots);
		const sources = await readSources(roots);
		const { model, diagnostics } = await generateCached({ sources, emitters: [], release, onStep, ...(vocabulary !== undefined && { vocabulary }) });
		printDiagnostics(diagnostics);
		if (model === undefined || diagnostics.some(({ severity }) => severity === 'error')) return undefined;
		await onStep('clients');
		const files = await packageFiles(model, { name, release: release ?? model.catalog.release, kinds, published: readPublished(resolve(out)), atLeast });
		const written = await writeGenerated({ out: resolve(out), files, ...(force && { force }) });
		return { files, written };
	});
	if (made === undefined) return false;
	tell(`${plural(made.files.length, 'file')} of ${name} in ${displayName(resolve(out))}; ${seconds(performance.now() - start)}`);
	advise(installText(resolve(out)));
	return true;
}

interface PackageOptions {
	readonly name: string;
	readonly release: string;
	readonly kinds: readonly string[] | undefined;
	/** State of the last published version, from the package's folder. */
	readonly published: PublishedVersion | undefined;
	readonly atLeast: string | undefined;
}

async function packageFiles(model: Model, { name, release, kinds, published, atLeast }: PackageOptions): Promise<readonly EmittedFile[]> {
	const [words] = model.vocabularies;
	if (words === undefined) throw new Error('a model has at least one vocabulary');
	const catalog = inVocabulary(narrow(model.catalog, release), words);
	const chosen = kinds === undefined ? catalog.kinds : allKindsNamed(kinds, catalog.kinds, words);
	const surface = surfaceOf(catalog, chosen);
	// Imported here, so that only this command loads the compiler.
	const [{ entryPath, libraryFiles }, { publicSurface }] = await Promise.all([
		import('../../sdk/typescript/library.ts'),
		import('../../sdk/typescript/public-surface.ts'),
	]);
	const readme = emitReadme(name, surface, model);
	const files = [
		...(await emitModules(surface, model)),
		...emitValidation(surface),
		...emitTrpc(surface, entryPath('trpc')),
		...libraryFiles(projectRoot, await vocabulary.emit(model)),
		...(readme === undefined ? [] : [readme]),
	];
	const entries = packageEntries({ '.': entryPath('index'), './node': entryPath('node'), './trpc': trpcPath }, surface);
	const declarations = Object.fromEntries(Object.entries(entries).map(([subpath, path]) => [subpath, `${path}.d.ts`]));
	const { version, files: ofRelease } = releaseFiles({ name, atLeast, published, api: apiOf(surface) }, publicSurface(declarations, files), files);
	const facts = { name, version, dependencies: dependencies(['@marcbachmann/cel-js', 're2js', 'yaml']), peers: dependencies(['@trpc/server']), entries };
	return [...files, ...ofRelease, emitManifest(facts)];
}

/** Returns the API surface of all kinds in the package. */
function apiOf({ kinds, modules }: PackageSurface): ReturnType<typeof surfaceOfKinds> {
	return surfaceOfKinds(
		[...new Set(kinds.map(({ kind }) => kind))],
		modules.flatMap(({ types }) => types),
	);
}
