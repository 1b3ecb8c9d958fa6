/**
 * `npm run peers -- --peers DIR`: builds the server and compares it with kube-apiserver of some releases. Exits with 1 on differences that
 * docs/conformance/differences.md does not list.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { admissionReport, admissionTable } from './admission/report.ts';
import { compareAdmission, optionalPlugins } from './admission/run.ts';
import { compareDefinitions, definitionsReport, definitionsTable } from './random-definitions/run.ts';
import { record } from './record.ts';
import { compareRelease, report, table } from './releases.ts';

interface Options {
	readonly peers: string;
	readonly releases: readonly string[];
	readonly runs: number;
	readonly seed: number;
	readonly kinds?: readonly string[];
	readonly built?: string;
	readonly spoiled?: true;
	readonly updated?: true;
	readonly admission?: true;
	readonly definitions?: true;
	readonly write?: true;
}

const split = (text: string): readonly string[] => text.split(',');

const number = (text: string): number => {
	if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It is no number.');
	return Number(text);
};

const values = new Command('npm run peers --')
	.description('compares the server with kube-apiserver over random sequences of writes')
	.requiredOption('--peers <dir>', 'etcd and kube-apiserver-RELEASE, as npm run peers:build -- DIR leaves them')
	.option('--releases <list>', 'to compare with', split, ['1.25', '1.36'])
	.option('--runs <n>', 'sequences for each release', number, 1000)
	.option('--seed <n>', 'another seed makes other sequences', number, 1)
	.option('--kinds <list>', 'of these kinds alone', split)
	.option('--built <dir>', 'what orch build --vocabulary kubernetes --specs test/peers/specs has made; made anew where absent')
	.addOption(new Option('--spoiled', 'objects of every kind with something wrong, in place of sequences of writes').conflicts('updated'))
	.option('--updated', 'updates of objects of every kind, changed at random, in place of sequences of writes')
	.addOption(
		new Option('--admission', 'random requests in namespaces with quotas, limits and policies, in place of sequences of writes').conflicts([
			'updated',
			'spoiled',
		]),
	)
	.addOption(
		new Option('--definitions', 'random definitions and 20 random objects of each, in place of sequences of writes').conflicts([
			'updated',
			'spoiled',
			'admission',
		]),
	)
	.option('--write', 'write the results into docs/conformance/peers.md')
	.parse()
	.opts<Options>();
const root = resolve(import.meta.dirname, '../..');
const built = values.built ?? mkdtempSync(join(tmpdir(), 'orch-peers-built-'));
try {
	if (values.built === undefined) {
		const specs = join(import.meta.dirname, 'specs');
		execFileSync(process.execPath, [join(root, 'bin/orch.mjs'), 'build', '--specs', specs, '--vocabulary', 'kubernetes', '--out', built], {
			stdio: ['ignore', 'ignore', 'inherit'],
		});
	}
	for (const release of values.releases) {
		if (values.admission === true) {
			await compareAdmissions(release);
			continue;
		}
		if (values.definitions === true) {
			await compareRandomDefinitions(release);
			continue;
		}
		const compared = await compareRelease({
			release,
			built,
			peers: values.peers,
			runs: values.runs,
			seed: values.seed,
			spoiled: values.spoiled === true,
			updated: values.updated === true,
			...(values.kinds !== undefined && { kinds: values.kinds }),
		});
		console.log(`${release}: ${report(compared)}`);
		if (values.write === true) record(`${mode()}, release ${release}`, `Seed ${values.seed}: ${table(compared)}`);
		if (compared.findings.length > 0) process.exitCode = 1;
	}
} finally {
	if (values.built === undefined) rmSync(built, { recursive: true, force: true });
}

function mode(): string {
	if (values.spoiled === true) return 'Spoiled objects';
	return values.updated === true ? 'Updates' : 'Sequences';
}

/** Compares as many definitions as `--runs` says. */
async function compareRandomDefinitions(release: string): Promise<void> {
	const { peers, seed, runs } = values;
	const compared = await compareDefinitions({ release, built, peers, seed, definitions: runs, objects: 20 });
	console.log(`${release}: ${definitionsReport(compared)}`);
	if (values.write === true) record(`Definitions, release ${release}`, `Seed ${seed}: ${definitionsTable(compared)}`);
	if (compared.differing.length > 0) process.exitCode = 1;
}

/** Compares admission twice: with the default plugins, and with the optional ones in addition. Each takes half of the runs. */
async function compareAdmissions(release: string): Promise<void> {
	for (const [profile, enabled] of [
		['default plugins', []],
		['optional plugins too', optionalPlugins(release)],
	] as const) {
		const runs = Math.ceil(values.runs / 2);
		const compared = await compareAdmission({ release, built, peers: values.peers, runs, seed: values.seed, enabled });
		console.log(`${release}, ${profile}: ${admissionReport(compared)}`);
		if (values.write === true) record(`Admission, release ${release}, ${profile}`, `Seed ${values.seed}: ${admissionTable(compared)}`);
		if (compared.differing.length > 0) process.exitCode = 1;
	}
}
