/** Bodies of requests and answers as JSON, whatever they were sent in. */
import type { ApiRequest, RequestInfo } from '../../api/request.ts';
import type { JsonObject, JsonValue } from '../../model/catalog.ts';
import { parseJson, stringifyJson } from '../../wire/json/json.ts';
import { parseYaml } from '../../wire/yaml/reader.ts';
import type { AnswerStatus, BodyForms } from './contract.ts';

/**
 * Undefined: it is not one that can be told. Never throws: what is malformed is answered by others. `isTold`: it goes into a line as
 * it is; otherwise it is only looked at.
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
		// Our own answers are lines already, but for those that are indented for people.
		if (mediaType === 'application/json' || mediaType.endsWith('+json')) return isTold ? stringifyJson(parseJson(asBuffer(bytes))) : bytes.toString();
		if (mediaType === 'application/yaml' || mediaType.endsWith('+yaml')) return stringifyJson(parseYaml(bytes));
		return forms.text(asBuffer(bytes), mediaType, info);
	} catch {
		// The answer of the request says what is wrong with it.
		return undefined;
	}
}

function asBuffer(bytes: string | Buffer): Buffer {
	return typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
}

/** Whether answers like this one are told: objects, what discovery says, and refusals; the rest of what is served is as long as it is well known. */
export function isTold({ info, path }: Pick<ApiRequest, 'info' | 'path'>, status: number): boolean {
	return info.isResource || status >= firstRefusal || discovery.test(path);
}

const firstRefusal = 400;
const discovery = /^\/apis?(\/|$)/;

/** Logs and figures, which are no objects. */
export function isText(contentType: string | undefined): boolean {
	return contentType?.startsWith('text/') === true;
}

/** The object of a write, with the kind that its URL means where it names none; patches and options are as they were sent. */
export function withKind(json: string, method: string, info: RequestInfo, forms: BodyForms): string {
	if (method !== 'POST' && method !== 'PUT') return json;
	const sent = parseJson(Buffer.from(json));
	if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return json;
	const { kind, apiVersion, ...rest } = sent as JsonObject;
	const named = forms.named(info);
	return named === undefined ? json : stringifyJson({ kind: kind ?? named.kind, apiVersion: apiVersion ?? named.apiVersion, ...rest });
}

/** Of an answer that is a Status; undefined: it is something else. */
export function statusIn(json: string, code: number): AnswerStatus | undefined {
	if (!/^\{\s*"kind":\s*"Status"/.test(json)) return undefined;
	const { apiVersion, status, message, reason, details } = JSON.parse(json) as AnswerStatus & { apiVersion: string };
	if (apiVersion !== 'v1') return undefined;
	return { ...(status && { status }), ...(message && { message }), ...(reason && { reason }), ...(details && { details }), code };
}

/** `metadata.name` of an object that we have answered with: it stands first in its metadata. */
export function nameIn(json: string): string | undefined {
	return /"metadata":\s*\{\s*"name":\s*"([^"\\]+)"/.exec(json.slice(0, headLength))?.[1];
}

/** The same of one that somebody has sent. */
export function nameSent(json: string): string | undefined {
	const { metadata } = JSON.parse(json) as { readonly metadata?: { readonly name?: unknown } | null };
	return typeof metadata?.name === 'string' ? metadata.name : undefined;
}

/** Kind, group and a name fit into it. */
const headLength = 1000;

/** Of an object, and of the items of a list. */
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
