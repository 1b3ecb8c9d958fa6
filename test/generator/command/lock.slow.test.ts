/**
 * `orch lock`, `orch diff` and `orch check` as typed: a spec root in a Git repository, from its first lock to a deliberate breaking change.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { startCommands } from '../../setup/commands.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'orch-lock-')));
const commands = startCommands();
afterAll(async () => {
	await commands.end();
	rmSync(folder, { recursive: true, force: true });
});

const orch = (...args: readonly string[]) => commands.run({ args, cwd: folder });

function git(...parameters: readonly string[]): void {
	const identity = ['-c', 'user.name=Somebody', '-c', 'user.email=somebody@example.com', '-c', 'commit.gpgsign=false', '-c', 'core.hooksPath=/dev/null'];
	execFileSync('git', [...identity, ...parameters], { cwd: folder, stdio: 'pipe' });
}

const specPath = join(folder, 'my-specs/bells/bell.yaml');
const lockFile = join(folder, 'my-specs/api.lock.yaml');
const root = ['--specs', 'my-specs'];

function edit(from: string, to: string): void {
	const text = readFileSync(specPath, 'utf8');
	if (text.split(from).length !== 2) throw new Error(`${from} is not there once`);
	writeFileSync(
		specPath,
		text.replace(from, () => to),
	);
}

const size = '        size: {type: integer, protobuf: 1, minimum: 0, default: 1, description: Desired size.}\n';

it('a kind is promised, changed, and broken on purpose', { timeout: 600_000 }, async () => {
	git('init', '-q', '-b', 'main');
	expect((await orch('new', 'kind', 'Bell', '--group', 'bells.example.com', ...root)).code).toBe(0);

	// A draft promises nothing. When CI requires a lock, the error names the command that writes it.
	expect(await orch('diff', ...root)).toEqual({ code: 0, stdout: 'my-specs has no lock yet (orch lock writes it)\n', stderr: '' });
	const unlocked = await orch('check', ...root, '--locked');
	expect(unlocked).toMatchObject({ code: 1, stderr: 'my-specs has no api.lock.yaml: it has no lock yet; orch lock --specs my-specs begins\n' });
	expect(await orch('lock', ...root)).toEqual({ code: 0, stdout: 'my-specs/api.lock.yaml: written\n', stderr: '' });
	expect((await orch('check', ...root, '--locked')).code).toBe(0);
	git('add', '.');
	git('commit', '-q', '-m', 'Bells');

	// An added field gets the next number automatically.
	edit(size, `${size}        tone: {type: string, description: How it sounds.}\n`);
	const added = await orch('diff', ...root);
	expect(added).toMatchObject({ code: 1, stderr: '' });
	expect(added.stdout).toMatch(/^my-specs\/bells\/bell\.yaml:\d+:9: added: bells\/v1\.BellSpec\.tone is new\n {4}is string\n1 change, 0 breaking: /);
	expect((await orch('check', ...root)).code).toBe(0);
	const behind = await orch('check', ...root, '--locked');
	expect(behind).toMatchObject({
		code: 1,
		stderr: 'my-specs/api.lock.yaml is older than the specs by 1 change: orch diff shows them, orch lock --specs my-specs locks them\n',
	});
	expect(await orch('lock', ...root, '--dry-run')).toEqual({ code: 0, stdout: 'my-specs/api.lock.yaml: 1 change would be locked\n', stderr: '' });
	expect(await orch('diff', ...root)).toEqual(added);
	expect((await orch('lock', ...root)).stdout).toBe('my-specs/api.lock.yaml: 1 change locked\n');
	expect(readFileSync(lockFile, 'utf8')).toContain('    tone: {"number": 2, "is": "string"');
	expect((await orch('diff', ...root)).code).toBe(0);
	expect((await orch('diff', ...root, '--against', 'main')).code).toBe(1);

	// A breaking change is an error with its position, and is not locked.
	edit('minimum: 0, default: 1', 'minimum: 0, default: 2');
	const broken = await orch('diff', ...root, '--json', '--against', lockFile);
	expect(broken).toMatchObject({ code: 2, stderr: '' });
	const report = JSON.parse(broken.stdout) as { readonly roots: readonly { readonly changes: readonly unknown[] }[]; readonly summary: unknown };
	expect(report.summary).toEqual({ changes: 1, breaking: 1, accepted: 0, api: 'version', sdk: 'none' });
	expect(report.roots.flatMap(({ changes }) => changes)).toEqual([
		{
			name: 'bells/v1.BellSpec.size defaulted',
			where: 'bells/v1.BellSpec.size',
			element: 'field',
			sort: 'defaulted',
			message: 'has another default',
			breaking: true,
			sdk: 'none',
			from: '1',
			to: '2',
			instead: 'change the default in a new version',
			rule: 1,
			api: 'version',
			position: { file: 'my-specs/bells/bell.yaml', line: expect.any(Number), column: expect.any(Number) },
		},
	]);
	const locked = readFileSync(lockFile, 'utf8');
	for (const command of ['check', 'lock']) {
		const refused = await orch(command, ...root);
		expect(refused.code).toBe(1);
		expect(refused.stderr).toMatch(
			/^my-specs\/bells\/bell\.yaml:\d+:\d+: error: bells\/v1\.BellSpec\.size has another default, which breaks rule 1 of the deprecation policy: /,
		);
	}
	expect(readFileSync(lockFile, 'utf8')).toBe(locked);

	// With a reason, the breaking change is accepted.
	writeFileSync(specPath, `${readFileSync(specPath, 'utf8')}accepted:\n  bells/v1.BellSpec.size defaulted: Nobody has a bell yet.\n`);
	expect((await orch('diff', ...root)).stdout).toContain('accepted: Nobody has a bell yet.');
	expect((await orch('lock', ...root)).code).toBe(0);
	expect(readFileSync(lockFile, 'utf8')).toContain('  bells/v1.BellSpec.size defaulted: "Nobody has a bell yet."\n');

	// A failed comparison is not reported as a difference.
	expect(await orch('diff', ...root, '--against', 'nowhere')).toMatchObject({
		code: 3,
		stderr: 'error: --against nowhere: the file does not exist, and neither does the revision in the git repository of my-specs\n',
	});
	git('rm', '-q', '--cached', 'my-specs/api.lock.yaml');
	git('commit', '-q', '-m', 'Without a lock');
	expect(await orch('diff', ...root, '--against', 'HEAD')).toMatchObject({
		code: 3,
		stderr: 'error: --against HEAD: that revision has no my-specs/api.lock.yaml: the specs had no lock then\n',
	});
});
