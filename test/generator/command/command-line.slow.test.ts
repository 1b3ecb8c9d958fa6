/** The command line as its users run it. */
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '../../../generator/command/spec-roots.ts';
import { startCommands } from '../../setup/commands.ts';

let folder: string;
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'orch-cli-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs the command on a pseudo-terminal (util-linux' script) and returns its output without colours and cursor movements. */
function orchOnTerminal(...args: string[]): Promise<{ code: number; out: string }> {
	return new Promise((resolve) => {
		const command = [process.execPath, join(projectRoot, 'bin/orch.mjs'), ...args].map((word) => `'${word}'`).join(' ');
		execFile('script', ['-qec', `stty rows 24 cols 100; ${command}`, '/dev/null'], { cwd: folder }, (error, out) => {
			if (error !== null && typeof error.code !== 'number') throw error;
			resolve({ code: Number(error?.code ?? 0), out: stripVTControlCharacters(out).replaceAll('\r\n', '\n') });
		});
	});
}

const commands = startCommands();
afterAll(() => commands.end());

async function orchIn(cwd: string, ...args: readonly string[]): Promise<{ code: number; out: string; err: string }> {
	const { code, stdout, stderr } = await commands.run({ args, cwd });
	return { code, out: stdout, err: stderr };
}

const orch = (...args: readonly string[]) => orchIn(folder, ...args);

/** Runs a command in its own process. */
function orchAlone(...args: readonly string[]): { code: number | null; out: string; err: string } {
	const { status, stdout, stderr } = spawnSync(process.execPath, [join(projectRoot, 'bin/orch.mjs'), ...args], { cwd: folder, encoding: 'utf8' });
	return { code: status, out: stdout, err: stderr };
}

