/** First start of a written folder. It shows that the launchers work, and compiles the code, so that later starts take half the time. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Starts both programs on an empty folder and stops them. Rejects with the message of the program that fails. */
export async function compileOnce(folder: string): Promise<void> {
	const data = mkdtempSync(join(tmpdir(), 'orch-envtest-'));
	const running: ChildProcess[] = [];
	try {
		const etcd = await start(join(folder, 'etcd'), [`--data-dir=${data}`, '--listen-client-urls=http://127.0.0.1:0', '--unsafe-no-fsync'], running);
		const [address] = /http:\/\/\S+/.exec(etcd) ?? [];
		await start(join(folder, 'kube-apiserver'), [`--etcd-servers=${address}`, '--secure-port=0'], running);
	} finally {
		for (const child of running.toReversed()) {
			child.kill('SIGTERM');
			if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
		}
		rmSync(data, { recursive: true, force: true });
	}
}

/** Starts a program. Resolves to its first output, which it writes when it is ready. */
async function start(program: string, flags: readonly string[], running: ChildProcess[]): Promise<string> {
	const child = spawn(program, flags, { stdio: ['ignore', 'pipe', 'pipe'] });
	running.push(child);
	let errors = '';
	child.stderr.setEncoding('utf8').on('data', (text: string) => {
		errors += text;
	});
	const ended = once(child, 'exit').then(() => {
		throw new Error(`${program} does not start: ${errors.trim()}`);
	});
	ended.catch(() => undefined);
	const [line] = (await Promise.race([once(child.stdout, 'data'), ended])) as [Buffer];
	return line.toString();
}
