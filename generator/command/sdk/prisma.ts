/** `orch sdk prisma`: writes a package of typed queries on a server's database. */
import { basename, resolve } from 'node:path';
import type { Command } from 'commander';
import { narrow } from '../../../runtime/schema/emulated-catalog.ts';
import { factsOf, schemaText, selectOf } from '../../emit/prisma/index.ts';
import { type ModelsFacts, namedKinds } from '../../emit/prisma/models.ts';
import { emitReportsManifest, emitReportsReadme, reportsSurface } from '../../emit/prisma/package.ts';
import { reportModels } from '../../emit/prisma/reports.ts';
import { inVocabulary } from '../../emit/sdk/surface.ts';
import type { EmittedFile, Model } from '../../model.ts';
import { releaseFiles } from '../../sdk/typescript/release.ts';
import { type PublishedVersion, versionNumbers } from '../../sdk/typescript/version.ts';
import { writeGenerated } from '../../write.ts';
import { allKindsNamed, kindsHelp } from '../named-kinds.ts';
import { collect, plural, printDiagnostics, seconds, tell, withProgress } from '../output.ts';
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

export function addPrismaCommand(sdk: Command): void {
	sdk
		.command('prisma')
		.description("write an npm package of typed, read-only Prisma queries over the SQLite file of a server's data directory: columns, relations, groups")
		.option('--specs <dir>', 'directory of specs to add to the built-in ones; repeatable (default: specs, if it exists)', collect)
		.option('--vocabulary <name>', 'vocabulary of the server: orch or kubernetes', 'orch')
		.option('--release <release>', 'release that the server emulates, which determines the stored versions (default: the default release)')
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
async function run({ specs = [], vocabulary = 'orch', release, kinds, out, atLeast, force, name = basename(resolve(out)) }: Options): Promise<boolean> {
	const start = performance.now();
	checkName(name);
	if (atLeast !== undefined) versionNumbers(atLeast);
	await refuseNoFolder(out);
	const made = await withProgress('writing the package', async (onStep) => {
		const roots = await specRoots(specs);
		await refuseEmptyRoots(roots);
		const { model, diagnostics } = await generateCached({ sources: await readSources(roots), emitters: [], release, onStep, vocabulary });
		printDiagnostics(diagnostics);
		if (model === undefined || diagnostics.some(({ severity }) => severity === 'error')) return undefined;
		await onStep('client');
		const facts = { name, vocabulary, release: release ?? model.catalog.release, kinds, published: readPublished(resolve(out)), atLeast };
		const files = await packageFiles(model, facts);
		await writeGenerated({ out: resolve(out), files, ...(force && { force }) });
		return files;
	});
	if (made === undefined) return false;
	tell(`${plural(made.length, 'file')} of ${name} in ${displayName(resolve(out))}; ${seconds(performance.now() - start)}`);
	tell(installText(resolve(out)));
	return true;
}

interface PackageOptions {
	readonly name: string;
	readonly vocabulary: string;
	readonly release: string;
	readonly kinds: readonly string[] | undefined;
	/** State of the last published version, from the package's folder. */
	readonly published: PublishedVersion | undefined;
	readonly atLeast: string | undefined;
}

async function packageFiles(model: Model, { name, vocabulary, release, kinds, published, atLeast }: PackageOptions): Promise<readonly EmittedFile[]> {
	const [words] = model.vocabularies;
	if (words === undefined) throw new Error('a model has at least one vocabulary');
	const catalog = inVocabulary(narrow(model.catalog, release), words);
	const chosen = kinds === undefined ? catalog.kinds : allKindsNamed(kinds, catalog.kinds, words);
	const facts = { ...factsOf(model), catalog, kinds: chosen };
	const models = reportModels(facts);
	if (models.length === 0) throw new Error('--kinds: these kinds are not stored, so they have no rows to query');
	// Imported here, so that only this command loads the compilers.
	const [{ prismaClientFiles }, { prismaLibraryFiles }] = await Promise.all([import('../../sdk/prisma/client.ts'), import('../../sdk/prisma/library.ts')]);
	const schema = schemaText('sqlite', models);
	const views = Object.fromEntries(models.map((each) => [each.view, selectOf(each)]));
	const files = [
		...(await prismaClientFiles(schema)),
		...(await prismaLibraryFiles(projectRoot, { vocabulary, views })),
		{ path: 'schema.prisma', content: schema },
		emitReportsReadme(name, models, ownModels(facts)),
	];
	const { version, files: ofRelease } = releaseFiles({ name, atLeast, published }, reportsSurface(models), files);
	return [...files, ...ofRelease, emitReportsManifest({ name, version, dependencies: dependencies(['@prisma/client', '@prisma/driver-adapter-utils']) })];
}

/** Returns the names of models of custom kinds. */
function ownModels(facts: ModelsFacts): ReadonlySet<string> {
	const custom = new Set(facts.catalog.groups.filter((group) => group.custom).map(({ group }) => group));
	return new Set(namedKinds(facts).flatMap(({ name, storage }) => (custom.has(storage.group) ? [name] : [])));
}
