/**
 * Service account of a pod. Environment variables name the server. Files have the token, the certificate and the namespace, and are renewed
 * in place.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { vocabulary } from '../../../generated/vocabulary.ts';
import type { KubeconfigContext } from './kubeconfig.ts';

const platformFolder = `/var/run/secrets/${vocabulary.labelDomain}/serviceaccount`;
const product = vocabulary.product.toUpperCase();

/** Reads the service account. `folder`: folder with its token, certificate and namespace. Throws an Error that names the missing part. */
export function serviceAccountContext(folder: string = platformFolder): KubeconfigContext {
	const [host, port] = [process.env[`${product}_SERVICE_HOST`], process.env[`${product}_SERVICE_PORT`]];
	if (host === undefined || port === undefined)
		throw new Error(`this is no pod: ${product}_SERVICE_HOST and ${product}_SERVICE_PORT, the address of the server, are not set`);
	const missing = ['token', 'ca.crt'].map((name) => join(folder, name)).find((path) => !existsSync(path));
	if (missing !== undefined) throw new Error(`there is no ${missing}: the pod has been given no account (automountServiceAccountToken)`);
	const namespace = join(folder, 'namespace');
	return {
		cluster: { server: `https://${host.includes(':') ? `[${host}]` : host}:${port}`, 'certificate-authority': join(folder, 'ca.crt') },
		user: { tokenFile: join(folder, 'token') },
		namespace: existsSync(namespace) ? readFileSync(namespace, 'utf8').trim() : undefined,
	};
}

/** Reports whether the program runs in a pod with a service account. */
export function hasServiceAccount(): boolean {
	return process.env[`${product}_SERVICE_HOST`] !== undefined && existsSync(join(platformFolder, 'token'));
}
