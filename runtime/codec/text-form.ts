/** Indented JSON and YAML, made from a JSON response. Never used on the hot path. */
import type { JsonValue } from '../model/catalog.ts';
import { parseJson, stringifyJson } from '../wire/json/json.ts';
import { writeYaml } from '../yaml/writer.ts';
import type { Representation } from './representation.ts';

/** Formats the document for the representation; plain JSON is returned unchanged. */
export function textForm(json: Buffer | string, { encoding, pretty }: Representation): Buffer | string {
	if (encoding === 'yaml') return writeYaml(parseJson(json) as Parameters<typeof writeYaml>[0]);
	return pretty ? `${indented(parseJson(json))}\n` : json;
}

/** `JSON.rawJSON` keeps integers beyond 2^53. */
const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown };

/** Maximum indented depth. Deeper values are written on one line, because their indentation would be much larger than their content. */
const deepestIndented = 50;
const step = '  ';

export function indented(value: JsonValue): string {
	if (isDeeper(value, deepestIndented)) return indentedAt(value, 0);
	return JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? rawJSON(part.toString()) : part), 2);
}

function isDeeper(value: JsonValue, levels: number): boolean {
	if (value === null || typeof value !== 'object') return false;
	return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}

function indentedAt(value: JsonValue, level: number): string {
	if (value === null || typeof value !== 'object' || level === deepestIndented) return stringifyJson(value);
	const isList = Array.isArray(value);
	const parts = isList
		? value.map((item) => indentedAt(item, level + 1))
		: Object.entries(value).map(([name, inner]) => `${JSON.stringify(name)}: ${indentedAt(inner, level + 1)}`);
	const [open, close] = isList ? '[]' : '{}';
	if (parts.length === 0) return `${open}${close}`;
	const line = `\n${step.repeat(level)}`;
	return `${open}${line}${step}${parts.join(`,${line}${step}`)}${line}${close}`;
}
