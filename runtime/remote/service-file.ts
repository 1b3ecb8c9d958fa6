/**
 * Reads an external service and the credentials for it from a kubeconfig file (seed 3, "Webhook token authentication"). The current context
 * names a cluster, which is the service, and a user, which is this server. Paths are relative to the file.
 */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { readUserFile } from '../storage/read-user-file.ts';
import { parseYaml } from '../wire/yaml.ts';

export interface RemoteService extends RemoteUser {
	readonly url: URL;
	/** PEM; by default the system's CAs. */
	readonly ca?: string;
	/** Name in the service's certificate, when it differs from the URL's host. */
	readonly servername?: string;
	readonly rejectUnauthorized: boolean;
}

/** This server's identity at the service. */
export interface RemoteUser {
	readonly cert?: string;
	readonly key?: string;
	/** Value of the Authorization header; undefined: none. Token files are read each time, because others rotate them. */
	authorization(): string | undefined | Promise<string | undefined>;
}

type Section = Readonly<Record<string, unknown>>;

const clusterFields = ['server', 'certificate-authority', 'certificate-authority-data', 'tls-server-name', 'insecure-skip-tls-verify', 'extensions'];
const userFields = [
	'client-certificate',
	'client-certificate-data',
	'client-key',
	'client-key-data',
	'token',
	'tokenFile',
	'username',
	'password',
	'extensions',
];

/** Rejects with an Error of one sentence that begins with `what`: the flag and the file. */
export async function readRemoteService(file: string, what: string): Promise<RemoteService> {
	try {
		return await serviceOf(parseYaml(await readUserFile(file)), dirname(resolve(file)));
	} catch (error) {
		throw new Error(`${what}: ${(error as Error).message}`, { cause: error });
	}
}

/** Reads all users of the file, and the user of its current context. Rejects like `readRemoteService`. */
export async function readRemoteUsers(
	file: string,
	what: string,
): Promise<{ readonly users: ReadonlyMap<string, RemoteUser>; readonly current: RemoteUser | undefined }> {
	try {
		const all = section(parseYaml(await readUserFile(file)), 'the file');
		const entries = all.users ?? [];
		if (!Array.isArray(entries)) throw new Error('users: expected a list');
		const users = new Map<string, RemoteUser>();
		for (const entry of entries) {
			const name = text(section(entry, 'an entry of users'), 'name');
			if (name === undefined) throw new Error('an entry of users has no name');
			users.set(name, await userOf(named(all, 'users', 'user', name), dirname(resolve(file))));
		}
		const context = text(all, 'current-context');
		const current = context === undefined ? undefined : text(named(all, 'contexts', 'context', context), 'user');
		return { users, current: current === undefined ? undefined : users.get(current) };
	} catch (error) {
		throw new Error(`${what}: ${(error as Error).message}`, { cause: error });
	}
}

async function userOf(user: Section, folder: string): Promise<RemoteUser> {
	refuseOthers(user, userFields, 'user');
	const [cert, key] = await Promise.all([pem(user, 'client-certificate', folder), pem(user, 'client-key', folder)]);
	if ((cert === undefined) !== (key === undefined)) throw new Error('client-certificate and client-key must be set together');
	return { ...(cert !== undefined && { cert }), ...(key !== undefined && { key }), authorization: authorizationOf(user, folder) };
}

async function serviceOf(config: unknown, folder: string): Promise<RemoteService> {
	const all = section(config, 'the file');
	const current = text(all, 'current-context');
	if (current === undefined) throw new Error('current-context is missing');
	const context = named(all, 'contexts', 'context', current);
	const cluster = named(all, 'clusters', 'cluster', text(context, 'cluster') ?? '');
	const user = text(context, 'user') === undefined ? {} : named(all, 'users', 'user', text(context, 'user') ?? '');
	refuseOthers(cluster, clusterFields, 'cluster');
	const [ca, who] = await Promise.all([pem(cluster, 'certificate-authority', folder), userOf(user, folder)]);
	const servername = text(cluster, 'tls-server-name');
	return {
		url: serverOf(text(cluster, 'server')),
		...who,
		...(ca !== undefined && { ca }),
		...(servername !== undefined && { servername }),
		rejectUnauthorized: cluster['insecure-skip-tls-verify'] !== true,
	};
}

function serverOf(server: string | undefined): URL {
	const url = server === undefined || !URL.canParse(server) ? undefined : new URL(server);
	if (url?.protocol !== 'https:') throw new Error(`server ${JSON.stringify(server ?? '')} is not an https URL`);
	return url;
}

function authorizationOf(user: Section, folder: string): RemoteUser['authorization'] {
	const file = text(user, 'tokenFile');
	if (file !== undefined) return async () => `Bearer ${(await readFile(resolve(folder, file), 'utf8')).trim()}`;
	const token = text(user, 'token');
	if (token !== undefined) return () => `Bearer ${token}`;
	const [name, password] = [text(user, 'username'), text(user, 'password')];
	if (name === undefined) return () => undefined;
	const basic = Buffer.from(`${name}:${password ?? ''}`).toString('base64');
	return () => `Basic ${basic}`;
}

/**
 * Reads PEM from a base64 field or the file that it names. Invalid PEM is refused here, because it would otherwise be noticed at the first
 * request or never.
 */
async function pem(from: Section, name: string, folder: string): Promise<string | undefined> {
	const data = text(from, `${name}-data`);
	const file = text(from, name);
	if (data === undefined && file === undefined) return undefined;
	const given = data !== undefined ? Buffer.from(data, 'base64').toString() : await readUserFile(resolve(folder, file ?? ''));
	const isKey = name === 'client-key';
	try {
		if (isKey) createPrivateKey(given);
		else new X509Certificate(given);
	} catch (error) {
		// The message must not contain the content, which may be a secret.
		throw new Error(`${data !== undefined ? `${name}-data` : `${name} ${file}`} contains no PEM ${isKey ? 'private key' : 'certificate'}`, {
			cause: error,
		});
	}
	return given;
}

function named(all: Section, list: string, kind: string, name: string): Section {
	const entries = all[list] ?? [];
	if (!Array.isArray(entries)) throw new Error(`${list}: expected a list`);
	const found: unknown = entries.find((entry: unknown) => isSection(entry) && entry.name === name);
	if (!isSection(found)) throw new Error(`there is no ${kind} ${JSON.stringify(name)}`);
	return section(found[kind] ?? {}, `${kind} ${JSON.stringify(name)}`);
}

function refuseOthers(from: Section, known: readonly string[], what: string): void {
	const other = Object.keys(from).find((name) => !known.includes(name));
	if (other !== undefined) throw new Error(`${other} of a ${what} is not supported`);
}

function text(from: Section, name: string): string | undefined {
	const value = from[name] ?? undefined;
	if (value !== undefined && typeof value !== 'string') throw new Error(`${name}: expected a string`);
	return value === '' ? undefined : value;
}

function section(value: unknown, what: string): Section {
	if (!isSection(value)) throw new Error(`${what} is no object`);
	return value;
}

function isSection(value: unknown): value is Section {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
