/** Versions of a kind beside the one that is stored: whether they differ, and what one has that the other has not. */
import { isDeepStrictEqual } from 'node:util';
import type { Definition } from '../definition.ts';
import { isIntOrString } from '../rules.ts';

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

/** A schema with what it has of another type than the one that is stored in the type of that: a value is read as it is stored. `replaced`: where. */
export function asStored(here: Definition, storage: Definition): { readonly schema: Definition; readonly replaced: readonly string[] } {
	const replaced: string[] = [];
	const align = (a: Definition, b: Definition, path: string): Definition => {
		if (formOf(a) !== formOf(b)) {
			replaced.push(path);
			return b;
		}
		const fields = Object.entries(a.properties ?? {}).map(([name, field]): [string, Definition] => {
			const other = b.properties?.[name];
			return [name, other === undefined || isOfEveryKind(name, path) ? field : align(field, other, joined(path, name))];
		});
		const { items, additionalProperties: values } = a;
		return {
			...a,
			...(a.properties === undefined ? {} : { properties: Object.fromEntries(fields) }),
			...(items === undefined || b.items === undefined ? {} : { items: align(items, b.items, path) }),
			...(typeof values === 'object' && typeof b.additionalProperties === 'object'
				? { additionalProperties: align(values, b.additionalProperties, path) }
				: {}),
		};
	};
	const schema = align(here, storage, '');
	return { schema, replaced };
}

/** What a value is, as specs tell types apart. */
function formOf(definition: Definition): string {
	const { type = 'any', format, additionalProperties } = definition;
	if (isIntOrString(definition)) return 'intOrString';
	if (type === 'object') return typeof additionalProperties === 'object' ? 'map' : 'object';
	if (type === 'integer') return format === 'int32' ? 'int32' : 'int64';
	return type === 'string' && format === 'byte' ? 'bytes' : type;
}

export interface Differences {
	readonly onlyHere: readonly string[];
	readonly onlyStored: readonly string[];
	/** Of what is only stored: what must be there, and has no default. */
	readonly missing: readonly string[];
}

/** What stands at a path in one schema and not in the other; lists and maps are passed through. */
export function differences(here: Definition, storage: Definition): Differences {
	const onlyHere: string[] = [];
	const onlyStored: string[] = [];
	const missing: string[] = [];
	const compare = (a: Definition, b: Definition, path: string): void => {
		const inner = (one: Definition) => one.items ?? (typeof one.additionalProperties === 'object' ? one.additionalProperties : undefined);
		const [partA, partB] = [inner(a), inner(b)];
		if (partA !== undefined && partB !== undefined) compare(partA, partB, path);
		for (const [name, field] of Object.entries(a.properties ?? {})) {
			if (isOfEveryKind(name, path)) continue;
			const other = b.properties?.[name];
			if (other === undefined) onlyHere.push(joined(path, name));
			else compare(field, other, joined(path, name));
		}
		for (const [name, field] of Object.entries(b.properties ?? {})) {
			if (a.properties?.[name] !== undefined) continue;
			onlyStored.push(joined(path, name));
			if (b.required?.includes(name) && field.default === undefined) missing.push(joined(path, name));
		}
	};
	compare(here, storage, '');
	return { onlyHere, onlyStored, missing };
}

function isOfEveryKind(name: string, path: string): boolean {
	return path === '' && ['apiVersion', 'kind', 'metadata'].includes(name);
}

function joined(path: string, name: string): string {
	return path === '' ? name : `${path}.${name}`;
}
