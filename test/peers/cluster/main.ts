/**
 * `npm run cluster -- PROGRAMS`: runs a server, kube-controller-manager, kube-scheduler and KWOK with some nodes until it is interrupted.
 * Data, kubeconfig and logs lie in one folder, and the next run continues with them.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { Command } from 'commander';
import { adminOf } from '../../setup/server.ts';
import { ClusterSetup, missingIn, node } from './cluster.ts';

const command = new Command('npm run cluster --')
	.description('runs a cluster whose pods only appear to run: the server, kube-controller-manager, kube-scheduler and KWOK')
	.argument('<programs>', 'folder that npm run peers:build -- DIR --cluster has filled')
	.option('--data-dir <dir>', 'folder for data, kubeconfig and logs', '.orch-cluster')
	.option('--secure-port <port>', 'port of the server', '6443')
	.option('--nodes <n>', 'number of nodes', '3')
	.parse();
const { dataDir, securePort, nodes } = command.opts<{ readonly dataDir: string; readonly securePort: string; readonly nodes: string }>();
const folder = resolve(dataDir);
const programs = resolve(command.args[0] ?? '');
const missing = missingIn(programs);
if (missing.length > 0) command.error(`error: ${programs} lacks ${missing.join(', ')}; npm run peers:build -- ${programs} --cluster builds them`);
const root = resolve(import.meta.dirname, '../../..');

const setup = new ClusterSetup(join(folder, 'cluster'));
const flags = ['--vocabulary', 'kubernetes', '--data-dir', folder, '--secure-port', securePort, ...setup.serverFlags];
const server = spawn(process.execPath, [join(root, 'bin/start.mjs'), ...flags], { stdio: ['ignore', 'pipe', 'inherit'] });
const ended = once(server, 'exit');
let isStopping = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
	process.on(signal, () => {
		isStopping = true;
		server.kill('SIGTERM');
	});
}
const ready = await Promise.race([once(createInterface({ input: server.stdout }), 'line'), ended.then(() => undefined)]);
if (ready === undefined) process.exit(server.exitCode ?? 1);
console.log(String(ready[0]));

const admin = adminOf(join(folder, 'kubeconfig'));
for (let i = 0; i < Number(nodes); i++) {
	const { status, text } = await admin.call('POST', '/api/v1/nodes', node(`node-${i}`));
	if (status !== 201 && status !== 409) throw new Error(`node-${i}: ${status} ${text}`);
}
const cluster = setup.start(programs, admin.url, folder);
for (const { name, child } of cluster.programs) console.log(`${name} runs as process ${child.pid}, its log is ${join(folder, 'cluster', `${name}.log`)}`);
const deaths = cluster.programs.map(async (program) => {
	await once(program.child, 'exit');
	return program;
});
const dead = await Promise.race([ended.then(() => undefined), ...deaths]);
if (dead !== undefined && !isStopping) {
	console.error(`error: ${dead.name} has ended: ${dead.said()}`);
	server.kill('SIGTERM');
	process.exitCode = 1;
}
await cluster.end();
await ended;
