/** Paths into objects, as columns, scale subresources and field selectors name them: `spec.replicas`, `self.status.conditions[0].type`. */
import type { JsonValue } from './catalog.ts';

export type PathReader = (object: JsonValue) => JsonValue | undefined;

const plain = /^[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*|\[\d+\]|\[(?:"[^"\\]*"|'[^'\\]*')\])*$/;
const part = /[A-Za-z_][A-Za-z0-9_]*|\[(\d+)\]|\[(?:"([^"\\]*)"|'([^'\\]*)')\]/g;
const literals: ReadonlySet<string> = new Set(['true', 'false', 'null', 'in']);

/** The segments of a plain path; undefined when the text is something else (an expression, say). A leading `self` stays. */
export function pathSegments(text: string): readonly (string | number)[] | undefined {
	if (!plain.test(text) || literals.has(text)) return undefined;
	return [...text.matchAll(part)].map(([name, index, double, single]) => (index === undefined ? (double ?? single ?? name) : Number(index)));
}

/** Reads what stands under the segments, or undefined. Own properties only. */
export function readSegments(value: JsonValue, segments: readonly (string | number)[]): JsonValue | undefined {
	let current: JsonValue | undefined = value;
	for (const segment of segments) {
		if (current === null || typeof current !== 'object') return undefined;
		if (Array.isArray(current)) current = typeof segment === 'number' ? current[segment] : undefined;
		else current = Object.hasOwn(current, segment) ? current[segment] : undefined;
	}
	return current;
}

/** A reader of a path from the object's root, with or without `self.` before it; undefined when the text is no plain path. */
export function compilePath(text: string): PathReader | undefined {
	const segments = pathSegments(text);
	if (segments === undefined) return undefined;
	const below = segments[0] === 'self' ? segments.slice(1) : segments;
	return (object) => readSegments(object, below);
}
