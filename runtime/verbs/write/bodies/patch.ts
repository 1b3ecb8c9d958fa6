/**
 * Body of a PATCH: its media type, its content, and its effect on an object. Refusals and warnings are the same for an object, its status
 * and its scale.
 */

import { ApiError, invalid } from '../../../api/errors.ts';
import type { ApiRequest } from '../../../api/request.ts';
import type { JsonObject, JsonValue, TypeName } from '../../../model/catalog.ts';
import { invalidValue } from '../../../model/cause.ts';
import { MalformedError } from '../../../model/malformed.ts';
import { applyMediaType } from '../../../model/verb.ts';
import { applyPatch, isPatchMediaType, type PatchMediaType, patchTypes } from '../../../patch/index.ts';
import { jsonPatchNotices } from '../../../patch/json-patch.ts';
import { isObject } from '../../../patch/own-properties.ts';
import type { PatchSchemas } from '../../../patch/patch-schema.ts';
import { withoutSent } from '../../../patch/without-sent.ts';
import type { ServedResource } from '../../../serving/resource.ts';
import { FloatLiterals } from '../../../wire/json/float-literals.ts';
import { parseJson } from '../../../wire/json/json.ts';
import type { FieldValidation } from '../../body.ts';
import { type ExpectedType, stamped } from '../../body.ts';

export interface Patcher {
	/** Returns the patched object. Called for each attempt of a write. Throws ApiError Invalid. */
	apply(current: JsonObject): JsonObject;
	/** Returns the object before the patch, without the fields that the patch sends (`patch/without-sent.ts`). */
	withoutSent(current: JsonObject): JsonObject;
}

/** Target of the patch. `type`: name of its type in the catalog. */
export interface PatchTarget extends ExpectedType {
	readonly type: TypeName;
	/** Merge schemas of the catalog's types. */
	readonly schemas: PatchSchemas;
}

/** Throws ApiError UnsupportedMediaType. Kinds that are defined at run time take no strategic merge patch, as in Kubernetes. */
export function patchMediaType(request: ApiRequest, { kind }: Pick<ServedResource, 'kind'>): PatchMediaType | typeof applyMediaType {
	const mediaType = ((request.header('content-type') ?? '').split(';', 1)[0] ?? '').trim().toLowerCase();
	const takes = (type: PatchMediaType): boolean => kind.defined !== true || patchTypes[type] !== 'strategic';
	if (mediaType === applyMediaType || (isPatchMediaType(mediaType) && takes(mediaType))) return mediaType;
	const accepted = [...Object.keys(patchTypes).filter((type) => takes(type as PatchMediaType)), applyMediaType].join(', ');
	throw new ApiError('UnsupportedMediaType', `the body of the request was in an unknown format - accepted media types include: ${accepted}`);
}

/**
 * Reads the body. Depending on `validation`, unknown and duplicate fields become warnings or are refused, once per request. Throws ApiError
 * BadRequest, RequestEntityTooLarge. The returned functions also throw Invalid.
 */
export async function patchReader(request: ApiRequest, mediaType: PatchMediaType, patched: PatchTarget, validation: FieldValidation): Promise<Patcher> {
	const bytes = await request.body();
	const duplicates: string[] = [];
	// Go decodes the numbers of a strategic merge patch before it knows their type.
	const floats = patched.takesFloats || patchTypes[mediaType] === 'strategic' ? undefined : new FloatLiterals();
	const value = parseJson(bytes, { ...(validation !== 'Ignore' && { duplicates }), floats });
	const merged = (current: JsonObject, patch: JsonValue): JsonObject => applyPatch(mediaType, current, patch, patched.type, patched.schemas);
	const apply = (current: JsonObject): JsonObject => {
		const notices = [...duplicates, ...(patchTypes[mediaType] === 'json' ? jsonPatchNotices(value) : [])];
		const made = merged(current, value);
		checkType(made, mediaType, patched, bytes);
		const next = blamingPatch(bytes, () => {
			floats?.check((marked) => patched.schema.read(merged(current, withoutTests(marked)), { notices: [] }));
			const { misfits } = patched;
			// An attempt that lost a race is repeated with another object, so the misfits of the previous attempt are dropped.
			if (misfits !== undefined) misfits.length = 0;
			return stamped(patched.schema.read(made, { notices, misfits }), patched);
		});
		report(notices, bytes, validation, request);
		return next;
	};
	return { apply, withoutSent: (current) => withoutSent(mediaType, current, value, patched.type, patched.schemas) };
}

/**
 * Checks apiVersion and kind of the patched object as Kubernetes does. A strategic merge patch has the type of its URL, whatever it says.
 * Any patch may remove the kind.
 */
function checkType(made: JsonObject, mediaType: PatchMediaType, expected: ExpectedType, body: Buffer): void {
	const isStrategic = patchTypes[mediaType] === 'strategic';
	for (const field of ['apiVersion', 'kind'] as const) {
		const named = made[field] ?? (field === 'kind' || isStrategic ? '' : null);
		if (named === expected[field] || (field === 'kind' && named === '') || (isStrategic && typeof named === 'string')) continue;
		throw badPatch(body, `${field} cannot be changed to ${JSON.stringify(named)}`);
	}
}

/** Returns the patch without its `test` operations, which compare numbers by value: `3.0` equals 3. */
function withoutTests(patch: JsonValue): JsonValue {
	return Array.isArray(patch) ? patch.filter((operation) => !isObject(operation) || operation.op !== 'test') : patch;
}

/** Turns an error about a value of the wrong type into an error about the patch. */
function blamingPatch<T>(body: Buffer, read: () => T): T {
	try {
		return read();
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

/** Bytes of a patch up to which an error repeats all of it, as clients of Kubernetes expect. A longer patch is cut. */
const longestShown = 1024;

function badPatch(body: Buffer, why: string): ApiError {
	const text = body.length > longestShown ? `${body.toString('utf8', 0, longestShown)}...` : body.toString();
	return invalid('', '', '', [invalidValue('patch', text, why)]);
}
