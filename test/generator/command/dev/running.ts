/** Runs `orch dev` in a separate process and waits for its output. */
import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { join } from 'node:path';
import { projectRoot } from '../../../../generator/command/spec-roots.ts';

export interface RunningDev {
	readonly process: ChildProcess;
	/** Returns the output so far, of both streams in order of arrival. */
	said(): string;
	/** Resolves to the text between the previous match and the end of this match. */
	until(pattern: RegExp): Promise<string>;
	/** Sends a request over one connection, which stays open for as long as the server keeps it. */
	ask(method: string, path: string, body?: object): Promise<{ readonly status: number; readonly body: string }>;
	/** Returns the number of connections that `ask` has opened. */
	connections(): number;
	/** Watches over a separate connection that stays open; the end of the watch is an event too. */
	watch(path: string): EventEmitter;
	/** Stops the command as Ctrl-C does; resolves to the exit code. */
	stop(): Promise<number | null>;
}

export interface DevOptions {
	readonly folder: string;
	readonly args: readonly string[];
	/** Command to run; that of the checkout by default. */
	readonly command?: readonly string[];
	readonly env?: NodeJS.ProcessEnv;
}

const mostMs = 60_000;

/** Starts the command, which may end with an error before the first wait. */
export function startDev({ folder, args, command = [process.execPath, join(projectRoot, 'bin/orch.mjs')], env = process.env }: DevOptions): RunningDev {
	const [program = '', ...before] = command;
	const child = spawn(program, [...before, 'dev', '--secure-port', '0', '--data-dir', 'data', ...args], {
		cwd: folder,
		env,
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	const heard = new EventEmitter();
	let said = '';
	let from = 0;
	for (const stream of [child.stdout, child.stderr])
		stream.setEncoding('utf8').on('data', (text: string) => {
			said += text;
			heard.emit('more');
		});
	const exited = once(child, 'close').then(() => heard.emit('more'));
	const until = async (pattern: RegExp): Promise<string> => {
		const signal = AbortSignal.timeout(mostMs);
		for (;;) {
			const found = pattern.exec(said.slice(from));
			if (found !== null) {
				const text = said.slice(from, from + found.index + found[0].length);
				from += text.length;
				return text;
			}
			if (child.exitCode !== null || child.signalCode !== null) throw new Error(`orch dev ended with ${child.exitCode} and did not say ${pattern}:\n${said}`);
			await once(heard, 'more', { signal }).catch(() => {
				throw new Error(`orch dev did not say ${pattern}:\n${said}`);
			});
		}
	};
	const agent = new Agent({ keepAlive: true, maxSockets: 1 });
	let connections = 0;
	const options = () => {
		const url = /https:\/\/[0-9.]+:\d+/.exec(said)?.[0];
		if (url === undefined) throw new Error(`orch dev has named no address:\n${said}`);
		const file = (name: string): Buffer => readFileSync(join(folder, 'data/pki', name));
		return { url, ca: file('ca.crt'), cert: file('admin.crt'), key: file('admin.key') };
	};
	return {
		process: child,
		said: () => said,
		until,
		connections: () => connections,
		ask(method, path, body) {
			const { url, ...credentials } = options();
			return new Promise((resolve, reject) => {
				const outgoing = request(`${url}${path}`, { ...credentials, method, agent, headers: { 'content-type': 'application/json' } }, (response) => {
					const pieces: Buffer[] = [];
					response.on('data', (piece: Buffer) => pieces.push(piece));
					response.on('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(pieces).toString() }));
				});
				outgoing.on('error', reject);
				outgoing.on('socket', () => {
					if (!outgoing.reusedSocket) connections++;
				});
				outgoing.end(body && JSON.stringify(body));
			});
		},
		watch(path) {
			const { url, ...credentials } = options();
			const events = new EventEmitter();
			const outgoing = request(`${url}${path}`, { ...credentials, agent: false }, (response) => {
				events.emit('open');
				let rest = '';
				response.setEncoding('utf8').on('data', (text: string) => {
					const lines = (rest + text).split('\n');
					rest = lines.pop() ?? '';
					for (const line of lines) events.emit('event', JSON.parse(line));
				});
				response.on('close', () => events.emit('end'));
			});
			outgoing.on('error', () => events.emit('end'));
			outgoing.end();
			return events;
		},
		async stop() {
			if (child.exitCode === null && child.signalCode === null) child.kill('SIGINT');
			await exited;
			agent.destroy();
			return child.exitCode;
		},
	};
}
