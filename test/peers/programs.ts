/** Starts programs from outside the project, with which it is tested and measured. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, openSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

export interface Program {
	readonly child: ChildProcess;
	/** Returns the end of the program's stderr. */
	said(): string;
	/** Kills the program and waits for its end. */
	end(): Promise<void>;
}

/** Starts an etcd of one member. `flags` come in addition to those for its data and addresses. */
export async function startEtcd(folder: string, data: string, flags: readonly string[] = []): Promise<Program & { readonly url: string }> {
	const url = `http://127.0.0.1:${await freePort()}`;
	const peerUrl = `http://127.0.0.1:${await freePort()}`;
	const etcd = startProgram(join(folder, 'etcd'), [
		...['--data-dir', join(data, 'etcd'), '--listen-client-urls', url, '--advertise-client-urls', url, '--listen-peer-urls', peerUrl],
		...['--initial-advertise-peer-urls', peerUrl, '--initial-cluster', `default=${peerUrl}`, '--log-level', 'error'],
		...flags,
	]);
	return { ...etcd, url };
}

/** `log` is a file for all that the program writes to stderr. */
export function startProgram(program: string, args: readonly string[], log?: string): Program {
	const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
	if (log !== undefined) child.stderr?.pipe(createWriteStream(log, { fd: openSync(log, 'w') }));
	let tail = '';
	child.stderr?.setEncoding('utf8').on('data', (text: string) => {
		tail = (tail + text).slice(-2_000);
	});
	child.on('error', (error) => {
		tail += String(error);
	});
	const end = async (): Promise<void> => {
		// A process without a pid never started.
		if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
		const exited = once(child, 'exit');
		child.kill('SIGKILL');
		await exited;
	};
	return { child, said: () => tail, end };
}

/** Polls for at most two minutes. */
export async function until(what: string, done: () => Promise<boolean>): Promise<void> {
	const end = Date.now() + 120_000;
	while (!(await done())) {
		if (Date.now() > end) throw new Error(`${what}: not after two minutes`);
		await new Promise((resolve) => setTimeout(resolve, 200));
	}
}

export async function freePort(): Promise<number> {
	const server = createServer();
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	if (address === null || typeof address === 'string') throw new Error('no port was given');
	server.close();
	await once(server, 'close');
	return address.port;
}
