/** `orch sdk typescript`: a package of typed clients of the kinds that specs declare. */
import { readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { narrow } from '../../../runtime/schema/release.ts';
import { emitModules } from '../../emit/sdk/modules.ts';
import { emitManifest } from '../../emit/sdk/package.ts';
import { emitReadme } from '../../emit/sdk/readme.ts';
import { spoken, surfaceOf } from '../../emit/sdk/surface.ts';
import { emitValidation } from '../../emit/sdk/validation.ts';
import { vocabulary } from '../../emit/typescript/vocabulary.ts';
import { generate } from '../../generate.ts';
import type { EmittedFile, Model } from '../../model.ts';
import { writeGenerated } from '../../write.ts';
import { kindsNamed, releaseOf } from '../kinds-named.ts';
import { collect, plural, printDiagnostics, seconds, tell, withProgress } from '../output.ts';
import { displayName, projectRoot, readSources, refuseEmptyRoots, specRoots } from '../spec-roots.ts';

interface Options {
	readonly specs?: readonly string[];
	readonly vocabulary?: string;
	readonly release?: string;
	readonly kinds?: readonly string[];
	readonly name?: string;
	readonly out: string;
}

export function addSdkCommand(program: Command): void {
	program
		.command('sdk')
		.description('write client packages of the kinds that the specs declare')
		.command('typescript')
		.description('write an npm package of typed clients: every verb, watches, informers, offline validation. It can be installed as it lies, or published.')
		.option('--specs <dir>', 'a spec root beside the built-in one (repeatable)', collect)
		.option('--vocabulary <name>', 'the words of the server that it is for: orch or kubernetes', 'orch')
		.option('--release <release>', 'of built-in kinds, the release whose versions and fields it has; the default one when absent')
		.option('--kinds <kind...>', 'only these, as GROUP/KIND or KIND; GROUP alone is all of a group')
		.option('--name <package>', 'the name of the package; that of the folder when absent')
		.requiredOption('--out <dir>', 'where to leave it: a new or empty folder, or that of an earlier package')
		.action(async (options: Options) => {
			if (!(await run(options))) process.exitCode = 1;
		});
}

/** Whether the specs are right. */
async function run({ specs = [], vocabulary, release, kinds, out, name = basename(resolve(out)) }: Options): Promise<boolean> {
	const start = performance.now();
	checkName(name);
	const made = await withProgress('writing the package', async (onStep) => {
		const roots = await specRoots(specs);
		await refuseEmptyRoots(roots);
		const sources = await readSources(roots);
		const { model, diagnostics } = await generate({ sources, emitters: [], onStep, ...(vocabulary !== undefined && { vocabulary }) });
		printDiagnostics(diagnostics);
		if (model === undefined || diagnostics.some(({ severity }) => severity === 'error')) return undefined;
		await onStep('clients');
		const files = await packageFiles(model, { name, release: releaseOf(release, model), kinds });
		const written = await writeGenerated({ out: resolve(out), files });
		return { files, written };
	});
	if (made === undefined) return false;
	tell(`${plural(made.files.length, 'file')} of ${name} in ${displayName(resolve(out))}; ${seconds(performance.now() - start)}`);
	tell(`install it with: npm install ${displayName(resolve(out))}`);
	return true;
}

interface PackageOptions {
	readonly name: string;
	readonly release: string;
	readonly kinds: readonly string[] | undefined;
}

async function packageFiles(model: Model, { name, release, kinds }: PackageOptions): Promise<readonly EmittedFile[]> {
	const [words] = model.vocabularies;
	if (words === undefined) throw new Error('a model has at least one vocabulary');
	const catalog = spoken(narrow(model.catalog, release), words);
	const chosen = kinds === undefined ? catalog.kinds : [...new Set(kinds.flatMap((one) => kindsNamed(one, catalog.kinds, words)))];
	const surface = surfaceOf(catalog, chosen);
	// The compiler that it takes is loaded by this command alone.
	const { entryPath, libraryFiles } = await import('../../sdk/typescript/library.ts');
	const facts = {
		name,
		version: '0.1.0',
		dependencies: dependencies(['@marcbachmann/cel-js', 'yaml']),
		entries: { '.': entryPath('index'), './node': entryPath('node') },
	};
	const readme = emitReadme(name, surface, model);
	return [
		...(await emitModules(surface, model)),
		...emitValidation(surface),
		...libraryFiles(projectRoot, await vocabulary.emit(model)),
		emitManifest(facts, surface),
		...(readme === undefined ? [] : [readme]),
	];
}

/** In the versions that the project is tested with. */
function dependencies(names: readonly string[]): Readonly<Record<string, string>> {
	const own = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as { readonly dependencies: Readonly<Record<string, string>> };
	return Object.fromEntries(
		names.map((name) => {
			const version = own.dependencies[name];
			if (version === undefined) throw new Error(`the project does not depend on ${name}`);
			return [name, version];
		}),
	);
}

function checkName(name: string): void {
	if (name.length > 214 || !/^(@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/.test(name))
		throw new Error(`--name: ${JSON.stringify(name)} is no name of a package: lower-case letters, digits, "-", "." and "_", after "@scope/" if there is one`);
}
