/**
 * Discovery: `/api`, `/apis` and the paths below, in the legacy form (JSON, YAML, protobuf) and the aggregated form (JSON). A client reads
 * one document for each group version, unless the answer's Content-Type repeats group, version and form of the aggregated one.
 */
import { ApiError } from '../../api/errors.ts';
import type { ApiRequest, ApiResponse, Handler } from '../../api/request.ts';
import { parseAccept } from '../../codec/accept.ts';
import { negotiator } from '../../codec/negotiate.ts';
import { textForm } from '../../codec/text-form.ts';
import { apiGroup, apiGroupDiscoveryList, apiGroupList, apiResourceList, apiVersions, type ProxiedLookup, servedGroups } from '../../documents/discovery.ts';
import type { GroupVersion } from '../../model/api-version.ts';
import type { Catalog } from '../../model/catalog.ts';
import { compareReleases } from '../../model/release.ts';
import { type Dialect, dialectsOf, type Vocabulary } from '../../model/vocabulary.ts';
import { type DiscoveryDocument, encodeDiscovery } from './discovery-protobuf.ts';
import { Documents, documentOf, respondDocument } from './document.ts';
import { ProxiedResources } from './proxied-resources.ts';

export interface DiscoveryOptions {
	/** Returns the catalog, narrowed to the served resources, with the group versions of other servers. The same value while nothing changes. */
	readonly catalog: () => Catalog;
	/** Handlers of the groups that hooks forward to other servers, by group name. */
	readonly proxies: ReadonlyMap<string, Handler>;
	/** Resources of the group versions of APIServices, as last fetched. */
	readonly remote: RemoteDiscovery;
	readonly vocabulary: Vocabulary;
	/** Returns the host and port by which clients reach the server. */
	readonly serverAddress: () => string;
}

export interface RemoteDiscovery {
	/** Number that changes with every change of the resources. */
	edition(): number;
	/** Returns the resources; undefined when the server of the group version does not answer. */
	resources: ProxiedLookup;
}

const json = 'application/json';
/** Representations of the legacy documents: all three encodings, and no Table. */
const offer = { protobuf: true, transforms: 'none', stream: false } as const;

/** Documents of one state of the catalog. */
interface DiscoveryState {
	readonly catalog: Catalog;
	readonly remoteEdition: number;
	readonly documents: Documents;
	/** Group versions that hooks forward. Their resources are fetched for each user. */
	readonly hooked: readonly GroupVersion[];
}

