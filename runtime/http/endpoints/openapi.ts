/**
 * OpenAPI documents, made at the first request. `/openapi/v2` is available as JSON and as protobuf, without which kubectl up to 1.28 cannot
 * apply. `/openapi/v3` is an index whose entries have a hash, so that clients can cache the documents.
 */
import { ApiError } from '../../api/errors.ts';
import type { ApiRequest, ApiResponse, Handler } from '../../api/request.ts';
import { parseAccept } from '../../codec/accept.ts';
import { inAllDialects } from '../../documents/openapi/dialects.ts';
import type { ForeignV2 } from '../../documents/openapi/foreign-v2.ts';
import type { OpenApiInput } from '../../documents/openapi/input.ts';
import { stringify } from '../../wire/json/text.ts';
import { type Document, Documents, respondDocument } from './document.ts';

export interface OpenApiOptions {
	/** Loads catalog, descriptions and vocabulary. Called at most once. */
	readonly input: () => Promise<OpenApiInput>;
	readonly remote: RemoteOpenApi;
}

/** Documents of the group versions that other servers serve. */
export interface RemoteOpenApi {
	/** Number that changes with every change of the documents. */
	edition(): number;
	/** Returns the addresses of documents of version 3 by name, `apis/GROUP/VERSION`. */
	v3(): Readonly<Record<string, string>>;
	/** Returns the parts of version 2, the group with the highest priority first. */
	v2(): readonly ForeignV2[];
	/** Returns the handler of the server that has a document of version 3; undefined for documents of this server. */
	handlerOf(group: string, version: string): Handler | undefined;
}

interface DocumentModules {
	readonly input: OpenApiInput;
	readonly forms: typeof import('../../documents/openapi/served.ts');
}

const json = 'application/json';
/** Cache headers of a document whose URL has its hash. Such a document never changes. */
const immutable = { 'cache-control': 'public, immutable', expires: '' };
const yearMs = 365 * 24 * 60 * 60 * 1000;

/** Answers `/openapi/v2`, `/openapi/v3` and `/openapi/v3/...`. */
export function openApi(options: OpenApiOptions): (request: ApiRequest) => Promise<ApiResponse> {
	const { remote } = options;
	const documents = new Documents();
	let merged = { edition: remote.edition(), documents: new Documents() };
	/** Returns the documents that have parts of other servers. */
	const mergedDocuments = (): Documents => {
		const edition = remote.edition();
		if (merged.edition !== edition) merged = { edition, documents: new Documents() };
		return merged.documents;
	};
	let loading: Promise<DocumentModules> | undefined;
	const load = (): Promise<DocumentModules> => {
		loading ??= loadAll(options);
		return loading;
	};
	return async (request) => {
		const loaded = await load();
		const path = request.path.replace(/\/$/, '');
		if (path === '/openapi/v2') return respondV2(request, loaded, mergedDocuments(), remote.v2());
		if (loaded.input.catalog.closedGates?.has('OpenAPIV3')) throw notServed();
		if (path === '/openapi/v3') return respondIndex(request, loaded, documents, { into: mergedDocuments(), others: remote.v3() });
		const [, , , , group = '', version = '', further] = path.split('/');
		const foreign = path.startsWith('/openapi/v3/apis/') && further === undefined ? remote.handlerOf(group, version) : undefined;
		if (foreign !== undefined) return foreign(request);
		const name = path.slice('/openapi/v3/'.length);
		if (!path.startsWith('/openapi/v3/') || !loaded.forms.openApiV3Names(loaded.input).includes(name)) throw notServed();
		acceptJson(request.header('accept'));
		return respondV3(request, documentV3(loaded, documents, name), name);
	};
}

async function loadAll({ input }: OpenApiOptions): Promise<DocumentModules> {
	const [loaded, forms] = await Promise.all([input(), import('../../documents/openapi/served.ts')]);
	return { input: loaded, forms };
}

function respondV2(request: ApiRequest, { input, forms }: DocumentModules, documents: Documents, parts: readonly ForeignV2[]): ApiResponse {
	const whole = () => inAllDialects(forms.mergedV2(forms.openApiV2(input), parts), input.vocabulary);
	const form = formV2(request.header('accept'), forms.openApiV2ProtobufAccepted);
	if (form === 'protobuf') {
		const document = documents.of('v2 protobuf', () => forms.encodeOpenApiV2(whole()));
		return respondDocument(request, document, forms.openApiV2ProtobufType);
	}
	return respondDocument(
		request,
		documents.of('v2', () => stringify(whole())),
		json,
	);
}

/** Returns the first representation that the client accepts. JSON is the default. */
function formV2(accept: string | undefined, protobufTypes: readonly string[]): 'json' | 'protobuf' {
	if (accept === undefined || accept === '') return 'json';
	for (const { type, subtype } of parseAccept(accept)) {
		if (protobufTypes.includes(`${type}/${subtype}`)) return 'protobuf';
		if ((type === 'application' || type === '*') && (subtype === 'json' || subtype === '*')) return 'json';
	}
	throw notAcceptable([json, ...protobufTypes]);
}

function notAcceptable(types: readonly string[]): ApiError {
	return new ApiError('NotAcceptable', `only the following media types are accepted: ${types.join(', ')}`);
}

function documentV3({ input, forms }: DocumentModules, documents: Documents, name: string): Document {
	return documents.of(`v3 ${name}`, () => stringify(inAllDialects(forms.openApiV3(input, name) ?? null, input.vocabulary)));
}

/** Index with parts of other servers: the documents that hold it, and the addresses that other servers give. */
interface MergedIndex {
	readonly into: Documents;
	readonly others: Readonly<Record<string, string>>;
}

/** Responds with the index. This makes all documents of this server, because their hashes are needed. */
function respondIndex(request: ApiRequest, loaded: DocumentModules, documents: Documents, { into, others }: MergedIndex): ApiResponse {
	const index = into.of('v3', () => {
		const paths = loaded.forms.openApiV3Names(loaded.input).map((name) => {
			const { hash } = documentV3(loaded, documents, name);
			return [name, { serverRelativeURL: `/openapi/v3/${name}?hash=${hash}` }];
		});
		const foreign = Object.entries(others).map(([name, serverRelativeURL]) => [name, { serverRelativeURL }]);
		return JSON.stringify({ paths: Object.fromEntries([...paths, ...foreign]) });
	});
	return respondDocument(request, index, json);
}

/** Throws ApiError NotAcceptable unless the client accepts JSON, the only representation of version 3. */
function acceptJson(accept: string | undefined): void {
	if (accept === undefined || accept === '') return;
	if (!parseAccept(accept).some(({ type, subtype }) => ['application/json', 'application/*', '*/*'].includes(`${type}/${subtype}`)))
		throw notAcceptable([json]);
}

/**
 * Responds with a document of version 3. If the URL has its hash, it may be cached forever. A client with an old hash is redirected to the
 * new one.
 */
function respondV3(request: ApiRequest, document: Document, name: string): ApiResponse {
	const hash = request.parameters().get('hash');
	if (hash === null) return respondDocument(request, document, json);
	if (hash !== document.hash) return { status: 301, headers: { location: `/openapi/v3/${name}?hash=${document.hash}` }, body: '' };
	return respondDocument(request, document, json, { ...immutable, expires: new Date(Date.now() + yearMs).toUTCString() });
}

function notServed(): ApiError {
	return new ApiError('NotFound', 'the server could not find the requested resource', {});
}
