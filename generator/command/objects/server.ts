/**
 * Objects of a running server, read in chunks. Each kind is listed in its storage version if the server reveals it, otherwise in its
 * preferred
 * version.
 *
 * The server converts rows of an earlier version, so their stored form is not seen.
 */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type ApiGroup, type ApiGroupList, type ApiResource, type ApiResourceList, versionHash } from '../../../runtime/documents/discovery.ts';
import { groupVersionOf, versionPath } from '../../../runtime/model/api-version.ts';
import type { JsonObject } from '../../../runtime/model/catalog.ts';
import { ApiError } from '../../../sdk/typescript/client/errors.ts';
import { Requests } from '../../../sdk/typescript/client/requests.ts';
import { readKubeconfigContext } from '../../../sdk/typescript/node/kubeconfig.ts';
import { connectionOf } from '../../../sdk/typescript/node/kubeconfig-connection.ts';
import type { StoredIn, Taking } from './stored-in.ts';

/** Objects per response; a few megabytes if they are large. */
const chunkObjects = 500;

/** Default path of the administrator's kubeconfig that a server writes. */
const ownKubeconfig = join('.orch', 'kubeconfig');

/** Returns the objects of a server. `kubeconfig`: path; by default `$KUBECONFIG`, or the one in the server's default data directory. */
export function inServer(url: string, kubeconfig: string | undefined): StoredIn {
	return {
		name: url,
		async read(begin) {
			const requests = await requestsTo(url, kubeconfig);
			const groups = await groupsOf(requests);
			const taking = begin({ groups: groups.map(({ name }) => name) });
			for (const stored of chosen(await storedResources(requests, groups), taking)) await takeAll(requests, stored, taking);
		},
	};
}

/** Release and metrics of a server. */
export interface AskedServer {
	/** Emulated release. */
	readonly release: string;
	/** Page of /metrics; empty when the user may not read it. */
	readonly metrics: string;
}

/** Asks a server for its release and its metrics. */
export async function askServer(url: string, kubeconfig: string | undefined): Promise<AskedServer> {
	const requests = await requestsTo(url, kubeconfig);
	const { major, minor } = await requests.ask<{ readonly major: string; readonly minor: string }>({ method: 'GET', path: '/version' });
	const metrics = await requests.open({ method: 'GET', path: '/metrics' }).then(
		(response) => response.text(),
		(error: unknown) => {
			if (error instanceof ApiError && error.status === 403) return '';
			throw error;
		},
	);
	return { release: `${major}.${minor.replace(/\D.*$/, '')}`, metrics };
}

/** Returns a client. The server's identity must be verified, because objects and tokens are confidential. `flag`: flag with the URL. */
export async function requestsTo(url: string, kubeconfig: string | undefined, flag = '--objects'): Promise<Requests> {
	if (!url.startsWith('https://')) throw new Error(`${flag} ${url}: the address must start with https://, so that the server can prove its identity`);
	const way = await readKubeconfigContext(kubeconfigs(kubeconfig));
	if (way.cluster['insecure-skip-tls-verify'] === true)
		throw new Error('the kubeconfig has insecure-skip-tls-verify, but the server must prove its identity: set certificate-authority instead');
	return new Requests({ ...connectionOf({ ...way, cluster: { ...way.cluster, server: url } }), retries: { attempts: 3 } });
}

function kubeconfigs(named: string | undefined): readonly string[] {
	if (named !== undefined) return [named];
	const listed = (process.env.KUBECONFIG ?? '').split(delimiter).filter((path) => path !== '');
	const there = listed.filter((path) => existsSync(path));
	if (listed.length > 0) return there.length > 0 ? there : listed.slice(0, 1);
	if (existsSync(ownKubeconfig)) return [ownKubeconfig];
	throw new Error(`no credentials for the server: use --kubeconfig FILE (a server writes one to its data directory), or set KUBECONFIG`);
}