// A command takes seconds on a busy machine.
describe('orch', { timeout: 120_000 }, () => {
	it('refuses a spec root with nothing in it, and a folder with the name of a spec', async () => {
		await mkdir(join(folder, 'nothing', 'things'), { recursive: true });
		const empty = await orch('check', '--specs', 'nothing');
		expect([empty.code, empty.err]).toEqual([1, expect.stringContaining('error: the spec root nothing is empty: a spec root contains "releases.yaml"')]);
		await mkdir(join(folder, 'folders', 'things', 'gadget.yaml'), { recursive: true });
		await writeFile(join(folder, 'folders', 'things', 'group.yaml'), 'group: things.example.com\nversions: [v1]\n');
		expect(await orch('check', '--specs', 'folders')).toEqual({
			code: 1,
			out: '',
			err: 'error: folders/things/gadget.yaml is a folder with the name of a spec: rename it, or replace it with a file\n',
		});
	});

	it('uses the folder specs by default, if it has groups', async () => {
		await mkdir(join(folder, 'home/specs/unlike'), { recursive: true });
		const orchAtHome = (...args: string[]) => orchIn(join(folder, 'home'), ...args);
		const none = 'error: no specs found: the folder specs has no GROUP/group.yaml; give another folder with --specs DIR, or start with orch new kind\n';
		for (const command of ['check', 'lock']) expect(await orchAtHome(command)).toEqual({ code: 1, out: '', err: none });
		expect(await orchAtHome('diff')).toEqual({ code: 3, out: '', err: none });
		expect((await orchAtHome('new', 'kind', 'Widget', '--group', 'things.example.com')).out).toMatch(/^wrote specs\/things\/widget.yaml\n/);
		expect(await orchAtHome('check')).toMatchObject({ code: 0, err: '', out: expect.stringMatching(/^\d+ kinds in .*: no errors\n$/) });
		expect(await orchAtHome('explain', 'Widget')).toMatchObject({ code: 0, err: '' });
	});

	it('scaffolds a kind that passes the check and is generated', async () => {
		const made = await orch('new', 'kind', 'Widget', '--group', 'things.example.com', '--specs', 'mine');
		expect(made).toEqual({
			code: 0,
			err: '',
			out: expect.stringMatching(/^wrote mine\/things\/widget.yaml\nnext: edit it, then run npx orch check --specs mine/),
		});
		const checked = await orch('check', '--specs', 'mine');
		expect(checked).toEqual({ code: 0, err: '', out: expect.stringMatching(/^\d+ kinds in .*: no errors\n$/) });
		expect(await orch('generate', '--specs', 'mine', '--out', 'out')).toEqual({
			code: 0,
			err: '',
			out: expect.stringMatching(/^.* in out; \d+ written, .*\n$/),
		});
		expect(await readFile(join(folder, 'out/catalog.ts'), 'utf8')).toContain("kind: 'Widget'");
		expect(await orch('check', '--specs', 'mine', '--generated', 'out')).toEqual({
			code: 0,
			err: '',
			out: expect.stringMatching(/: no errors; out is up to date\n$/),
		});
	});

	it('shows progress, then counts and times, on a terminal', async () => {
		const generated = await orchOnTerminal('generate', '--specs', 'mine', '--out', 'out');
		expect(generated.code).toBe(0);
		expect(generated.out).toMatch(/generating: write/);
		expect(generated.out).toMatch(/\d+ kinds in .* files, .* MB in out; 0 written, 0 deleted, \d+ unchanged; \d/);
		const checked = await orchOnTerminal('check', '--specs', 'mine', '--generated', 'out');
		expect(checked.out).toMatch(/\d+ kinds in \d+ groups \(\d+ types\) from \d+ specs: no errors; out is up to date\n$/);
		const built = await orchOnTerminal('build', '--out', 'built');
		expect(built.out).toMatch(/built; \d+\.\d\d s\nrun it with: .*server\.mjs --data-dir DIR\n$/);
	});

	it('never overwrites a spec', async () => {
		expect(await orch('new', 'kind', 'Widget', '--group', 'things.example.com', '--specs', 'mine')).toMatchObject({
			code: 1,
			err: 'error: mine/things/widget.yaml exists already\n',
		});
	});

	it('writes no invalid spec, and reports the reason', async () => {
		const refused = (path: string, why: string) => ({
			code: 1,
			out: '',
			err: expect.stringMatching(`^error: ${path} is not written, because it would be invalid: ${why} \\(choose another name, --plural or --group\\)\n$`),
		});
		expect(await orch('new', 'kind', 'Pod', '--group', 'core', '--specs', 'refused', '--hook')).toEqual(
			refused('refused/core/pod.yaml', 'the kind "Pod" of core is declared twice: first at .*specs/core/pod.yaml:1:7'),
		);
		expect(await orch('new', 'kind', 'Cocoon', '--group', 'core', '--plural', 'pods', '--specs', 'refused')).toEqual(
			refused('refused/core/cocoon.yaml', '"pods" is taken in this group: first at .*specs/core/pod.yaml:2:18'),
		);
		await expect(readdir(join(folder, 'refused'))).rejects.toThrow('ENOENT');
	});

	it('reports the full name for kubectl if another group has the kind, and names the hook file accordingly', async () => {
		const made = await orch('new', 'kind', 'Deployment', '--group', 'example.com', '--specs', 'twins');
		expect(made).toMatchObject({ code: 0, err: '' });
		expect(made.out).toContain('\nnote: apps has deployments too, which kubectl may select: use deployments.example.com for yours\n');
		expect((await orch('new', 'kind', 'Deployment', '--group', 'example.org', '--specs', 'twins', '--hook')).out).toMatch(
			/^wrote twins\/example-org\/deployment.yaml and twins\/hooks\/example-org.deployment.ts\n/,
		);
	});

	it('begins the cells of computed columns in a hook file', async () => {
		await orch('new', 'kind', 'Gauge', '--group', 'gauges.example.com', '--specs', 'cells');
		const path = join(folder, 'cells/gauges/gauge.yaml');
		const spec = await readFile(path, 'utf8');
		await rm(path);
		// A kind is found by the content of its file, not by the file name.
		await writeFile(join(folder, 'cells/gauges/measuring.yaml'), spec.replace('value: self.spec.size', 'computed: true'));
		expect(await orch('new', 'kind', 'Gauge', '--group', 'gauges.example.com', '--specs', 'cells', '--hook')).toMatchObject({ code: 0, err: '' });
		expect(await readdir(join(folder, 'cells/gauges'))).toEqual(['group.yaml', 'measuring.yaml']);
		expect(await orch('check', '--specs', 'cells')).toEqual({ code: 0, err: '', out: expect.stringContaining('no errors') });
	});

	it('starts a kind whole or not at all', async () => {
		expect(await orch('new', 'kind', 'Group', '--group', 'people.example.com', '--specs', 'people')).toMatchObject({ code: 0, err: '' });
		expect(await orch('check', '--specs', 'people')).toEqual({ code: 0, err: '', out: expect.stringContaining('no errors') });
		// An empty group file does not declare a group.
		await mkdir(join(folder, 'half/parts'), { recursive: true });
		await writeFile(join(folder, 'half/parts/group.yaml'), '');
		expect(await orch('new', 'kind', 'Part', '--group', 'parts.example.com', '--specs', 'half')).toMatchObject({
			code: 1,
			err: 'error: half/parts/group.yaml exists already\n',
		});
		expect(await readdir(join(folder, 'half/parts'))).toEqual(['group.yaml']);
	});

	it('reports errors with their position, and exits with 1', async () => {
		await orch('new', 'kind', 'Broken', '--group', 'broken.example.com', '--specs', 'bad');
		const file = join(folder, 'bad/broken/broken.yaml');
		await writeFile(file, (await readFile(file, 'utf8')).replace('minimum: 0', 'minimun: 0'));
		const checked = await orch('check', '--specs', 'bad');
		expect(checked).toMatchObject({ code: 1, out: '' });
		expect(checked.err).toContain('bad/broken/broken.yaml:19:44: error: unknown keyword "minimun" in a schema: did you mean "minimum"?\n');
		expect(checked.err).toContain('1 error, 0 warnings in 1 file');
	});

	it('reads only UTF-8, and reports the position of other bytes', async () => {
		await orch('new', 'kind', 'Coded', '--group', 'coded.example.com', '--specs', 'coded');
		const file = join(folder, 'coded/coded/coded.yaml');
		const content = Buffer.from((await readFile(file, 'utf8')).replace('kind: Coded', 'kind: Coded # caf?'));
		const at = content.indexOf('?');
		content[at] = 0xe9;
		await writeFile(file, content);
		const { code, err } = await orch('check', '--specs', 'coded');
		expect([code, err]).toEqual([1, expect.stringMatching(new RegExp(`^coded/coded/coded\\.yaml:\\d+:18: error: byte ${at} \\(0xe9\\) is not UTF-8`))]);
		await writeFile(join(folder, 'latin1.json'), Buffer.from('{"swagger": "2.0", "info": "caf\xe9"}', 'latin1'));
		expect((await orch('import', 'openapi', 'latin1.json', '--out', 'imported')).err).toContain('cannot read latin1.json: byte 31 (0xe9) is not UTF-8');
	});

	it('reads a spec through a link, and refuses other file types', async () => {
		await orch('new', 'kind', 'Linked', '--group', 'linked.example.com', '--specs', 'linked');
		const file = join(folder, 'linked/linked/linked.yaml');
		await rename(file, join(folder, 'elsewhere'));
		await symlink(join(folder, 'elsewhere'), file);
		await writeFile(join(folder, 'elsewhere'), (await readFile(file, 'utf8')).replace('minimum: 0', 'minimun: 0'));
		expect((await orch('check', '--specs', 'linked')).err).toContain('linked/linked/linked.yaml:19:44: error: unknown keyword "minimun"');
		await rm(join(folder, 'elsewhere'));
		expect((await orch('check', '--specs', 'linked')).err).toBe('error: cannot read linked/linked/linked.yaml: the target of the link does not exist\n');
		await rm(file);
		execFileSync('mkfifo', [file]);
		expect((await orch('check', '--specs', 'linked')).err).toContain('linked/linked/linked.yaml is no file, but something with the name of a spec');
	});

	it('reports outdated generated files, and keeps edited ones', async () => {
		await writeFile(join(folder, 'out/catalog.ts'), '// mine\n');
		const checked = await orch('check', '--specs', 'mine', '--generated', 'out');
		expect(checked.code).toBe(1);
		expect(checked.err).toContain(
			'out/catalog.ts: it was edited by hand; edit the specs instead\n1 file of out is out of date with the specs: run orch generate\n',
		);
		expect((await orch('generate', '--specs', 'mine', '--out', 'out')).err).toContain('no file was written, because the generator did not write these files');
		expect((await orch('generate', '--specs', 'mine', '--out', 'out', '--force')).code).toBe(0);
	});

	it('builds into no folder that holds something else', async () => {
		await writeFile(join(folder, 'notes.txt'), 'mine\n');
		expect(await orch('build', '--out', '.')).toMatchObject({ code: 1, err: expect.stringContaining('contains files that no build wrote') });
		expect(await orch('build', '--out', 'notes.txt')).toMatchObject({ code: 1, err: 'error: cannot use notes.txt as --out: it is no folder\n' });
	});

	it('warns of missing descriptions, in users’ own specs', async () => {
		await orch('new', 'kind', 'Silent', '--group', 'silent.example.com', '--specs', 'silent');
		const file = join(folder, 'silent/silent/silent.yaml');
		await writeFile(file, (await readFile(file, 'utf8')).replaceAll(', description: Desired size.}', '}').replace(/^description: .*\n/m, ''));
		const { code, err } = await orch('check', '--specs', 'silent');
		expect(code).toBe(0);
		expect(err).toContain('silent/silent/silent.yaml:1:1: warning: Silent has no description');
		expect(err).toContain(': warning: no description of "size" for clients\n');
		expect(err).toContain('0 errors, 2 warnings in 1 file\n');
	});

	it('validates objects of files, folders and standard input without a server', async () => {
		await mkdir(join(folder, 'objects'));
		const right = 'apiVersion: things.example.com/v1\nkind: Widget\nmetadata: {name: a}\nspec: {size: 1}\n';
		await writeFile(join(folder, 'objects/a.yaml'), right);
		expect(await orch('validate', '-f', 'objects', '--specs', 'mine')).toEqual({ code: 0, err: '', out: '1 object in 1 file: all would be taken\n' });
		await writeFile(join(folder, 'objects/b.yaml'), `${right}---\n${right.replace('size: 1', 'size: -1')}`);
		const refused = await orch('validate', '-f', 'objects', '--specs', 'mine');
		expect(refused).toMatchObject({ code: 1, out: '3 objects in 2 files: 1 would be refused\n' });
		expect(refused.err).toContain('objects/b.yaml:9:14: error: spec.size: Invalid value: -1: must be greater than or equal to 0\n');
		const json = await orch('validate', '-f', 'objects/b.yaml', '--specs', 'mine', '-o', 'json');
		expect([json.code, JSON.parse(json.out)]).toMatchObject([
			1,
			{ valid: false, objects: [{ valid: true }, { valid: false, causes: [{ reason: 'FieldValueInvalid', field: 'spec.size', line: 9, column: 14 }] }] },
		]);
		const command = `printf '%s' '${right}' | '${process.execPath}' '${join(projectRoot, 'bin/orch.mjs')}' validate -f - --specs mine`;
		expect(execFileSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8' })).toBe('1 object in 1 file: all would be taken\n');
		expect(await orch('validate', '-f', 'nowhere.yaml')).toMatchObject({ code: 1, err: 'error: cannot read nowhere.yaml: the file does not exist\n' });
	});

	it('explains keywords, words of other languages, kinds and fields', async () => {
		expect((await orch('explain', 'cel')).out).toMatch(/^cel: a rule of schemas\n[\s\S]* {4}messageExpression: text/);
		expect((await orch('explain', 'x-kubernetes-list-type')).out).toMatch(/Its counterpart: "listType"\n\nlistType: a keyword of schemas\n/);
		expect((await orch('explain', 'type: int64')).out).toMatch(
			/^int64 is not a keyword of this language.*"type: integer" with "format: int64"\n\ntype: a keyword/,
		);
		expect((await orch('explain', 'format:', 'cron')).out).toMatch(/^cron: a format of text\n/);
		expect(await orch('explain', 'listTipe')).toMatchObject({ code: 1, out: '', err: expect.stringContaining('did you mean "listType"?') });
		expect((await orch('explain', 'Widget', '--specs', 'mine')).out).toMatch(
			/\nEXAMPLE: small\n\n {2}apiVersion: things\.example\.com\/v1\n {2}kind: Widget\n {2}metadata:\n {4}name: example\n {2}spec:\n {4}size: \d+\n$/,
		);
		const field = await orch('explain', 'Widget.spec.size', '--specs', 'mine');
		expect(field.out).toMatch(/Widget\.spec\.size <integer>\n\n {2}Desired size\.\n/);
		expect((await orch('explain', 'CSINode.spec')).out).toMatch(/\n {2}- required, may be empty\n\nFIELDS of CSINode\.spec:\n/);
		// A union, its members, and expressions, each on a separate line.
		expect((await orch('explain', 'Deployment.spec.strategy.rollingUpdate')).out).toMatch(/\n {2}- \S.*, refused with "[^"]*"\.\n {2}- \S.*, refused with "/);
		expect(await orch('explain', 'Widget.spec.sise', '--specs', 'mine')).toMatchObject({ code: 1, err: expect.stringContaining('did you mean "size"?') });
	});

	it('has colours where they are asked for', async () => {
		const bad = (env: NodeJS.ProcessEnv): string => {
			const { FORCE_COLOR: _, NO_COLOR: __, ...rest } = process.env;
			return spawnSync(process.execPath, [join(projectRoot, 'bin/orch.mjs'), 'check', '--specs', 'bad'], {
				cwd: folder,
				encoding: 'utf8',
				env: { ...rest, ...env },
			}).stderr;
		};
		expect(bad({})).not.toContain('\u001b[');
		expect(bad({ FORCE_COLOR: '1' })).toContain('\u001b[31merror:\u001b[39m unknown keyword');
	});

	it('prints its version, and exits with the code of the command', () => {
		expect(orchAlone('--version')).toEqual({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/), err: '' });
		expect(orchAlone('check', '--specs', 'bad')).toEqual({ code: 1, out: '', err: expect.stringContaining('1 error, 0 warnings in 1 file') });
		const missing = 'error: cannot read the spec root nowhere: the folder does not exist\n';
		expect(orchAlone('diff', '--specs', 'nowhere')).toEqual({ code: 3, out: '', err: missing });
	});

	it('looks at all flags before it reads or builds anything', async () => {
		// A spec root that fails on every read.
		const broken = ['--specs', 'bad'];
		const cases: readonly [readonly string[], string][] = [
			[['backup', ...broken], 'backup needs an output file: --out FILE'],
			[['restore', ...broken], 'restore needs one file: restore FILE'],
			[['serve', ...broken, '--secure-prot', '1'], 'unknown flag --secure-prot: did you mean --secure-port?'],
			[['dev', ...broken, '--secure-prot', '1'], 'unknown flag --secure-prot: did you mean --secure-port?'],
			[['build', ...broken, '--out', 'out2', '--vocabulary', 'kubernets'], 'unknown vocabulary "kubernets": did you mean "kubernetes"?'],
			[['generate', ...broken, '--out', 'notes.txt'], 'cannot use notes.txt as --out: it is no folder'],
			[['sdk', 'typescript', ...broken, '--out', 'notes.txt'], 'cannot use notes.txt as --out: it is no folder'],
			[['sdk', 'typescript', ...broken, '--out', 'client', '--release', '9.9'], '--release: unknown release 9.9'],
			[['export', 'crd', 'Widget', ...broken, '--out', 'nowhere/a.yaml'], 'cannot use nowhere/a.yaml as --out: missing folder nowhere'],
			[['diff', ...broken, '--against', 'nothing'], '--against nothing: the file does not exist'],
		];
		// These commands pass their output on to a process of the server.
		const served = ['backup', 'restore', 'serve'];
		for (const [args, sentence] of cases) {
			const { code, err } = served.includes(args[0] ?? '') ? orchAlone(...args) : await orch(...args);
			expect([args, code === 0, err]).toEqual([args, false, expect.stringContaining(sentence)]);
			expect(err).not.toContain('unknown keyword');
		}
	});

	it('refuses unknown names', async () => {
		expect((await orch('check', '--spec', 'x')).err).toContain("unknown option '--spec'");
		expect(await orch('check', '--specs', 'nowhere')).toMatchObject({ code: 1, err: 'error: cannot read the spec root nowhere: the folder does not exist\n' });
	});
});
