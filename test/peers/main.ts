/**
 * `npm run peers -- --peers DIR [--releases 1.25,1.36] [--runs N] [--seed N] [--kinds A,B] [--spoiled]`: builds the server, and compares
 * it with kube-apiserver of these releases over random sequences of writes; with `--spoiled` over objects of every kind with something wrong. Exits with 1 when they differ and docs/conformance/differences.md does not say so.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { compareRelease, report } from './releases.ts';

const { values } = parseArgs({
	options: {
		peers: { type: 'string' },
		releases: { type: 'string', default: '1.25,1.36' },
		runs: { type: 'string', default: '1000' },
		seed: { type: 'string', default: '1' },
		kinds: { type: 'string' },
		built: { type: 'string' },
		spoiled: { type: 'boolean', default: false },
	},
});
if (values.peers === undefined) {
	console.error('--peers DIR names the folder that test/peers/build.sh has filled');
	process.exit(2);
}
const root = resolve(import.meta.dirname, '../..');
const built = values.built ?? mkdtempSync(join(tmpdir(), 'orch-peers-built-'));
try {
	if (values.built === undefined) {
		const specs = join(import.meta.dirname, 'specs');
		execFileSync(process.execPath, [join(root, 'bin/orch.mjs'), 'build', '--specs', specs, '--vocabulary', 'kubernetes', '--out', built], {
			stdio: ['ignore', 'ignore', 'inherit'],
		});
	}
	for (const release of values.releases.split(',')) {
		const compared = await compareRelease({
			release,
			built,
			peers: values.peers,
			runs: Number(values.runs),
			seed: Number(values.seed),
			spoiled: values.spoiled,
			...(values.kinds !== undefined && { kinds: values.kinds.split(',') }),
		});
		console.log(report(release, compared));
		if (compared.findings.length > 0) process.exitCode = 1;
	}
} finally {
	if (values.built === undefined) rmSync(built, { recursive: true, force: true });
}
