/**
 * Builds discovery documents: the served groups, versions and resources. Pure functions of a catalog, narrowed to the emulated release and
 * in one vocabulary. `http/` adds caching, content types and ETags. Source: seed 1, "Discovery"; KEP-3352 (aggregated form).
 */

import { createHash } from 'node:crypto';
import { apiVersionOf, type GroupVersion } from '../model/api-version.ts';
import type { Catalog, GroupVersionKind, KindDescriptor, VersionDescriptor } from '../model/catalog.ts';
import { type Endpoint, endpointsOf } from '../model/endpoint.ts';
import { compareReleases } from '../model/release.ts';
import type { Verb } from '../model/verb.ts';

export interface GroupVersionForDiscovery {
	readonly groupVersion: string;
	readonly version: string;
}

export interface ApiGroup {
	readonly kind?: 'APIGroup';
	readonly apiVersion?: 'v1';
	readonly name: string;
	readonly versions: readonly GroupVersionForDiscovery[];
	readonly preferredVersion: GroupVersionForDiscovery;
}

export interface ApiGroupList {
	readonly kind: 'APIGroupList';
	readonly apiVersion: 'v1';
	readonly groups: readonly ApiGroup[];
}

export interface ApiVersions {
	readonly kind: 'APIVersions';
	readonly versions: readonly string[];
	readonly serverAddressByClientCIDRs: readonly { readonly clientCIDR: string; readonly serverAddress: string }[];
}

export interface ApiResource {
	/** Plural name, or `plural/subresource`. */
	readonly name: string;
	readonly singularName: string;
	readonly namespaced: boolean;
	/** Group of the request and response object when it differs from the list's, as for the scale of a deployment. */
	readonly group?: string;
	readonly version?: string;
	readonly kind: string;
	readonly verbs: readonly Verb[];
	readonly shortNames?: readonly string[];
	readonly categories?: readonly string[];
	readonly storageVersionHash?: string;
}

export interface ApiResourceList {
	readonly kind: 'APIResourceList';
	readonly apiVersion?: 'v1';
	readonly groupVersion: string;
	readonly resources: readonly ApiResource[];
}

export interface ApiResourceDiscovery {
	readonly resource: string;
	readonly responseKind: GroupVersionKind;
	readonly scope: 'Namespaced' | 'Cluster';
	readonly singularResource: string;
	readonly verbs: readonly Verb[];
	readonly shortNames?: readonly string[];
	readonly categories?: readonly string[];
	readonly subresources?: readonly { readonly subresource: string; readonly responseKind: GroupVersionKind; readonly verbs: readonly Verb[] }[];
}

export interface ApiGroupDiscovery {
	readonly metadata: { readonly name?: string; readonly creationTimestamp?: null };
	readonly versions: readonly { readonly version: string; readonly resources: readonly ApiResourceDiscovery[]; readonly freshness: 'Current' | 'Stale' }[];
}

export interface ApiGroupDiscoveryList {
	readonly kind: 'APIGroupDiscoveryList';
	readonly apiVersion: string;
	readonly metadata: Record<string, never>;
	readonly items: readonly ApiGroupDiscovery[];
}

/** Returns the resources of an aggregated group version; undefined when its server does not answer. */
export type ProxiedLookup = (group: string, version: string) => readonly ApiResourceDiscovery[] | undefined;

/** A kind as one group version serves it. */
export interface ServedKindVersion {
	readonly kind: KindDescriptor;
	readonly version: VersionDescriptor;
}

export interface ServedVersion {
	readonly version: string;
	/** Resources by plural name; empty where another server serves them. */
	readonly resources: readonly ServedKindVersion[];
	/** True for a version that another server serves. */
	readonly proxied: boolean;
}

export interface ServedGroup {
	/** Empty for the core group. */
	readonly group: string;
	/** Versions, most preferred first. */
	readonly versions: readonly ServedVersion[];
	/** True for a group that another server serves as a whole. */
	readonly proxied: boolean;
}

const defaultPriority = 1000;

/**
 * Returns the served groups in the order of discovery: groups by priority, versions by preference, resources by plural name. Omits versions
 * without resources, unless another server has them.
 */
