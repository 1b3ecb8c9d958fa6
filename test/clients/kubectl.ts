/** Finds every installed kubectl and runs one against a server. */
import { execFileSync, type SpawnOptionsWithoutStdio, spawn } from 'node:child_process';
import { readdirSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

export interface Kubectl {
	readonly path: string;
	/** Minor version, such as `1.33`. */
	readonly version: string;
}

export interface Run {
	readonly code: number | null;
	readonly stdout: string;
	readonly stderr: string;
}

/** Returns `kubectl` in PATH and every `kubectl.1.NN` next to the file that it resolves to, oldest first. Prints the result. */
export function findKubectls(): readonly Kubectl[] {
	const onPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'kubectl'));
	const main = onPath.find(isExecutable);
	if (main === undefined) {
		console.warn('SKIPPED: no kubectl on PATH, so nothing here was tried with one');
		return [];
	}
	const folder = dirname(realpathSync(main));
	const found = new Map<string, Kubectl>();
	for (const name of readdirSync(folder)) {
		const version = /^kubectl\.(1\.\d+)$/.exec(name)?.[1];
		if (version !== undefined) found.set(version, { path: join(folder, name), version });
	}
	const version = versionOf(main);
	if (!found.has(version)) found.set(version, { path: main, version });
	const sorted = [...found.values()].sort((a, b) => minor(a) - minor(b));
	console.info(`kubectl found: ${sorted.map(({ path, version }) => `${version} (${path})`).join(', ')}`);
	return sorted;
}

export function minor(kubectl: Kubectl): number {
	return Number(kubectl.version.split('.')[1]);
}

function isExecutable(path: string): boolean {
	try {
		execFileSync(path, ['version', '--client'], { stdio: 'ignore' });
		return true;
	} catch {
		return false;
	}
}

function versionOf(path: string): string {
	const { clientVersion } = JSON.parse(execFileSync(path, ['version', '--client', '-o', 'json'], { encoding: 'utf8' })) as {
		clientVersion: { major: string; minor: string };
	};
	return `${clientVersion.major}.${Number.parseInt(clientVersion.minor, 10)}`;
}

export interface RunOptions {
	readonly input?: string;
	readonly env?: Readonly<Record<string, string>>;
	/** Time after which the process is killed; 30 s by default. */
	readonly timeoutMs?: number;
	/** Receives stdout as it arrives, for commands that do not end by themselves. */
	readonly onOutput?: (text: string, stop: () => void) => void;
}

/** Returns a function that runs a program such as kubectl with a server's kubeconfig. The discovery cache is next to the data. */
export function bindProgram(path: string, kubeconfig: string, home: string): (args: readonly string[], options?: RunOptions) => Promise<Run> {
	const env = { ...process.env, HOME: home, KUBECACHEDIR: join(home, 'cache'), KUBECONFIG: kubeconfig };
	return (args, options = {}) => run(path, args, { env: { ...env, ...options.env } }, options);
}

function run(path: string, args: readonly string[], spawnOptions: SpawnOptionsWithoutStdio, { input, timeoutMs = 30_000, onOutput }: RunOptions): Promise<Run> {
	return new Promise((resolve, reject) => {
		const child = spawn(path, args, spawnOptions);
		let stdout = '';
		let stderr = '';
		const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
		child.stdout.setEncoding('utf8').on('data', (text: string) => {
			stdout += text;
			onOutput?.(stdout, () => child.kill('SIGINT'));
		});
		child.stderr.setEncoding('utf8').on('data', (text: string) => {
			stderr += text;
		});
		child.on('error', reject);
		child.on('close', (code) => {
			clearTimeout(timer);
			resolve({ code, stdout, stderr });
		});
		child.stdin.end(input);
	});
}
