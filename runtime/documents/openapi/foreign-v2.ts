/**
 * Version 2 documents of other servers, and their merging into this server's. A document that this server cannot encode is refused as a
 * whole, so that one server does not spoil the merged document for all clients.
 */

import type { JsonValue } from '../../model/catalog.ts';
import { deepEqual } from '../../model/equal.ts';
import type { Swagger } from './v2.ts';
import { encodeOpenApiV2 } from './v2-protobuf.ts';

type Named = Readonly<Record<string, object>>;

/** Part of another server's document: the paths of a group version, and what these refer to. */
export interface ForeignV2 {
	readonly paths: Named;
	readonly definitions: Named;
	readonly parameters: Named;
	/** Size as JSON. */
	readonly bytes: number;
}

/** Maximum nesting. Documents of Kubernetes have less than 20 levels. */
const mostDepth = 64;

const definitionReference = '#/definitions/';
const parameterReference = '#/parameters/';

/** Returns the part below `prefix`. Throws an Error of one sentence when the document is not one that this server can merge. */
export function foreignV2(document: unknown, prefix: string): ForeignV2 {
	if (!isObject(document) || document.swagger !== '2.0') throw new Error('the document is not OpenAPI version 2');
	checkDepth(document);
	const [paths, definitions, parameters] = [document.paths, document.definitions, document.parameters].map(namedObjects) as [Named, Named, Named];
	const kept = Object.fromEntries(Object.entries(paths).filter(([path]) => path === prefix || path.startsWith(`${prefix}/`)));
	const reached = reachable(kept, definitions, parameters);
	const part = { paths: kept, definitions: pick(definitions, reached, definitionReference), parameters: pick(parameters, reached, parameterReference) };
	// The encoder is the strictest reader: a client that prefers protobuf would otherwise get an error for the whole document.
	encodeOpenApiV2({ ...emptyDocument, ...part } as object as Swagger);
	return { ...part, bytes: JSON.stringify(part).length };
}

/** Maximum size of all parts. The merged document is made while its first reader waits, in about 10 ms a MiB. */
const mostBytes = 8 * 1024 * 1024;

const emptyDocument = { swagger: '2.0', info: { title: '', version: '' }, securityDefinitions: {}, security: [] } as const;

/** Adds the parts in their order, as many as the bound allows. A path of an earlier part stays. A definition with a taken name gets another, unless both are equal. */
export function mergedV2(base: Swagger, parts: readonly ForeignV2[]): Swagger {
	if (parts.length === 0) return base;
	const paths = new Map<string, object>(Object.entries(base.paths));
	const definitions = new Map<string, object>(Object.entries(base.definitions));
	const parameters = new Map<string, object>(Object.entries(base.parameters ?? {}));
	let bytes = 0;
	for (const part of parts) {
		if (bytes + part.bytes > mostBytes) continue;
		bytes += part.bytes;
		const names = new Map([...newNames(part.definitions, definitions, definitionReference), ...newNames(part.parameters, parameters, parameterReference)]);
		for (const [path, item] of Object.entries(part.paths)) if (!paths.has(path)) paths.set(path, renamed(item, names) as object);
		add(part.definitions, definitions, names, definitionReference);
		add(part.parameters, parameters, names, parameterReference);
	}
	const merged = { ...base, paths: inOrder(paths), definitions: inOrder(definitions), ...(parameters.size > 0 && { parameters: inOrder(parameters) }) };
	return merged as Swagger;
}

function add(from: Named, to: Map<string, object>, names: ReadonlyMap<string, string>, prefix: string): void {
	for (const [name, value] of Object.entries(from)) to.set((names.get(prefix + name) ?? prefix + name).slice(prefix.length), renamed(value, names) as object);
}

function inOrder(all: ReadonlyMap<string, object>): Named {
	return Object.fromEntries([...all].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Returns the new references of definitions whose names other definitions have, by their present references. */
function newNames(from: Named, taken: ReadonlyMap<string, object>, prefix: string): ReadonlyMap<string, string> {
	const names = new Map<string, string>();
	for (const [name, value] of Object.entries(from)) {
		const other = taken.get(name);
		if (other === undefined || deepEqual(value as JsonValue, other as JsonValue)) continue;
		let number = 2;
		while (taken.has(`${name}_v${number}`) || Object.hasOwn(from, `${name}_v${number}`)) number++;
		names.set(prefix + name, `${prefix}${name}_v${number}`);
	}
	return names;
}

/** Returns a copy with the new references. */
function renamed(value: unknown, names: ReadonlyMap<string, string>): unknown {
	if (names.size === 0 || typeof value !== 'object' || value === null) return value;
	if (Array.isArray(value)) return value.map((each) => renamed(each, names));
	return Object.fromEntries(
		Object.entries(value).map(([key, inner]) => [key, key === '$ref' && typeof inner === 'string' ? (names.get(inner) ?? inner) : renamed(inner, names)]),
	);
}

function reachable(paths: Named, definitions: Named, parameters: Named): ReadonlySet<string> {
	const reached = new Set<string>();
	const open: unknown[] = [paths];
	while (open.length > 0) {
		const value = open.pop();
		if (typeof value !== 'object' || value === null) continue;
		const reference = (value as { readonly $ref?: unknown }).$ref;
		if (typeof reference === 'string' && !reached.has(reference)) {
			reached.add(reference);
			const target = reference.startsWith(definitionReference)
				? own(definitions, reference.slice(definitionReference.length))
				: own(parameters, reference.slice(parameterReference.length));
			if (target !== undefined) open.push(target);
		}
		for (const each of Object.values(value)) open.push(each);
	}
	return reached;
}

function own(from: Named, name: string): object | undefined {
	return Object.hasOwn(from, name) ? from[name] : undefined;
}

function pick(from: Named, reached: ReadonlySet<string>, prefix: string): Named {
	return Object.fromEntries(Object.entries(from).filter(([name]) => reached.has(prefix + name)));
}

/** Throws when the value is nested too deeply for functions that call themselves. */
function checkDepth(value: object): void {
	let level: object[] = [value];
	for (let depth = 0; level.length > 0; depth++) {
		if (depth > mostDepth) throw new Error(`the document is nested more than ${mostDepth} levels deep`);
		level = level.flatMap((each) => Object.values(each).filter((inner): inner is object => typeof inner === 'object' && inner !== null));
	}
}

function namedObjects(value: unknown): Named {
	if (value === undefined || value === null) return {};
	if (!isObject(value) || !Object.values(value).every(isObject)) throw new Error('the document has a list or a text in place of an object');
	return value as Named;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
