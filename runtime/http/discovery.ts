/**
 * Discovery: `/api`, `/apis` and what lies below them, in the legacy and the aggregated form. A client falls back to one
 * request per group version unless the answer's Content-Type repeats group, version and form (wire notes, "discovery").
 */
import { ApiError } from '../api/errors.ts';
import type { ApiRequest, ApiResponse } from '../api/request.ts';
import { parseAccept } from '../codec/accept.ts';
import { apiGroup, apiGroupDiscoveryList, apiGroupList, apiResourceList, apiVersions } from '../schema/discovery.ts';
import type { Catalog } from '../schema/model.ts';
import { dialectsOf, type Vocabulary } from '../schema/vocabulary.ts';
import { Documents, respondDocument } from './document.ts';

export interface DiscoveryOptions {
	/** Narrowed to what is served. */
	readonly catalog: Catalog;
	readonly vocabulary: Vocabulary;
	/** Host and port as clients reach them. */
	readonly serverAddress: () => string;
}

const json = 'application/json';
const aggregatedVersions: ReadonlySet<string> = new Set(['v2', 'v2beta1']);

/** Answers paths that are `/api` or `/apis` or lie below, and are not resources. */
export function discovery({ catalog, vocabulary, serverAddress }: DiscoveryOptions): (request: ApiRequest) => ApiResponse {
	const documents = new Documents();
	const aggregatedGroups = dialectsOf(vocabulary).map(({ groupDomain }) => `apidiscovery.${groupDomain}`);

	function root(request: ApiRequest, endpoint: '/api' | '/apis'): ApiResponse {
		const form = aggregatedForm(request.header('accept'), aggregatedGroups);
		if (form === undefined) {
			const legacy = () => JSON.stringify(endpoint === '/api' ? apiVersions(catalog, serverAddress()) : apiGroupList(catalog));
			return respondDocument(request, documents.of(endpoint, legacy), json);
		}
		const { group, version } = form;
		const make = () => JSON.stringify(apiGroupDiscoveryList(catalog, endpoint, `${group}/${version}`));
		const contentType = `${json};g=${group};v=${version};as=APIGroupDiscoveryList`;
		return respondDocument(request, documents.of(`${endpoint} ${group} ${version}`, make), contentType);
	}

	function known(request: ApiRequest, path: string, document: object | undefined): ApiResponse {
		if (document === undefined) throw new ApiError('NotFound', 'the server could not find the requested resource', {});
		return respondDocument(
			request,
			documents.of(path, () => JSON.stringify(document)),
			json,
		);
	}

	return (request) => {
		const path = request.path.replace(/\/$/, '');
		const [, endpoint, first = '', second = '', rest] = path.split('/');
		if (rest !== undefined) return known(request, path, undefined);
		if (first === '') return root(request, endpoint === 'api' ? '/api' : '/apis');
		if (endpoint === 'api') return known(request, path, second === '' ? apiResourceList(catalog, '', first) : undefined);
		return known(request, path, second === '' ? apiGroup(catalog, first) : apiResourceList(catalog, first, second));
	};
}

/** The first form that the client accepts: group and version of the aggregated one, or undefined for the legacy one. */
function aggregatedForm(accept: string | undefined, groups: readonly string[]): { readonly group: string; readonly version: string } | undefined {
	if (accept === undefined || !accept.includes('APIGroupDiscoveryList')) return undefined;
	for (const { type, subtype, parameters } of parseAccept(accept)) {
		const { g = '', v = '', as } = parameters;
		if (type !== 'application' || subtype !== 'json') continue;
		if (as === undefined) return undefined;
		if (as === 'APIGroupDiscoveryList' && groups.includes(g) && aggregatedVersions.has(v)) return { group: g, version: v };
	}
	return undefined;
}