export function servedGroups(catalog: Catalog): readonly ServedGroup[] {
	const byGroup = new Map<string, Map<string, ServedKindVersion[]>>();
	for (const kind of catalog.kinds) {
		for (const version of kind.versions) {
			const versions = byGroup.get(version.group) ?? new Map<string, ServedKindVersion[]>();
			byGroup.set(version.group, versions);
			const resources = versions.get(version.version) ?? [];
			versions.set(version.version, resources);
			resources.push({ kind, version });
		}
	}
	const foreign = foreignVersions(catalog);
	for (const [group, versions] of foreign) {
		const all = byGroup.get(group) ?? new Map<string, ServedKindVersion[]>();
		byGroup.set(group, all);
		for (const version of versions) all.set(version, []);
	}
	const declared = new Map(catalog.groups.map((group) => [group.group, group]));
	return [...byGroup]
		.map(([group, versions]) => {
			const of = declared.get(group);
			const served: ServedGroup = { group, versions: inPreference(versions, of?.versions ?? [], foreign.get(group) ?? []), proxied: of?.proxied === true };
			return { served, priority: of?.priority ?? defaultPriority };
		})
		.sort((a, b) => b.priority - a.priority || compareText(a.served.group, b.served.group))
		.map(({ served }) => served);
}

/** Returns the versions that other servers serve, by group. */
function foreignVersions({ groups, remoteVersions = new Map() }: Catalog): ReadonlyMap<string, readonly string[]> {
	return new Map([...remoteVersions, ...groups.flatMap(({ group, versions, proxied }) => (proxied ? [[group, versions] as const] : []))]);
}

function inPreference(versions: ReadonlyMap<string, ServedKindVersion[]>, order: readonly string[], foreign: readonly string[]): ServedVersion[] {
	const rank = (version: string) => (order.includes(version) ? order.indexOf(version) : order.length);
	return [...versions]
		.map(([version, resources]) => ({
			version,
			resources: resources.sort((a, b) => compareText(a.kind.plural, b.kind.plural)),
			proxied: foreign.includes(version),
		}))
		.sort((a, b) => rank(a.version) - rank(b.version) || compareText(a.version, b.version));
}

/** Returns the subresources of a kind in one of its versions, by name. */
export function subresourcesOf({ kind, version }: ServedKindVersion): readonly Endpoint[] {
	return endpointsOf(kind, version).slice(1);
}

/** Builds the body of `/api`. `serverAddress`: host and port for clients. */
export function apiVersions(catalog: Catalog, serverAddress: string): ApiVersions {
	const core = servedGroups(catalog).find(({ group }) => group === '');
	return {
		kind: 'APIVersions',
		versions: core?.versions.map(({ version }) => version) ?? [],
		serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress }],
	};
}

/** Builds the body of `/apis`, without the core group. */
export function apiGroupList(catalog: Catalog): ApiGroupList {
	const groups = servedGroups(catalog).filter(({ group }) => group !== '');
	return { kind: 'APIGroupList', apiVersion: 'v1', groups: groups.map(groupOf) };
}

/** Builds the body of `/apis/GROUP`; undefined when the group is not served. */
export function apiGroup(catalog: Catalog, group: string): ApiGroup | undefined {
	const served = servedGroups(catalog).find((candidate) => candidate.group === group);
	return served && { kind: 'APIGroup', apiVersion: 'v1', ...groupOf(served) };
}

function groupOf({ group, versions }: ServedGroup): ApiGroup {
	const entries = versions.map(({ version }) => ({ groupVersion: apiVersionOf({ group, version }), version }));
	const [preferredVersion] = entries;
	if (preferredVersion === undefined) throw new Error(`group ${JSON.stringify(group)} is served without a version`);
	return { name: group, versions: entries, preferredVersion };
}

/** Builds the body of `/api/VERSION` or `/apis/GROUP/VERSION`; undefined when it is not served. */
export function apiResourceList(catalog: Catalog, group: string, version: string): ApiResourceList | undefined {
	const served = servedGroups(catalog)
		.find((candidate) => candidate.group === group)
		?.versions.find((candidate) => candidate.version === version && !candidate.proxied);
	if (served === undefined) return undefined;
	return {
		kind: 'APIResourceList',
		// The core group's list predates the apiVersion of lists.
		...(group === '' ? {} : { apiVersion: 'v1' as const }),
		groupVersion: apiVersionOf({ group, version }),
		resources: served.resources.flatMap(resourcesOf),
	};
}

