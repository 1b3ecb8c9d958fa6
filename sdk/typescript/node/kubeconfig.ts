/**
 * Reads kubeconfig files: addresses of servers, users and contexts. Several files are merged; of entries with the same name, the first
 * counts.
 */
import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { parse } from 'yaml';

export interface KubeconfigCluster {
	readonly server?: string;
	readonly 'certificate-authority'?: string;
	readonly 'certificate-authority-data'?: string;
	readonly 'insecure-skip-tls-verify'?: boolean;
	readonly 'tls-server-name'?: string;
	readonly 'proxy-url'?: string;
	readonly extensions?: readonly Named<{ readonly extension?: unknown }>[] | null;
}

export interface KubeconfigUser {
	readonly 'client-certificate'?: string;
	readonly 'client-certificate-data'?: string;
	readonly 'client-key'?: string;
	readonly 'client-key-data'?: string;
	readonly token?: string;
	readonly tokenFile?: string;
	readonly username?: string;
	readonly password?: string;
	readonly as?: string;
	readonly 'as-uid'?: string;
	readonly 'as-groups'?: readonly string[];
	readonly 'as-user-extra'?: Readonly<Record<string, readonly string[]>>;
	readonly exec?: ExecSettings;
	readonly 'auth-provider'?: { readonly name?: string };
}

/** Program that returns credentials. */
export interface ExecSettings {
	readonly apiVersion: string;
	readonly command: string;
	readonly args?: readonly string[] | null;
	readonly env?: readonly { readonly name: string; readonly value: string }[] | null;
	readonly installHint?: string;
	readonly provideClusterInfo?: boolean;
	readonly interactiveMode?: 'Never' | 'IfAvailable' | 'Always';
}

/** Cluster, user and namespace to connect with. Paths of files are absolute. */
export interface KubeconfigContext {
	readonly cluster: KubeconfigCluster & { readonly server: string };
	readonly user: KubeconfigUser;
	readonly namespace: string | undefined;
}

interface Kubeconfig {
	readonly 'current-context'?: string;
	readonly clusters?: readonly Named<{ readonly cluster?: KubeconfigCluster }>[] | null;
	readonly users?: readonly Named<{ readonly user?: KubeconfigUser | null }>[] | null;
	readonly contexts?: readonly Named<{ readonly context?: Context }>[] | null;
}

type Named<T> = T & { readonly name: string };

interface Context {
	readonly cluster?: string;
	readonly user?: string;
	readonly namespace?: string;
}

export interface ContextSelection {
	/** Name of the context. Absent: `current-context` of the first file that has one. */
	readonly context?: string | undefined;
	/** Name of a cluster, in place of the context's cluster. */
	readonly cluster?: string | undefined;
	readonly user?: string | undefined;
}

/** Reads and merges the files. Throws an Error that names the file or the missing part. */
export async function readKubeconfigContext(paths: readonly string[], names: ContextSelection = {}): Promise<KubeconfigContext> {
	const files = await Promise.all(paths.map(readKubeconfig));
	const where = paths.join(', ');
	const contextName = names.context ?? files.map((file) => file['current-context']).find((name) => name !== undefined && name !== '');
	const context =
		contextName === undefined
			? {}
			: findNamed(
					'context',
					contextName,
					files.flatMap(({ contexts }) => contexts ?? []),
					where,
				).context;
	const clusterName = names.cluster ?? context?.cluster;
	if (clusterName === undefined) throw new Error(`${where}: no context is current: give \`context\``);
	const userName = names.user ?? context?.user;
	const { cluster } = findNamed(
		'cluster',
		clusterName,
		files.flatMap(({ clusters }) => clusters ?? []),
		where,
	);
	const user =
		userName === undefined
			? {}
			: (findNamed(
					'user',
					userName,
					files.flatMap(({ users }) => users ?? []),
					where,
				).user ?? {});
	if (cluster?.server === undefined) throw new Error(`${where}: the cluster ${JSON.stringify(clusterName)} has no server`);
	return { cluster: { ...cluster, server: cluster.server }, user, namespace: context?.namespace };
}

function findNamed<T>(what: string, name: string, all: readonly Named<T>[], where: string): Named<T> {
	const one = all.find((each) => each.name === name);
	if (one === undefined) throw new Error(`${where}: there is no ${what} ${JSON.stringify(name)}`);
	return one;
}

async function readKubeconfig(path: string): Promise<Kubeconfig> {
	const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
		throw new Error(`cannot read the kubeconfig ${path}: ${error.code === 'ENOENT' ? 'the file does not exist' : error.message}`, { cause: error });
	});
	let config: unknown;
	try {
		config = parse(text);
	} catch (error) {
		throw new Error(`${path} is no YAML: ${error instanceof Error ? error.message : error}`, { cause: error });
	}
	if (config === null || typeof config !== 'object' || Array.isArray(config)) throw new Error(`${path} is no kubeconfig`);
	for (const list of ['clusters', 'users', 'contexts'] as const) checkList((config as Kubeconfig)[list], `${path}: ${list}`);
	return withPaths(config as Kubeconfig, dirname(path));
}

/** Checks a list of named entries. People write these files, and some write `clusters` as a map. */
function checkList(list: unknown, where: string): void {
	if (list === undefined || list === null) return;
	if (!Array.isArray(list)) throw new Error(`${where} is no list`);
	for (const [index, entry] of list.entries())
		if (entry === null || typeof entry !== 'object' || typeof entry.name !== 'string') throw new Error(`${where}[${index}] is nothing with a name`);
}

/** Makes paths absolute. In a kubeconfig, they are relative to its folder. */
function withPaths(config: Kubeconfig, folder: string): Kubeconfig {
	const absolute = <T extends object>(value: T | null | undefined, fields: readonly (keyof T)[]): T =>
		Object.fromEntries(
			Object.entries(value ?? {}).map(([key, item]) => [
				key,
				fields.includes(key as keyof T) && typeof item === 'string' && item !== '' ? resolve(folder, item) : item,
			]),
		) as T;
	return {
		...config,
		clusters: (config.clusters ?? []).map((each) => ({ ...each, cluster: absolute(each.cluster, ['certificate-authority']) })),
		users: (config.users ?? []).map((each) => ({ ...each, user: withCommand(absolute(each.user, ['client-certificate', 'client-key', 'tokenFile']), folder) })),
	};
}

/** Makes the path of the command absolute. A command without a slash is looked up in PATH. */
function withCommand(user: KubeconfigUser, folder: string): KubeconfigUser {
	const { exec } = user;
	if (exec?.command === undefined || !/[\\/]/.test(exec.command)) return user;
	return { ...user, exec: { ...exec, command: resolve(folder, exec.command) } };
}
