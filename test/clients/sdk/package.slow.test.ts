/** A client package in an empty project compiles under strict settings, rejects wrong programs, and works. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalog } from '../../../generated/catalog.ts';
import { makeScratch, type Scratch } from '../../setup/scratch.ts';
import { type ServerProcess, startServer } from '../../setup/server.ts';
import { compilers, installSdk, type Project, packageName, resolutions, run, sdkBuild, strictly } from './package.ts';

let scratch: Scratch;
let project: Project;
let server: ServerProcess;

beforeAll(async () => {
	scratch = makeScratch();
	project = installSdk(scratch.path);
	const built = await sdkBuild();
	server = await startServer(built, { flags: ['--enable-trpc'] });
});
afterAll(async () => {
	await server?.remove();
	scratch?.remove();
});

const settings = Object.entries(compilers).flatMap(([name, errors]) =>
	Object.keys(resolutions).map((resolution) => ({ name, errors, resolution: resolution as keyof typeof resolutions })),
);

describe('a client package', () => {
	it.each(settings)('compiles under strict settings, and refuses wrong types: $name, $resolution', async ({ errors, resolution }) => {
		project.add('types.ts');
		expect(await errors(strictly(project, resolution, ['types.ts']))).toBe('');
	});

	it.each([catalog.releases[0], catalog.releases.at(-1)])('with all kinds of release %s compiles and loads', async (release = '') => {
		const all = makeScratch();
		try {
			const made = installSdk(all.path, '--release', release);
			const { exports } = JSON.parse(readFileSync(join(made.installed, 'package.json'), 'utf8')) as { readonly exports: object };
			const paths = Object.keys(exports).filter((path) => path !== './package.json');
			made.add('all.ts', paths.map((path, index) => `export * as m${index} from '${packageName}${path.slice(1)}';`).join('\n'));
			expect(await compilers['TypeScript 7']?.(strictly(made, 'nodenext', ['all.ts']))).toBe('');
			expect(await run(made.add('load.ts', `import * as all from './all.ts'; console.log(Object.keys(all).length)`), {})).toBe(`${paths.length}\n`);
		} finally {
			all.remove();
		}
	});

	it('has every verb', async () => {
		const program = project.add('verbs.ts');
		expect(await compilers['TypeScript 7']?.(strictly(project, 'nodenext', ['verbs.ts'], { node: true }))).toBe('');
		expect(await run(program, { KUBECONFIG: server.kubeconfig })).toBe('done\n');
	});

	it('validates offline like the server', async () => {
		const program = project.add('validation.ts');
		expect(await compilers['TypeScript 7']?.(strictly(project, 'bundler', ['validation.ts'], { node: true }))).toBe('');
		expect(await run(program, { KUBECONFIG: server.kubeconfig })).toBe('agreed on 28\n');
	});

	it('has the types of the procedures below /trpc', async () => {
		const program = project.add('trpc.ts');
		expect(await compilers['TypeScript 7']?.(strictly(project, 'nodenext', ['trpc.ts'], { node: true }))).toBe('');
		const [ca, cert, key] = [server.credentials.ca, server.credentials.cert, server.credentials.key].map(String);
		expect(await run(program, { SERVER: server.url, CA: ca ?? '', CERT: cert ?? '', KEY: key ?? '' })).toBe('done\n');
	});
});
