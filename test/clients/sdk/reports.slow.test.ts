/** A package of typed queries in an empty project compiles, and reads the data directory of a running, a stopped and a restarted server. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { makeScratch, type Scratch } from '../../setup/scratch.ts';
import { type ServerProcess, startServer } from '../../setup/server.ts';
import { compilers, installReports, orch, type Project, reportsName, resolutions, run, sdkBuild, sdkSpecs, strictly } from './package.ts';

const kinds = ['Pod', 'Secret', 'Lease', 'apps', 'jobs.example.com'];

let scratch: Scratch;
let project: Project;
let built: string;
let server: ServerProcess;

beforeAll(async () => {
	scratch = makeScratch();
	project = installReports(scratch.path, '--kinds', ...kinds);
	built = await sdkBuild();
	server = await startServer(built);
	const containers = (image: string) => [
		{ name: 'main', image },
		{ name: 'side', image: 'proxy:1' },
	];
	for (const [name, image] of [
		['a', 'web:1'],
		['b', 'web:2'],
		['c', 'web:1'],
	] as const)
		await create('/api/v1/namespaces/default/pods', {
			metadata: { name, labels: { app: name === 'c' ? 'other' : 'shop' } },
			spec: { containers: containers(image) },
		});
	for (const replicas of [1, 2, 4]) {
		const [labels, path] = [{ app: 'shop' }, '/apis/apps/v1/namespaces/default/deployments'];
		const template = { metadata: { labels }, spec: { containers: containers('web:1') } };
		await create(path, { metadata: { name: `web-${replicas}`, labels }, spec: { replicas, selector: { matchLabels: labels }, template } });
		const at = '2026-01-02T03:04:05Z';
		const condition = { type: 'Available', status: replicas === 4 ? 'True' : 'False', reason: 'R', message: 'm', lastTransitionTime: at, lastUpdateTime: at };
		const answer = await server.call('PATCH', `${path}/web-${replicas}/status`, { status: { conditions: [condition] } }, merge);
		expect(answer.status).toBe(200);
	}
	await create('/api/v1/namespaces/default/secrets', { metadata: { name: 'hidden' }, stringData: { word: 'not to be seen' } });
	await create('/apis/jobs.example.com/v1/namespaces/default/sweeps', { metadata: { name: 'kitchen' }, spec: { mode: 'wet', room: 'kitchen', workers: 3 } });
}, 300_000);
afterAll(async () => {
	await server?.remove();
	scratch?.remove();
});

const merge = { 'content-type': 'application/merge-patch+json' };

async function create(path: string, object: object): Promise<void> {
	const answer = await server.call('POST', path, object);
	expect([answer.status, answer.text]).toEqual([201, expect.anything()]);
}

const expected = {
	images: [
		['proxy:1', 3],
		['web:1', 2],
		['web:2', 1],
	],
	replicas: 7,
	waiting: [{ name: 'web-2', specReplicas: 2, statusConditions: [{ lastTransitionTime: '2026-01-02T03:04:05.000Z' }] }],
	ofShop: ['a', 'b'],
	counts: [3, 3],
	secrets: [{ name: 'hidden', readable: false, uid: null, object: null }],
	sides: 3,
	sweeps: [['kitchen', 'wet', 3]],
	kinds: ['string', true],
};

describe('a package of typed queries', () => {
	it.each(Object.keys(resolutions) as (keyof typeof resolutions)[])('compiles under strict settings, and refuses wrong types: %s', async (resolution) => {
		project.add('reports.ts');
		for (const errors of Object.values(compilers)) expect(await errors(strictly(project, resolution, ['reports.ts'], { node: true }))).toBe('');
	});

	it('reports of a server that runs, that has stopped, and that runs again', async () => {
		const report = async (): Promise<unknown> => JSON.parse(await run(project.add('reports.ts'), {}, [server.dataDir]));
		expect(await report()).toEqual(expected);
		await server.stop();
		expect(await report()).toEqual(expected);
		server = await startServer(built, { dataDir: server.dataDir });
		expect(await report()).toEqual(expected);
		const { status } = await server.call('DELETE', '/api/v1/namespaces/default/pods/b?gracePeriodSeconds=0');
		expect(status).toBe(200);
		expect(await report()).toMatchObject({ ofShop: ['a'], counts: [2, 3] });
	});

	it('has a manual whose program runs as it stands', async () => {
		const manual = readFileSync(join(project.installed, 'README.md'), 'utf8');
		const [, program = ''] = /```ts\n([\s\S]*?)```/.exec(manual) ?? [];
		expect(program).toContain("openDataDir('.orch')");
		const file = project.add('manual.ts', program.replace("'.orch'", JSON.stringify(server.dataDir)));
		expect(await compilers['TypeScript 7']?.(strictly(project, 'nodenext', ['manual.ts'], { node: true }))).toBe('');
		expect(await run(file, {})).toContain('default: ');
	});

	it('reports why a path cannot be opened', async () => {
		const said = async (path: string): Promise<string> => {
			const text = `import { openDataDir } from '${reportsName}';\ntry { openDataDir(process.argv[2] ?? ''); console.log('opened'); } catch (error) { console.log((error as Error).message); }`;
			return run(project.add('open.ts', text), {}, [path]);
		};
		expect(await said(join(server.dataDir, 'orch.db'))).toBe('opened\n');
		expect(await said(join(scratch.path, 'nothing'))).toBe(
			`there is no ${join(scratch.path, 'nothing')}: name the folder that the server has as its --data-dir\n`,
		);
		expect(await said(project.path)).toContain('is no data directory of a server that keeps its objects there: it has no orch.db');
		const other = await startServer(inject('built').orch);
		try {
			expect(await said(other.dataDir)).toContain(
				'is of a server that speaks the vocabulary "orch", and this package of "kubernetes": make it with orch sdk prisma --vocabulary orch',
			);
		} finally {
			await other.remove();
		}
		const text = join(scratch.path, 'orch.db');
		writeFileSync(text, 'no database at all, but long enough to be looked at as one'.repeat(40));
		expect(await said(text)).toContain('cannot be read: file is not a database');
	});

	it('gets a version that follows from its columns', async () => {
		const made = join(scratch.path, 'made');
		const manifest = (): { readonly version: string } => JSON.parse(readFileSync(join(made, 'package.json'), 'utf8'));
		expect(manifest().version).toBe('0.1.0');
		writeFileSync(join(made, 'published.json'), readFileSync(join(made, 'surface.json')));
		const again = (...only: readonly string[]) =>
			orch('sdk', 'prisma', '--specs', sdkSpecs, '--vocabulary', 'kubernetes', '--name', reportsName, '--kinds', ...only, '--out', made);
		again(...kinds);
		expect(manifest().version).toBe('0.1.0');
		again(...kinds, 'ConfigMap');
		expect(manifest().version).toBe('0.1.1');
		again(...kinds.slice(1));
		expect(manifest().version).toBe('0.2.0');
		expect(readFileSync(join(made, 'CHANGELOG.md'), 'utf8')).toContain('### Breaking\n\n- `Pod` is gone.');
	});

	it('is all that npm installs, with the client of Prisma that it names, and asks for no variable', async () => {
		const tarball = readdirSync(scratch.path).find((name) => name.endsWith('.tgz')) ?? '';
		const folder = join(scratch.path, 'empty');
		mkdirSync(folder);
		writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}');
		execFileSync('npm', ['install', '--no-audit', '--no-fund', '--silent', join(scratch.path, tarball)], { cwd: folder, stdio: 'inherit' });
		expect(readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['@example', '@prisma']);
		const program = `import { openDataDir } from '${reportsName}'; const r = openDataDir(process.argv[2]); console.log(await r.deployment.count()); await r.$disconnect();`;
		writeFileSync(join(folder, 'count.js'), program);
		expect(await run(join(folder, 'count.js'), {}, [server.dataDir])).toBe('3\n');
	});
});
