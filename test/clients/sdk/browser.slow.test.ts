/** A page in Chromium: a real tRPC client and the typed clients of a package, across a server restart. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeScratch, type Scratch } from '../../setup/scratch.ts';
import { type ServerProcess, startServer } from '../../setup/server.ts';
import { findChromium, type Origin, openPage, serveOrigin } from './chromium.ts';
import { compilers, installSdk, type Project, sdkBuild, strictly } from './package.ts';

const chromium = findChromium();
const token = 'of-the-page';
const sweeps = '/apis/jobs.example.com/v1/namespaces/default/sweeps';

let scratch: Scratch;
let project: Project;
let built: string;
let server: ServerProcess;
let flags: readonly string[];

beforeAll(async () => {
	scratch = makeScratch();
	project = installSdk(scratch.path);
	symlinkSync(join(import.meta.dirname, '../../../node_modules/eventsource'), join(project.path, 'node_modules/eventsource'));
	built = await sdkBuild();
	const tokens = join(scratch.path, 'tokens.csv');
	writeFileSync(tokens, `${token},page,1,system:masters\n`, { mode: 0o600 });
	const dataDir = join(scratch.path, 'data');
	mkdirSync(dataDir);
	flags = ['--enable-trpc', '--token-auth-file', tokens];
	server = await startServer(built, { dataDir, flags });
});
afterAll(async () => {
	await server?.stop();
	scratch?.remove();
});

async function pageScript(): Promise<string> {
	const { outputFiles } = await build({
		entryPoints: [project.add('page.ts')],
		bundle: true,
		write: false,
		format: 'iife',
		platform: 'browser',
		logLevel: 'silent',
	});
	return outputFiles[0]?.text ?? '';
}

describe.skipIf(chromium === undefined)('a page in Chromium', () => {
	it('calls procedures in batches, gets the Status of errors, and goes on with subscriptions and informers when the server comes back', async () => {
		const script = await pageScript();
		expect(await compilers['TypeScript 7']?.(strictly(project, 'bundler', ['page.ts']))).toBe('');
		const { port } = server;
		const origin: Origin = await serveOrigin(script, { port, ca: server.credentials.ca });
		const close = await openPage(chromium ?? '', `${origin.url}/page?token=${token}`);
		try {
			await origin.hears('made by-page 1', 'batch by-page default', 'refused 422 spec.room', 'watching', 'informed', 'informed of by-page');
			const create = async (name: string): Promise<void> => {
				expect((await server.call('POST', sweeps, { metadata: { name }, spec: { mode: 'wet', room: 'hall' } })).status).toBe(201);
			};
			await create('before');
			await origin.hears('ADDED before', 'informed of before');
			await server.kill();
			server = await startServer(built, { dataDir: server.dataDir, flags: [...flags, '--secure-port', String(port)] });
			await create('after');
			await origin.hears('ADDED after', 'informed of after');
			expect((await server.call('DELETE', `${sweeps}/before`)).status).toBe(200);
			await origin.hears('DELETED before');
		} finally {
			await close();
			await origin.close();
		}
	});
});
