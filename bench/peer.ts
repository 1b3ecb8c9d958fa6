/**
 * The server that a user would otherwise run: an unmodified kube-apiserver, on an etcd that waits for the disk. It uses the certificate and
 * the authority of the measured subject.
 */
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startEtcd, startProgram, until } from '../test/peers/programs.ts';
import { type Answer, call } from '../test/setup/server.ts';
import type { Subject, Target } from './subject.ts';

export interface Peer extends Target {
	call(method: string, path: string, body?: object): Promise<Answer>;
	end(): Promise<void>;
}

/** Starts the peer; `folder` contains `etcd` and `kube-apiserver-RELEASE`. */
export async function startPeer(folder: string, release: string, { dataDir, tls, server: { credentials } }: Subject): Promise<Peer> {
	const data = mkdtempSync(join(tmpdir(), 'orch-bench-peer-'));
	const pki = (name: string): string => join(dataDir, 'pki', name);
	const port = await freePort();
	const accountKey = join(data, 'accounts.key');
	writeFileSync(accountKey, generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs1', format: 'pem' }), { mode: 0o600 });
	const etcd = await startEtcd(folder, data);
	const apiserver = startProgram(join(folder, `kube-apiserver-${release}`), [
		...['--etcd-servers', etcd.url, '--secure-port', String(port), '--bind-address', '127.0.0.1', '--cert-dir', join(data, 'certs')],
		...['--tls-cert-file', pki('apiserver.crt'), '--tls-private-key-file', pki('apiserver.key'), '--client-ca-file', pki('ca.crt')],
		...['--service-account-issuer', 'https://localhost', '--service-account-key-file', accountKey],
		...['--service-account-signing-key-file', accountKey, '--authorization-mode', 'Node,RBAC', '--endpoint-reconciler-type', 'none'],
		...['--service-cluster-ip-range', '10.0.0.0/16'],
	]);
	const end = async (): Promise<void> => {
		await apiserver.end();
		await etcd.end();
		rmSync(data, { recursive: true, force: true });
	};
	const url = `https://127.0.0.1:${port}`;
	const ask = (method: string, path: string, body?: object): Promise<Answer> => call(url, credentials, method, path, body);
	try {
		await until(`kube-apiserver ${release} is ready`, async () => {
			if (apiserver.child.exitCode !== null) throw new Error(`kube-apiserver ${release} ended with ${apiserver.child.exitCode}: ${apiserver.said()}`);
			return (await ask('GET', '/readyz').catch(() => undefined))?.status === 200;
		});
	} catch (error) {
		await end();
		throw error;
	}
	return { port, pid: apiserver.child.pid ?? 0, others: [etcd.child.pid ?? 0], tls, call: ask, end };
}
