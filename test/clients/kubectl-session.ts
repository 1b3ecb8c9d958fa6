/** A kubectl with a dedicated server. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject } from 'vitest';
import { startServer } from '../setup/server.ts';
import { bindProgram, type Kubectl, type Run, type RunOptions } from './kubectl.ts';

export interface Session {
	/** Folder for files of commands. */
	readonly folder: string;
	/** Runs a command that must succeed and returns its output. */
	ok(command: string, options?: RunOptions): Promise<string>;
	/** Runs a command that must fail, with code 1 by default, and returns its error output. */
	fails(command: string, code?: number): Promise<string>;
	invoke(args: readonly string[], options?: RunOptions): Promise<Run>;
	/** Writes a file and returns its path. */
	file(name: string, text: string): string;
	end(): Promise<void>;
}

export async function startSession(kubectl: Kubectl): Promise<Session> {
	const server = await startServer(inject('built').kubernetes);
	const folder = mkdtempSync(join(tmpdir(), 'orch-kubectl-'));
	const invoke = bindProgram(kubectl.path, server.kubeconfig, folder);
	return {
		folder,
		invoke,
		async ok(command, options) {
			const { code, stdout, stderr } = await invoke(split(command), options);
			expect({ command, code, stderr: code === 0 ? '' : stderr }).toEqual({ command, code: 0, stderr: '' });
			return stdout;
		},
		async fails(command, code = 1) {
			const result = await invoke(split(command));
			expect({ command, code: result.code, stdout: result.stdout }).toEqual({ command, code, stdout: result.stdout });
			return result.stderr;
		},
		file(name, text) {
			const path = join(folder, name);
			writeFileSync(path, text);
			return path;
		},
		async end() {
			await server.remove();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

/** Splits a command line; quoted words are JSON strings. */
export function split(command: string): string[] {
	return [...command.matchAll(/"(?:[^"\\]|\\.)*"|\S+/g)].map(([word]) => (word.startsWith('"') ? (JSON.parse(word) as string) : word));
}
