/** Body of an apply: YAML, which includes JSON. Refused as Kubernetes does. */
import { ApiError } from '../../../api/errors.ts';
import type { ApiRequest } from '../../../api/request.ts';
import type { JsonObject, JsonValue } from '../../../model/catalog.ts';
import { MalformedError } from '../../../model/malformed.ts';
import { parseJson } from '../../../wire/json/json.ts';
import { parseYaml } from '../../../wire/yaml.ts';
import { asOneError } from '../../../yaml/reader.ts';
import type { FieldValidation } from '../../body.ts';

export interface AppliedBody {
	/** Applied object as it was sent. */
	readonly applied: JsonObject;
	/**
	 * Reports duplicate keys in the warnings, or throws ApiError BadRequest, as the request wants. Called after the object has been found
	 * applicable.
	 */
	report(warnings: string[]): void;
}

/** Throws ApiError BadRequest, RequestEntityTooLarge. */
export async function appliedReader(request: ApiRequest, validation: FieldValidation): Promise<AppliedBody> {
	const bytes = await request.body();
	const duplicates: string[] = [];
	const value = parsed(bytes, duplicates);
	if (value !== null && (typeof value !== 'object' || Array.isArray(value))) throw undecodable('it is not an object');
	const applied = value ?? {};
	return {
		applied,
		report(warnings) {
			if (duplicates.length === 0 || validation === 'Ignore') return;
			if (validation === 'Strict') throw new ApiError('BadRequest', `error strict decoding YAML: error converting YAML to JSON: ${asOneError(duplicates)}`);
			warnings.push(...duplicates);
		},
	};
}

/** Parses the body. Most clients send JSON, and the JSON parser is faster. */
function parsed(bytes: Buffer, duplicates: string[]): JsonValue {
	if (bytes[0] === openingBrace) {
		const twice: string[] = [];
		const value = asJson(bytes, twice);
		if (value !== undefined && twice.length === 0) return value;
	}
	try {
		return parseYaml(bytes, { duplicates });
	} catch (error) {
		if (!(error instanceof MalformedError)) throw error;
		throw undecodable(error.message);
	}
}

const openingBrace = 0x7b;

/** Parses JSON; undefined when the body is not JSON. */
function asJson(bytes: Buffer, duplicates: string[]): JsonValue | undefined {
	try {
		return parseJson(bytes, { duplicates });
	} catch (error) {
		if (!(error instanceof MalformedError)) throw error;
		return undefined;
	}
}

function undecodable(why: string): ApiError {
	return new ApiError('BadRequest', `error decoding YAML: ${why}`);
}
