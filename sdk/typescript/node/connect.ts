/** Connects a program to its server: by a kubeconfig, or by the service account of its pod. */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { vocabulary } from '../../../generated/vocabulary.ts';
import { Client, type ClientOptions } from '../client/client.ts';
import { type ContextSelection, type KubeconfigContext, readKubeconfigContext } from './kubeconfig.ts';
import { connectionOf } from './kubeconfig-connection.ts';
import { hasServiceAccount, serviceAccountContext } from './service-account.ts';

export interface ConnectOptions extends ContextSelection, Omit<ClientOptions, 'server' | 'fetch' | 'credentials' | 'token'> {
	/**
	 * Path of the kubeconfig. Default: the first of these that exists: `$KUBECONFIG`, the pod's service account, the file in the home
	 * folder. With a `context`, `cluster` or `user`, the service account is skipped.
	 */
	readonly kubeconfig?: string | undefined;
	/**
	 * True: uses the pod's service account, even if other sources exist. A string: folder of the account's files, if it is not the usual
	 * one.
	 */
	readonly account?: boolean | string | undefined;
	/** Bearer token, or a function that returns the current one. It replaces the credentials of the kubeconfig or the service account. */
	readonly token?: ClientOptions['token'];
}

/**
 * Returns a client of the configured server. Throws an Error that names the sources that were tried, or the error in the source that
 * exists.
 */
export async function connect({ kubeconfig, account = false, context, cluster, user, token, ...options }: ConnectOptions = {}): Promise<Client> {
	const names = { context, cluster, user };
	const isNamed = Object.values(names).some((name) => name !== undefined);
	if (account !== false) {
		if (kubeconfig !== undefined || isNamed) throw new TypeError('`account` (of a pod) excludes `kubeconfig`, `context`, `cluster` and `user` (of a file)');
		return clientOf(serviceAccountContext(account === true ? undefined : account), token, options);
	}
	const paths = kubeconfig === undefined ? kubeconfigPaths() : [kubeconfig];
	if (paths !== undefined) return clientOf(await readKubeconfigContext(paths, names), token, options);
	if (!isNamed && hasServiceAccount()) return clientOf(serviceAccountContext(), token, options);
	const home = homeKubeconfig();
	if (!existsSync(home)) throw new Error(`no server is configured: there is no ${home}, KUBECONFIG is not set, and this is no pod with an account`);
	return clientOf(await readKubeconfigContext([home], names), token, options);
}

type Options = Omit<ConnectOptions, 'kubeconfig' | 'account' | 'token' | keyof ContextSelection>;

function clientOf(context: KubeconfigContext, token: ClientOptions['token'], options: Options): Client {
	const { namespace } = context;
	return new Client({ ...connectionOf(context, token), ...(namespace !== undefined && { namespace }), ...withoutUndefined(options) });
}

/** Drops undefined options, which would hide the values of the kubeconfig. */
function withoutUndefined(options: Options): Options {
	return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

/**
 * Returns the paths in `$KUBECONFIG`, or undefined when it is empty. Missing files are dropped. If all are missing, the first path stays.
 */
function kubeconfigPaths(): readonly string[] | undefined {
	const named = (process.env.KUBECONFIG ?? '').split(delimiter).filter((path) => path !== '');
	if (named.length === 0) return undefined;
	const there = named.filter((path) => existsSync(path));
	return there.length === 0 ? named.slice(0, 1) : there;
}

function homeKubeconfig(): string {
	return join(homedir(), `.${vocabulary.shortPrefix}`, 'config');
}
