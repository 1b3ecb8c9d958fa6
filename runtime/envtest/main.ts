/**
 * `node envtest.mjs etcd FLAGS` and `node envtest.mjs kube-apiserver FLAGS`: the two programs that a test framework starts. The file has
 * few imports, because a test waits for both starts.
 */
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { ArgumentError } from './arguments.ts';
import { etcdHelp, startEtcd } from './etcd.ts';
import { apiServerHelp, serverArguments } from './kube-apiserver.ts';

/** Exit code for invalid flags, as in other command line programs. */
const usageExit = 2;

/** Release that `orch envtest` chose. The bundler sets it. */
declare const EMULATED_RELEASE: string;

/** Server of the same folder. */
const server = new URL('./server.mjs', import.meta.url);

async function etcd(words: readonly string[]): Promise<void> {
	const servers = await startEtcd(words);
	for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => process.exit(0));
	for (const each of servers) {
		const { address, family, port } = each.address() as AddressInfo;
		process.stdout.write(`Listening on http://${family === 'IPv6' ? `[${address}]` : address}:${port}\n`);
	}
}

async function apiServer(words: readonly string[]): Promise<void> {
	process.argv.splice(2, Number.POSITIVE_INFINITY, ...(await serverArguments(words, EMULATED_RELEASE)));
	await import(server.href);
}

async function help(): Promise<string> {
	if (program === 'etcd') return etcdHelp();
	const { execFileSync } = await import('node:child_process');
	return apiServerHelp(execFileSync(process.execPath, [fileURLToPath(server), '--help', '--emulated-version', EMULATED_RELEASE], { encoding: 'utf8' }));
}

const [program, ...words] = process.argv.slice(2);
try {
	if (words.includes('--help')) process.stdout.write(await help());
	else await (program === 'etcd' ? etcd(words) : apiServer(words));
} catch (error) {
	if (!(error instanceof ArgumentError)) throw error;
	process.stderr.write(`${program}: ${error.message}\n`);
	process.exitCode = usageExit;
}
