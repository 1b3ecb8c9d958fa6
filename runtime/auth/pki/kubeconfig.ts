/** The administrator's kubeconfig: where the server is, whom to believe, and the administrator's key. */
import type { PemPair } from './pair.ts';

export interface KubeconfigOptions {
	/** Name of cluster, user and context. */
	readonly name: string;
	readonly server: string;
	/** PEM of what signs the serving certificate. */
	readonly authority: string;
	readonly admin: PemPair;
}

export function kubeconfig({ name, server, authority, admin }: KubeconfigOptions): string {
	const user = `${name}-admin`;
	return `apiVersion: v1
kind: Config
clusters:
- name: ${JSON.stringify(name)}
  cluster:
    server: ${JSON.stringify(server)}
    certificate-authority-data: ${base64(authority)}
users:
- name: ${JSON.stringify(user)}
  user:
    client-certificate-data: ${base64(admin.cert)}
    client-key-data: ${base64(admin.key)}
contexts:
- name: ${JSON.stringify(name)}
  context:
    cluster: ${JSON.stringify(name)}
    user: ${JSON.stringify(user)}
current-context: ${JSON.stringify(name)}
preferences: {}
`;
}

/** An authority of several certificates stays several. */
function base64(pem: string): string {
	return Buffer.from(pem, 'utf8').toString('base64');
}
