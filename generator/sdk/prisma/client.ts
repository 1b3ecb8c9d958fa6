/**
 * Prisma client for a schema, made by Prisma's generator in a temporary folder. Its TypeScript is kept for the types, with JavaScript next
 * to it; its own directive exempts it from type checks.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { transform } from 'esbuild';
import type { EmittedFile } from '../../model.ts';
import prisma from './generator.cjs';

/** Files for browsers, which have no database. */
const unused = /(^|\/)(browser|prismaNamespaceBrowser)\.ts$/;

/** Files with types only, which are not loaded at run time. */
const typesAlone = /^client\/(models\/.*|models|commonInputTypes)\.ts$/;

const schemaName = 'schema.prisma';

/** Returns the client files of the schema, whose generator must write to `./client`. */
export async function prismaClientFiles(schema: string): Promise<readonly EmittedFile[]> {
	const folder = await mkdtemp(join(tmpdir(), 'orch-prisma-'));
	try {
		await runGenerator(schema, folder);
		const entries = await readdir(join(folder, 'client'), { recursive: true, withFileTypes: true });
		const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => relative(folder, join(parentPath, name)).split(sep).join('/'));
		const files = await Promise.all(
			paths
				.filter((path) => path.endsWith('.ts') && !unused.test(path))
				.sort()
				.map(async (path) => inBothLanguages(path, await readFile(join(folder, path), 'utf8'))),
		);
		return files.flat();
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

/** Runs the generator. Throws an Error when the schema is invalid or uses a word that Prisma reserves. */
async function runGenerator(schema: string, folder: string): Promise<void> {
	const datamodel: [string, string][] = [[join(folder, schemaName), schema]];
	const [{ generators, datasources }, dmmf] = await Promise.all([prisma.getConfig({ datamodel }), prisma.getDMMF({ datamodel })]);
	const [settings] = generators;
	if (settings?.output?.value == null) throw new Error('the schema has no generator with an output');
	const generator = new prisma.PrismaClientTsGenerator();
	const { requiresEngineVersion: version = '' } = await generator.getManifest(settings);
	const output = { ...settings.output, value: join(folder, settings.output.value) };
	await generator.generate({
		generator: { ...settings, output },
		otherGenerators: [],
		schemaPath: join(folder, schemaName),
		datamodel: schema,
		datasources,
		dmmf,
		version,
	});
}

async function inBothLanguages(path: string, text: string): Promise<readonly EmittedFile[]> {
	const types = { path, content: text };
	if (typesAlone.test(path)) return [types];
	const { code } = await transform(text, { loader: 'ts', format: 'esm', target: 'node24' });
	return [types, { path: path.replace(/\.ts$/, '.js'), content: code }];
}
