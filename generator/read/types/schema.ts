/**
 * Turns a schema of a spec into the model's. References are followed, aliases are copied to their use, and objects declared in place become
 * named types.
 */
import type { ListSchema, MapSchema, RuleUse, ScalarKind, ScalarSchema, Schema } from '../../../runtime/model/catalog.ts';
import { locationOf, type ReadContext, type SchemaLocation, typeName } from '../context.ts';
import { alternatives, suggestion } from '../diagnostics/suggestion.ts';
import { keywords } from '../keywords/index.ts';
import { mapKeysWord } from '../keywords/list-type.ts';
import type { Declaration } from '../packages.ts';
import { ruleUses } from '../rules/rule-use.ts';
import { scalarTypes, schemaTypes } from '../shape/shape.ts';
import { at, flagAt, keyNode, listAt, type MapNode, mapAt, overlay, plain, textAt, without } from '../source/node.ts';
import { readAttributes } from './attributes.ts';
import { refuseFieldWords } from './field-words.ts';
import { checkKey } from './item-key.ts';
import { unlessEmpty } from './non-empty.ts';
import { endlessAlias } from './recursion.ts';
import { resolveReference } from './reference.ts';
import { isType, makeStruct, makeVariant } from './struct.ts';
import { isVariant } from './variant.ts';

/** Schema of a value whose errors have been reported. It is this object; a type that a spec declares as `any` has another one. */
export const anything: ScalarSchema = { kind: 'any' };

/** Returns the schema in the model. After an error, which is reported, the schema accepts any value, so that the rest can be checked. */
export function makeSchema(node: MapNode, location: SchemaLocation, context: ReadContext): Schema {
	if (node.entries.has('$ref')) return referred(node, location, context);
	const type = textAt(node, 'type');
	if (type === undefined) {
		// A type that is no text has been reported.
		if (!node.entries.has('type')) context.report(node.entries.values().next().value?.key ?? node, `a schema needs "type" or "$ref"${typeMeant(node)}`);
		return anything;
	}
	const isClosed = type === 'object' && flagAt(node, 'additionalProperties') === false;
	if (isClosed)
		context.report(
			keyNode(node, 'additionalProperties'),
			'a map needs a schema of its values: remove "additionalProperties: false"; objects are always closed',
		);
	const kind = type === 'object' && node.entries.has('additionalProperties') && !isClosed ? 'map' : type;
	const applied = isClosed ? new Set(['additionalProperties']) : kind === 'map' ? notOfMaps : undefined;
	checkApplies(applied === undefined ? node : without(node, applied), kind, context);
	switch (kind) {
		case 'map':
			return makeMap(node, location, context);
		case 'array':
			return makeList(node, location, context);
		case 'object':
			return makeStruct(node, { ...location, name: textAt(node, 'typeName') ?? location.name }, context);
		case 'variant':
			return makeVariant(node, { ...location, name: textAt(node, 'typeName') ?? location.name }, context);
		default:
			// A misspelt type has been reported.
			return isScalarType(kind) ? makeScalar(node, kind, context) : anything;
	}
}

/** Guesses the type of a schema that has none from its other keywords. */
function typeMeant(node: MapNode): string {
	const [value] = [at(node, 'const'), ...listAt(node, 'enum')].filter((one) => one !== undefined);
	const given = value === undefined ? undefined : plain(value);
	if (typeof given === 'string' || node.entries.has('pattern') || node.entries.has('minLength') || node.entries.has('maxLength')) return ': add type: string';
	if (typeof given === 'number') return Number.isInteger(given) ? ': add type: integer' : ': add type: number';
	if (typeof given === 'boolean') return ': add type: boolean';
	if (node.entries.has('items')) return ': add type: array';
	return node.entries.has('properties') || node.entries.has('additionalProperties') || node.entries.has('include') ? ': add type: object' : '';
}

function isScalarType(type: string): boolean {
	return (scalarTypes as readonly string[]).includes(type);
}

