/** Publishing to a production registry and installing in an empty project: the package compiles and works with a built server. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeScratch, type Scratch } from '../../setup/scratch.ts';
import { type ServerProcess, startServer } from '../../setup/server.ts';
import { compilers, orch, type Project, packageName, resolutions, run, sdkBuild, sdkSpecs, strictly } from './package.ts';
import { type Registry, startRegistry } from './registry.ts';

const root = resolve(import.meta.dirname, '../../..');
const scope = packageName.split('/')[0] ?? '';

let scratch: Scratch;
let registry: Registry;
let server: ServerProcess;
let out: string;
beforeAll(async () => {
	scratch = makeScratch();
	out = join(scratch.path, 'sdk');
	registry = await startRegistry(join(scratch.path, 'registry'), scope);
	const specs = ['--specs', sdkSpecs, '--vocabulary', 'kubernetes'];
	orch('sdk', 'typescript', ...specs, '--kinds', 'jobs.example.com', 'ConfigMap', '--name', packageName, '--out', out);
	const built = await sdkBuild();
	server = await startServer(built);
}, 300_000);
afterAll(async () => {
	await server?.remove();
	await registry?.stop();
	scratch?.remove();
});

function publish(npmrc: string, ...flags: readonly string[]): Promise<{ readonly stdout: string }> {
	const env = { ...process.env, npm_config_userconfig: npmrc, npm_config_update_notifier: 'false' };
	const args = [join(root, 'bin/orch.mjs'), 'sdk', 'publish', out, '--registry', registry.url, ...flags];
	return promisify(execFile)(process.execPath, args, { encoding: 'utf8', env });
}

/** Returns the tags of the package in the registry. */
async function tags(): Promise<unknown> {
	const response = await fetch(`${registry.url}${packageName.replace('/', '%2f')}`);
	return response.status === 404 ? undefined : ((await response.json()) as { readonly 'dist-tags': unknown })['dist-tags'];
}

const program = `import { Sweep } from '${packageName}/jobs/v1';
import { validateSweep } from '${packageName}/jobs/v1/validation';
import { connect } from '${packageName}/node';

const client = await connect();
const sweeps = client.resource(Sweep).in('default');
const made = await sweeps.create({ metadata: { name: 'hall' }, spec: { mode: 'dry', room: 'hall' } });
const workers: number | undefined = made.spec.workers;
// @ts-expect-error: no mode of sweeping
const wrong = () => sweeps.create({ metadata: { name: 'b' }, spec: { mode: 'damp', room: 'hall' } });
const names = (await sweeps.list()).items.map(({ metadata }) => metadata.name);
const refused = validateSweep({ metadata: { name: 'a' }, spec: { mode: 'dry', room: 'UPPER' } });
console.log(JSON.stringify([names, workers, typeof wrong, refused?.causes[0]?.field]));
`;

it('a package is published once, by an authorized user, and installed unchanged', async () => {
	const nobody = join(scratch.path, 'npmrc-of-nobody');
	writeFileSync(nobody, '');
	await expect(publish(nobody)).rejects.toThrow('the publication is not recorded');
	expect([await tags(), existsSync(join(out, 'published.json'))]).toEqual([undefined, false]);
	await publish(registry.npmrc);
	expect(await tags()).toEqual({ latest: '0.1.0' });
	await expect(publish(registry.npmrc)).rejects.toThrow('0.1.0 is published already, and nothing has changed since');

	const path = join(scratch.path, 'project');
	mkdirSync(path);
	writeFileSync(join(path, 'package.json'), '{"private":true,"type":"module"}');
	writeFileSync(join(path, '.npmrc'), `${scope}:registry=${registry.url}\n`);
	await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund', packageName], { cwd: path });
	const installed = join(path, 'node_modules', packageName);
	for (const file of ['package.json', 'README.md', 'CHANGELOG.md', 'api/jobs/v1.d.ts'])
		expect(readFileSync(join(installed, file), 'utf8')).toBe(readFileSync(join(out, file), 'utf8'));
	const lock = JSON.parse(readFileSync(join(path, 'package-lock.json'), 'utf8')) as {
		readonly packages: Readonly<Record<string, { readonly integrity?: string }>>;
	};
	expect(lock.packages[`node_modules/${packageName}`]?.integrity).toMatch(/^sha512-/);

	const file = join(path, 'use.ts');
	writeFileSync(file, program);
	const project: Project = { path, installed, add: () => file };
	for (const resolution of Object.keys(resolutions) as (keyof typeof resolutions)[])
		for (const errors of Object.values(compilers)) expect(await errors(strictly(project, resolution, ['use.ts'], { node: true }))).toBe('');
	expect(JSON.parse(await run(file, { KUBECONFIG: server.kubeconfig }))).toEqual([['hall'], 1, 'function', 'spec.room']);
});
