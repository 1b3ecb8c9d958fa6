/** Versions of a kind beside the one that is stored: whether they differ, and what one has that the other has not. */
import { isDeepStrictEqual } from 'node:util';
import type { Definition } from '../definition.ts';

/** Whether two schemas say the same of objects, whatever they say to people. */
export function isSameSchema(a: Definition, b: Definition): boolean {
	return isDeepStrictEqual(withoutWords(a), withoutWords(b));
}

function withoutWords(value: unknown, isProperties = false): unknown {
	if (Array.isArray(value)) return value.map((item) => withoutWords(item));
	if (value === null || typeof value !== 'object') return value;
	const kept = Object.entries(value).filter(([key]) => isProperties || (key !== 'description' && key !== 'title' && key !== 'example'));
	return Object.fromEntries(kept.map(([key, inner]) => [key, withoutWords(inner, !isProperties && key === 'properties')]));
}

/** What stands at a path in one schema and cannot in the other; lists and maps are passed through. */
export function differences(
	here: Definition,
	storage: Definition,
): { readonly onlyHere: readonly string[]; readonly onlyStored: readonly string[]; readonly others: readonly string[] } {
	const onlyHere: string[] = [];
	const onlyStored: string[] = [];
	const others: string[] = [];
	const compare = (a: Definition, b: Definition, path: string): void => {
		const inner = (one: Definition) => one.items ?? (typeof one.additionalProperties === 'object' ? one.additionalProperties : undefined);
		const [partA, partB] = [inner(a), inner(b)];
		if (a.type !== b.type) others.push(path);
		else if (partA !== undefined && partB !== undefined) compare(partA, partB, path);
		for (const [name, field] of Object.entries(a.properties ?? {})) {
			const full = path === '' ? name : `${path}.${name}`;
			if (path === '' && ['apiVersion', 'kind', 'metadata'].includes(name)) continue;
			const other = b.properties?.[name];
			if (other === undefined) onlyHere.push(full);
			else compare(field, other, full);
		}
		for (const name of Object.keys(b.properties ?? {})) if (a.properties?.[name] === undefined) onlyStored.push(path === '' ? name : `${path}.${name}`);
	};
	compare(here, storage, '');
	return { onlyHere, onlyStored, others };
}
