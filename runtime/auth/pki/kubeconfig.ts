/** Kubeconfig of the administrator: the server's URL, its CA, and the administrator's certificate and key. */
import type { PemPair } from './pair.ts';

export interface KubeconfigOptions {
	/** Name of the cluster, user and context. */
	readonly name: string;
	readonly server: string;
	/** PEM of the CA that signs the serving certificate. */
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

/** Encodes PEM unchanged, so that a bundle keeps all its certificates. */
function base64(pem: string): string {
	return Buffer.from(pem, 'utf8').toString('base64');
}
