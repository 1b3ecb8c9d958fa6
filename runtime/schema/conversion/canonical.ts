/** Canonical form of the result of a conversion. */
import type { JsonObject } from '../../model/catalog.ts';
import type { CompiledType } from '../compiled.ts';

/**
 * Applies the field order, presence and unknown-field rules of the target version. Throws MalformedError when the object does not fit that
 * version.
 */
export function canonical(schema: Pick<CompiledType, 'read'>, object: JsonObject, kind: string, apiVersion: string): JsonObject {
	const read = schema.read(object, { notices: [] });
	const { kind: _kind, apiVersion: _apiVersion, ...rest } = read;
	return { kind, apiVersion, ...rest };
}
