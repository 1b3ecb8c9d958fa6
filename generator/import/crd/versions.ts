/** Compares a version with the stored one: whether they differ, and which fields only one of them has. */
import { isDeepStrictEqual } from 'node:util';
import type { Definition } from '../definition.ts';
import { isIntOrString } from '../rules.ts';

/** Reports whether two schemas accept the same objects; descriptions do not matter. */
export function isSameSchema(a: Definition, b: Definition): boolean {
	return isDeepStrictEqual(withoutWords(a), withoutWords(b));
}

function withoutWords(value: unknown, isProperties = false): unknown {
	if (Array.isArray(value)) return value.map((item) => withoutWords(item));
	if (value === null || typeof value !== 'object') return value;
	const kept = Object.entries(value).filter(([key]) => isProperties || (key !== 'description' && key !== 'title' && key !== 'example'));
	return Object.fromEntries(kept.map(([key, inner]) => [key, withoutWords(inner, !isProperties && key === 'properties')]));
}

/**
 * Returns a schema in which parts of another type have the type of the stored version, because values are decoded as stored. `replaced`:
 * their paths.
 */
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

/** Returns the type of a value in the sense of specs. */
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
	/** Fields only in the stored version that are required and have no default. */
	readonly missing: readonly string[];
	/** Fields of both versions that one requires and the other lets be absent; `side` is the one that requires. */
	readonly lax: readonly { readonly side: 'here' | 'storage'; readonly path: string }[];
}

/** Returns the paths that only one of two schemas has. Entries of lists and maps have their parent's path. */
export function differences(here: Definition, storage: Definition): Differences {
	const onlyHere: string[] = [];
	const onlyStored: string[] = [];
	const missing: string[] = [];
	const lax: Differences['lax'][number][] = [];
	const compare = (a: Definition, b: Definition, path: string): void => {
		const inner = (one: Definition) => one.items ?? (typeof one.additionalProperties === 'object' ? one.additionalProperties : undefined);
		const [partA, partB] = [inner(a), inner(b)];
		if (partA !== undefined && partB !== undefined) compare(partA, partB, path);
		for (const [name, field] of Object.entries(a.properties ?? {})) {
			if (isOfEveryKind(name, path)) continue;
			const other = b.properties?.[name];
			if (other === undefined) {
				onlyHere.push(joined(path, name));
				continue;
			}
			const [needed, neededStored] = [isNeeded(a, name), isNeeded(b, name)];
			if (neededStored && !needed && field.default === undefined) lax.push({ side: 'storage', path: joined(path, name) });
			if (needed && !neededStored && other.default === undefined) lax.push({ side: 'here', path: joined(path, name) });
			compare(field, other, joined(path, name));
		}
		for (const name of Object.keys(b.properties ?? {})) {
			if (a.properties?.[name] !== undefined) continue;
			onlyStored.push(joined(path, name));
			if (isNeeded(b, name)) missing.push(joined(path, name));
		}
	};
	compare(here, storage, '');
	return { onlyHere, onlyStored, missing, lax };
}

/** Reports whether every object has the field: it is required and has no default. */
function isNeeded({ required, properties }: Definition, name: string): boolean {
	return required?.includes(name) === true && properties?.[name]?.default === undefined;
}

function isOfEveryKind(name: string, path: string): boolean {
	return path === '' && ['apiVersion', 'kind', 'metadata'].includes(name);
}

function joined(path: string, name: string): string {
	return path === '' ? name : `${path}.${name}`;
}