async function groupsOf(requests: Requests): Promise<readonly ApiGroup[]> {
	const { versions } = await requests.ask<{ readonly versions: readonly string[] }>({ method: 'GET', path: '/api' });
	const { groups } = await requests.ask<ApiGroupList>({ method: 'GET', path: '/apis' });
	const core = versions.map((version) => ({ groupVersion: version, version }));
	return [...core.slice(0, 1).map((preferredVersion) => ({ name: '', versions: core, preferredVersion })), ...groups];
}

/** A resource in one version of a group. */
interface ListedResource {
	readonly apiVersion: string;
	readonly resource: ApiResource;
	readonly isPreferred: boolean;
}

async function storedResources(requests: Requests, groups: readonly ApiGroup[]): Promise<readonly ListedResource[]> {
	const found: ListedResource[] = [];
	for (const { versions, preferredVersion } of groups) {
		for (const { groupVersion } of versions) {
			const { resources } = await requests.ask<ApiResourceList>({ method: 'GET', path: versionPath(groupVersionOf(groupVersion)) });
			const isPreferred = groupVersion === preferredVersion.groupVersion;
			// Only stored resources have a `storageVersionHash`.
			for (const resource of resources)
				if (resource.verbs.includes('list') && resource.storageVersionHash !== undefined) found.push({ apiVersion: groupVersion, resource, isPreferred });
		}
	}
	return found;
}

interface ChosenResource {
	/** Storage name of the kind. */
	readonly stored: string;
	readonly apiVersion: string;
	readonly resource: ApiResource;
}

/** Picks one API version to read each stored kind through, because several groups and versions may serve it. */
function chosen(listed: readonly ListedResource[], taking: Taking): readonly ChosenResource[] {
	const byStored = Map.groupBy(listed, ({ apiVersion, resource: { name } }) => {
		const { group } = groupVersionOf(apiVersion);
		return taking.resourceOf(group, name) ?? (group === '' ? name : `${name}.${group}`);
	});
	return [...byStored].flatMap(([stored, candidates]) => {
		const way = candidates.find(isStorageVersion) ?? candidates.find(({ isPreferred }) => isPreferred) ?? candidates[0];
		return way === undefined ? [] : [{ stored, apiVersion: way.apiVersion, resource: way.resource }];
	});
}

function isStorageVersion({ apiVersion, resource: { kind, storageVersionHash } }: ListedResource): boolean {
	return versionHash({ ...groupVersionOf(apiVersion), kind }) === storageVersionHash;
}

export interface ListPage {
	readonly metadata: { readonly continue?: string };
	readonly items: readonly JsonObject[];
}

async function takeAll(requests: Requests, { stored, apiVersion, resource: { name: plural, kind } }: ChosenResource, taking: Taking): Promise<void> {
	const path = `${versionPath(groupVersionOf(apiVersion))}/${plural}`;
	let next: string | undefined;
	do {
		const chunk = await listed(requests, path, next);
		if (typeof chunk === 'string') {
			taking.takeUnreadable(stored, `${apiVersion} ${plural} cannot be listed: ${chunk}`);
			return;
		}
		for (const item of chunk.items) {
			const metadata = { ...(item.metadata as JsonObject) };
			delete metadata.resourceVersion;
			const { name, namespace } = metadata;
			// Items of built-in lists lack `apiVersion` and `kind`.
			taking.take({ resource: stored, namespace: String(namespace ?? ''), name: String(name), object: { ...item, apiVersion, kind, metadata } });
		}
		next = chunk.metadata.continue === '' ? undefined : chunk.metadata.continue;
	} while (next !== undefined);
}

/**
 * Returns a chunk of the list, or the reason why there is none. With an expired continue token the list goes on with the current objects.
 */
async function listed(requests: Requests, path: string, next: string | undefined): Promise<ListPage | string> {
	const ask = (token: string | undefined) => requests.ask<ListPage>({ method: 'GET', path, query: { limit: chunkObjects, continue: token } });
	try {
		return await ask(next);
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
		if (error.continueToken !== undefined) return await ask(error.continueToken);
		if (error.status === 403 || error.status >= 500) return error.message;
		throw error;
	}
}
