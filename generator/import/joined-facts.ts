/**
 * Joins the facts about all types that some kinds use. The OpenAPI document has fields and types, Go declarations have order and presence.
 * `.proto` files have numbers; an older document shows which of them are new.
 */
import type { EnumValue, Json, Presence, Release } from '../../runtime/model/catalog.ts';
import { placeholders } from '../../runtime/model/vocabulary.ts';
import { stringify } from '../../runtime/wire/json/text.ts';
import { fieldNamePattern } from '../read/keywords/composition.ts';
import { type Definition, extension } from './definition.ts';
import { definitionName, findDefinition, hasVersion, keyOf, type OpenApiDocument, scalars } from './document.ts';
import { type Facts, type FieldFacts, type KindFacts, keyText, type SchemaFacts, type TypeFacts, type TypeKey } from './facts.ts';
import type { GoField, GoTypes } from './go-types.ts';
import type { ProtoMessages } from './protos.ts';
import { formatOf, isIntOrString, type NamedTypes, noteUntaken, rulesOf, type SchemaSite as SchemaPlace, targetOf } from './rules.ts';

export interface Sources {
	readonly document: OpenApiDocument;
	/** Reports whether another root declares a type. The import then refers to it, and leaves out types that only it uses. */
	readonly declared?: (key: TypeKey) => boolean;
	/** Returns the Go types in the package and version of a key; empty when there are none. */
	readonly go: (key: TypeKey) => GoTypes;
	readonly protos: (key: TypeKey) => ProtoMessages;
	/** Earlier document; fields that it lacks are new. */
	readonly base?: OpenApiDocument;
	/** Go declarations of the releases after the base, oldest first; the first one with a new field introduced it. */
	readonly later: readonly { readonly release: Release; readonly go: (key: TypeKey) => GoTypes }[];
}

export function gather(kinds: readonly KindFacts[], sources: Sources): Facts {
	const types = new Map<string, TypeFacts>();
	const notes: string[] = [];
	const note = (sentence: string): void => void notes.push(sentence);
	const roots = new Set(kinds.map(({ key }) => keyText(key)));
	// Types of a status come last: a type that a spec uses too counts as validated.
	const reported: (() => void)[] = [];
	const visit = (key: TypeKey, definition: Definition | undefined, place: Place): void => {
		if (types.has(keyText(key)) || definition?.properties === undefined || sources.declared?.(key)) return;
		const { facts, embedded } = readType(key, definition, sources, place, note);
		types.set(keyText(key), facts);
		for (const part of embedded) {
			const own = findDefinition(sources.document, part.key);
			visit(part.key, own ?? part.definition, { owner: own === undefined ? place.owner : part.key, reported: place.reported, root: false });
		}
		for (const field of facts.fields) {
			const inner = referenceOf(field.schema);
			if (inner === undefined || field.inline) continue;
			const status = place.root && field.name === 'status';
			const next = () =>
				visit(inner, findDefinition(sources.document, inner), { owner: inner, reported: place.reported || status, root: roots.has(keyText(inner)) });
			if (status) reported.push(next);
			else next();
		}
	};
	for (const { key } of kinds) visit(key, findDefinition(sources.document, key), { owner: key, reported: false, root: true });
	for (const visitStatus of reported) visitStatus();
	return { kinds, types, notes };
}

export function referenceOf(schema: SchemaFacts): TypeKey | undefined {
	switch (schema.kind) {
		case 'reference':
			return schema.type;
		case 'list':
			return referenceOf(schema.items);
		case 'map':
			return referenceOf(schema.values);
		case 'scalar':
		case 'object':
			return undefined;
	}
}

interface Embedded {
	readonly key: TypeKey;
	readonly definition: Definition;
}

interface Place {
	/** Type whose definition has the fields. */
	readonly owner: TypeKey;
	/** True inside a status, where required fields are not enforced. */
	readonly reported: boolean;
	/** True for a kind: fields of all kinds are left out. */
	readonly root: boolean;
}

