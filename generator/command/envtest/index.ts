/** `orch envtest`: writes a folder for KUBEBUILDER_ASSETS, in which controller-runtime's envtest finds etcd, kube-apiserver and kubectl. */
import { execFile } from 'node:child_process';
import { constants, existsSync, lstatSync } from 'node:fs';
import { access, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Command } from 'commander';
import { build } from 'esbuild';
import { makeFolder } from '../../make-folder.ts';
import { buildServer } from '../build.ts';
import { advise, collect, seconds, tell } from '../output.ts';
import { displayName, projectRoot } from '../spec-roots.ts';
import { compileOnce } from './first-start.ts';
import { type Launcher, launcherText, files as names, serverFolder } from './launchers.ts';

interface Options {
	readonly specs?: readonly string[];
	readonly emulatedVersion?: string;
	readonly print: string;
}

const usualFolder = '.orch-envtest';
const forms = ['overview', 'path', 'env'];

const run = promisify(execFile);

export function addEnvtestCommand(program: Command): void {
	program
		.command('envtest')
		.description("write etcd, kube-apiserver and kubectl for the tests of controllers: a folder for KUBEBUILDER_ASSETS of controller-runtime's envtest")
		.argument('[dir]', 'output directory: new, empty, or from an earlier run', usualFolder)
		.option('--emulated-version <release>', 'Kubernetes release to emulate, such as 1.36 (default: the newest)')
		.option('--specs <dir>', 'directory of specs to serve in addition to the built-in ones; repeatable', collect)
		.option('-p, --print <form>', `result to print: ${forms.join(', ')}`, 'overview')
		.action(async (dir: string, options: Options) => {
			process.exitCode = (await writeAssets(resolve(dir), options)) ? 0 : 1;
		});
}

async function writeAssets(folder: string, { specs, emulatedVersion, print }: Options): Promise<boolean> {
	const start = performance.now();
	if (process.platform === 'win32') throw new Error('orch envtest needs a POSIX shell: on Windows, run it in WSL');
	if (!forms.includes(print)) throw new Error(`--print ${JSON.stringify(print)}: expected ${forms.join(', ')}`);
	await refuseForeign(folder);
	const out = join(folder, serverFolder);
	const built = await buildServer({ vocabulary: 'kubernetes', out, documents: false, ...(specs !== undefined && { specs }) });
	if (built === undefined) return false;
	const { releases } = built.catalog;
	const release = emulatedVersion ?? releases.at(-1) ?? built.catalog.release;
	if (!releases.includes(release)) throw new Error(`--emulated-version ${JSON.stringify(release)}: expected ${releases[0]} to ${releases.at(-1)}`);
	await writeProgram(out, release);
	await rm(join(out, names.compiled), { recursive: true, force: true });
	for (const program of ['etcd', 'kube-apiserver'] as const) {
		await writeHelp(out, program);
		const launcher: Launcher = { program, folder, node: process.execPath };
		await writeFile(join(folder, program), launcherText(launcher), { mode: 0o755 });
	}
	const kubectl = await linkKubectl(folder);
	await compileOnce(folder);
	if (print === 'path') process.stdout.write(folder);
	else if (print === 'env') tell(`export KUBEBUILDER_ASSETS='${folder}'`);
	else {
		const linked = kubectl === undefined ? ', without kubectl (none in PATH)' : `, and kubectl of ${kubectl}`;
		tell(`etcd and kube-apiserver of release ${release} in ${displayName(folder)}${linked}; ${seconds(performance.now() - start)}`);
		advise(`use it with: KUBEBUILDER_ASSETS=${folder} go test ./...`);
	}
	return true;
}

/** Refuses a folder with other files, because a run replaces its files. */
async function refuseForeign(folder: string): Promise<void> {
	makeFolder(folder);
	const entries = await readdir(folder);
	if (entries.length > 0 && !entries.includes(serverFolder))
		throw new Error(`${displayName(folder) || folder} contains files that no orch envtest wrote: choose a new or empty directory`);
}

/** Bundles the program behind both launchers. */
async function writeProgram(out: string, release: string): Promise<void> {
	await build({
		entryPoints: [join(projectRoot, 'runtime/envtest/main.ts')],
		outfile: join(out, names.program),
		bundle: true,
		format: 'esm',
		platform: 'node',
		target: 'node24',
		minifySyntax: true,
		define: { EMULATED_RELEASE: JSON.stringify(release) },
		logLevel: 'silent',
	});
}

/** The help is a file, because a test framework reads it before each start. */
async function writeHelp(out: string, program: Launcher['program']): Promise<void> {
	const { stdout } = await run(process.execPath, [join(out, names.program), program, '--help'], { maxBuffer: 1024 * 1024 });
	await writeFile(join(out, names.help(program)), stdout);
}

/** Links the first kubectl of PATH. Returns its path. */
async function linkKubectl(folder: string): Promise<string | undefined> {
	const link = join(folder, 'kubectl');
	const isLink = lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink() === true;
	if (existsSync(link) && !isLink) return displayName(link);
	if (isLink) await rm(link);
	for (const place of (process.env.PATH ?? '').split(delimiter).filter((each) => each !== '' && resolve(each) !== folder)) {
		const path = join(resolve(place), 'kubectl');
		const isProgram = await access(path, constants.X_OK).then(
			() => true,
			() => false,
		);
		if (!isProgram) continue;
		await symlink(path, link);
		return path;
	}
	return undefined;
}
