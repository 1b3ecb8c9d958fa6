/** Request and response bodies as JSON, whatever their encoding. */
import type { ApiRequest, RequestInfo } from '../../api/request.ts';
import type { JsonObject, JsonValue } from '../../model/catalog.ts';
import { parseJson, stringifyJson } from '../../wire/json/json.ts';
import { parseYaml } from '../../wire/yaml.ts';
import type { AnswerStatus, BodyForms } from './contract.ts';

/**
 * Converts a body to JSON. Returns undefined when the encoding is unsupported or the body is malformed. Never throws, because the verbs
 * report malformed bodies. `isTold`: true for a result in an audit line, which is written compactly; otherwise it is only inspected.
 */
export function bodyJson(
	body: string | Buffer | readonly Buffer[],
	contentType: string | undefined,
	info: RequestInfo,
	forms: BodyForms,
	isTold: boolean,
): string | undefined {
	const [mediaType = ''] = (contentType ?? 'application/json').split(';');
	const bytes = typeof body === 'string' ? body : Array.isArray(body) ? Buffer.concat(body) : (body as Buffer);
	try {
		// Our responses are JSON on one line already, except for indented ones.
		if (mediaType === 'application/json' || mediaType.endsWith('+json')) return isTold ? stringifyJson(parseJson(asBuffer(bytes))) : bytes.toString();
		if (mediaType === 'application/yaml' || mediaType.endsWith('+yaml')) return stringifyJson(parseYaml(bytes));
		return forms.text(asBuffer(bytes), mediaType, info);
	} catch {
		// The request's own response reports the malformed body.
		return undefined;
	}
}

function asBuffer(bytes: string | Buffer): Buffer {
	return typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
}

/**
 * Reports whether the audit log includes a response body of this kind: objects, discovery documents and refusals. Other responses are long
 * and well known.
 */
export function isTold({ info, path }: Pick<ApiRequest, 'info' | 'path'>, status: number): boolean {
	return info.isResource || status >= firstRefusal || discovery.test(path);
}

const firstRefusal = 400;
const discovery = /^\/apis?(\/|$)/;

/** Reports whether a body is plain text: logs and metrics, which are not objects. */
export function isText(contentType: string | undefined): boolean {
	return contentType?.startsWith('text/') === true;
}

/** Adds the kind and apiVersion implied by the URL to an object that lacks them. Patches and options are returned unchanged. */
export function withKind(json: string, method: string, info: RequestInfo, forms: BodyForms): string {
	if (method !== 'POST' && method !== 'PUT') return json;
	const sent = parseJson(Buffer.from(json));
	if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return json;
	const { kind, apiVersion, ...rest } = sent as JsonObject;
	const named = forms.named(info);
	return named === undefined ? json : stringifyJson({ kind: kind ?? named.kind, apiVersion: apiVersion ?? named.apiVersion, ...rest });
}

/** Reads the Status of a response. Returns undefined if the body is not a Status. */
export function statusIn(json: string, code: number): AnswerStatus | undefined {
	if (!/^\{\s*"kind":\s*"Status"/.test(json)) return undefined;
	const { apiVersion, status, message, reason, details } = JSON.parse(json) as AnswerStatus & { apiVersion: string };
	if (apiVersion !== 'v1') return undefined;
	return { ...(status && { status }), ...(message && { message }), ...(reason && { reason }), ...(details && { details }), code };
}

/** Reads `metadata.name` of an object in one of our responses, where it is the first field of metadata. */
export function nameIn(json: string): string | undefined {
	return /"metadata":\s*\{\s*"name":\s*"([^"\\]+)"/.exec(json.slice(0, headLength))?.[1];
}

/** Reads `metadata.name` of an object in a request body. */
export function nameSent(json: string): string | undefined {
	const { metadata } = JSON.parse(json) as { readonly metadata?: { readonly name?: unknown } | null };
	return typeof metadata?.name === 'string' ? metadata.name : undefined;
}

/** Number of characters that hold the kind, the group and a name. */
const headLength = 1000;

/** Removes managedFields from an object, or from the items of a list. */
export function withoutManagedFields(json: string): string {
	if (!json.includes('"managedFields"')) return json;
	const object = parseJson(Buffer.from(json));
	for (const each of [object, ...itemsOf(object)]) {
		const metadata = (each as JsonObject | null)?.metadata;
		if (typeof metadata === 'object' && metadata !== null) delete (metadata as JsonObject).managedFields;
	}
	return stringifyJson(object);
}

function itemsOf(object: JsonValue): readonly JsonValue[] {
	const items = (object as JsonObject | null)?.items;
	return Array.isArray(items) ? items : [];
}
