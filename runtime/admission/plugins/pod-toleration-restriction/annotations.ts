/** Tolerations in annotations of namespaces: JSON, decoded as Go decodes it. */
import type { Toleration } from '../../../../generated/types/core/v1.ts';
import type { Json } from '../../../model/catalog.ts';
import { MalformedError } from '../../../model/malformed.ts';
import { parseJson } from '../../../wire/json/json.ts';
import { unclassified } from '../../server-errors.ts';

/** Returns undefined without the annotation. Throws the error of a request when the annotation is malformed. */
export function annotatedTolerations(text: string | undefined): readonly Toleration[] | undefined {
	if (text === undefined) return undefined;
	if (text === '') return [];
	let value: Json;
	try {
		value = parseJson(text) as Json;
	} catch (error) {
		if (!(error instanceof MalformedError)) throw error;
		throw unclassified(error.message);
	}
	if (value === null) return [];
	if (!Array.isArray(value)) throw mistyped(value, 'value of type []v1.Toleration');
	return value.map(tolerationIn);
}

const texts = ['key', 'operator', 'value', 'effect'];

function tolerationIn(value: Json): Toleration {
	if (value === null) return {};
	if (typeof value !== 'object' || Array.isArray(value)) throw mistyped(value, 'value of type v1.Toleration');
	const known: Record<string, Json> = {};
	for (const [name, field] of Object.entries(value)) {
		if (field === null || field === '') continue;
		if (texts.includes(name)) {
			if (typeof field !== 'string') throw mistyped(field, `struct field Toleration.${name} of type string`);
		} else if (name !== 'tolerationSeconds') continue;
		else if (typeof field !== 'number' || !Number.isSafeInteger(field)) throw mistyped(field, 'struct field Toleration.tolerationSeconds of type int64');
		known[name] = field;
	}
	// Validation checks the pod that gets it.
	return known as Toleration;
}

function mistyped(value: Json, into: string): Error {
	const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value;
	return unclassified(`json: cannot unmarshal ${type} into Go ${into}`);
}
