/** The command line as a package, installed into a folder of somebody else. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../../generator/command/spec-roots.ts';

const run = promisify(execFile);

const withoutNetwork = `data:text/javascript,${encodeURIComponent(
	"import net from 'node:net'; net.Socket.prototype.connect = () => { throw new Error('there is no network'); };",
)}`;

/** How a command ended. */
export interface Ended {
	readonly code: number;
	readonly stdout: string;
	readonly stderr: string;
}

export interface PackedCli {
	/** What runs it, to be followed by its arguments. */
	readonly command: readonly string[];
	readonly env: NodeJS.ProcessEnv;
	/** Runs it in the folder. Rejects, with `code` and `stderr`, when it does not exit with 0. */
	orch(...args: readonly string[]): Promise<{ readonly stdout: string; readonly stderr: string }>;
	/** Runs it in the folder, where whatever it would ask over a network fails. */
	orchAlone(...args: readonly string[]): Promise<{ readonly stdout: string; readonly stderr: string }>;
	/** Runs it in the folder, however it ends. */
	tried(...args: readonly string[]): Promise<Ended>;
}

/** `folder`: an empty one. */
export async function installPackedCli(folder: string): Promise<PackedCli> {
	await mkdir(join(folder, 'home'));
	await writeFile(join(folder, 'package.json'), '{"private": true, "type": "module"}\n');
	// A home of its own; where packages come from is the machine's affair.
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