function referred(node: MapNode, location: SchemaLocation, context: ReadContext): Schema {
	const reference = at(node, '$ref');
	const target = reference && resolveReference(reference, location, context.packages, context.report);
	if (target === undefined) return anything;
	for (const { keyword, makesType } of keywords) {
		if (makesType && node.entries.has(keyword))
			context.report(keyNode(node, keyword), `${JSON.stringify(keyword)} cannot be combined with $ref, because it would change the referenced type`);
	}
	const expanded = expand(target, context, []);
	if (expanded === undefined) return anything;
	const endless = isType(expanded.schema) ? undefined : endlessAlias(expanded, context.packages);
	if (endless !== undefined) {
		context.report(endless, `${JSON.stringify(target.name)} is a list or a map of itself, without an end: put it into an object, as a field of it`);
		return anything;
	}
	const apart = keywords.filter(({ belongsTo, makesType }) => belongsTo === 'field' || makesType);
	const own = without(node, new Set(['$ref', 'description', ...apart.map(({ keyword }) => keyword)]));
	if (!isType(expanded.schema)) return makeSchema(overlay(expanded.schema, own, new Set()), locationOf(expanded), context);
	checkApplies(own, isVariant(expanded.schema) ? 'variant' : 'object', context);
	const named = { kind: isVariant(expanded.schema) ? 'variant' : 'struct', type: typeName(expanded) } as const;
	return { ...named, ...unlessEmpty('rules', ruleUses(own, named, context)) };
}

/** Follows declarations that only name another one. */
function expand(declaration: Declaration, context: ReadContext, chain: readonly Declaration[]): Declaration | undefined {
	const reference = at(declaration.schema, '$ref');
	if (reference === undefined) return declaration;
	if (chain.includes(declaration)) {
		context.report(reference, `the type refers to itself: ${[...chain, declaration].map((one) => one.name).join(' -> ')}`);
		return undefined;
	}
	const target = resolveReference(reference, declaration, context.packages, context.report);
	const expanded = target && expand(target, context, [...chain, declaration]);
	if (expanded === undefined || isType(expanded.schema)) return expanded;
	return { ...expanded, schema: overlay(expanded.schema, without(declaration.schema, new Set(['$ref'])), new Set()) };
}

/** Keywords that have a message of their own on a map. */
const notOfMaps: ReadonlySet<string> = new Set(['properties', 'preserveUnknown']);

function makeMap(node: MapNode, location: SchemaLocation, context: ReadContext): MapSchema {
	const values = mapAt(node, 'additionalProperties');
	for (const keyword of notOfMaps) {
		if (node.entries.has(keyword))
			context.report(keyNode(node, keyword), `${JSON.stringify(keyword)} and "additionalProperties" exclude each other: an object has fields or is a map`);
	}
	const map = { kind: 'map', values: values === undefined ? anything : makePart(values, location, 'the values of a map', context) } as const;
	return {
		...map,
		...makeKeys(node, location, context),
		...readAttributes(node, 'map', context),
		...unlessEmpty('rules', ruleUses(node, map, context)),
	};
}

function makeKeys(node: MapNode, location: SchemaLocation, context: ReadContext): { keys?: { rules: readonly RuleUse[] } } {
	const keys = mapAt(node, 'keys');
	if (keys === undefined) return {};
	const schema = makePart(keys.entries.has('$ref') || keys.entries.has('type') ? keys : withText(keys), location, 'the keys of a map', context);
	if (schema.kind !== 'string') {
		if (schema.kind !== 'any') context.report(keys, 'the keys of a map are text: their schema must be of type string');
		return {};
	}
	return schema.rules === undefined ? {} : { keys: { rules: schema.rules } };
}

/** Adds the type of keys, which is always string: `keys: {pattern: ...}` needs no type. */
function withText(node: MapNode): MapNode {
	const type = { kind: 'scalar', value: 'string', file: node.file, start: node.start, end: node.end } as const;
	return { ...node, entries: new Map([...node.entries, ['type', { key: type, value: type }]]) };
}

function makeList(node: MapNode, location: SchemaLocation, context: ReadContext): ListSchema {
	const items = mapAt(node, 'items');
	if (items === undefined) context.report(keyNode(node, 'type'), 'a list needs "items"');
	const named = { ...location, name: textAt(node, 'typeName') ?? location.name };
	const schema = items === undefined ? anything : makePart(items, named, 'the items of a list', context);
	if (textAt(node, 'listType') === 'set' && items !== undefined) context.later.push(() => checkSet(items, schema, context));
	context.later.push(() => checkMapKeys(node, mapKeysWord(node), schema, context));
	return {
		kind: 'list',
		items: schema,
		...readAttributes(node, 'array', context),
		...unlessEmpty('rules', ruleUses(node, { kind: 'list', items: schema }, context)),
	};
}

