/**
 * `include`: fields and rules of another type, as if they were written here. A version thereby states only its differences from the stored one, and
 * types share common fields. It is resolved before types are made, so later steps do not know of it.
 */
import type { ReadContext } from '../context.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import { suggestion } from '../diagnostics/suggestion.ts';
import type { Declaration, Package, PlacedNode } from '../packages.ts';
import { at, type Entry, listAt, type MapNode, mapAt, type ScalarNode, type SpecNode, text, textAt, textsAt } from '../source/node.ts';
import { includedRules, withRules } from './included-rules.ts';
import { resolveReference } from './reference.ts';

type Packages = ReadonlyMap<string, Package>;

/** Replaces the schemas of declarations that include others. */
export function expandIncludes(packages: Packages, report: Report): void {
	const declarations = [...packages.values()].flatMap((owner) => [...owner.declarations.values()].flatMap((types) => [...types.values()]));
	const done = new Set<Declaration>();
	for (const declaration of declarations) expand(declaration, [], { packages, report, done });
}

/** Copies the shared types of a version into each version that is `like` it, except for types that this version declares itself. */
export function declareAlike(files: readonly PlacedNode[], packages: Packages, report: Report): void {
	const pending = files.filter(({ node, package: name }) => at(node, 'like') !== undefined && packages.has(name));
	const done = new Set<PlacedNode>();
	for (const file of pending) copyLike(file, [], { packages, report, pending, done });
}

interface CopyContext extends Pick<IncludeContext, 'packages' | 'report'> {
	readonly pending: readonly PlacedNode[];
	readonly done: Set<PlacedNode>;
}

function copyLike(file: PlacedNode, chain: readonly string[], copying: CopyContext): void {
	const { packages, report, pending, done } = copying;
	const like = at(file.node, 'like');
	const owner = packages.get(file.package);
	if (like === undefined || owner === undefined || done.has(file)) return;
	const version = textAt(file.node, 'version') ?? owner.versions[0] ?? '';
	const other = text(like) ?? '';
	if ([...chain, version].includes(other)) {
		report(like, `a version cannot be like itself: ${[...chain, version, other].join(' -> ')}`);
		return;
	}
	// The other version may itself be like a third one.
	for (const before of pending) if (before.package === file.package && textAt(before.node, 'version') === other) copyLike(before, [...chain, version], copying);
	done.add(file);
	const theirs = owner.declarations.get(other);
	if (theirs === undefined && !owner.incomplete)
		report(like, `${owner.name} has no types of version ${JSON.stringify(other)}${suggestion(other, owner.declarations.keys())}`);
	const own = owner.declarations.get(version) ?? new Map<string, Declaration>();
	owner.declarations.set(version, own);
	const added = [...(theirs?.values() ?? [])].filter(({ name }) => !own.has(name)).map((from) => ({ from, into: { ...from, version, copyOf: from } }));
	// All copies are declared first, because they refer to each other.
	for (const { into } of added) own.set(into.name, into);
	for (const { from, into } of added) {
		const schema = referring(from.schema, from, into, packages);
		if (schema.kind === 'map') into.schema = schema;
	}
}

/** Refuses `include` in a schema without a name. Those in declarations have been expanded before. */
export function refuseInclude(node: MapNode, { report }: Pick<ReadContext, 'report'>): void {
	const key = node.entries.get('include')?.key;
	if (key !== undefined) report(key, '"include" is only for named types: move this object under types/, and refer to it');
}

interface IncludeContext {
	readonly packages: Packages;
	readonly report: Report;
	readonly done: Set<Declaration>;
}

function expand(declaration: Declaration, chain: readonly Declaration[], expanding: IncludeContext): void {
	if (expanding.done.has(declaration)) return;
	expanding.done.add(declaration);
	const { schema } = declaration;
	const uses = listAt(schema, 'include');
	const followed = [...chain, declaration];
	if (uses.length > 0) {
		const parts = uses.flatMap((use) => included(use, declaration, followed, expanding) ?? []);
		declaration.schema = combined(schema, parts);
	}
	if (declaration.copyOf === undefined) return;
	expand(declaration.copyOf, [], expanding);
	const copy = copied(declaration.schema, declaration.copyOf.schema);
	if (copy.kind === 'map') declaration.schema = copy;
}

