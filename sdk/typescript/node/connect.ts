/** From where a program runs to a client: a kubeconfig, or the account of the pod that it runs in. */
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { vocabulary } from '../../../generated/vocabulary.ts';
import { Client, type ClientOptions } from '../client/client.ts';
import type { Credentials } from '../client/requests.ts';
import { ExecCredentials } from './exec.ts';
import { type KubeconfigUser, readWay, type Way, type WayNames } from './kubeconfig.ts';
import { type ConnectionSettings, nodeFetch } from './transport.ts';

export interface ConnectOptions extends WayNames, Omit<ClientOptions, 'server' | 'fetch' | 'credentials' | 'token'> {
	/** Path of the file. When absent: `$KUBECONFIG`, the account of the pod, the file in the home folder, whichever is there first. */
	readonly kubeconfig?: string | undefined;
	/** In place of all that the kubeconfig says of who asks. */
	readonly token?: string | undefined;
}

/** A client of the server that is meant here. Throws an Error that says what was looked for, or what is wrong with what was found. */
export async function connect({ kubeconfig, context, cluster, user, token, ...options }: ConnectOptions = {}): Promise<Client> {
	const paths = kubeconfig === undefined ? kubeconfigPaths() : [kubeconfig];
	if (paths === undefined) {
		const account = podAccount();
		if (account !== undefined) return new Client({ ...account, ...given(options) });
		const home = homeKubeconfig();
		if (!existsSync(home)) throw new Error(`no server is known: there is no ${home}, KUBECONFIG is not set, and this is no pod`);
		return clientOf(await readWay([home], { context, cluster, user }), token, options);
	}
	return clientOf(await readWay(paths, { context, cluster, user }), token, options);
}

type Options = Omit<ConnectOptions, 'kubeconfig' | 'token' | keyof WayNames>;

function clientOf(way: Way, token: string | undefined, options: Options): Client {
	const { cluster, namespace } = way;
	const user: KubeconfigUser = token === undefined ? way.user : { token };
	const provider = user['auth-provider'];
	if (provider !== undefined) throw new Error(`the kubeconfig names the auth-provider ${JSON.stringify(provider.name)}: such are gone, use exec`);
	const exec = user.exec === undefined ? undefined : new ExecCredentials(user.exec, cluster);
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
			const told = await exec?.get();
			if (told?.cert !== undefined && (current.cert !== told.cert || current.key !== told.key)) current = { ...own, cert: told.cert, key: told.key };
			return authorization(user, told?.token);
		},
		refused() {
			exec?.forget();
			return exec !== undefined || user.tokenFile !== undefined;
		},
	};
	return new Client({ server: cluster.server, fetch: nodeFetch(() => current), credentials, ...(namespace !== undefined && { namespace }), ...given(options) });
}

/** What was said, and not what was left out: it would hide what the kubeconfig says. */
function given(options: Options): Options {
	return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

function authorization(user: KubeconfigUser, token: string | undefined): Record<string, string> {
	// A file may have another token tomorrow.
	const bearer = token ?? (user.tokenFile === undefined ? user.token : readNamed(user.tokenFile, 'tokenFile').trim());
	if (bearer !== undefined && bearer !== '') return { authorization: `Bearer ${bearer}` };
	if (user.username === undefined) return {};
	return { authorization: `Basic ${Buffer.from(`${user.username}:${user.password ?? ''}`).toString('base64')}` };
}

/** Every group and every value has a header to itself. */
function impersonation({ as, 'as-uid': uid, 'as-groups': groups = [], 'as-user-extra': extra = {} }: KubeconfigUser): ConnectionSettings['headers'] {
	if (as === undefined) return undefined;
	return {
		'impersonate-user': as,
		...(uid !== undefined && { 'impersonate-uid': uid }),
		...(groups.length > 0 && { 'impersonate-group': groups }),
		...Object.fromEntries(Object.entries(extra).map(([name, values]) => [`impersonate-extra-${encodeURIComponent(name)}`, values])),
	};
}

/** What a kubeconfig has in itself, or in a file that it names. Throws an Error that says which. */
function pem<K extends 'certificate-authority' | 'client-certificate' | 'client-key'>(
	from: { readonly [N in K | `${K}-data`]?: string },
	name: K,
): string | undefined {
	const data: string | undefined = from[`${name}-data`];
	if (data !== undefined && data !== '') return checkedPem(Buffer.from(data, 'base64').toString('utf8'), `${name}-data of the kubeconfig, in base64,`);
	const path = from[name];
	return path === undefined || path === '' ? undefined : checkedPem(readNamed(path, name), `${path}, the ${name} of the kubeconfig,`);
}

/** TLS would say it in words that name neither the file nor the field. */
function checkedPem(text: string, what: string): string {
	if (!text.includes('-----BEGIN ')) throw new Error(`${what} is no PEM`);
	return text;
}

function readNamed(path: string, name: string): string {
	try {
		return readFileSync(path, 'utf8');
	} catch (error) {
		const { code, message } = error as NodeJS.ErrnoException;
		throw new Error(`cannot read ${path}, which the kubeconfig names as ${name}: ${code === 'ENOENT' ? 'there is no such file' : message}`, { cause: error });
	}
}

/** Undefined where the variable says nothing. Files of the list that are not there are left out, but for the last that is. */
function kubeconfigPaths(): readonly string[] | undefined {
	const named = (process.env.KUBECONFIG ?? '').split(delimiter).filter((path) => path !== '');
	if (named.length === 0) return undefined;
	const there = named.filter((path) => existsSync(path));
	return there.length === 0 ? named.slice(0, 1) : there;
}

function homeKubeconfig(): string {
	return join(homedir(), `.${vocabulary.shortPrefix}`, 'config');
}

/** Where the token, the certificate and the namespace of a pod's account lie. */
const accountFolder = `/var/run/secrets/${vocabulary.labelDomain}/serviceaccount`;

function podAccount(): ClientOptions | undefined {
	const prefix = vocabulary.product.toUpperCase();
	const host = process.env[`${prefix}_SERVICE_HOST`];
	const port = process.env[`${prefix}_SERVICE_PORT`];
	const tokenPath = join(accountFolder, 'token');
	if (host === undefined || port === undefined || !existsSync(tokenPath)) return undefined;
	const settings: ConnectionSettings = { ca: readFileSync(join(accountFolder, 'ca.crt'), 'utf8') };
	return {
		server: `https://${host.includes(':') ? `[${host}]` : host}:${port}`,
		fetch: nodeFetch(() => settings),
		// It is renewed where it lies.
		token: () => readFileSync(tokenPath, 'utf8').trim(),
		namespace: readFileSync(join(accountFolder, 'namespace'), 'utf8').trim(),
	};
}
