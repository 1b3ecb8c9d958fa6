/** AdmissionReview (seed 3, "Webhook call"): the request to a webhook, and its response. */

import type { Json, JsonObject } from '../../model/catalog.ts';
import type { Vocabulary } from '../../model/vocabulary.ts';
import { stringifyJson } from '../../wire/json/json.ts';
import type { AdmissionRequest } from '../contract.ts';
import type { ReviewVersion } from './hook.ts';
import type { Invocation } from './matching.ts';

/** JSON of the object and the old object, in the version of an invocation. */
export interface ReviewObjects {
	readonly object: string;
	readonly oldObject: string;
}

export function shownIn(request: AdmissionRequest, { group, version }: Pick<Invocation, 'group' | 'version'>): ReviewObjects {
	const text = (object: JsonObject | undefined): string => (object === undefined ? 'null' : stringifyJson(object));
	return { object: text(request.objectIn(group, version)), oldObject: text(request.oldObjectIn(group, version)) };
}

/** Encodes a review as JSON. */
export function reviewOf(
	uid: string,
	request: AdmissionRequest,
	invocation: Invocation,
	reviewVersion: ReviewVersion,
	shown: ReviewObjects,
	vocabulary: Vocabulary,
): string {
	const about = stringifyJson({ uid, ...aboutOf(request, invocation) });
	const { object, oldObject } = shown;
	const objects = `"object":${object},"oldObject":${oldObject},"dryRun":${request.dryRun},"options":${stringifyJson(optionsOf(request, vocabulary))}`;
	return `{"kind":"AdmissionReview","apiVersion":"admission.${vocabulary.groupDomain}/${reviewVersion}","request":${about.slice(0, -1)},${objects}}}`;
}

/** Returns the attributes of a request without its objects. They are also the CEL variable `request`. */
export function aboutOf(request: AdmissionRequest, { group, version, kind }: Pick<Invocation, 'group' | 'version' | 'kind'>): JsonObject {
	const { requestKind: sent, resource, subresource, namespace, name, operation, user } = request;
	const { extra } = user;
	// A Namespace counts as inside itself.
	const within = resource === 'namespaces' && request.group === '' ? name : namespace;
	return {
		kind: { group: kind.group, version: kind.version, kind: kind.kind },
		resource: { group, version, resource },
		...(subresource !== '' && { subResource: subresource }),
		requestKind: { group: sent.group, version: sent.version, kind: sent.kind },
		requestResource: { group: request.group, version: request.version, resource },
		...(subresource !== '' && { requestSubResource: subresource }),
		...(name !== '' && { name }),
		...(within !== '' && { namespace: within }),
		operation,
		userInfo: {
			...(user.name !== '' && { username: user.name }),
			...(user.uid !== '' && { uid: user.uid }),
			...(user.groups.length > 0 && { groups: [...user.groups] }),
			...(Object.keys(extra).length > 0 && { extra: Object.fromEntries(Object.entries(extra).map(([key, values]) => [key, [...values]])) }),
		},
	};
}

const optionKinds = { CREATE: 'CreateOptions', UPDATE: 'UpdateOptions', DELETE: 'DeleteOptions' } as const;

/** Returns the options as sent, without `force`, because the write that an apply becomes has no such option. */
export function optionsOf({ operation, options }: AdmissionRequest, { groupDomain }: Vocabulary): JsonObject | null {
	if (operation === 'CONNECT') return null;
	const { kind: _kind, apiVersion: _apiVersion, force: _force, pretty: _pretty, ...given } = options.given ?? {};
	return { kind: optionKinds[operation], apiVersion: `meta.${groupDomain}/v1`, ...given };
}

export interface Answer {
	readonly allowed: boolean;
	readonly auditAnnotations: readonly (readonly [string, string])[];
	readonly warnings: readonly string[];
	readonly status: AnsweredStatus | undefined;
	/** Text of the patch. Empty: none. */
	readonly patch: string;
	/** Empty when the webhook gives none. */
	readonly patchType: string;
}

export interface AnsweredStatus {
	readonly code: number;
	readonly message: string;
	readonly reason: string;
	readonly details: object | undefined;
}

/** Error of an invalid answer; its message follows "received invalid webhook response". */
export class InvalidAnswer extends Error {}

/** Error of a field with the wrong type, in the wording of Kubernetes' decoder. */
export class MistypedAnswer extends Error {
	constructor(value: Json, field: string, type: string) {
		const is = Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value;
		super(`json: cannot unmarshal ${is} into Go struct field AdmissionResponse.response.${field} of type ${type}`);
	}
}

type Section = Readonly<Record<string, Json | undefined>>;

export interface ExpectedReview {
	readonly uid: string;
	readonly version: ReviewVersion;
	readonly isMutating: boolean;
}