/** Checks a set. Each of its entries has one owner, so parts of an entry cannot have other owners. */
function checkSet(node: MapNode, items: Schema, context: ReadContext): void {
	const mapType =
		items.kind === 'struct' ? (textAt(node, 'mapType') ?? context.types.get(items.type)?.descriptor.mapType) : items.kind === 'map' && items.mapType;
	const isObject = (items.kind === 'struct' && context.types.has(items.type)) || items.kind === 'map';
	if (isObject && mapType !== 'atomic') context.report(node, 'a list of type set contains scalars: objects in it need mapType: atomic');
	if (items.kind === 'list' && items.listType !== undefined && items.listType !== 'atomic')
		context.report(node, 'a list of type set contains scalars: lists in it need listType: atomic');
}

function checkMapKeys(node: MapNode, keysWord: string, items: Schema, context: ReadContext): void {
	const keys = listAt(node, keysWord);
	if (keys.length === 0 || items.kind === 'any') return;
	if (items.kind !== 'struct') {
		context.report(at(node, keysWord) ?? node, `a list of type map contains objects, not ${items.kind}`);
		return;
	}
	for (const key of keys) checkKey(key, items.type, context);
}

/** Makes the schema of the entries of a list or a map, which has no keywords of fields. */
function makePart(node: MapNode, location: SchemaLocation, what: string, context: ReadContext): Schema {
	refuseFieldWords(node, what, context.report);
	const schema = makeSchema(node, location, context);
	return flagAt(node, 'nullable') === true ? { ...schema, nullable: true } : schema;
}

const integerFormats: Readonly<Record<string, ScalarKind>> = { int32: 'int32', int64: 'int64' };
const textFormats: Readonly<Record<string, ScalarKind>> = { byte: 'bytes' };

function makeScalar(node: MapNode, type: string, context: ReadContext): ScalarSchema {
	const format = textAt(node, 'format');
	const kind = scalarKind(node, type, format, context);
	return {
		kind,
		...(isDescribed(type) ? (readAttributes(node, type, context) as Pick<ScalarSchema, 'enum'>) : {}),
		...unlessEmpty('rules', ruleUses(kind === 'string' || kind === 'intOrString' ? node : without(node, new Set(['format'])), { kind }, context)),
	};
}

const describedTypes = ['string', 'integer', 'number', 'boolean', 'quantity'] as const;

/** Reports whether any keywords apply to a scalar of that type. */
function isDescribed(type: string): type is (typeof describedTypes)[number] {
	return (describedTypes as readonly string[]).includes(type);
}

function scalarKind(node: MapNode, type: string, format: string | undefined, context: ReadContext): ScalarKind {
	const formatNode = at(node, 'format') ?? node;
	switch (type) {
		case 'integer':
			if (format !== undefined && integerFormats[format] === undefined)
				context.report(formatNode, `${JSON.stringify(format)} is not a format of integers${suggestion(format, Object.keys(integerFormats))}`);
			return integerFormats[format ?? 'int32'] ?? 'int32';
		case 'number':
			if (format !== undefined && format !== 'double') context.report(formatNode, `${JSON.stringify(format)} is not a format of numbers: expected double`);
			return 'double';
		case 'string':
			return textFormats[format ?? ''] ?? 'string';
		default:
			return type as ScalarKind;
	}
}

/** Types to which a keyword applies, by each of its spellings. Keywords that apply to all types are missing. */
const appliesTo: ReadonlyMap<string, readonly string[]> = new Map(
	keywords.flatMap(({ keyword, aliases = [], appliesTo: kinds }) => (kinds === undefined ? [] : [keyword, ...aliases].map((word) => [word, kinds] as const))),
);

function checkApplies(node: MapNode, kind: string, context: ReadContext): void {
	// A misspelt type has been reported; which keywords apply to it is unknown.
	if (kind !== 'map' && !(schemaTypes as readonly string[]).includes(kind)) return;
	for (const keyword of node.entries.keys()) {
		const kinds: readonly string[] | undefined = appliesTo.get(keyword);
		if (kinds === undefined || kinds.includes(kind)) continue;
		const meant = kinds.filter((one) => one !== 'map').concat(kinds.includes('map') ? ['object with additionalProperties'] : []);
		context.report(
			keyNode(node, keyword),
			`${JSON.stringify(keyword)} does not apply to type ${kind === 'map' ? 'object with additionalProperties' : kind}: it applies to type ${alternatives(meant)}`,
		);
	}
}
