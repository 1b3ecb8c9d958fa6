/** Tests a server whose log or ready line goes to a full disk. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { call } from '../setup/server.ts';

/** Device that has no space left. */
const full = '/dev/full';

describe.skipIf(process.platform !== 'linux')('a full disk', () => {
	let dataDir: string;
	const script = join(inject('built').orch, 'server.mjs');
	const args = [script, '--secure-port', '0', '--log-level', 'requests'];
	beforeAll(() => {
		dataDir = mkdtempSync(join(tmpdir(), 'orch-unheard-'));
	});
	afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

	async function expectServing(child: ChildProcess, url: string | undefined): Promise<void> {
		const ca = readFileSync(join(dataDir, 'pki', 'ca.crt'));
		try {
			for (let count = 0; count < 3; count++) expect((await call(url ?? '', { ca }, 'GET', '/readyz')).text).toBe('ok');
		} finally {
			child.kill('SIGTERM');
		}
		if (child.exitCode === null) await once(child, 'exit');
		expect([child.exitCode, child.signalCode]).toEqual([0, null]);
	}

	async function said(stream: Readable | null, what: RegExp): Promise<string | undefined> {
		if (stream === null) throw new Error('the server has no such stream');
		for await (const line of createInterface({ input: stream })) if (what.test(line)) return /https:\/\/[\d.:]+/.exec(line)?.[0];
		throw new Error('the server ended before it was ready');
	}

	it('under the log does not stop the server', async () => {
		const child = spawn(process.execPath, [...args, '--data-dir', dataDir], { stdio: ['ignore', 'pipe', openSync(full, 'w')] });
		await expectServing(child, await said(child.stdout, /^Serving on /));
	});

	it('under standard output does not stop the server', async () => {
		const child = spawn(process.execPath, [...args, '--data-dir', dataDir], { stdio: ['ignore', openSync(full, 'w'), 'pipe'] });
		await expectServing(child, await said(child.stderr, /"msg":"ready"/));
	});

	it('under the output of a command fails the command', () => {
		const { status, stderr } = spawnSync(process.execPath, [script, '--version'], { stdio: ['ignore', openSync(full, 'w'), 'pipe'], encoding: 'utf8' });
		expect(status).not.toBe(0);
		expect(stderr).toContain('ENOSPC');
	});
});
