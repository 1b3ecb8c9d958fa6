/** What a conversion has made, as the version has it. */
import type { JsonObject } from '../../model/catalog.ts';
import type { CompiledType } from '../compiled.ts';

/** Field order, presence and unknown fields as the target version has them. Throws MalformedError where it is none of that version. */
export function canonical(schema: Pick<CompiledType, 'read'>, object: JsonObject, kind: string, apiVersion: string): JsonObject {
	const read = schema.read(object, { notices: [] });
	const { kind: _kind, apiVersion: _apiVersion, ...rest } = read;
	return { kind, apiVersion, ...rest };
}
