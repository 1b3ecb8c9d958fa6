/**
 * Repeats the extensions of a document for every accepted vocabulary, because clients look them up by name
 * (`x-{product}-group-version-kind`). With a single vocabulary the document stays unchanged.
 */
import type { Vocabulary } from '../../model/vocabulary.ts';

export function inAllDialects<T>(document: T, { product, understands = [] }: Vocabulary): T {
	if (understands.length === 0) return document;
	const own = `x-${product}-`;
	const others = understands.map((dialect) => `x-${dialect.product}-`);
	const visit = (value: unknown): unknown => {
		if (Array.isArray(value)) return value.map(visit);
		if (value === null || typeof value !== 'object') return value;
		const entries = Object.entries(value).flatMap(([key, inner]): [string, unknown][] => {
			const visited = visit(inner);
			return key.startsWith(own) ? [own, ...others].map((prefix) => [prefix + key.slice(own.length), visited]) : [[key, visited]];
		});
		return Object.fromEntries(entries);
	};
	return visit(document) as T;
}