/** Returns a copy in which each field records the field of which it is a copy. This includes the fields of objects declared in place. */
function copied(copy: SpecNode, original: SpecNode): SpecNode {
	if (copy === original || copy.kind !== 'map' || original.kind !== 'map') return copy;
	const entries = new Map(copy.entries);
	for (const keyword of ['items', 'additionalProperties']) {
		const [entry, theirs] = [copy.entries.get(keyword), at(original, keyword)];
		if (entry !== undefined && theirs !== undefined) entries.set(keyword, { ...entry, value: copied(entry.value, theirs) });
	}
	const [entry, properties] = [copy.entries.get('properties'), mapAt(original, 'properties')];
	if (entry?.value.kind === 'map' && properties !== undefined)
		entries.set('properties', { ...entry, value: { ...entry.value, entries: fieldsCopied(entry.value, properties) } });
	return { ...copy, entries };
}

function fieldsCopied(fields: MapNode, properties: MapNode): ReadonlyMap<string, Entry> {
	return new Map(
		[...fields.entries].map(([name, entry]): [string, Entry] => {
			const theirs = properties.entries.get(name)?.value;
			return [name, theirs === undefined ? entry : { ...entry, value: copied(entry.value, theirs), origin: { properties, name } }];
		}),
	);
}

interface Part {
	readonly properties: ReadonlyMap<string, Entry>;
	readonly required: readonly SpecNode[];
	readonly unions: ReadonlyMap<string, Entry>;
	/** Rules of the whole object. */
	readonly rules: ReadonlyMap<string, Entry>;
}

function included(use: SpecNode, into: Declaration, chain: readonly Declaration[], expanding: IncludeContext): Part | undefined {
	const { packages, report } = expanding;
	const reference = use.kind === 'map' ? at(use, 'type') : use;
	if (reference === undefined) return undefined;
	const target = resolveReference(reference, into, packages, report);
	if (target === undefined) return undefined;
	if (chain.includes(target)) {
		report(reference, `the type includes itself: ${[...chain, target].map(({ name }) => name).join(' -> ')}`);
		return undefined;
	}
	expand(target, chain, expanding);
	const place = at(use, 'at');
	const object = objectAt(target, place, report);
	if (object === undefined) return undefined;
	const properties = mapAt(object, 'properties');
	if (properties === undefined) {
		report(reference, `${JSON.stringify(target.name)} has no fields to include: it is no object with "properties"`);
		return undefined;
	}
	return chosen(use, { object, properties, from: target, into }, expanding);
}

/** Returns the object itself, or one that is declared in place at a path inside it. */
function objectAt(target: Declaration, place: SpecNode | undefined, report: Report): MapNode | undefined {
	let object: MapNode | undefined = target.schema;
	for (const name of place === undefined ? [] : (text(place) ?? '').split('.')) {
		const properties: MapNode | undefined = mapAt(object, 'properties');
		const next: MapNode | undefined = mapAt(properties, name);
		if (next === undefined) {
			report(
				place ?? target.key,
				`${target.name} has no field ${JSON.stringify(name)} on this path that is written in place${suggestion(name, properties?.entries.keys() ?? [])}`,
			);
			return undefined;
		}
		object = next;
	}
	return object;
}

interface Choice {
	readonly object: MapNode;
	readonly properties: MapNode;
	readonly from: Declaration;
	readonly into: Declaration;
}

/** Returns the included fields under their new names, without those that `without` names. */
function chosen(use: SpecNode, { object, properties, from, into }: Choice, { packages, report }: IncludeContext): Part {
	const known = [...properties.entries.keys()];
	const check = (name: SpecNode): void => {
		if (!known.includes(text(name) ?? ''))
			report(name, `${from.name} has no field ${JSON.stringify(text(name))} to include${suggestion(text(name) ?? '', known)}`);
	};
	const without = listAt(use, 'without');
	const renamed = mapAt(use, 'renamed')?.entries ?? new Map<string, Entry>();
	for (const name of [...without, ...[...renamed.values()].map(({ value }) => value)]) check(name);
	const left = new Set(textsAt(use, 'without'));
	const names = new Map([...renamed].map(([here, { value }]) => [text(value) ?? '', here]));
	const nameOf = (name: string): string | undefined => (left.has(name) ? undefined : (names.get(name) ?? name));
	const fields = [...properties.entries].flatMap(([name, entry]): [string, Entry][] => {
		const here = nameOf(name);
		if (here === undefined) return [];
		const key = here === name ? entry.key : (renamed.get(here)?.key ?? entry.key);
		return [[here, { key, value: copied(referring(entry.value, from, into, packages), entry.value), origin: { properties, name } }]];
	});
	const required = listAt(object, 'required').flatMap((item): SpecNode[] => {
		const here = nameOf(text(item) ?? '');
		return here === undefined || item.kind !== 'scalar' ? [] : [{ ...item, value: here }];
	});
	const members = new Set(fields.map(([, { value }]) => textAt(value, 'union')));
	const unions = [...(mapAt(object, 'unions')?.entries ?? [])].filter(([name]) => members.has(name));
	const gone = new Set(known.filter((name) => nameOf(name) !== name));
	return {
		properties: new Map(fields),
		required,
		unions: new Map(unions),
		rules: includedRules([object, ...(object === from.schema ? (from.kindRules ?? []) : [])], gone, { use, from, into, report }),
	};
}

