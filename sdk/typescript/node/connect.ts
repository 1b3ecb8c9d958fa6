/** From where a program runs to a client: a kubeconfig, or the account of the pod that it runs in. */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { vocabulary } from '../../../generated/vocabulary.ts';
import { Client, type ClientOptions } from '../client/client.ts';
import { accountWay, hasAccount } from './account.ts';
import { readWay, type Way, type WayNames } from './kubeconfig.ts';
import { reached } from './reach.ts';

export interface ConnectOptions extends WayNames, Omit<ClientOptions, 'server' | 'fetch' | 'credentials' | 'token'> {
	/**
	 * Path of the file. When absent: `$KUBECONFIG`, the account of the pod, the file in the home folder, whichever is there first; who names a
	 * `context`, `cluster` or `user` means a file.
	 */
	readonly kubeconfig?: string | undefined;
	/** The account of the pod, whatever else is there: true, or the folder where its files lie, if it is not the usual one. */
	readonly account?: boolean | string | undefined;
	/** In place of all that is said there of who asks: a token, or whoever knows the one of now. */
	readonly token?: ClientOptions['token'];
}

/** A client of the server that is meant here. Throws an Error that says what was looked for, or what is wrong with what was found. */
export async function connect({ kubeconfig, account = false, context, cluster, user, token, ...options }: ConnectOptions = {}): Promise<Client> {
	const names = { context, cluster, user };
	const isNamed = Object.values(names).some((name) => name !== undefined);
	if (account !== false) {
		if (kubeconfig !== undefined || isNamed)
			throw new TypeError('`account` is of a pod, and `kubeconfig`, `context`, `cluster` and `user` are of a file: give one');
		return clientOf(accountWay(account === true ? undefined : account), token, options);
	}
	const paths = kubeconfig === undefined ? kubeconfigPaths() : [kubeconfig];
	if (paths !== undefined) return clientOf(await readWay(paths, names), token, options);
	if (!isNamed && hasAccount()) return clientOf(accountWay(), token, options);
	const home = homeKubeconfig();
	if (!existsSync(home)) throw new Error(`no server is known: there is no ${home}, KUBECONFIG is not set, and this is no pod with an account`);
	return clientOf(await readWay([home], names), token, options);
}

type Options = Omit<ConnectOptions, 'kubeconfig' | 'account' | 'token' | keyof WayNames>;

function clientOf(way: Way, token: ClientOptions['token'], options: Options): Client {
	const { namespace } = way;
	return new Client({ ...reached(way, token), ...(namespace !== undefined && { namespace }), ...given(options) });
}

/** What was said, and not what was left out: it would hide what the kubeconfig says. */
function given(options: Options): Options {
	return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
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
