/** controller-runtime's own suites: which packages, and how they are built. Go finds the code in its module cache; nothing is committed. */
import { execFile } from 'node:child_process';
import { chmodSync, cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Module with its version. A newer version may need another list of packages. */
export const suitesModule = 'sigs.k8s.io/controller-runtime@v0.25.2';

/** Packages whose suites start an API server. */
export const packages = [
	'builder',
	'cache',
	'client',
	'cluster',
	'controller',
	'controller/controllerutil',
	'envtest',
	'handler',
	'internal/controller',
	'internal/testing/controlplane',
	'manager',
	'metrics/filters',
	'source',
	'webhook',
] as const;

export interface BuiltSuite {
	readonly name: string;
	/** Path of the test program. */
	readonly program: string;
	/** Folder in which the program runs; its test data is there. */
	readonly cwd: string;
}

/** Copies the module into a folder, because the module cache is read-only, and makes its scripts executable, which the cache does not keep. */
export async function copyModule(folder: string): Promise<void> {
	const { stdout } = await run('go', ['mod', 'download', '-json', suitesModule], { cwd: folder });
	const { Dir: dir } = JSON.parse(stdout) as { readonly Dir: string };
	const source = join(folder, 'source');
	cpSync(dir, source, { recursive: true });
	await run('chmod', ['-R', 'u+w', source]);
	const scripts = join(source, 'pkg/internal/testing/controlplane/testdata');
	for (const name of readdirSync(scripts).filter((each) => each.endsWith('.sh'))) chmodSync(join(scripts, name), 0o755);
}

/** Compiles the suite of a package in the folder of `copyModule`. */
export async function buildSuite(folder: string, name: string): Promise<BuiltSuite> {
	const cwd = join(folder, 'source/pkg', name);
	const program = join(folder, `${name.replaceAll('/', '-')}.test`);
	await run('go', ['test', '-c', '-o', program, '.'], { cwd, maxBuffer: 16 * 1024 * 1024 });
	return { name, program, cwd };
}