type PackageVersion = Pick<Declaration, 'package' | 'version'>;

/**
 * Makes references in a copied node resolve as in the original. A reference to a type that this version declares, too, resolves to this
 * version's type.
 */
function referring(node: SpecNode, from: PackageVersion, into: PackageVersion, packages: Packages): SpecNode {
	if (from.package === into.package && from.version === into.version) return node;
	if (node.kind === 'list') return { ...node, items: node.items.map((item) => referring(item, from, into, packages)) };
	if (node.kind !== 'map') return node;
	const entries = [...node.entries].map(([name, entry]): [string, Entry] => {
		const { value } = entry;
		if (name === 'include' && value.kind === 'list')
			return [name, { ...entry, value: { ...value, items: value.items.map((use) => referringUse(use, from, into, packages)) } }];
		if (name === '$ref' && value.kind === 'scalar') return [name, { ...entry, value: redirected(value, from, into, packages) }];
		return [name, { ...entry, value: referring(value, from, into, packages) }];
	});
	return { ...node, entries: new Map(entries) };
}

function referringUse(use: SpecNode, from: PackageVersion, into: PackageVersion, packages: Packages): SpecNode {
	if (use.kind === 'scalar') return redirected(use, from, into, packages);
	const type = use.kind === 'map' ? use.entries.get('type') : undefined;
	if (use.kind !== 'map' || type?.value.kind !== 'scalar') return use;
	return { ...use, entries: new Map([...use.entries, ['type', { ...type, value: redirected(type.value, from, into, packages) }]]) };
}

function redirected(reference: ScalarNode, from: PackageVersion, into: PackageVersion, packages: Packages): ScalarNode {
	// A broken reference is reported in the original.
	const target = resolveReference(reference, from, packages, () => {});
	if (target === undefined) return reference;
	const isBeside = target.package === into.package && target.version === from.version && into.package.declarations.get(into.version)?.has(target.name) === true;
	return { ...reference, value: `../${target.package.name}/types#/${isBeside ? into.version : target.version}.${target.name}` };
}

/**
 * Merges included fields into a schema. A field that the schema declares itself replaces the included one of the same name, at its
 * position. Its other fields follow.
 */
function combined(schema: MapNode, parts: readonly Part[]): MapNode {
	const own = mapAt(schema, 'properties');
	const properties = new Map(parts.flatMap((part) => [...part.properties]));
	for (const [name, entry] of own?.entries ?? []) properties.set(name, { ...originOf(properties.get(name)), ...entry });
	const written = listAt(schema, 'required');
	const names = new Set(written.map(text));
	const required = [...written, ...parts.flatMap((part) => part.required).filter((item) => properties.has(text(item) ?? '') && !names.has(text(item)))];
	const unions = new Map(parts.flatMap((part) => [...part.unions]));
	for (const [name, entry] of mapAt(schema, 'unions')?.entries ?? []) unions.set(name, entry);
	const entries = new Map([...schema.entries].filter(([name]) => name !== 'include'));
	for (const { rules } of parts) for (const [name, entry] of rules) entries.set(name, withRules(entries.get(name), entry));
	const put = (name: string, value: SpecNode): void => {
		const key = schema.entries.get(name)?.key ?? schema.entries.get('include')?.key;
		if (key !== undefined) entries.set(name, { key, value });
	};
	put('properties', { ...(own ?? schema), kind: 'map', entries: properties });
	if (required.length > 0) put('required', { kind: 'list', items: required, ...placeOf(at(schema, 'required') ?? schema) });
	if (unions.size > 0) put('unions', { kind: 'map', entries: unions, ...placeOf(at(schema, 'unions') ?? schema) });
	return { ...schema, entries };
}

/** Returns the origin of a replaced field. A field that is declared again still counts as the one that it replaces. */
function originOf(entry: Entry | undefined): Pick<Entry, 'origin'> {
	return entry?.origin === undefined ? {} : { origin: entry.origin };
}

function placeOf({ file, start, end }: SpecNode) {
	return { file, start, end };
}
