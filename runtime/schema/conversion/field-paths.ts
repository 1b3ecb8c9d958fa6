/** Field paths as messages write them: `spec.ports[0].name`, `metadata.annotations[a.b/c]`. */
import type { JsonObject, JsonValue } from '../../model/catalog.ts';

/** Splits a path into names, and indices and keys in brackets. Returns undefined for other text. */
export function pathSegments(field: string): readonly string[] | undefined {
	const segments = field.match(/[^.[\]]+|\[[^\]]*\]/g) ?? [];
	return pathText(segments) === field ? segments : undefined;
}

export function pathText(segments: readonly string[]): string {
	return segments.reduce((text, segment) => (text === '' || segment.startsWith('[') ? text + segment : `${text}.${segment}`), '');
}

/** Returns the value at a path, or undefined when the value is absent or `field` is not a valid path. */
export function valueAtField(object: JsonObject, field: string): JsonValue | undefined {
	let value: JsonValue | undefined = object;
	for (const segment of pathSegments(field) ?? []) {
		if (typeof value !== 'object' || value === null) return undefined;
		const name = segment.startsWith('[') ? segment.slice(1, -1) : segment;
		if (Array.isArray(value)) value = value[Number(name)];
		else value = Object.hasOwn(value, name) ? value[name] : undefined;
	}
	return value;
}
