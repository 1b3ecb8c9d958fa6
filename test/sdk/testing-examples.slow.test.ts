/** The examples of docs/guide/testing.md run unchanged in a project that installs the packed command line and a client package. */
import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { projectRoot } from '../../generator/command/spec-roots.ts';
import { installPackedCli, type PackedCli } from '../setup/packed-cli.ts';

const run = promisify(execFile);
const examples = join(projectRoot, 'docs/examples/testing');
let folder = '';
let cli: PackedCli;
beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'orch-examples-'));
	cli = await installPackedCli(folder);
	await cli.orch('new', 'kind', 'Backup', '--group', 'backup.example.com');
	const client = join(folder, 'client');
	await cli.orch('sdk', 'typescript', '--specs', 'specs', '--vocabulary', 'kubernetes', '--name', '@acme/backups', '--kinds', 'Backup', '--out', client);
	await run('npm', ['pack', '--silent', client], { cwd: folder, env: cli.env });
	await run('npm', ['install', '--no-audit', '--no-fund', './acme-backups-0.1.0.tgz'], { cwd: folder, env: cli.env });
	symlinkSync(join(projectRoot, 'node_modules/vitest'), join(folder, 'node_modules/vitest'));
	for (const name of ['node.test.ts', 'vitest.test.ts']) copyFileSync(join(examples, name), join(folder, name));
}, 600_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each<[string, string[], RegExp]>([
	['node:test', ['--test', 'node.test.ts'], /pass 2\n/],
	['vitest', [join(projectRoot, 'node_modules/vitest/vitest.mjs'), 'run', 'vitest.test.ts'], /2 passed/],
])('the example for %s passes', async (_, args, passed) => {
	const { VITEST: _own, NODE_OPTIONS: _options, NODE_TEST_CONTEXT: _context, ...env } = cli.env;
	// A failure is reported with all that the example printed.
	const { stdout, stderr } = await run(process.execPath, args, { cwd: folder, env: { ...env, NO_COLOR: '1' } }).catch((error) => error);
	expect(`${stdout}${stderr}`).toMatch(passed);
});

it('the guide shows the examples', () => {
	const guide = readFileSync(join(projectRoot, 'docs/guide/testing.md'), 'utf8');
	for (const name of ['node.test.ts', 'vitest.test.ts']) expect(guide).toContain(readFileSync(join(examples, name), 'utf8'));
});
