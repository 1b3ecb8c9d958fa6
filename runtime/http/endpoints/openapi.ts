/**
 * OpenAPI documents, made at the first request. `/openapi/v2` is available as JSON and as protobuf, without which kubectl up to 1.28 cannot
 * apply. `/openapi/v3` is an index whose entries have a hash, so that clients can cache the documents.
 */
import { ApiError } from '../../api/errors.ts';
import type { ApiRequest, ApiResponse, Handler } from '../../api/request.ts';
import { parseAccept } from '../../codec/accept.ts';
import { inAllDialects } from '../../documents/openapi/dialects.ts';
import type { DocumentParts } from '../../documents/openapi/document-parts.ts';
import type { ForeignV2 } from '../../documents/openapi/foreign-v2.ts';
import type { OpenApiInput } from '../../documents/openapi/input.ts';
import type { Swagger } from '../../documents/openapi/v2.ts';
import type { KindDescriptor } from '../../model/catalog.ts';
import type { TimeSlicer } from '../../scheduling/time-slicer.ts';
import { stringify } from '../../wire/json/text.ts';
import { type Document, Documents, documentOf, respondDocument } from './document.ts';
import { inSlices, jsonParts, slicedDocument } from './sliced-document.ts';

export interface OpenApiOptions {
	/** Loads catalog, descriptions and vocabulary. Called at most once. */
	readonly input: () => Promise<OpenApiInput>;
	readonly remote: RemoteOpenApi;
	readonly slices: TimeSlicer;
	/** Hashes of documents, which outlive the snapshot. */
	readonly hashes: OpenApiHashes;
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

/** Hashes of version 3 documents of kinds that are defined at run time. A document is the same while its kinds are. */
export class OpenApiHashes {
	readonly #known = new Map<string, { readonly kinds: readonly KindDescriptor[]; readonly hash: string }>();

	get(name: string, kinds: readonly KindDescriptor[]): string | undefined {
		const known = this.#known.get(name);
		return known !== undefined && known.kinds.length === kinds.length && known.kinds.every((kind, at) => kind === kinds[at]) ? known.hash : undefined;
	}

	set(name: string, kinds: readonly KindDescriptor[], hash: string): void {
		this.#known.set(name, { kinds, hash });
	}

