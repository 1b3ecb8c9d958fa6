/** Patch types, and their application to objects. Independent of storage; arguments are not changed. */
import { ApiError } from '../api/errors.ts';
import type { JsonObject, JsonValue, TypeName } from '../model/catalog.ts';
import { malformedPatch } from './failure.ts';
import { jsonPatch } from './json-patch.ts';
import { mergeObject } from './merge-patch.ts';
import { isObject } from './own-properties.ts';
import type { PatchSchemas } from './patch-schema.ts';
import { strategicMerge } from './strategic-merge.ts';

/** Patch types by media type, in the order in which refusals list them. */
export const patchTypes = {
	'application/json-patch+json': 'json',
	'application/merge-patch+json': 'merge',
	'application/strategic-merge-patch+json': 'strategic',
} as const;

export type PatchMediaType = keyof typeof patchTypes;

export function isPatchMediaType(mediaType: string): mediaType is PatchMediaType {
	return Object.hasOwn(patchTypes, mediaType);
}

/**
 * Returns a new object, which may share parts with `current`. `typeName`: type of `current`. As in Kubernetes, a JSON or strategic merge
 * patch of `null` changes nothing. Throws ApiError: BadRequest, Invalid, RequestEntityTooLarge, UnsupportedMediaType.
 */
export function applyPatch(mediaType: string, current: JsonObject, body: JsonValue, typeName: TypeName, schemas: PatchSchemas): JsonObject {
	if (!isPatchMediaType(mediaType)) throw new ApiError('UnsupportedMediaType', `the patch type ${JSON.stringify(mediaType)} is not supported`);
	switch (patchTypes[mediaType]) {
		case 'json':
			return jsonPatch(current, body ?? []);
		case 'merge':
			return mergeObject(current, object(body));
		case 'strategic':
			return strategicMerge(current, object(body ?? {}), schemas.of(typeName));
	}
}

function object(body: JsonValue): JsonObject {
	if (isObject(body)) return body;
	throw malformedPatch('error decoding patch: it is not a JSON object');
}
