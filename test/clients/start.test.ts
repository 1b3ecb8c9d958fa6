/** `npm start` as run from a program: the server ends when npm ends. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { projectRoot } from '../../generator/command/spec-roots.ts';

let folder: string;
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'orch-start-'));
});
// The server may still be writing compiled code after the port is closed.
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));

/** Starts npm in a separate process group, as the target of terminal signals. */
async function npmStart(): Promise<{ npm: ChildProcess; port: number }> {
	const npm = spawn('npm', ['start', '--silent', '--', '--data-dir', folder, '--secure-port', '0'], {
		cwd: projectRoot,
		stdio: ['ignore', 'pipe', 'ignore'],
		detached: true,
	});
	for await (const line of createInterface({ input: npm.stdout as NonNullable<typeof npm.stdout> })) {
		const port = /^Serving on https:\/\/127\.0\.0\.1:(\d+), /.exec(line)?.[1];
		if (port !== undefined) return { npm, port: Number(port) };
	}
	throw new Error('npm start ended without serving');
}

async function accepts(port: number): Promise<boolean> {
	const socket = connect(port, '127.0.0.1');
	// An error before the connection rejects.
	return once(socket, 'connect')
		.then(
			() => true,
			() => false,
		)
		.finally(() => socket.destroy());
}

/** Waits until the port refuses connections, because no process is left to wait for. */
async function refuses(port: number): Promise<void> {
	while (await accepts(port)) await setTimeout(50);
}

// On Windows npm ends its children itself.
describe.skipIf(process.platform === 'win32')('npm start', { timeout: 180_000 }, () => {
	it('ends the server when npm is stopped', async () => {
		const { npm, port } = await npmStart();
		npm.kill('SIGTERM');
		await once(npm, 'exit');
		await refuses(port);
	});

	it('drains once when the terminal interrupts all of it', async () => {
		const { npm, port } = await npmStart();
		const exited = once(npm, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
		process.kill(-(npm.pid as number), 'SIGINT');
		await exited;
		await refuses(port);
	});

	it('passes on the status of a server that does not start', async () => {
		const npm = spawn('npm', ['start', '--silent', '--', '--secure-port', 'x'], { cwd: projectRoot, stdio: 'ignore' });
		expect(await once(npm, 'exit')).toEqual([2, null]);
	});
});
