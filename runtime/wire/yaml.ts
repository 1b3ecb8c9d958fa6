/** YAML bodies and files as JSON values; `runtime/yaml/` is the parser. */
import type { JsonValue } from '../model/catalog.ts';
import { MalformedError } from '../model/malformed.ts';
import { YamlError } from '../yaml/problem.ts';
import { parseYaml as parse, type YamlOptions } from '../yaml/reader.ts';

/** Parses one document; a text without one is null. Throws MalformedError. */
export function parseYaml(bytes: Uint8Array | string, options: YamlOptions = {}): JsonValue {
	try {
		return parse(bytes, options);
	} catch (error) {
		if (error instanceof YamlError) throw new MalformedError(error.message);
		throw error;
	}
}
