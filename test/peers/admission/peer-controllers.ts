/** Starts kube-controller-manager beside kube-apiserver: without it, quotas have no status and namespaces no accounts. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProgram } from '../programs.ts';

/** Controllers that write what admission reads. */
const controllers = ['resourcequota-controller', 'serviceaccount-controller', 'namespace-controller', 'root-ca-certificate-publisher-controller'];

export interface PeerControllers {
	end(): Promise<void>;
}

/** `folder` has `kube-controller-manager-1.36`, which serves earlier releases as well. `token` is the administrator's. */
export function startPeerControllers(folder: string, release: string, port: number, token: string): PeerControllers {
	const data = mkdtempSync(join(tmpdir(), `orch-peer-controllers-${release}-`));
	const file = join(data, 'kubeconfig');
	const cluster = { server: `https://127.0.0.1:${port}`, 'insecure-skip-tls-verify': true };
	const config = {
		apiVersion: 'v1',
		kind: 'Config',
		clusters: [{ name: 'c', cluster }],
		users: [{ name: 'u', user: { token } }],
		contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
		'current-context': 'x',
	};
	writeFileSync(file, JSON.stringify(config), { mode: 0o600 });
	const manager = startProgram(join(folder, 'kube-controller-manager-1.36'), [
		...['--kubeconfig', file, '--controllers', controllers.join(','), '--leader-elect=false', '--secure-port', '0'],
		// Short, so that a missed change of a quota does not last.
		...['--resource-quota-sync-period', '2s'],
	]);
	return {
		async end() {
			await manager.end();
			rmSync(data, { recursive: true, force: true });
		},
	};
}