	/** Forgets documents that are no longer served. */
	keep(names: ReadonlySet<string>): void {
		for (const name of this.#known.keys()) if (!names.has(name)) this.#known.delete(name);
	}
}

/** Input of the documents of a snapshot. */
interface DocumentSource {
	readonly parts: DocumentParts;
	readonly forms: typeof import('../../documents/openapi/served.ts');
	readonly slices: TimeSlicer;
	readonly hashes: OpenApiHashes;
}

/** Bytes of version 3 documents that a snapshot keeps: all built-in ones, and a hundred of defined kinds. */
const mostBytes = 32 * 1024 * 1024;

const json = 'application/json';
/** Cache headers of a document whose URL has its hash. Such a document never changes. */
const immutable = { 'cache-control': 'public, immutable', expires: '' };
const yearMs = 365 * 24 * 60 * 60 * 1000;

/** Answers `/openapi/v2`, `/openapi/v3` and `/openapi/v3/...`. */
export function openApi(options: OpenApiOptions): (request: ApiRequest) => Promise<ApiResponse> {
	const { remote } = options;
	const documents = new Documents(mostBytes);
	let merged = { edition: remote.edition(), documents: new Documents() };
	/** Returns the documents that have parts of other servers. */
	const mergedDocuments = (): Documents => {
		const edition = remote.edition();
		if (merged.edition !== edition) merged = { edition, documents: new Documents() };
		return merged.documents;
	};
	let loading: Promise<DocumentSource> | undefined;
	const load = (): Promise<DocumentSource> => {
		loading ??= loadAll(options);
		return loading;
	};
	return async (request) => {
		const loaded = await load();
		const path = request.path.replace(/\/$/, '');
		if (path === '/openapi/v2') return await respondV2(request, loaded, mergedDocuments(), remote.v2());
		if (loaded.parts.input.catalog.closedGates?.has('OpenAPIV3')) throw notServed();
		if (path === '/openapi/v3') return await respondIndex(request, loaded, documents, { into: mergedDocuments(), others: remote.v3() });
		const [, , , , group = '', version = '', further] = path.split('/');
		const foreign = path.startsWith('/openapi/v3/apis/') && further === undefined ? remote.handlerOf(group, version) : undefined;
		if (foreign !== undefined) return foreign(request);
		const name = path.slice('/openapi/v3/'.length);
		if (!path.startsWith('/openapi/v3/') || !isNamed(loaded, name)) throw notServed();
		acceptJson(request.header('accept'));
		return respondV3(request, documentV3(loaded, documents, name), name);
	};
}

async function loadAll({ input, slices, hashes }: OpenApiOptions): Promise<DocumentSource> {
	const [loaded, forms] = await Promise.all([input(), import('../../documents/openapi/served.ts')]);
	return { parts: new forms.DocumentParts(loaded), forms, slices, hashes };
}

function isNamed({ parts }: DocumentSource, name: string): boolean {
	return parts.versions.has(name) || parts.indexPaths.has(name);
}

async function respondV2(request: ApiRequest, source: DocumentSource, documents: Documents, foreign: readonly ForeignV2[]): Promise<ApiResponse> {
	const { parts, forms, slices } = source;
	const { vocabulary } = parts.input;
	const whole = async (): Promise<Swagger> => forms.mergedV2(await inSlices(forms.openApiV2InSteps(parts), slices), foreign);
	const form = formV2(request.header('accept'), forms.openApiV2ProtobufAccepted);
	if (form === 'protobuf') {
		const make = async () =>
			slicedDocument(
				forms.openApiV2Messages(await whole(), (part) => inAllDialects(part, vocabulary)),
				slices,
			);
		return respondDocument(request, await documents.later('v2 protobuf', make), forms.openApiV2ProtobufType);
	}
	const make = async () => slicedDocument(jsonParts(await whole(), vocabulary), slices);
	return respondDocument(request, await documents.later('v2', make), json);
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

function documentV3({ parts, forms }: DocumentSource, documents: Documents, name: string): Document {
	return documents.of(name, () => stringify(inAllDialects(forms.openApiV3(parts, name) ?? null, parts.input.vocabulary)));
}

/** Index with parts of other servers: the documents that hold it, and the addresses that other servers give. */
interface MergedIndex {
	readonly into: Documents;
	readonly others: Readonly<Record<string, string>>;
}

/** Responds with the index. This makes the documents whose hashes are unknown, in time slices. */
async function respondIndex(request: ApiRequest, source: DocumentSource, documents: Documents, { into, others }: MergedIndex): Promise<ApiResponse> {
	const make = async (): Promise<Document> => {
		const paths = await inSlices(indexEntries(source, documents), source.slices);
		const foreign = Object.entries(others).map(([name, serverRelativeURL]) => [name, { serverRelativeURL }] as const);
		return documentOf(JSON.stringify({ paths: Object.fromEntries([...paths, ...foreign]) }));
	};
	return respondDocument(request, await into.later('v3', make), json);
}

function* indexEntries(source: DocumentSource, documents: Documents): Generator<void, [string, { readonly serverRelativeURL: string }][]> {
	const names = source.forms.openApiV3Names(source.parts);
	const entries: [string, { readonly serverRelativeURL: string }][] = [];
	for (const name of names) {
		entries.push([name, { serverRelativeURL: `/openapi/v3/${name}?hash=${hashOf(source, documents, name)}` }]);
		yield;
	}
	source.hashes.keep(new Set(names));
	return entries;
}

function hashOf(source: DocumentSource, documents: Documents, name: string): string {
	const kinds = source.parts.sources(name);
	const known = kinds && source.hashes.get(name, kinds);
	if (known !== undefined) return known;
	const { hash } = documentV3(source, documents, name);
	if (kinds !== undefined) source.hashes.set(name, kinds, hash);
	return hash;
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