function readType(
	key: TypeKey,
	definition: Definition,
	sources: Sources,
	at: Place,
	note: (sentence: string) => void,
): { facts: TypeFacts; embedded: readonly Embedded[] } {
	const properties = new Map(Object.entries(definition.properties ?? {}));
	const required = new Set(definition.required);
	if (at.root) for (const name of ['kind', 'apiVersion', 'metadata']) properties.delete(name);
	for (const name of [...properties.keys()].filter((one) => !isFieldName(one))) {
		properties.delete(name);
		required.delete(name);
		note(`${keyText(key)}.${name} is not imported: specs cannot have such field names; preserveUnknown: true keeps the data`);
	}
	const embedded: Embedded[] = [];
	const fields: FieldFacts[] = [];
	for (const member of membersOf(key, properties, sources)) {
		if (member.parts !== undefined) {
			const part = member.part ?? { ...key, name: member.type };
			const within = new Map(member.parts.flatMap((name) => (properties.has(name) ? [[name, properties.get(name) as Definition] as const] : [])));
			for (const name of within.keys()) properties.delete(name);
			embedded.push({ key: part, definition: { properties: Object.fromEntries(within), required: [...required].filter((name) => within.has(name)) } });
			fields.push({
				name: member.name,
				schema: { kind: 'reference', type: part },
				required: false,
				inline: true,
				presence: 'always',
				...some('number', member.number),
			});
			continue;
		}
		const property = properties.get(member.name);
		if (property === undefined) continue;
		properties.delete(member.name);
		fields.push(readField(key, at.owner, member, property, required.has(member.name), sources, at.reported, note));
	}
	const rules = someRules(rulesOf(definition, 'struct', { path: keyText(key), note }));
	const description = sources.document.of === 'customResources' && !at.root ? definition.description : undefined;
	return {
		facts: { key, ...some('description', description), fields, ...some('mapType', extension(definition, 'map-type') as string | undefined), ...rules },
		embedded,
	};
}

const fieldName = new RegExp(fieldNamePattern);

/** Reports whether specs can have the name. Documents would replace a placeholder in it. */
function isFieldName(name: string): boolean {
	return fieldName.test(name) && !Object.keys(placeholders).some((role) => name.includes(`{${role}}`));
}

/** A field as Go or protobuf declares it, or only the document. */
interface Member {
	readonly name: string;
	/** Type of the field; for an embedded one the type's name. */
	readonly type: string;
	/** Names of the fields of an embedded type. */
	readonly parts?: readonly string[];
	/** Key of the embedded type, if it is in another version or package. */
	readonly part?: TypeKey;
	readonly number?: number;
	readonly go?: GoField;
}

function membersOf(key: TypeKey, properties: ReadonlyMap<string, Definition>, sources: Sources): Member[] {
	const struct = sources.go(key).structs.get(key.name);
	const messages = sources.protos(key);
	const message = messages.get(key.name);
	const members: Member[] = [];
	const seen = new Set<string>();
	const add = (member: Member): void => {
		members.push(member);
		for (const name of member.parts ?? [member.name]) seen.add(name);
	};
	for (const field of struct ?? []) {
		if (!field.embedded || properties.has(field.name))
			add({ name: field.name, type: '', go: field, ...some('number', numberOf(message, field.name) ?? field.number) });
		else if (field.number !== undefined && !field.type.includes('.')) {
			const name = field.protobufName ?? lowerFirst(field.type);
			const parts = namesOf(field.type, sources.go(key));
			const elsewhere = parts.length > 0 ? undefined : elsewhereOf(message?.find((one) => one.name === name)?.type, sources);
			add({ name, type: field.type, number: numberOf(message, name) ?? field.number, ...(elsewhere ?? { parts }) });
		}
	}
	for (const field of message ?? []) {
		const parts = messages.get(field.type)?.map((part) => part.name) ?? [];
		if (seen.has(field.name) || members.some((member) => member.name === field.name)) continue;
		if (properties.has(field.name)) add({ name: field.name, type: '', number: field.number });
		else if (parts.length > 0 && parts.every((name) => properties.has(name) && !seen.has(name)))
			add({ name: field.name, type: field.type, parts, number: field.number });
	}
	for (const name of properties.keys()) if (!seen.has(name)) add({ name, type: '' });
	return members;
}

function namesOf(type: string, go: GoTypes): readonly string[] {
	return (go.structs.get(type) ?? []).flatMap((field) => (field.name === '' ? namesOf(field.type, go) : [field.name]));
}

/** Returns the embedded type for a full message name (`example.api.core.v1.Rule`), which is in another version or package. */
function elsewhereOf(type: string | undefined, sources: Sources): { readonly part: TypeKey; readonly parts: readonly string[] } | undefined {
	if (type === undefined || !type.includes('.')) return undefined;
	const part = keyOf(type);
	const declared = namesOf(part.name, sources.go(part));
	return { part, parts: declared.length > 0 ? declared : (sources.protos(part).get(part.name) ?? []).map((field) => field.name) };
}

