/** Translates the command line that a test framework gives kube-apiserver into that of the server. All other flags are the server's own. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Argument, ArgumentError, helpLines, readArguments } from './arguments.ts';
import { storedFolder } from './etcd-address.ts';

/** Flags that the server itself does not have. */
const apiServerArguments: readonly Argument[] = [
	{ name: 'etcd-servers', value: 'URL', help: 'Address of the etcd of the same folder, whose data directory is used.' },
	{ name: 'cert-dir', value: 'DIR', help: 'Directory of the serving certificate: apiserver.crt and apiserver.key.' },
];

/** Flags of the server that the launcher sets itself. */
const ownFlags = ['data-dir', 'datastore'];

/** Controllers that are part of kube-apiserver. The others belong to kube-controller-manager, which such tests do not start. */
const controllers = ['service-claims'];

/** Returns the help of the server with the flags of the launcher in place of those that it sets. */
export function apiServerHelp(serverHelp: string): string {
	const lines = serverHelp.split('\n').filter((line) => !ownFlags.some((name) => line.startsWith(`  --${name} `)));
	return ['Usage: kube-apiserver [FLAGS]', '', 'Flags for tests of controllers:', ...helpLines(apiServerArguments), ...lines.slice(1)].join('\n');
}

/** Returns the server's command line. `release`: release to emulate unless a flag names one. Rejects with ArgumentError. */
export async function serverArguments(words: readonly string[], release: string): Promise<readonly string[]> {
	const { values, rest } = readArguments(apiServerArguments, words);
	refuseOwn(rest);
	const servers = values.get('etcd-servers');
	if (servers === undefined) throw new ArgumentError('--etcd-servers is missing: expected the address of the etcd of this folder');
	const { dataDir, syncs } = await storedFolder(servers);
	return [
		...[`--data-dir=${dataDir}`, `--controllers=${controllers.join(',')}`, `--emulated-version=${release}`],
		...(syncs ? [] : ['--unsafe-no-fsync']),
		...servingCertificate(values.get('cert-dir'), rest),
		...rest,
	];
}

function refuseOwn(rest: readonly string[]): void {
	const name = ownFlags.find((own) => rest.some((word) => word === `--${own}` || word.startsWith(`--${own}=`)));
	if (name !== undefined) throw new ArgumentError(`--${name} is not a flag here: objects are stored in the data directory of the etcd in --etcd-servers`);
}

/** A folder without a certificate changes nothing: the server uses its own. */
function servingCertificate(folder: string | undefined, rest: readonly string[]): string[] {
	if (folder === undefined || rest.some((word) => word.startsWith('--tls-cert-file'))) return [];
	const [cert, key] = [join(folder, 'apiserver.crt'), join(folder, 'apiserver.key')];
	return existsSync(cert) && existsSync(key) ? [`--tls-cert-file=${cert}`, `--tls-private-key-file=${key}`] : [];
}
