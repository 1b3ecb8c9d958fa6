/**
 * `npm run peers -- --peers DIR [--releases 1.25,1.36] [--runs N] [--seed N] [--kinds A,B] [--spoiled | --updated]`: builds the server, and compares
 * it with kube-apiserver of these releases over random sequences of writes; with `--spoiled` over objects of every kind with something wrong, with `--updated` over updates of objects of every kind. Exits with 1 when they differ and docs/conformance/differences.md does not say so.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { compareRelease, report } from './releases.ts';

const usage = `npm run peers -- --peers DIR [options]

  --peers DIR      etcd and kube-apiserver-RELEASE, as npm run peers:build -- DIR leaves them
  --releases A,B   to compare with (1.25,1.36)
  --runs N         sequences for each release (1000)
  --seed N         another seed makes other sequences (1)
  --kinds A,B      of these kinds alone
  --built DIR      what orch build --vocabulary kubernetes --specs test/peers/specs has made; made anew where absent
  --spoiled        objects of every kind with something wrong, in place of sequences of writes
  --updated        updates of objects of every kind, changed at random, in place of sequences of writes`;

const { values } = parseArgs({
	options: {
		peers: { type: 'string' },
		releases: { type: 'string', default: '1.25,1.36' },
		runs: { type: 'string', default: '1000' },
		seed: { type: 'string', default: '1' },
		kinds: { type: 'string' },
		built: { type: 'string' },
		spoiled: { type: 'boolean', default: false },
		updated: { type: 'boolean', default: false },
		help: { type: 'boolean', default: false },
	},
});
if (values.help) {
	console.log(usage);
	process.exit(0);
}
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
			updated: values.updated,
			...(values.kinds !== undefined && { kinds: values.kinds.split(',') }),
		});
		console.log(report(release, compared));
		if (compared.findings.length > 0) process.exitCode = 1;
	}
} finally {
	if (values.built === undefined) rmSync(built, { recursive: true, force: true });
}