function numberOf(message: readonly { readonly name: string; readonly number: number }[] | undefined, name: string): number | undefined {
	return message?.find((field) => field.name === name)?.number;
}

function readField(
	key: TypeKey,
	owner: TypeKey,
	member: Member,
	property: Definition,
	required: boolean,
	sources: Sources,
	reported: boolean,
	note: (sentence: string) => void,
): FieldFacts {
	const { nullable, ...plain } = property;
	const schema = readSchema(sources.document, plain, { path: `${keyText(key)}.${member.name}`, note }, member.go, reported ? undefined : sources.go(key));
	const presence = member.go === undefined ? undefined : presenceOf(member.go, schema);
	// Go writes a missing number or boolean as zero, so omitting it is no violation.
	const emptiable =
		sources.document.of !== 'customResources' ||
		schema.kind !== 'scalar' ||
		(schema.type !== 'boolean' && schema.type !== 'integer' && schema.type !== 'number');
	const list = schema.kind === 'list';
	return {
		name: member.name,
		...some('description', sources.document.of === 'customResources' ? property.description : undefined),
		schema,
		required,
		...some('number', member.number),
		...(presence === undefined || presence === defaultPresence(schema, required) ? {} : { presence }),
		...some('listType', list ? (extension(property, 'list-type') as string | undefined) : undefined),
		...some('listMapKeys', list ? (extension(property, 'list-map-keys') as readonly string[] | undefined) : undefined),
		...some('mapType', extension(property, 'map-type') as string | undefined),
		...some('patchStrategy', (extension(property, 'patch-strategy') as string | undefined) ?? member.go?.patchStrategy),
		...some('patchMergeKey', (extension(property, 'patch-merge-key') as string | undefined) ?? member.go?.patchMergeKey),
		...some('introduced', introducedIn(key, owner, member.name, sources)),
		...some('default', defaultOf(property, schema, { path: `${keyText(key)}.${member.name}`, note })),
		...(nullable ? { nullable } : {}),
		...(required && reported && emptiable && sources.document.of === 'server' ? { mayBeEmpty: true } : {}),
	};
}

/** Returns the default. Null may occur in it only where items or values may be null. */
function defaultOf({ default: value }: Definition, schema: SchemaFacts, at: SchemaPlace): Json | undefined {
	const part = schema.kind === 'list' ? schema.items : schema.kind === 'map' ? schema.values : undefined;
	const hasNull = part !== undefined && Object.values(value ?? {}).includes(null);
	if (!hasNull || part.nullable) return value;
	noteUntaken(`the default ${stringify(value ?? null)}`, 'its items cannot be null; replace it', at);
	return undefined;
}

/** Reads the schema of a list's items or a map's values. */
function readPart(document: OpenApiDocument, { nullable, ...definition }: Definition, at: SchemaPlace, go?: GoField, types?: GoTypes): SchemaFacts {
	return { ...readSchema(document, definition, at, go, types), ...(nullable && { nullable: true as const }) };
}

