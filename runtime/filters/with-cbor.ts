/**
 * CBOR at the edge of the server (gate CBORServingAndStorage). Bodies become JSON before any stage reads them, and JSON answers become CBOR
 * afterwards: objects, lists, failures, and the events of a watch. Storage, audit and admission see JSON only.
 */
import { ApiError } from '../api/errors.ts';
import type { ApiRequest, ApiResponse, EventBody, EventWriter, Filter, Handler, ResponseBody } from '../api/request.ts';
import { parseAccept } from '../codec/accept.ts';
import type { JsonObject } from '../model/catalog.ts';
import { applyMediaType } from '../model/verb.ts';
import { parseJson, stringifyJson } from '../wire/json/json.ts';

const json = 'application/json';
const cbor = 'application/cbor';
const sequence = 'application/cbor-seq';
/** Media types of CBOR bodies, with the type as which the body goes on. */
const bodies: Readonly<Record<string, string>> = { [cbor]: json, 'application/apply-patch+cbor': applyMediaType };

/** Bounds of the bytes that are translated at once on the main thread: each keeps other requests waiting for at most 100 ms. */
const mostBytes = { request: 64 * 1024, response: 512 * 1024 };

type Codec = typeof import('../wire/cbor/cbor.ts');

/** The codec is loaded by the first request that needs it. */
const codec = (): Promise<Codec> => import('../wire/cbor/cbor.ts');

export const withCbor: Filter = (next) => (request) => {
	if (!/^\/apis?\//.test(request.path) || request.webSocket !== undefined) return next(request);
	const accept = acceptWithoutCbor(request.header('accept'));
	const contentType = bodies[(request.header('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''];
	if (accept === undefined && contentType === undefined) return next(request);
	return translated(next, request, { accept, contentType });
};

interface Headers {
	/** Value of Accept for JSON. Undefined when the client does not want CBOR. */
	readonly accept: string | undefined;
	/** Type of the body once it is JSON. Undefined when the body is not CBOR. */
	readonly contentType: string | undefined;
}

async function translated(next: Handler, request: ApiRequest, headers: Headers): Promise<ApiResponse> {
	const loaded = await codec();
	const response = await next(asJson(request, headers, loaded));
	return headers.accept === undefined || response.headers['content-type'] !== json ? response : inCbor(response, loaded);
}

/** Returns the header with JSON in place of CBOR, if CBOR is the client's first choice. */
function acceptWithoutCbor(accept: string | undefined): string | undefined {
	if (accept?.toLowerCase().includes(cbor) !== true) return undefined;
	const [first] = parseAccept(accept);
	if (first?.type !== 'application' || first.subtype !== 'cbor') return undefined;
	const parameters = Object.entries(first.parameters).map(([name, value]) => `;${name}=${value}`);
	return `${json}${parameters.join('')}`;
}

/** Returns the request as the stages see it. What they write goes to the request itself. */
function asJson(request: ApiRequest, { accept, contentType }: Headers, { decodeCbor }: Codec): ApiRequest {
	let body: Promise<Buffer> | undefined;
	const replaced = (name: string): string | undefined => (name === 'accept' ? accept : name === 'content-type' ? contentType : undefined);
	const own: Partial<ApiRequest> = {
		header: (name) => replaced(name) ?? request.header(name),
		// A request that is forwarded names the types of what is forwarded.
		headersBeginning: (prefix) => request.headersBeginning(prefix).map(([name, value]) => [name, replaced(name) ?? value]),
		...(contentType !== undefined && {
			body: () => {
				body ??= request.body().then((bytes) => (bytes.length === 0 ? bytes : Buffer.from(stringifyJson(decodeCbor(bounded(bytes))))));
				return body;
			},
		}),
	};
	return new Proxy(request, {
		get(target, key) {
			if (Object.hasOwn(own, key)) return Reflect.get(own, key);
			const value: unknown = Reflect.get(target, key, target);
			return typeof value === 'function' ? value.bind(target) : value;
		},
		set: (target, key, value) => Reflect.set(target, key, value, target),
	});
}

/** Throws ApiError RequestEntityTooLarge. */
function bounded(bytes: Buffer): Buffer {
	if (bytes.length <= mostBytes.request) return bytes;
	throw new ApiError('RequestEntityTooLarge', `the CBOR body has ${bytes.length} bytes, and at most ${mostBytes.request} are read: send it as JSON`);
}

/** Translates an answer. A long answer, and one that another server streams, stays JSON, which its header says. */
function inCbor(response: ApiResponse, loaded: Codec): ApiResponse {
	const { body, headers } = response;
	if (isEvents(body)) return { ...response, headers: { ...headers, 'content-type': sequence }, body: eventsInCbor(body, loaded) };
	const text = Array.isArray(body) ? Buffer.concat(body) : body;
	if (!(typeof text === 'string' || Buffer.isBuffer(text)) || text.length > mostBytes.response) return response;
	return { ...response, headers: { ...headers, 'content-type': cbor }, body: text.length === 0 ? text : loaded.encodeCbor(parseJson(text)) };
}

function isEvents(body: ResponseBody): body is EventBody {
	return typeof body === 'object' && 'kind' in body && body.kind === 'events';
}

const lineFeed = 0x0a;

/** Translates the lines of a JSON watch. The incomplete end of a chunk waits for the next one; it is shorter than one event. */
function eventsInCbor(events: EventBody, { encodeCborEvent }: Codec): EventBody {
	let rest: Buffer = Buffer.alloc(0);
	const translate = (bytes: Buffer): Buffer => {
		const all = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
		const end = all.lastIndexOf(lineFeed) + 1;
		rest = all.subarray(end);
		const lines = all.subarray(0, end).toString().split('\n');
		return Buffer.concat(lines.filter((line) => line !== '').map((line) => encodeCborEvent(parseJson(line) as JsonObject)));
	};
	return {
		kind: 'events',
		start: (writer) => events.start(cborWriter(writer, translate)),
		...(events.abandon !== undefined && { abandon: () => events.abandon?.() }),
	};
}

function cborWriter(writer: EventWriter, translate: (bytes: Buffer) => Buffer): EventWriter {
	return {
		write(bytes) {
			const translatedBytes = translate(bytes);
			return translatedBytes.length === 0 || writer.write(translatedBytes);
		},
		drained: () => writer.drained(),
		get signal() {
			return writer.signal;
		},
	};
}