function resourcesOf(served: ServedKindVersion): ApiResource[] {
	const { kind, version } = served;
	const namespaced = kind.scope === 'Namespaced';
	const main: ApiResource = {
		name: kind.plural,
		singularName: kind.singular,
		namespaced,
		kind: kind.kind,
		verbs: [...kind.verbs].sort(compareText),
		...names(kind),
		...(kind.stored !== false && { storageVersionHash: storageVersionHash(kind) }),
	};
	const subresources = subresourcesOf(served).map(({ subresource, takes, verbs }): ApiResource => {
		const foreign = takes.group !== version.group || takes.version !== version.version;
		return {
			name: `${kind.plural}/${subresource}`,
			singularName: '',
			namespaced,
			...(foreign && { group: takes.group, version: takes.version }),
			kind: takes.kind,
			verbs,
		};
	});
	return [main, ...subresources];
}

function names(kind: KindDescriptor): { shortNames?: readonly string[]; categories?: readonly string[] } {
	return { ...(kind.shortNames.length > 0 && { shortNames: kind.shortNames }), ...(kind.categories.length > 0 && { categories: kind.categories }) };
}

export function storageVersionHash(kind: KindDescriptor): string {
	const storage = kind.versions[kind.storageVersion];
	if (storage === undefined) throw new Error(`${kind.kind} has no version ${kind.storageVersion} to be stored in`);
	return versionHash({ group: storage.group, version: storage.version, kind: kind.kind });
}

/** Returns a storage version hash: eight bytes of a hash over the storage type, in base64. */
export function versionHash({ group, version, kind }: GroupVersionKind): string {
	return createHash('sha256').update(`${group}/${version}/${kind}`).digest().subarray(0, 8).toString('base64');
}

/**
 * Builds the aggregated form: `/api` has only the core group, `/apis` all others. @param apiVersion the requested form, for example
 * `apidiscovery.GROUP_DOMAIN/v2` or `.../v2beta1`, which have the same fields. @param proxied returns the resources of an aggregated group
 * version; undefined when its server does not answer.
 */
export function apiGroupDiscoveryList(catalog: Catalog, endpoint: '/api' | '/apis', apiVersion: string, proxied: ProxiedLookup): ApiGroupDiscoveryList {
	const groups = servedGroups(catalog).filter(({ group }) => (group === '') === (endpoint === '/api'));
	const form: AggregatedForm = {
		saysNoTime: compareReleases(catalog.release, '1.34') < 0,
		custom: new Set(catalog.groups.flatMap(({ group, custom }) => (custom === true ? [group] : []))),
	};
	return { kind: 'APIGroupDiscoveryList', apiVersion, metadata: {}, items: groups.map((group) => groupDiscovery(group, form, proxied)) };
}

/** Differences of the aggregated form by release and group. */
interface AggregatedForm {
	/** True up to 1.33, where metadata has a null creation time. */
	readonly saysNoTime: boolean;
	/** Groups of custom kinds. */
	readonly custom: ReadonlySet<string>;
}

/** Marks versions of an unreachable server as stale; clients then request its resource list themselves. */
function groupDiscovery({ group, versions }: ServedGroup, form: AggregatedForm, lookup: ProxiedLookup): ApiGroupDiscovery {
	const isCustom = form.custom.has(group);
	return {
		metadata: { ...(group && { name: group }), ...(form.saysNoTime && { creationTimestamp: null }) },
		versions: versions.map(({ version, resources, proxied }) => {
			const found = proxied ? lookup(group, version) : resources.map((served) => resourceDiscovery(served, isCustom));
			return { version, resources: found ?? [], freshness: found === undefined ? 'Stale' : 'Current' };
		}),
	};
}

/** Built-in kinds state group and version only where they differ from the resource's; custom kinds always do. */
function resourceDiscovery(served: ServedKindVersion, isCustom: boolean): ApiResourceDiscovery {
	const { kind, version } = served;
	const isOwn = (of: GroupVersion): boolean => !isCustom && of.group === version.group && of.version === version.version;
	const kindOf = (of: GroupVersion, name: string) =>
		isOwn(of) ? { group: '', version: '', kind: name } : { group: of.group, version: of.version, kind: name };
	const subresources = subresourcesOf(served).map(({ subresource, takes, verbs }) => ({ subresource, responseKind: kindOf(takes, takes.kind), verbs }));
	return {
		resource: kind.plural,
		responseKind: kindOf(version, kind.kind),
		scope: kind.scope,
		singularResource: kind.singular,
		verbs: [...kind.verbs].sort(compareText),
		...names(kind),
		...(subresources.length > 0 && { subresources }),
	};
}

/** Compares UTF-16 code units, independent of the locale. */
function compareText(a: string, b: string): number {
	return a < b ? -1 : a > b ? 1 : 0;
}
