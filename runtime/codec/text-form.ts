/** The forms for people, made from JSON that is ready: indented JSON, and YAML. Never on the hot path. */
import type { JsonValue } from '../model/catalog.ts';
import { parseJson } from '../wire/json/json.ts';
import { writeYaml } from '../wire/yaml/writer.ts';
import type { Representation } from './representation.ts';

/** The same document as the representation wants it; plain JSON comes back as it is. */
export function textForm(json: Buffer | string, { encoding, pretty }: Representation): Buffer | string {
	if (encoding === 'yaml') return writeYaml(parseJson(json) as Parameters<typeof writeYaml>[0]);
	return pretty ? `${indented(parseJson(json))}\n` : json;
}

/** `JSON.rawJSON` keeps integers beyond 2^53 as they are. */
const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown };

export function indented(value: JsonValue): string {
	return JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? rawJSON(part.toString()) : part), 2);
}