/** Reads the answer from a parsed review. Throws InvalidAnswer. */
export function answerOf(review: Section, { uid, version, isMutating }: ExpectedReview, { groupDomain }: Vocabulary): Answer {
	const response = optionalSection(review.response, 'response');
	if (response === undefined) throw new InvalidAnswer('webhook response was absent');
	if (version === 'v1') checkV1(review, response, { uid, isMutating }, `admission.${groupDomain}`);
	const annotations = Object.entries(optionalSection(response.auditAnnotations, 'auditAnnotations') ?? {});
	const { allowed = false } = response;
	if (typeof allowed !== 'boolean') throw new MistypedAnswer(allowed, 'allowed', 'bool');
	const patch = isMutating ? Buffer.from(text(response.patch, 'patch'), 'base64').toString() : '';
	return {
		allowed,
		auditAnnotations: annotations.map(([key, value]) => [key, text(value, 'auditAnnotations')] as const),
		warnings: texts(response.warnings),
		status: statusOf(optionalSection(response.status, 'status')),
		patch,
		patchType: version === 'v1' ? text(response.patchType, 'patchType') : 'JSONPatch',
	};
}

function checkV1(review: Section, response: Section, { uid, isMutating }: Omit<ExpectedReview, 'version'>, group: string): void {
	const answered = text(response.uid, 'uid');
	if (answered !== uid) throw new InvalidAnswer(`expected response.uid=${JSON.stringify(uid)}, got ${JSON.stringify(answered)}`);
	const { kind, apiVersion } = review;
	if (kind !== 'AdmissionReview' || apiVersion !== `${group}/v1`) {
		throw new InvalidAnswer(`expected webhook response of ${group}/v1, Kind=AdmissionReview, got ${String(apiVersion || '/')}, Kind=${String(kind ?? '')}`);
	}
	const { patchType } = response;
	const hasPatch = text(response.patch, 'patch') !== '';
	const hasType = patchType !== undefined && patchType !== null;
	if (!isMutating) {
		if (hasPatch) throw new InvalidAnswer('validating webhook may not return response.patch');
		if (hasType) throw new InvalidAnswer('validating webhook may not return response.patchType');
		return;
	}
	if (hasPatch && !hasType) throw new InvalidAnswer('webhook returned response.patch but not response.patchType');
	if (!hasPatch && hasType) throw new InvalidAnswer('webhook returned response.patchType but not response.patch');
	if (patchType === '') throw new InvalidAnswer('webhook returned invalid response.patchType of ""');
}

function statusOf(status: Section | undefined): AnsweredStatus | undefined {
	if (status === undefined) return undefined;
	const { code = 0 } = status;
	if (code !== null && (typeof code !== 'number' || !Number.isInteger(code))) throw new MistypedAnswer(code, 'status.code', 'int32');
	const details = optionalSection(status.details, 'status.details');
	return {
		code: Number(code),
		message: text(status.message, 'status.message'),
		reason: text(status.reason, 'status.reason'),
		details: details && detailsOf(details),
	};
}

/** Returns the valid details of a Status and drops other fields. */
function detailsOf(details: Section): object {
	const { retryAfterSeconds, causes = [] } = details;
	const named = ['name', 'group', 'kind', 'uid'].flatMap((field) => {
		const value = text(details[field], `response.status.details.${field}`);
		return value === '' ? [] : [[field, value]];
	});
	if (causes !== null && !Array.isArray(causes)) throw new MistypedAnswer(causes, 'status.details.causes', '[]v1.StatusCause');
	const told = (causes ?? []).map((cause) => {
		const of = optionalSection(cause, 'status.details.causes') ?? {};
		return Object.fromEntries(['reason', 'message', 'field'].flatMap((field) => (text(of[field], field) === '' ? [] : [[field, of[field]]])));
	});
	return {
		...Object.fromEntries(named),
		...(told.length > 0 && { causes: told }),
		...(typeof retryAfterSeconds === 'number' && Number.isInteger(retryAfterSeconds) && retryAfterSeconds !== 0 && { retryAfterSeconds }),
	};
}

function optionalSection(value: Json | undefined, what: string): Section | undefined {
	if (value === undefined || value === null) return undefined;
	if (typeof value !== 'object' || Array.isArray(value)) throw new MistypedAnswer(value, what, 'object');
	return value as Section;
}

function text(value: Json | undefined, what: string): string {
	if (value === undefined || value === null) return '';
	if (typeof value !== 'string') throw new MistypedAnswer(value, what, 'string');
	return value;
}

function texts(value: Json | undefined): readonly string[] {
	if (value === undefined || value === null) return [];
	if (!Array.isArray(value)) throw new MistypedAnswer(value, 'warnings', '[]string');
	return value.map((each) => text(each, 'warnings'));
}
