/**
 * `npm run envtest:suites`: runs suites of controller-runtime, and of operators in given folders, over orch and over kube-apiserver. Exits
 * with 1 when a spec fails over orch that passes over kube-apiserver.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { Command } from 'commander';
import { record, type SuiteRow } from './report.ts';
import { runSuite } from './run-suite.ts';
import { type BuiltSuite, buildSuite, copyModule, packages } from './suites.ts';

interface Options {
	readonly packages: readonly string[];
	readonly programs: readonly string[];
	readonly assets?: string;
	readonly peers?: string;
	readonly write?: true;
}

const split = (text: string): readonly string[] => text.split(',').filter((each) => each !== '');

const options = new Command('npm run envtest:suites --')
	.description('runs unchanged suites of envtest over orch and over kube-apiserver; needs Go')
	.option('--packages <list>', 'packages of controller-runtime', split, packages)
	.option('--programs <list>', 'further compiled suites, each NAME=PROGRAM:FOLDER', split, [])
	.option('--assets <dir>', 'folder of orch envtest; a new one by default')
	.option('--peers <dir>', 'folder of npm run peers:build')
	.option('--write', 'write the results into docs/conformance/envtest.md')
	.parse()
	.opts<Options>();
const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'orch-suites-'));

/** Returns the folder of kube-apiserver and etcd under the names that envtest expects. */
function peerAssets(peers: string): string {
	const assets = join(folder, 'peer');
	mkdirSync(assets);
	const server = join(resolve(peers), 'kube-apiserver-1.36');
	if (!existsSync(server)) throw new Error(`${server} does not exist: npm run peers:build -- ${peers} builds it`);
	symlinkSync(server, join(assets, 'kube-apiserver'));
	symlinkSync(join(resolve(peers), 'etcd'), join(assets, 'etcd'));
	const kubectl = join(ownAssets, 'kubectl');
	if (existsSync(kubectl)) symlinkSync(kubectl, join(assets, 'kubectl'));
	return assets;
}

function suiteOf(text: string): BuiltSuite {
	const [, name = '', program = '', cwd = ''] = /^([^=]+)=([^:]+):(.+)$/.exec(text) ?? [];
	if (cwd === '') throw new Error(`--programs ${JSON.stringify(text)}: expected NAME=PROGRAM:FOLDER`);
	return { name, program: resolve(program), cwd: resolve(cwd) };
}

const ownAssets = resolve(options.assets ?? join(folder, 'assets'));
try {
	if (options.assets === undefined) await run(process.execPath, [join(root, 'bin/orch.mjs'), 'envtest', ownAssets]);
	const peer = options.peers === undefined ? undefined : peerAssets(options.peers);
	if (options.packages.length > 0) await copyModule(folder);
	const rows: SuiteRow[] = [];
	const suites = [...options.packages.map((name) => () => buildSuite(folder, name)), ...options.programs.map((text) => async () => suiteOf(text))];
	for (const build of suites) {
		const suite = await build();
		const row = { name: suite.name, orch: await runSuite(suite, ownAssets), peer: peer === undefined ? undefined : await runSuite(suite, peer) };
		rows.push(row);
		if (options.write) record([row]);
		const { passed, failed, failures, output } = row.orch;
		console.log(
			`${suite.name}: ${passed} passed, ${failed} failed${row.peer === undefined ? '' : `; peer: ${row.peer.passed} passed, ${row.peer.failed} failed`}`,
		);
		for (const failure of failures) console.log(`  ${row.peer?.failures.includes(failure) ? 'fails over both: ' : ''}${failure}`);
		if (passed + failed === 0) console.log(`${basename(suite.program)} reports no result:\n${output}`);
	}
	const own = rows.filter(({ orch, peer: other }) => orch.passed + orch.failed === 0 || orch.failures.some((name) => !other?.failures.includes(name)));
	process.exitCode = own.length === 0 ? 0 : 1;
} finally {
	rmSync(folder, { recursive: true, force: true });
}
