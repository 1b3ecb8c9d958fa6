/**
 * Tests random sequences of writes: the built server and kube-apiserver agree step by step, except for differences that
 * docs/conformance/differences.md lists.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareRelease, report } from './releases.ts';

const root = resolve(import.meta.dirname, '../..');
const peers = process.env.ORCH_PEERS;
if (peers === undefined) {
	console.warn('SKIPPED: nothing was compared with kube-apiserver; ORCH_PEERS=DIR names the folder that `npm run peers:build -- DIR` has filled');
}

describe.skipIf(peers === undefined)('against kube-apiserver', () => {
	let built = '';
	beforeAll(() => {
		built = mkdtempSync(join(tmpdir(), 'orch-peers-'));
		const specs = ['--specs', join(import.meta.dirname, 'specs')];
		execFileSync(process.execPath, [join(root, 'bin/orch.mjs'), 'build', ...specs, '--vocabulary', 'kubernetes', '--out', built], { stdio: 'inherit' });
	});
	afterAll(() => rmSync(built, { recursive: true, force: true }));

	it.each(['1.25', '1.36'])('in release %s', async (release) => {
		const runs = Number(process.env.ORCH_PEERS_RUNS ?? 300);
		const compared = await compareRelease({ release, built, peers: peers ?? '', runs, seed: Number(process.env.ORCH_PEERS_SEED ?? 1) });
		expect(compared.findings, report(compared)).toHaveLength(0);
	});
});
