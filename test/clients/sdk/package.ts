/** A client package as its user has it: written by the command line, packed, and installed in an empty project. */
import { execFile, execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const root = resolve(import.meta.dirname, '../../..');
const programs = join(import.meta.dirname, 'programs');

export const sdkSpecs = join(import.meta.dirname, 'specs');

/** A project with nothing but the package in it. */
export interface Project {
	readonly path: string;
	readonly installed: string;
	/** Copies a program of `programs/`, or writes a text, and gives its path. */
	add(name: string, text?: string): string;
}

export const packageName = '@example/sweeps';

export const reportsName = '@example/reports';

export function orch(...args: readonly string[]): void {
	execFileSync(process.execPath, [join(root, 'bin/orch.mjs'), ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
}

/** `path`: an empty folder. Packages that it depends on are those of this project: nothing is fetched. */
export function installSdk(path: string, ...args: readonly string[]): Project {
	return install(path, ['typescript', '--specs', sdkSpecs, '--vocabulary', 'kubernetes', '--name', packageName, ...args], packageName);
}

/** Likewise, of typed queries. */
export function installReports(path: string, ...args: readonly string[]): Project {
	return install(path, ['prisma', '--specs', sdkSpecs, '--vocabulary', 'kubernetes', '--name', reportsName, ...args], reportsName);
}

function install(path: string, args: readonly string[], name: string): Project {
	const made = join(path, 'made');
	orch('sdk', ...args, '--out', made);
	const packed = join(path, execFileSync('npm', ['pack', '--silent', '--pack-destination', path], { cwd: made, encoding: 'utf8' }).trim());
	const project = join(path, 'project');
	const installed = join(project, 'node_modules', name);
	mkdirSync(dirname(installed), { recursive: true });
	execFileSync('tar', ['-xzf', packed, '-C', path]);
	renameSync(join(path, 'package'), installed);
	const { dependencies = {}, peerDependencies = {} } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as {
		readonly dependencies?: Readonly<Record<string, string>>;
		readonly peerDependencies?: Readonly<Record<string, string>>;
	};
	// Who calls procedures has the library that calls them.
	for (const needed of [...Object.keys(dependencies), ...Object.keys(peerDependencies), '@trpc/client']) {
		mkdirSync(dirname(join(project, 'node_modules', needed)), { recursive: true });
		symlinkSync(join(root, 'node_modules', needed), join(project, 'node_modules', needed));
	}
	writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'project', private: true, type: 'module' }));
	return {
		path: project,
		installed,
		add(file, text) {
			const to = join(project, file);
			if (text === undefined) copyFileSync(join(programs, file), to);
			else writeFileSync(to, text);
			return to;
		},
	};
}

const strict = {
	target: 'es2022',
	// The last is what tRPC's own types name.
	lib: ['es2022', 'dom', 'dom.iterable', 'esnext.disposable'],
	strict: true,
	exactOptionalPropertyTypes: true,
	noUncheckedIndexedAccess: true,
	verbatimModuleSyntax: true,
	noEmit: true,
	allowImportingTsExtensions: true,
};

export const resolutions = { nodenext: { module: 'nodenext' }, bundler: { module: 'esnext', moduleResolution: 'bundler' } } as const;

/** What compilers say of the project's programs; empty when all is right. Types of Node are there only where they are asked for. */
export const compilers: Readonly<Record<string, (config: string) => Promise<string>>> = {
	'TypeScript 7': async (config) => {
		const tsc = join(root, 'node_modules/typescript/bin/tsc');
		return promisify(execFile)(process.execPath, [tsc, '-p', config], { encoding: 'utf8' }).then(
			({ stdout }) => stdout,
			(error: { readonly stdout: string }) => error.stdout,
		);
	},
	// The one that the generator uses itself.
	'TypeScript 6': async (config) => {
		const { Project: Compiled } = await import('ts-morph');
		const compiled = new Compiled({ tsConfigFilePath: config });
		return compiled.formatDiagnosticsWithColorAndContext(compiled.getPreEmitDiagnostics());
	},
};

/** Path of a configuration of compilers for some programs. */
export function strictly(project: Project, resolution: keyof typeof resolutions, files: readonly string[], { node = false, more = {} } = {}): string {
	const types = node ? { types: ['node'], typeRoots: [join(root, 'node_modules/@types')] } : { types: [] };
	const config = join(project.path, `tsconfig.${resolution}.json`);
	writeFileSync(config, JSON.stringify({ compilerOptions: { ...strict, ...more, ...resolutions[resolution], ...types }, files }));
	return config;
}

/** Runs a program to its end; what it wrote. Throws with what it said when it failed. */
export async function run(file: string, env: Readonly<Record<string, string>>, args: readonly string[] = []): Promise<string> {
	const { stdout } = await promisify(execFile)(process.execPath, [file, ...args], { env: { ...process.env, ...env }, encoding: 'utf8', cwd: dirname(file) });
	return stdout;
}
