#!/usr/bin/env node
/**
 * `npm run pack:cli [-- DIR]`: packs the command line into DIR, by default dist/, as a package for `npm install ./orch-VERSION.tgz`. The
 * generator is compiled in, with most of its packages and their notices. The server is included as sources, which `orch build` and
 * `orch dev` bundle; its packages are dependencies. The package needs no checkout.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { build } from 'esbuild';
import { ts } from 'ts-morph';
import { notices } from './notices.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const command = new Command('npm run pack:cli --')
	.description('makes a package of the command line that is installed anywhere')
	.argument('[dir]', 'where it is written', join(root, 'dist'))
	.parse();
const out = resolve(command.processedArgs[0]);
const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Files that are copied unchanged. */
const copied = [
	'LICENSE',
	'NOTICE',
	'README.md',
	'CHANGELOG.md',
	'bin/orch.mjs',
	'bin/start.mjs',
	'bin/built-server.mjs',
	'runtime',
	'sdk',
	'specs',
	'templates',
	'api.lock.yaml',
];
/** Generated files for people and editors. Each command generates the others itself. */
const generated = ['generated/spec.schema.json', 'generated/reference/specs.md'];

/** Packages that are too large to compile in, or programs. Only the commands that need them load them. */
const beside = ['esbuild', 'ts-morph'];
/** Packages whose versions client packages depend on. */
const named = ['@marcbachmann/cel-js', 're2js', 'yaml'];

/** Prisma's generator, compiled separately: it is CommonJS and looks for its schema engine in its own folder. */
const prismaGenerator = 'generator/sdk/prisma/generator.cjs';
const schemaCompiler = 'prisma_schema_build_bg.wasm';

/** Types for checking hook files, which a server runs in Node. */
const typesOfNode = '@types/node';

/** Packages of reports whose versions are needed. */
const ofReports = ['@prisma/client', '@prisma/driver-adapter-utils'];

const settings = {
	absWorkingDir: root,
	bundle: true,
	format: 'esm',
	platform: 'node',
	target: 'node24',
	minifySyntax: true,
	minifyWhitespace: true,
	legalComments: 'linked',
	metafile: true,
	logLevel: 'warning',
	outExtension: { '.js': '.mjs' },
	banner: { js: "import { createRequire as orchCreateRequire } from 'node:module'; const require = orchCreateRequire(import.meta.url);" },
};

/** Generated types are not formatted: the generator uses them unchanged. */
const withoutFormatter = {
	name: 'without-formatter',
	setup(context) {
		context.onResolve({ filter: /^prettier$/ }, () => ({ path: 'prettier', namespace: 'formatter' }));
		context.onLoad({ filter: /.*/, namespace: 'formatter' }, () => ({
			contents: "exports.format = () => { throw new Error('this package cannot format'); };",
		}));
	},
};

/** Modules that are loaded from the folder of the command line. */
const prismaBeside = {
	name: 'prisma-beside',
	setup(context) {
		context.onResolve({ filter: /^\.\/generator\.cjs$/ }, () => ({ path: `../../${prismaGenerator}`, external: true }));
	},
};

/** Module that finds its folder by its own path, so it is not compiled in. */
const builtServerBeside = {
	name: 'built-server-beside',
	setup(context) {
		context.onResolve({ filter: /built-server\.mjs$/ }, ({ path }) => ({ path, external: true }));
	},
};

/** `orch/testing` with its declarations. */
async function compileTesting(folder) {
	const path = 'sdk/testing/index';
	const entryPoints = { index: join(root, `${path}.ts`) };
	const { metafile } = await build({ ...settings, entryPoints, outdir: join(folder, 'sdk/testing'), plugins: [builtServerBeside] });
	const compilerOptions = { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.NodeNext, declaration: true, isolatedDeclarations: true };
	const { outputText } = ts.transpileDeclaration(readFileSync(join(root, `${path}.ts`), 'utf8'), { fileName: `${path}.ts`, compilerOptions });
	writeFileSync(join(folder, `${path}.d.ts`), outputText);
	return metafile;
}

