/** PATCH: JSON patch, merge patch and strategic merge patch on an object or its status (seed 1, "Media types"). */
import { ApiError, invalid } from '../api/errors.ts';
import type { ApiRequest, ApiResponse } from '../api/request.ts';
import { parseJson } from '../codec/json.ts';
import { applyPatch, isPatchMediaType, patchTypes } from '../patch/index.ts';
import { jsonPatchNotices } from '../patch/json-patch.ts';
import { invalidValue } from '../schema/causes.ts';
import type { JsonObject, JsonValue } from '../schema/model.ts';
import { stamped } from './body.ts';
import type { ServedResource, VerbContext } from './contract.ts';
import { checkNamespace } from './create.ts';
import { metadataText } from './metadata.ts';
import { acceptable, respondObject } from './respond.ts';
import { toStored, updateObject } from './strategy.ts';
import { checkName } from './update.ts';
import { type FieldValidation, writeOptions } from './write-options.ts';
import { scopeOf } from './write-scope.ts';

export function patch(context: VerbContext) {
	return async (request: ApiRequest, resource: ServedResource): Promise<ApiResponse> => {
		const mediaType = patchMediaType(request);
		const options = writeOptions(request.query, 'PatchOptions', context.vocabulary);
		acceptable(context, request, resource);
		const scope = scopeOf(context, resource, request, options.dryRun);
		const body = await patchBody(request, options.fieldValidation);
		let told = false;
		const { object } = await updateObject(scope, (old) => {
			const current = resource.fromStorage(old);
			const patched = applyPatch(mediaType, current, body.value, resource.version.type, context.catalog);
			const notices = [...body.duplicates, ...(mediaType === jsonPatchType ? jsonPatchNotices(body.value) : [])];
			const next = readPatched(patched, resource, body, notices);
			if (!told) report(notices, body, options.fieldValidation, request);
			told = true;
			checkName(next, scope.name);
			checkNamespace(next, resource, request);
			checkUid(next, old, resource);
			return toStored(scope, next);
		});
		return respondObject(context, request, resource, object, 200);
	};
}

const jsonPatchType = 'application/json-patch+json';

/** A patch that names another identity asks for a change; the same in a PUT says which object was meant. */
function checkUid(next: JsonObject, old: JsonObject, { kind, version }: ServedResource): void {
	const uid = metadataText(next, 'uid');
	if (uid === '' || uid === metadataText(old, 'uid')) return;
	throw invalid(kind.kind, version.group, metadataText(next, 'name'), [invalidValue('metadata.uid', uid, 'field is immutable')]);
}

export function patchMediaType(request: ApiRequest): string {
	const mediaType = ((request.header('content-type') ?? '').split(';', 1)[0] ?? '').trim().toLowerCase();
	if (isPatchMediaType(mediaType)) return mediaType;
	const accepted = Object.keys(patchTypes).join(', ');
	const apply = mediaType === 'application/apply-patch+yaml' ? 'server-side apply is not supported yet - ' : '';
	throw new ApiError('UnsupportedMediaType', `${apply}the body of the request was in an unknown format - accepted media types include: ${accepted}`);
}

export interface PatchBody {
	readonly value: JsonValue;
	readonly duplicates: readonly string[];
	readonly bytes: Buffer;
}

export async function patchBody(request: ApiRequest, validation: FieldValidation): Promise<PatchBody> {
	const bytes = await request.body();
	const duplicates: string[] = [];
	return { value: parseJson(bytes, validation === 'Ignore' ? {} : { duplicates }), duplicates, bytes };
}

/** What the patch made, as the kind's type reads it: a value of the wrong type is the patch's fault. */
function readPatched(patched: JsonObject, resource: ServedResource, body: PatchBody, notices: string[]): JsonObject {
	const expected = { apiVersion: resource.apiVersion, kind: resource.kind.kind };
	for (const field of ['apiVersion', 'kind'] as const) {
		if (patched[field] !== expected[field]) throw badPatch(body, `${field} cannot be changed to ${JSON.stringify(patched[field] ?? null)}`);
	}
	try {
		return stamped(resource.schema.read(patched, { notices }), expected);
	} catch (error) {
		if (error instanceof ApiError && error.reason === 'BadRequest') throw badPatch(body, error.message);
		throw error;
	}
}

function report(notices: readonly string[], body: PatchBody, validation: FieldValidation, request: ApiRequest): void {
	if (notices.length === 0 || validation === 'Ignore') return;
	if (validation === 'Strict') throw badPatch(body, `strict decoding error: ${notices.join(', ')}`);
	request.warnings.push(...notices);
}

/** A patch is repeated in the refusal, as clients are used to see it, but not when it is long. */
const longestShown = 1024;

function badPatch(body: PatchBody, why: string): ApiError {
	const text = body.bytes.length > longestShown ? `${body.bytes.toString('utf8', 0, longestShown)}...` : body.bytes.toString();
	return invalid('', '', '', [invalidValue('patch', text, why)]);
}
