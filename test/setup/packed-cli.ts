/** The command line as an npm package, installed into an empty folder as a user would. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../../generator/command/spec-roots.ts';

const run = promisify(execFile);

const withoutNetwork = `data:text/javascript,${encodeURIComponent(
	"import net from 'node:net'; net.Socket.prototype.connect = () => { throw new Error('there is no network'); };",
)}`;

/** Result of a command. */
export interface Ended {
	readonly code: number;
	readonly stdout: string;
	readonly stderr: string;
}

export interface PackedCli {
	/** Command line that runs `orch`, without its arguments. */
	readonly command: readonly string[];
	readonly env: NodeJS.ProcessEnv;
	/** Runs `orch` in the folder. Rejects with `code` and `stderr` when the exit code is not 0. */
	orch(...args: readonly string[]): Promise<{ readonly stdout: string; readonly stderr: string }>;
	/** Runs `orch` in the folder with all network access failing. */
	orchAlone(...args: readonly string[]): Promise<{ readonly stdout: string; readonly stderr: string }>;
	/** Runs `orch` in the folder and returns its result for any exit code. */
	tried(...args: readonly string[]): Promise<Ended>;
}

/** Installs the package into `folder`, which must be empty. */
export async function installPackedCli(folder: string): Promise<PackedCli> {
	await mkdir(join(folder, 'home'));
	await writeFile(join(folder, 'package.json'), '{"private": true, "type": "module"}\n');
	// The home directory is isolated; the package registry comes from the machine's npm configuration.
	const userconfig = execFileSync('npm', ['config', 'get', 'userconfig'], { encoding: 'utf8' }).trim();
	const env = { ...process.env, HOME: join(folder, 'home'), npm_config_userconfig: userconfig, npm_config_update_notifier: 'false' };
	execFileSync(process.execPath, [join(projectRoot, 'bin/pack.mjs'), folder], { stdio: ['ignore', 'ignore', 'inherit'] });
	const [packed] = (await readdir(folder)).filter((name) => /^orch-.*\.tgz$/.test(name));
	await run('npm', ['install', '--no-audit', '--no-fund', `./${packed}`], { cwd: folder, env });
	const command = [process.execPath, join(folder, 'node_modules/orch/bin/orch.mjs')];
	const [program = '', ...before] = command;
	const orch: PackedCli['orch'] = (...args) => run(program, [...before, ...args], { cwd: folder, env });
	return {
		command,
		env,
		orch,
		orchAlone: (...args) => run(program, [...before, ...args], { cwd: folder, env: { ...env, NODE_OPTIONS: `--import=${withoutNetwork}` } }),
		async tried(...args) {
			try {
				return { code: 0, ...(await orch(...args)) };
			} catch (error) {
				const { code, stdout, stderr } = error as Ended;
				if (typeof code !== 'number') throw error;
				return { code, stdout, stderr };
			}
		},
	};
}