/** Files that are compiled in. */
async function compile(folder) {
	// The same folder as the sources, so that files that they read by relative path are found.
	const command = await build({
		...settings,
		entryPoints: { main: join(root, 'generator/command/main.ts') },
		outdir: join(folder, 'generator/command'),
		chunkNames: 'chunk-[hash]',
		splitting: true,
		external: beside,
		plugins: [withoutFormatter, prismaBeside],
	});
	// The checks run the hooks of built-in kinds.
	const hooks = await build({ ...settings, entryPoints: { index: join(root, 'runtime/kinds/index.ts') }, outdir: join(folder, 'runtime/kinds') });
	// Commands that query a running server need no build.
	const asking = { command: join(root, 'runtime/server/storage/command.ts') };
	const storage = await build({ ...settings, entryPoints: asking, outdir: join(folder, 'runtime/server/storage') });
	const { outExtension: _, banner: __, ...ofPrisma } = settings;
	const prisma = await build({ ...ofPrisma, format: 'cjs', entryPoints: [join(root, prismaGenerator)], outfile: join(folder, prismaGenerator) });
	const compiler = Object.keys(prisma.metafile.inputs).find((path) => path.endsWith('/prisma_schema_build.js'));
	cpSync(join(root, dirname(compiler), schemaCompiler), join(folder, dirname(prismaGenerator), schemaCompiler));
	const lines = await build({ ...settings, entryPoints: { 'command-line': join(root, 'runtime/command-line.ts') }, outdir: join(folder, 'runtime') });
	const inputs = [command, hooks, storage, lines, prisma].flatMap(({ metafile }) => Object.keys(metafile.inputs));
	return [...inputs, ...Object.keys((await compileTesting(folder)).inputs)];
}

/** Versions by name: packages that the server imports, and those that `orch` itself needs. */
async function dependencies() {
	const entryPoints = ['main', 'large-thread', 'maintenance', 'dev'].map((name) => join(root, `runtime/${name}.ts`));
	const { metafile } = await build({ ...settings, entryPoints, outdir: 'unused', write: false, packages: 'external' });
	const imported = Object.values(metafile.outputs).flatMap(({ imports }) => imports.filter(({ external }) => external).map(({ path }) => path));
	const names = imported.filter((path) => !path.startsWith('node:')).map((path) => /^(@[^/]+\/)?[^/]+/.exec(path)[0]);
	const all = [...new Set([...beside, ...named, ...names])].sort();
	const imports = Object.fromEntries(
		all.map((name) => {
			const version = own.dependencies[name];
			if (version === undefined) throw new Error(`the server imports ${name}, which is not a dependency in package.json`);
			return [name, version];
		}),
	);
	return { [typesOfNode]: own.devDependencies[typesOfNode], ...imports };
}

async function stage(folder) {
	for (const path of [...copied, ...generated]) cpSync(join(root, path), join(folder, path), { recursive: true });
	const inputs = await compile(folder);
	writeFileSync(join(folder, 'NOTICES'), notices(root, inputs));
	const { name, version, description, license, author, homepage, repository, keywords, type, bin } = own;
	const manifest = {
		...{ name, version, description, license, author, homepage, repository, keywords, type, engines: { node: '>=24' }, bin },
		exports: { './testing': { types: './sdk/testing/index.d.ts', default: './sdk/testing/index.mjs' }, './package.json': './package.json' },
		dependencies: await dependencies(),
		devDependencies: Object.fromEntries(ofReports.map((name) => [name, own.devDependencies[name]])),
	};
	writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, '\t')}\n`);
}

const folder = mkdtempSync(join(tmpdir(), 'orch-pack-'));
try {
	await stage(folder);
	mkdirSync(out, { recursive: true });
	const { status, stdout } = spawnSync('npm', ['pack', '--silent', '--pack-destination', out], {
		cwd: folder,
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'inherit'],
		shell: process.platform === 'win32',
	});
	if (status !== 0) process.exit(status ?? 1);
	console.log(join(out, stdout.trim()));
} finally {
	rmSync(folder, { recursive: true, force: true });
}
