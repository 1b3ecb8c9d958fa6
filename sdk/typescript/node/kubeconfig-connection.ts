/** Connection to a server, from a kubeconfig's cluster and user: the transport, and credentials. */
import { readFileSync } from 'node:fs';
import { vocabulary } from '../../../generated/vocabulary.ts';
import { dialectsOf } from '../../../runtime/model/vocabulary.ts';
import type { ClientOptions } from '../client/client.ts';
import type { Credentials, Fetch } from '../client/requests.ts';
import { type ExecCluster, type ExecCredential, ExecCredentials } from './exec.ts';
import type { KubeconfigContext, KubeconfigUser } from './kubeconfig.ts';
import { type ConnectionSettings, nodeFetch } from './transport.ts';

export interface ServerConnection {
	readonly server: string;
	readonly fetch: Fetch;
	readonly credentials: Credentials;
}

/** Returns the connection. Throws an Error that names a missing or unknown part. `token`: replaces all credentials of the kubeconfig. */
export function connectionOf(context: KubeconfigContext, token?: ClientOptions['token']): ServerConnection {
	const { cluster } = context;
	const user: KubeconfigUser = token === undefined ? context.user : {};
	const provider = user['auth-provider'];
	if (provider !== undefined) throw new Error(`the kubeconfig names the auth-provider ${JSON.stringify(provider.name)}: such are gone, use exec`);
	const exec = user.exec === undefined ? undefined : new ExecCredentials(user.exec, execCluster(cluster));
	/** Credentials from the program, by the headers that contained them. */
	const execCredentials = new WeakMap<object, ExecCredential>();
	const own: ConnectionSettings = {
		ca: pem(cluster, 'certificate-authority'),
		cert: pem(user, 'client-certificate'),
		key: pem(user, 'client-key'),
		serverName: cluster['tls-server-name'],
		insecure: cluster['insecure-skip-tls-verify'],
		proxy: cluster['proxy-url'],
		headers: impersonation(user),
	};
	let current = own;
	const credentials: Credentials = {
		async headers() {
			const now = await exec?.get();
			if (now?.cert !== undefined && (current.cert !== now.cert || current.key !== now.key)) current = { ...own, cert: now.cert, key: now.key };
			const headers = authorization(user, now?.token ?? (typeof token === 'function' ? await token() : token));
			if (now !== undefined) execCredentials.set(headers, now);
			return headers;
		},
		refused(sent) {
			exec?.forget(execCredentials.get(sent));
			return exec !== undefined || user.tokenFile !== undefined || typeof token === 'function';
		},
	};
	return { server: cluster.server, fetch: nodeFetch(() => current), credentials };
}

/** Returns the information about the cluster for a program, with the content of files in place of their names. */
function execCluster({ server, ...cluster }: KubeconfigContext['cluster']): ExecCluster {
	const ca = pem(cluster, 'certificate-authority');
	const extension = cluster.extensions?.find(({ name }) => execExtensions.has(name))?.extension;
	return {
		server,
		'tls-server-name': cluster['tls-server-name'],
		'insecure-skip-tls-verify': cluster['insecure-skip-tls-verify'],
		'certificate-authority-data': ca === undefined ? undefined : Buffer.from(ca).toString('base64'),
		'proxy-url': cluster['proxy-url'],
		config: extension,
	};
}

/** Names of the kubeconfig extension that has a cluster's configuration for such programs. */
const execExtensions: ReadonlySet<string> = new Set(dialectsOf(vocabulary).map(({ groupDomain }) => `client.authentication.${groupDomain}/exec`));

function authorization(user: KubeconfigUser, token: string | undefined): Record<string, string> {
	// The file is read each time, because its token may be renewed.
	const bearer = token ?? (user.tokenFile === undefined ? user.token : readNamed(user.tokenFile, 'tokenFile').trim());
	if (bearer !== undefined && bearer !== '') return { authorization: `Bearer ${bearer}` };
	if (user.username === undefined) return {};
	return { authorization: `Basic ${Buffer.from(`${user.username}:${user.password ?? ''}`).toString('base64')}` };
}

/** Returns the impersonation headers. Every group and every value has a header of its own. */
function impersonation({ as, 'as-uid': uid, 'as-groups': groups = [], 'as-user-extra': extra = {} }: KubeconfigUser): ConnectionSettings['headers'] {
	if (as === undefined) return undefined;
	return {
		'impersonate-user': as,
		...(uid !== undefined && { 'impersonate-uid': uid }),
		...(groups.length > 0 && { 'impersonate-group': groups }),
		...Object.fromEntries(Object.entries(extra).map(([name, values]) => [`impersonate-extra-${encodeURIComponent(name)}`, values])),
	};
}

/** Returns PEM from the kubeconfig itself, or from the file that it names. Throws an Error that names the field or the file. */
function pem<K extends 'certificate-authority' | 'client-certificate' | 'client-key'>(
	from: { readonly [N in K | `${K}-data`]?: string },
	name: K,
): string | undefined {
	const data: string | undefined = from[`${name}-data`];
	if (data !== undefined && data !== '') return checkedPem(Buffer.from(data, 'base64').toString('utf8'), `${name}-data of the kubeconfig, in base64,`);
	const path = from[name];
	return path === undefined || path === '' ? undefined : checkedPem(readNamed(path, name), `${path}, the ${name} of the kubeconfig,`);
}

/** Checks for PEM here, because TLS errors name neither the file nor the field. */
function checkedPem(text: string, what: string): string {
	if (!text.includes('-----BEGIN ')) throw new Error(`${what} is no PEM`);
	return text;
}

function readNamed(path: string, name: string): string {
	try {
		return readFileSync(path, 'utf8');
	} catch (error) {
		const { code, message } = error as NodeJS.ErrnoException;
		throw new Error(`cannot read ${path}, which the kubeconfig names as ${name}: ${code === 'ENOENT' ? 'the file does not exist' : message}`, { cause: error });
	}
}
