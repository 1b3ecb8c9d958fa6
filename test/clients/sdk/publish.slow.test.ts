/** A package from specs to a registry and back: published, changed, republished, installed and used. */
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeScratch, type Scratch } from '../../setup/scratch.ts';
import { packageName, run, sdkSpecs } from './package.ts';

const root = resolve(import.meta.dirname, '../../..');

interface Packument {
	readonly name: string;
	readonly 'dist-tags': Record<string, string>;
	readonly versions: Record<string, { dist: { tarball: string } }>;
	readonly _attachments?: Record<string, { readonly data: string }>;
}

/** Minimal npm registry that stores and returns packages. */
class Registry {
	readonly server: Server;
	readonly packages = new Map<string, Packument>();
	readonly tarballs = new Map<string, Buffer>();

	constructor() {
		this.server = createServer(async (request, response) => {
			const [status, body] = await this.answer(request);
			response.writeHead(status).end(body);
		});
	}

	get url(): string {
		const address = this.server.address();
		if (address === null || typeof address === 'string') throw new Error('the registry has no port');
		return `http://127.0.0.1:${address.port}/`;
	}

	private async answer(request: IncomingMessage): Promise<readonly [number, string | Buffer]> {
		const path = decodeURIComponent(new URL(request.url ?? '', this.url).pathname.slice(1));
		const tarball = this.tarballs.get(path);
		if (tarball !== undefined) return [200, tarball];
		if (request.method !== 'PUT') {
			const found = this.packages.get(path);
			return found === undefined ? [404, '{}'] : [200, JSON.stringify(found)];
		}
		const sent = JSON.parse(await text(request)) as Packument;
		const before = this.packages.get(path);
		for (const [name, { data }] of Object.entries(sent._attachments ?? {}))
			this.tarballs.set(`${path}/-/${name.split('/').at(-1)}`, Buffer.from(data, 'base64'));
		for (const [version, made] of Object.entries(sent.versions)) made.dist.tarball = `${this.url}${path}/-/${packageName.split('/')[1]}-${version}.tgz`;
		const { _attachments: _, ...rest } = sent;
		this.packages.set(path, { ...rest, versions: { ...before?.versions, ...sent.versions }, 'dist-tags': { ...before?.['dist-tags'], ...sent['dist-tags'] } });
		return [201, '{}'];
	}
}

let scratch: Scratch;
const registry = new Registry();
beforeAll(async () => {
	scratch = makeScratch();
	await new Promise<void>((done) => registry.server.listen(0, '127.0.0.1', done));
	// Only the caller's folder configures the registry and its credentials.
	writeFileSync(join(scratch.path, 'package.json'), '{"private":true}');
	writeFileSync(join(scratch.path, '.npmrc'), `${packageName.split('/')[0]}:registry=${registry.url}\n${registry.url.replace('http:', '')}:_authToken=any\n`);
});
afterAll(() => {
	registry.server.closeAllConnections();
	registry.server.close();
	scratch.remove();
});

async function orch(...args: readonly string[]): Promise<string> {
	const env = { ...process.env, npm_config_update_notifier: 'false' };
	const { stdout } = await promisify(execFile)(process.execPath, [join(root, 'bin/orch.mjs'), ...args], { encoding: 'utf8', env, cwd: scratch.path });
	return stdout;
}

it('the version is derived from the changes since the last publication', async () => {
	const specs = join(scratch.path, 'specs');
	cpSync(sdkSpecs, specs, { recursive: true });
	const spec = join(specs, 'jobs/sweep.yaml');
	const edit = (from: string, to: string): void => {
		const before = readFileSync(spec, 'utf8');
		expect(before).toContain(from);
		writeFileSync(spec, before.replace(from, to));
	};
	const out = join(scratch.path, 'sdk');
	const make = () =>
		orch('sdk', 'typescript', '--specs', specs, '--vocabulary', 'kubernetes', '--kinds', 'jobs.example.com', '--name', packageName, '--out', out);
	const publish = (...flags: readonly string[]) => orch('sdk', 'publish', out, '--access', 'public', ...flags);
	const versionOf = (): string => (JSON.parse(readFileSync(join(out, 'package.json'), 'utf8')) as { version: string }).version;

	await make();
	expect(await publish('--dry-run')).toContain(`${packageName} 0.1.0 would be published`);
	expect([registry.packages.size, existsSync(join(out, 'published.json'))]).toEqual([0, false]);
	expect(await publish()).toContain(`${packageName} 0.1.0 is published`);
	await make();
	expect(versionOf()).toBe('0.1.0');
	await expect(publish()).rejects.toThrow('0.1.0 is published already, and nothing has changed since');

	edit('description: How it is swept.', 'description: The way in which it is swept.');
	edit('workers: {type: integer, protobuf: 2', 'note: {type: string, protobuf: 9, description: What to know.}\n        workers: {type: integer, protobuf: 2');
	await make();
	expect(versionOf()).toBe('0.1.1');
	expect(readFileSync(join(out, 'CHANGELOG.md'), 'utf8')).toContain('## 0.1.1\n\n### Added\n\n- `jobs/v1 SweepSpecFields.note` is new.\n\n## 0.1.0');
	await publish();

	edit('        since: {type: time, protobuf: 5, description: Not before.}\n', '');
	await make();
	await make();
	expect(versionOf()).toBe('0.2.0');
	expect(readFileSync(join(out, 'CHANGELOG.md'), 'utf8')).toContain('## 0.2.0\n\n### Breaking\n\n- `jobs/v1 SweepSpecFields.since` is gone.\n\n## 0.1.1');
	await publish('--tag', 'next');
	expect(registry.packages.get(packageName)).toMatchObject({ 'dist-tags': { latest: '0.1.1', next: '0.2.0' } });

	const program = join(scratch.path, 'program');
	mkdirSync(program);
	writeFileSync(join(program, 'package.json'), '{"private":true,"type":"module"}');
	const scope = packageName.split('/')[0];
	writeFileSync(join(program, '.npmrc'), `${scope}:registry=${registry.url}\n`);
	await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund', `${packageName}@next`], { cwd: program });
	const installed = readFileSync(join(program, 'node_modules', packageName, 'package.json'), 'utf8');
	expect(JSON.parse(installed)).toMatchObject({ version: '0.2.0', sideEffects: false });
	expect(existsSync(join(program, 'node_modules', packageName, 'published.json'))).toBe(false);
	writeFileSync(
		join(program, 'use.js'),
		`import { Sweep } from '${packageName}/jobs/v1'; import { validateSweep } from '${packageName}/jobs/v1/validation'; console.log(Sweep.kind, validateSweep({ metadata: { name: 'a' }, spec: { mode: 'wet' } }).causes[0].field);`,
	);
	expect(await run(join(program, 'use.js'), {})).toBe('Sweep spec\n');
});

it('a folder that is not a generated package is not published', async () => {
	await expect(orch('sdk', 'publish', scratch.path)).rejects.toThrow('is no package that orch sdk typescript wrote: it has no surface.json');
});
