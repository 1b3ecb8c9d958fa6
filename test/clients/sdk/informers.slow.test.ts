/** Watches and informers of a client package across server restarts, kills, and an expired history. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeScratch, type Scratch } from '../../setup/scratch.ts';
import { type ServerProcess, startServer } from '../../setup/server.ts';
import { talk } from '../../setup/talk.ts';
import { compilers, installSdk, type Project, sdkBuild, strictly } from './package.ts';

let scratch: Scratch;
let project: Project;
let server: ServerProcess;
let built: string;
let program: ChildProcess | undefined;

beforeAll(async () => {
	scratch = makeScratch();
	project = installSdk(scratch.path, '--kinds', 'jobs.example.com');
	built = await sdkBuild();
	server = await startServer(built);
});
afterAll(async () => {
	program?.kill();
	await server?.remove();
	scratch?.remove();
});

/** Waits until the history before this version has expired. */
async function isForgotten(revision: string): Promise<void> {
	for (;;) {
		const { text } = await server.call('GET', `/apis/jobs.example.com/v1/sweeps?watch=1&timeoutSeconds=1&resourceVersion=${revision}`);
		if (text.includes('"code":410')) return;
	}
}

it('miss nothing over restarts, kills, and a history that is gone', { timeout: 180_000 }, async () => {
	const file = project.add('informers.ts');
	expect(await compilers['TypeScript 7']?.(strictly(project, 'nodenext', ['informers.ts'], { node: true }))).toBe('');
	const { port, kubeconfig, dataDir } = server;
	const home = ['--secure-port', String(port)];
	const child = spawn(process.execPath, [file], { env: { ...process.env, KUBECONFIG: kubeconfig }, stdio: ['pipe', 'pipe', 'inherit'] });
	program = child;
	const { tell, hears, end, rest } = talk(child);
	await hears('ready');
	tell('wait one hall');
	tell('late one');
	await hears('late one');
	tell('put one hall');
	tell('put two hall');
	await hears('put one hall', 'put two hall', 'added one hall', 'added two hall', 'watched ADDED one hall', 'watched ADDED two hall', 'waited one');
	tell('by hall');
	tell('get one');
	await hears('by one two', 'get hall');

	for (const [room, stop] of [
		['attic', () => server.stop()],
		['cellar', () => server.kill()],
	] as const) {
		const before = room === 'attic' ? 'hall' : 'attic';
		await stop();
		server = await startServer(built, { dataDir, flags: home });
		tell(`put one ${room}`);
		// An event in flight would be lost with the server.
		await hears(`put one ${room}`, `updated one ${before} ${room}`, `watched MODIFIED one ${room}`);
	}
	tell('by hall');
	tell('by cellar');
	await hears('by two', 'by one');

	// While the informers are disconnected, one object is deleted, one created and one changed, and the history of it expires.
	await server.stop();
	server = await startServer(built, { dataDir, flags: ['--history', '1s'] });
	const known = (await server.call('GET', '/apis/jobs.example.com/v1/sweeps')).json() as { metadata: { resourceVersion: string } };
	const sweeps = '/apis/jobs.example.com/v1/namespaces/default/sweeps';
	const sweep = (name: string) => ({ metadata: { name, labels: { informed: 'yes' } }, spec: { mode: 'wet', room: 'porch' } });
	for (const [method, path, body] of [
		['DELETE', `${sweeps}/two`, undefined],
		['POST', sweeps, sweep('three')],
		['PUT', `${sweeps}/one`, sweep('one')],
	] as const)
		expect((await server.call(method, path, body)).status).toBeLessThan(300);
	// A server serves events that it saw itself from memory, at any age.
	await server.stop();
	server = await startServer(built, { dataDir, flags: ['--history', '1s'] });
	await isForgotten(known.metadata.resourceVersion);
	await server.stop();
	server = await startServer(built, { dataDir, flags: home });
	await hears('deleted two hall', 'added three porch', 'updated one cellar porch');
	await hears('watched DELETED two hall', 'watched ADDED three porch', 'watched MODIFIED one porch');
	tell('gone three');
	tell('delete three');
	await hears('gone three', 'deleted three porch', 'watched DELETED three porch');
	tell('list');
	await hears('list one=porch');
	end();
	await once(child, 'exit');
	expect(rest).toEqual(['interrupted true']);
	expect(child.exitCode).toBe(0);
});