function readSchema(document: OpenApiDocument, definition: Definition, at: SchemaPlace, go?: GoField, types?: GoTypes): SchemaFacts {
	const reference = definition.$ref ?? (definition.allOf?.length === 1 ? definition.allOf[0]?.$ref : undefined);
	if (reference !== undefined) {
		const key = keyOf(definitionName(reference));
		const scalar = Object.hasOwn(scalars, key.name) ? scalars[key.name] : undefined;
		if (scalar !== undefined) return { kind: 'scalar', type: scalar };
		const target = findDefinition(document, key);
		if (!hasVersion(key) && (target === undefined || target.properties !== undefined)) {
			const why = target === undefined ? 'the document has no such type' : 'its name should end with a package, a version and a kind, such as shop.v1.Part';
			noteUntaken(`$ref ${definitionName(reference)}`, `${why}; any value is accepted`, at);
			return scalarOf('any', {}, at);
		}
		// A definition without fields is a text, a list, a map, or any value.
		return target === undefined || target.properties !== undefined ? { kind: 'reference', type: key } : readSchema(document, target, at);
	}
	if (isIntOrString(definition)) return scalarOf('intOrString', definition, at);
	if (definition.type === 'array') {
		const items = readPart(document, definition.items ?? {}, { ...at, path: `${at.path}[]` }, go, types);
		return { kind: 'list', items, ...someRules(rulesOf(definition, 'list', at)) };
	}
	const values = definition.type === 'object' ? definition.additionalProperties : undefined;
	if (typeof values === 'object')
		return { kind: 'map', values: readPart(document, values, { ...at, path: `${at.path}[*]` }), ...someRules(rulesOf(definition, 'map', at)) };
	if (document.of === 'customResources' && definition.type === 'object') return { kind: 'object', ...someRules(rulesOf(definition, 'struct', at)) };
	if (definition.type === undefined || definition.type === 'object') return scalarOf('any', definition, at);
	// For built-in kinds, kube-apiserver stores times in whole seconds; for custom resources it keeps the text.
	if (document.of === 'server' && definition.type === 'string' && definition.format === 'date-time') return { kind: 'scalar', type: 'time' };
	const closed = closedSet(definition, at) ?? (go === undefined ? undefined : types?.enums.get(go.type.replace(/^(\[\]|\*)+/, '')));
	const format = formatOf(definition, at);
	return {
		kind: 'scalar',
		type: definition.type,
		...some('format', format),
		...(closed === undefined || closed.length === 0 ? {} : { enum: document.of === 'customResources' ? closed : inOrder(closed) }),
		...someRules(rulesOf(definition, targetOf(definition.type, format), at)),
	};
}

function inOrder(values: readonly EnumValue[]): readonly EnumValue[] {
	return [...values].sort((a, b) => (a < b ? -1 : 1));
}

function scalarOf(type: 'any' | 'intOrString', definition: Definition, at: SchemaPlace): SchemaFacts {
	if (definition.enum !== undefined) noteUntaken('enum', 'specs support it only for strings, numbers and booleans; use a CEL rule (cel)', at);
	return { kind: 'scalar', type, ...someRules(rulesOf(definition, type, at)) };
}

/** Returns the values of `enum` that specs can express: those of its type. */
function closedSet({ type, enum: values }: Definition, at: SchemaPlace): readonly EnumValue[] | undefined {
	if (values === undefined) return undefined;
	const taken = values.filter((value): value is EnumValue =>
		type === 'integer' ? typeof value === 'bigint' || Number.isSafeInteger(value) : typeof value === type,
	);
	if (taken.length < values.length)
		noteUntaken(`enum ${stringify(values as Json)}`, 'specs support it only for values of the given type; use a CEL rule (cel)', at);
	return taken.length === values.length ? taken : undefined;
}

function someRules(rules: NamedTypes): { readonly rules?: NamedTypes } {
	return Object.keys(rules).length === 0 ? {} : { rules };
}

/** Scalar types that are structs in Go, which `omitempty` never omits. */
const structScalars: ReadonlySet<string> = new Set(['quantity', 'time', 'microTime', 'intOrString', 'rawExtension', 'duration']);

function presenceOf(go: GoField, schema: SchemaFacts): Presence {
	if (go.pointer) return go.omitEmpty ? 'optional' : 'nullable';
	if (!go.omitEmpty) return 'always';
	return schema.kind === 'reference' || (schema.kind === 'scalar' && structScalars.has(schema.type)) ? 'always' : 'omitZero';
}

function defaultPresence(schema: SchemaFacts, required: boolean): Presence {
	if (required) return 'always';
	return schema.kind === 'list' || schema.kind === 'map' ? 'omitZero' : 'optional';
}

/** Returns the release that introduced a field. `owner`: type whose definition has the field; for an embedded type the surrounding one. */
function introducedIn(key: TypeKey, owner: TypeKey, name: string, { base, later }: Sources): Release | undefined {
	if (base === undefined) return undefined;
	const old = findDefinition(base, owner);
	if (old === undefined || (old.properties !== undefined && Object.hasOwn(old.properties, name))) return undefined;
	return later.find(({ go }) => hasField(go(key), key.name, name))?.release ?? later[0]?.release;
}

function hasField(go: GoTypes, type: string, name: string): boolean {
	return (go.structs.get(type) ?? []).some((field) => field.name === name);
}

function lowerFirst(text: string): string {
	return text.charAt(0).toLowerCase() + text.slice(1);
}

function some<K extends string, V>(key: K, value: V | undefined): { readonly [P in K]?: V } {
	return (value === undefined ? {} : { [key]: value }) as { readonly [P in K]?: V };
}
