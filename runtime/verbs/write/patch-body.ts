/**
 * The body of a PATCH, whatever it patches: its media type, what stands in it, and what it makes of an object of a type.
 * Refusals and warnings are the same for an object, its status and its scale.
 */

import { ApiError, invalid } from '../../api/errors.ts';
import type { ApiRequest } from '../../api/request.ts';
import type { JsonObject, TypeName } from '../../model/catalog.ts';
import { invalidValue } from '../../model/cause.ts';
import { MalformedError } from '../../model/malformed.ts';
import { applyMediaType } from '../../model/verb.ts';
import { applyPatch, isPatchMediaType, type PatchMediaType, patchTypes } from '../../patch/index.ts';
import { jsonPatchNotices } from '../../patch/json-patch.ts';
import type { PatchSchemas } from '../../patch/patch-schema.ts';
import { parseJson } from '../../wire/json/json.ts';
import { type Expected, stamped } from '../body.ts';
import type { FieldValidation } from './options.ts';

/** What the patch makes of an object; called anew for each attempt, since a write that lost a race starts over. */
export type Patcher = (current: JsonObject) => JsonObject;

/** What is patched; `type` is its type's name in the catalog. */
export interface Patched extends Expected {
	readonly type: TypeName;
	/** How its types merge. */
	readonly schemas: PatchSchemas;
}

/** Throws ApiError UnsupportedMediaType. */
export function patchMediaType(request: ApiRequest): PatchMediaType | typeof applyMediaType {
	const mediaType = ((request.header('content-type') ?? '').split(';', 1)[0] ?? '').trim().toLowerCase();
	if (isPatchMediaType(mediaType) || mediaType === applyMediaType) return mediaType;
	const accepted = [...Object.keys(patchTypes), applyMediaType].join(', ');
	throw new ApiError('UnsupportedMediaType', `the body of the request was in an unknown format - accepted media types include: ${accepted}`);
}

/**
 * Reads the body. Fields that are unknown or stand twice go to the warnings or are refused, as `validation` says, once for
 * a request. Throws ApiError BadRequest, RequestEntityTooLarge; what it gives back also Invalid.
 */
export async function patchReader(request: ApiRequest, mediaType: PatchMediaType, patched: Patched, validation: FieldValidation): Promise<Patcher> {
	const bytes = await request.body();
	const duplicates: string[] = [];
	const value = parseJson(bytes, validation === 'Ignore' ? {} : { duplicates });
	return (current) => {
		const notices = [...duplicates, ...(patchTypes[mediaType] === 'json' ? jsonPatchNotices(value) : [])];
		const made = applyPatch(mediaType, current, value, patched.type, patched.schemas);
		const next = readPatched(made, patched, { body: bytes, strategic: patchTypes[mediaType] === 'strategic' }, notices);
		report(notices, bytes, validation, request);
		return next;
	};
}

/**
 * What the patch made, as its type reads it: a value of the wrong type is the patch's fault. The type is that of the URL. A strategic patch
 * is passed over where it names another, as by Kubernetes; any patch may take the kind away.
 */
function readPatched(made: JsonObject, expected: Expected, { body, strategic }: { body: Buffer; strategic: boolean }, notices: string[]): JsonObject {
	for (const field of ['apiVersion', 'kind'] as const) {
		const named = made[field] ?? (field === 'kind' || strategic ? expected[field] : null);
		if (named !== expected[field] && !(strategic && typeof named === 'string')) throw badPatch(body, `${field} cannot be changed to ${JSON.stringify(named)}`);
	}
	try {
		return stamped(expected.schema.read(made, { notices }), expected);
	} catch (error) {
		if (error instanceof MalformedError) throw badPatch(body, error.message);
		throw error;
	}
}

function report(notices: readonly string[], body: Buffer, validation: FieldValidation, request: ApiRequest): void {
	if (notices.length === 0 || validation === 'Ignore') return;
	if (validation === 'Strict') throw badPatch(body, `strict decoding error: ${notices.join(', ')}`);
	request.warnings.push(...notices);
}

/** A patch is repeated in the refusal, as clients are used to see it, but not when it is long. */
const longestShown = 1024;

function badPatch(body: Buffer, why: string): ApiError {
	const text = body.length > longestShown ? `${body.toString('utf8', 0, longestShown)}...` : body.toString();
	return invalid('', '', '', [invalidValue('patch', text, why)]);
}
