/** The command line as a package: installed into an empty folder, it works as in the checkout. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '../../../generator/command/spec-roots.ts';
import { installPackedCli, type PackedCli } from '../../setup/packed-cli.ts';
import { startServer } from '../../setup/server.ts';
import { startDev } from './dev/running.ts';

/** Maximum size of the installed package, without Node. */
const mostMegabytes = 150;

let folder: string;
let cli: PackedCli;
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'orch-pack-test-'));
	cli = await installPackedCli(folder);
}, 300_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

const orch = (...args: string[]) => cli.orch(...args);

describe('the packed command line', { timeout: 120_000 }, () => {
	it('is small', async () => {
		const entries = await readdir(join(folder, 'node_modules'), { recursive: true, withFileTypes: true });
		const sizes = await Promise.all(entries.filter((entry) => entry.isFile()).map(async (entry) => (await stat(join(entry.parentPath, entry.name))).size));
		expect(sizes.reduce((sum, size) => sum + size, 0) / 1e6).toBeLessThan(mostMegabytes);
	});

	it('begins a kind, with and without hooks, and checks it', async () => {
		expect((await orch('new', 'kind', 'Widget', '--group', 'example.com')).stdout).toMatch(/^wrote specs\/example\/widget\.yaml\n/);
		await orch('new', 'kind', 'Gadget', '--group', 'example.com', '--hook');
		await orch('check', '--specs', 'specs');
		const path = join(folder, 'specs/example/widget.yaml');
		const text = await readFile(path, 'utf8');
		await writeFile(path, text.replace('minimum', 'minimun'));
		await expect(orch('check', '--specs', 'specs')).rejects.toMatchObject({
			code: 1,
			stderr: expect.stringContaining('specs/example/widget.yaml:19:44: error: unknown keyword "minimun"'),
		});
		await writeFile(path, text);
	});

	it('reports missing specs, and requirements of a build', async () => {
		await mkdir(join(folder, 'empty'));
		const tried = (...args: string[]) => cli.tried(...args);
		expect(await tried('backup')).toMatchObject({ code: 2, stderr: expect.stringMatching(/^backup needs an output file: --out FILE/) });
		expect(await tried('check', '--specs', 'empty')).toMatchObject({ code: 1, stderr: expect.stringContaining('is empty: a spec root contains') });
		const { status, stderr } = spawnSync(cli.command[0] ?? '', [...cli.command.slice(1), 'check'], {
			cwd: join(folder, 'empty'),
			env: cli.env,
			encoding: 'utf8',
		});
		expect([status, stderr]).toEqual([
			1,
			'error: no specs found: there is no folder specs here; give another folder with --specs DIR, or start with orch new kind\n',
		]);
	});

	it('compares the specs of the folder with a revision, without --specs', async () => {
		const git = (...args: string[]) =>
			execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', '-c', 'commit.gpgsign=false', ...args], { cwd: folder });
		await orch('lock');
		git('init', '-q');
		git('add', 'specs');
		git('commit', '-q', '-m', 'Widgets');
		expect((await orch('diff', '--against', 'HEAD')).stdout).toContain('nothing has changed');
		await rm(join(folder, 'specs/api.lock.yaml'));
	});

	it('serves it while it is edited', async () => {
		const dev = startDev({ folder, args: ['--specs', 'specs'], command: cli.command, env: cli.env });
		try {
			await dev.until(/Serving .*\nWatching .*specs; Ctrl-C stops\n/);
			expect((await dev.ask('GET', '/apis/example.com/v1/widgets')).status).toBe(200);
			const path = join(folder, 'specs/example/widget.yaml');
			await writeFile(path, (await readFile(path, 'utf8')).replace('minimum: 0', 'minimum: 1'));
			await dev.until(/served again in \d+\.\d\d s: Widget changed\n/);
		} finally {
			expect(await dev.stop()).toBe(0);
		}
	});

	it('builds a server that is self-contained', async () => {
		await orch('build', '--specs', 'specs', '--out', 'built');
		const server = await startServer(join(folder, 'built'));
		try {
			const gadget = { apiVersion: 'example.com/v1', kind: 'Gadget', metadata: { name: 'one' }, spec: { size: 1 } };
			expect((await server.call('POST', '/apis/example.com/v1/namespaces/default/gadgets', gadget)).status).toBe(201);
			// The same package reads stored objects in both ways.
			for (const place of [[server.dataDir], [server.url, '--kubeconfig', server.kubeconfig]])
				expect((await orch('diff', '--specs', 'specs', '--objects', ...place, '--all')).stdout).toMatch(
					/^gadgets\.example\.com: 1 object; the lock does not contain it/m,
				);
		} finally {
			await server.remove();
		}
	});

	it('writes a package of reports without prompts, which needs only npm packages', async () => {
		await cli.orchAlone('sdk', 'prisma', '--specs', 'specs', '--kinds', 'example.com', '--name', 'reports', '--out', 'reports');
		await mkdir(join(folder, 'reporting'));
		await writeFile(join(folder, 'reporting/package.json'), '{"private": true, "type": "module"}');
		const npm = (...args: string[]) => execFileSync('npm', args, { cwd: join(folder, 'reporting'), env: cli.env, encoding: 'utf8' }).trim();
		npm('install', '--no-audit', '--no-fund', '--silent', `./${npm('pack', '--silent', '../reports')}`);
		const program = `import { openDataDir } from 'reports';
const reports = openDataDir(process.argv[2]);
console.log(JSON.stringify(await reports.gadget.findMany({ select: { name: true, specSize: true } })));
await reports.$disconnect();
`;
		await writeFile(join(folder, 'reporting/report.js'), program);
		const server = await startServer(join(folder, 'built'));
		try {
			const gadget = { apiVersion: 'example.com/v1', kind: 'Gadget', metadata: { name: 'two' }, spec: { size: 2 } };
			expect((await server.call('POST', '/apis/example.com/v1/namespaces/default/gadgets', gadget)).status).toBe(201);
			// Passes no variables except those that every program has.
			const env = { PATH: process.env.PATH };
			const reported = execFileSync(process.execPath, ['report.js', server.dataDir], { cwd: join(folder, 'reporting'), env, encoding: 'utf8' });
			expect(JSON.parse(reported)).toEqual([{ name: 'two', specSize: 2 }]);
		} finally {
			await server.remove();
		}
	});

	it('has the author, home page, repository and keywords of the project', async () => {
		const described = async (path: string) => {
			const { author, homepage, repository, keywords } = JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>;
			return { author, homepage, repository, keywords };
		};
		const packed = await described(join(folder, 'node_modules/orch/package.json'));
		expect(packed).toEqual(await described(join(projectRoot, 'package.json')));
		expect(Object.values(packed)).not.toContain(undefined);
	});

	it('has the notices of all that is compiled into it', async () => {
		const text = await readFile(join(folder, 'node_modules/orch/NOTICES'), 'utf8');
		for (const name of ['@prisma/client-generator-ts', '@prisma/prisma-schema-wasm', 'commander', 'handlebars', 'json-schema-to-typescript'])
			expect(text).toMatch(new RegExp(`^${name} \\d\\S* \\(`, 'm'));
		expect(text).toContain('Apache License');
		expect(text).toContain('Permission is hereby granted, free of charge');
	});

	it('writes a client package, definitions, and specs of these', async () => {
		await orch('sdk', 'typescript', '--specs', 'specs', '--kinds', 'example.com', '--out', 'client');
		expect(JSON.parse(await readFile(join(folder, 'client/package.json'), 'utf8'))).toMatchObject({ name: 'client' });
		await orch('export', 'crd', 'example.com/Widget', '--specs', 'specs', '--out', 'widget.crd.yaml');
		await orch('import', 'crd', 'widget.crd.yaml', '--out', 'imported');
		expect(await readFile(join(folder, 'imported/example/widget.yaml'), 'utf8')).toMatch(/^kind: Widget$/m);
	});
});