/** Returns the handler of `/api`, `/apis` and the paths below that name no resource. */
export function discovery({ catalog: present, proxies, remote, vocabulary, serverAddress }: DiscoveryOptions): Handler {
	const behind = new ProxiedResources(proxies);
	const negotiate = negotiator(vocabulary);
	const dialects = dialectsOf(vocabulary);
	let state = stateOf(present(), remote.edition());
	const forms: AggregatedForms = { dialects, versions: aggregatedVersions(state.catalog) };

	function current(): DiscoveryState {
		const [catalog, edition] = [present(), remote.edition()];
		if (state.catalog !== catalog || state.remoteEdition !== edition) state = stateOf(catalog, edition);
		return state;
	}

	function root(request: ApiRequest, endpoint: '/api' | '/apis'): ApiResponse | Promise<ApiResponse> {
		const { catalog, documents, hooked } = current();
		const form = catalog.closedGates?.has('AggregatedDiscoveryEndpoint') ? undefined : aggregatedForm(request.header('accept'), forms);
		if (form === undefined) return legacy(request, endpoint, () => (endpoint === '/api' ? apiVersions(catalog, serverAddress()) : apiGroupList(catalog)));
		const { group, version } = form;
		const contentType = `${json};g=${group};v=${version};as=APIGroupDiscoveryList`;
		if (endpoint === '/apis' && hooked.length > 0) return withHooked(request, `${group}/${version}`, contentType);
		const make = () => JSON.stringify(apiGroupDiscoveryList(catalog, endpoint, `${group}/${version}`, remote.resources));
		return respondDocument(request, documents.of(`${endpoint} ${group} ${version}`, make), contentType);
	}

	/** Builds the document for each request, because the resources of other servers change. */
	async function withHooked(request: ApiRequest, apiVersion: string, contentType: string): Promise<ApiResponse> {
		const { catalog, hooked } = current();
		const found = new Map(
			await Promise.all(hooked.map(async ({ group, version }) => [`${group}/${version}`, await behind.of(request, group, version)] as const)),
		);
		const lookup: ProxiedLookup = (group, version) => found.get(`${group}/${version}`) ?? remote.resources(group, version);
		return respondDocument(request, documentOf(JSON.stringify(apiGroupDiscoveryList(catalog, '/apis', apiVersion, lookup))), contentType);
	}

	/** Responds with a legacy document. `path`: one of the served paths. Throws ApiError NotAcceptable. */
	function legacy(request: ApiRequest, path: string, document: () => DiscoveryDocument): ApiResponse {
		const form = negotiate.answer(request, offer);
		const { encoding, pretty, mediaType } = form;
		const make = () => (encoding === 'protobuf' ? encodeDiscovery(document()) : textForm(JSON.stringify(document()), form));
		return respondDocument(request, current().documents.of(`${path} ${encoding}${pretty ? ' pretty' : ''}`, make), mediaType);
	}

	function known(request: ApiRequest, path: string, document: DiscoveryDocument | undefined): ApiResponse {
		if (document === undefined) throw new ApiError('NotFound', 'the server could not find the requested resource', {});
		return legacy(request, path, () => document);
	}

	return (request) => {
		const path = request.path.replace(/\/$/, '');
		const { catalog } = current();
		const [, endpoint, first = '', second = '', rest] = path.split('/');
		if (rest !== undefined || /\/(\/|$)/.test(path)) return known(request, path, undefined);
		if (first === '') return root(request, endpoint === 'api' ? '/api' : '/apis');
		if (endpoint === 'api') return known(request, path, second === '' ? apiResourceList(catalog, '', first) : undefined);
		return known(request, path, second === '' ? apiGroup(catalog, first) : apiResourceList(catalog, first, second));
	};
}

function stateOf(catalog: Catalog, remoteEdition: number): DiscoveryState {
	const hooked = servedGroups(catalog).flatMap(({ group, versions, proxied }) => (proxied ? versions.map(({ version }) => ({ group, version })) : []));
	return { catalog, remoteEdition, documents: new Documents(), hooked };
}

/** Versions of the aggregated form that clients may ask for. */
interface AggregatedForms {
	readonly dialects: readonly Dialect[];
	readonly versions: readonly string[];
}

function aggregatedVersions({ release, closedGates }: Catalog): readonly string[] {
	const isBetaGone = compareReleases(release, '1.33') >= 0 && closedGates?.has('AggregatedDiscoveryRemoveBetaType') !== true;
	return isBetaGone ? ['v2'] : ['v2', 'v2beta1'];
}

/**
 * Returns group and version of the aggregated form, or undefined for the legacy form. The first form in the Accept header that is available
 * decides.
 */
function aggregatedForm(accept: string | undefined, { dialects, versions }: AggregatedForms): { readonly group: string; readonly version: string } | undefined {
	if (accept === undefined || !accept.includes('APIGroupDiscoveryList')) return undefined;
	const legacyTypes = [json, 'application/yaml', 'application/*', '*/*', ...dialects.map(({ product }) => `application/vnd.${product}.protobuf`)];
	const groups = dialects.map(({ groupDomain }) => `apidiscovery.${groupDomain}`);
	for (const { type, subtype, parameters } of parseAccept(accept)) {
		const { g = '', v = '', as } = parameters;
		if (as === undefined && legacyTypes.includes(`${type}/${subtype}`)) return undefined;
		if (`${type}/${subtype}` === json && as === 'APIGroupDiscoveryList' && groups.includes(g) && versions.includes(v)) return { group: g, version: v };
	}
	return undefined;
}
