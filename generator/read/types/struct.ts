/** An object with fields to a type of the model. */
import type { Field, HistoryEntry, Presence, RuleUse, Schema, StructSchema, TypeDescriptor, Union } from '../../../runtime/model/catalog.ts';
import { compareReleases } from '../../../runtime/model/release.ts';
import type { ReadContext, SchemaLocation } from '../context.ts';
import { typeName } from '../context.ts';
import { suggestion } from '../diagnostics/suggestion.ts';
import { where } from '../packages.ts';
import { checkGate, checkLife, checkRelease } from '../releases.ts';
import { ruleUses } from '../rules/rule-use.ts';
import { fieldKeywords } from '../shape/shape.ts';
import {
	at,
	flagAt,
	keyNode,
	listAt,
	type MapNode,
	mapAt,
	numberAt,
	overlay,
	plain,
	positionOf,
	type SpecNode,
	text,
	textAt,
	textsAt,
	without,
} from '../source/node.ts';
import { checkKey } from './item-key.ts';
import { allFields } from './json-fields.ts';
import { checkMarked } from './marked-since.ts';
import { unlessEmpty } from './non-empty.ts';
import { checkWritten } from './written-value.ts';

/** Rules of a whole kind, and where they stand. */
export interface KindRules {
	readonly uses: readonly RuleUse[];
	readonly nodes: readonly SpecNode[];
}

const noRules: KindRules = { uses: [], nodes: [] };

export function makeStruct(node: MapNode, location: SchemaLocation, context: ReadContext): StructSchema {
	const name = typeName(location);
	defineType(node, location, context);
	return { kind: 'struct', type: name };
}

/** Makes the type of an object, once: a shared schema may be reached several times. */
export function defineType(node: MapNode, location: SchemaLocation, context: ReadContext, rules: KindRules = noRules): void {
	const name = typeName(location);
	const made = context.types.get(name);
	if (made !== undefined) {
		if (made.node !== node) context.report(node, `the type ${name} is made twice: first at ${where(made.node)}; give this one another "typeName"`);
		return;
	}
	// In place before its fields are made: types may contain themselves.
	const required = new Set(textsAt(node, 'required'));
	const fields: Field[] = context.roots.has(node) ? rootFields(required) : [];
	const docs: Record<string, string> = context.roots.has(node) ? { ...rootDocs } : {};
	const mapType = textAt(node, 'mapType') as TypeDescriptor['mapType'];
	const markedSince = checkMarked(node, context);
	const uses: RuleUse[] = [...rules.uses];
	const unions = makeUnions(node);
	const descriptor: TypeDescriptor = {
		name,
		fields,
		...unlessEmpty('unions', unions),
		...(uses.length > 0 || hasRules(node, context) ? { rules: uses } : {}),
		openapi: `${location.package.openapi}.${location.version}.${location.name}`,
		...(flagAt(node, 'preserveUnknown') === true ? { preserveUnknown: true } : {}),
		...(mapType === undefined ? {} : { mapType }),
		...(markedSince === undefined ? {} : { markedSince }),
	};
	context.types.set(name, { descriptor, node, ruleNodes: [node, ...rules.nodes], position: positionOf(node), docs });
	const description = textAt(node, 'description');
	if (description !== undefined) docs[''] = description;
	for (const [fieldName, { key, value }] of mapAt(node, 'properties')?.entries ?? []) {
		if (context.roots.has(node) && Object.hasOwn(rootDocs, fieldName)) {
			context.report(key, `${JSON.stringify(fieldName)} is never written: every kind has it`);
			continue;
		}
		// The form of names excludes `__proto__`.
		if (fieldName !== '__proto__' && fieldName in Object.prototype) {
			context.report(key, `${JSON.stringify(fieldName)} cannot name a field: in JavaScript every object has a member of that name; choose another`);
			continue;
		}
		if (value.kind !== 'map') continue;
		fields.push(makeField(fieldName, value, required.has(fieldName), location, context));
		const about = textAt(value, 'description');
		if (about !== undefined) docs[fieldName] = about;
	}
	uses.unshift(...ruleUses(node, { kind: 'struct', type: name }, context));
	checkStruct(node, descriptor, context);
}

function hasRules(node: MapNode, context: ReadContext): boolean {
	return context.rules.some((rule) => [rule.keyword, ...(rule.aliases ?? [])].some((keyword) => keyword !== 'format' && node.entries.has(keyword)));
}

/** As Kubernetes' types begin: `kind` before `apiVersion`, neither in protobuf, and metadata under number 1. */
function rootFields(required: ReadonlySet<string>): Field[] {
	return [
		{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
		{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
		{
			name: 'metadata',
			schema: { kind: 'struct', type: objectMetadata },
			number: 1,
			presence: 'always',
			...(required.has('metadata') ? { required: true } : {}),
		},
	];
}

const rootDocs: Readonly<Record<string, string>> = {
	kind: 'What kind of object this is.',
	apiVersion: 'The group and the version of the API in which this object is written.',
	metadata: 'Name, labels and everything else that all objects have.',
};

function makeUnions(node: MapNode): Union[] {
	return [...(mapAt(node, 'unions')?.entries ?? [])].map(([name, { value }]) => {
		const members = (text(value) ?? textAt(value, 'members') ?? 'exactlyOne') as Union['members'];
		const discriminator = textAt(value, 'discriminator');
		return { name, members, ...(discriminator === undefined ? {} : { discriminator }) };
	});
}

/** The type of the metadata of every object. */
const objectMetadata = 'meta/v1.ObjectMeta';

const changeable = new Set(['default', 'required', 'presence', 'immutable', 'gate']);

function makeField(name: string, node: MapNode, required: boolean, location: SchemaLocation, context: ReadContext): Field {
	const named = { ...location, name: location.name + name.charAt(0).toUpperCase() + name.slice(1).replace(/[^A-Za-z0-9]/g, '') };
	const schema = context.schema(node, named);
	const number = numberAt(node, 'protobuf');
	const presence = (textAt(node, 'presence') ?? defaultPresence(schema, required)) as Presence;
	const strategy = textAt(node, 'patchStrategy')?.split(',') as Field['patchStrategy'];
	const mapType = schema.kind === 'struct' ? (textAt(node, 'mapType') as Field['mapType']) : undefined;
	const life = checkLife(node, context.calendar, context.report);
	const gate = checkGate(at(node, 'gate'), context.calendar, context.report);
	const unless = at(node, 'withoutGate');
	if (unless !== undefined && gate === undefined) context.report(keyNode(node, 'withoutGate'), '"withoutGate" is for fields with a "gate"');
	const history = makeHistory(node, named, context);
	const value = at(node, 'default');
	const union = textAt(node, 'union');
	const mergeKey = textAt(node, 'patchMergeKey');
	const lifecycle = at(node, 'lifecycle');
	checkField(name, node, schema, context);
	if (lifecycle !== undefined && typeName(location) !== objectMetadata)
		context.report(keyNode(node, 'lifecycle'), `"lifecycle" is for the fields of ${objectMetadata}: fields of kinds have "immutable", "writeOnly" and hooks`);
	if (number !== undefined) checkProtobufForm(node, schema, history, context);
	return {
		name,
		schema,
		...(number === undefined ? {} : { number }),
		...(presence === 'optional' ? {} : { presence }),
		...(required ? { required } : {}),
		...(value === undefined ? {} : { default: plain(value) }),
		...(flagAt(node, 'immutable') === true ? { immutable: true } : {}),
		...(flagAt(node, 'mayBeEmpty') === true ? { mayBeEmpty: true } : {}),
		...(flagAt(node, 'writeOnly') === true ? { writeOnly: true } : {}),
		...(lifecycle === undefined ? {} : { lifecycle: plain(lifecycle) as NonNullable<Field['lifecycle']> }),
		...(union === undefined ? {} : { union }),
		...(flagAt(node, 'inline') === true ? { inline: true } : {}),
		...(strategy === undefined ? {} : { patchStrategy: strategy }),
		...(mergeKey === undefined ? {} : { patchMergeKey: mergeKey }),
		...(mapType === undefined ? {} : { mapType }),
		...(gate === undefined ? {} : { gate }),
		...(unless === undefined ? {} : { withoutGate: plain(unless) as NonNullable<Field['withoutGate']> }),
		...(life.introduced === undefined ? {} : { introduced: life.introduced }),
		...(life.removed === undefined ? {} : { removed: life.removed }),
		...unlessEmpty('history', history),
	};
}

function defaultPresence(schema: Schema, required: boolean): Presence {
	if (required) return 'always';
	return schema.kind === 'list' || schema.kind === 'map' ? 'omitZero' : 'optional';
}

function makeHistory(node: MapNode, location: SchemaLocation, context: ReadContext): HistoryEntry[] {
	let before: string | undefined;
	return listAt(node, 'history').flatMap((entry) => {
		if (entry.kind !== 'map') return [];
		const from = checkRelease(at(entry, 'from'), context.calendar, context.report);
		if (from === undefined) return [];
		if (before !== undefined && compareReleases(before, from) >= 0)
			context.report(at(entry, 'from') ?? entry, `history stands oldest first: ${from} cannot follow ${before}`);
		before = from;
		const keywords = [...entry.entries.keys()].filter((key) => key !== 'from');
		if (keywords.length === 0) context.report(entry, 'a history entry says what holds from its release on: for a field that appears write "introduced"');
		const set: Record<string, unknown> & { schema?: Schema } = {};
		checkGate(at(entry, 'gate'), context.calendar, context.report);
		for (const keyword of keywords) if (changeable.has(keyword)) set[keyword] = plain(entry.entries.get(keyword)?.value as SpecNode);
		if (keywords.some((keyword) => !changeable.has(keyword) && !Object.hasOwn(fieldKeywords, keyword) && keyword !== 'description')) {
			set.schema = context.schema(overlay(node, without(entry, new Set(['from'])), changeable), location);
		}
		for (const keyword of keywords) {
			if (!changeable.has(keyword) && Object.hasOwn(fieldKeywords, keyword))
				context.report(keyNode(entry, keyword), `${JSON.stringify(keyword)} cannot change with a release`);
		}
		return [{ from, set: set as HistoryEntry['set'] }];
	});
}

function checkField(name: string, node: MapNode, schema: Schema, context: ReadContext): void {
	const { report } = context;
	const isTime = schema.kind === 'time' || schema.kind === 'microTime';
	if (textAt(node, 'presence') === 'omitZero' && (schema.kind === 'struct' || isTime)) {
		report(
			at(node, 'presence') ?? node,
			`${schema.kind === 'struct' ? 'an object' : 'a time'} has no zero that could be omitted: write presence "always" or "optional"`,
		);
	}
	if (flagAt(node, 'inline') === true && schema.kind !== 'struct')
		report(keyNode(node, 'inline'), `only an object can be inline: ${JSON.stringify(name)} is ${schema.kind}`);
	if (node.entries.has('patchMergeKey')) context.later.push(() => checkMergeKey(node, schema, context));
	const value = at(node, 'default');
	if (value !== undefined) {
		context.later.push(() => checkWritten(value, schema, 'the default', { context, complete: false }));
		// An object by default has defaults of its own, which are looked at where they stand.
		if (schema.kind !== 'struct') context.defaults.push({ node: value, name, schema });
	}
	for (const entry of listAt(node, 'history')) {
		const changed = at(entry, 'default');
		if (changed !== undefined) context.later.push(() => checkWritten(changed, schema, 'the default', { context, complete: false }));
	}
}

/** Protobuf knows maps as fields alone. */
function checkProtobufForm(node: MapNode, schema: Schema, history: readonly HistoryEntry[], context: ReadContext): void {
	for (const each of [schema, ...history.flatMap(({ set }) => set.schema ?? [])]) {
		const outer = each.kind;
		if (outer !== 'list' && outer !== 'map') continue;
		let inner: Schema = each.kind === 'list' ? each.items : each.kind === 'map' ? each.values : each;
		while (inner.kind === 'list') inner = inner.items;
		if (inner.kind !== 'map') continue;
		context.report(
			innermost(each === schema ? node : (historyOf(node, history, each) ?? node)),
			`protobuf has no form for a map inside a ${outer}: put the inner map into an object, as a field of it, or leave out all "protobuf" numbers of this object`,
		);
	}
}

function historyOf(node: MapNode, history: readonly HistoryEntry[], schema: Schema): MapNode | undefined {
	const from = history.find(({ set }) => set.schema === schema)?.from;
	return listAt(node, 'history').find((entry): entry is MapNode => entry.kind === 'map' && textAt(entry, 'from') === from);
}

/** The schema of what lists and maps hold at the end, as far as it is written in place. */
function innermost(node: MapNode): SpecNode {
	const within = mapAt(node, 'items') ?? mapAt(node, 'additionalProperties');
	if (within !== undefined && (within.entries.has('items') || !within.entries.has('additionalProperties'))) return innermost(within);
	return within ?? at(node, '$ref') ?? node;
}

function checkMergeKey(node: MapNode, schema: Schema, context: ReadContext): void {
	const key = at(node, 'patchMergeKey');
	// What the items are could not be found out, which has been reported.
	if (schema.kind === 'any' || (schema.kind === 'list' && schema.items.kind === 'any')) return;
	if (schema.kind !== 'list' || schema.items.kind !== 'struct') {
		context.report(keyNode(node, 'patchMergeKey'), '"patchMergeKey" is for lists of objects');
		return;
	}
	if (key !== undefined) checkKey(key, schema.items.type, context);
}

function checkStruct(node: MapNode, descriptor: TypeDescriptor, context: ReadContext): void {
	checkRequired(node, descriptor, context);
	checkNumbers(node, descriptor, context);
	checkUnions(node, descriptor, context);
	context.later.push(() => {
		const seen = new Set<string>();
		for (const { name } of allFields(descriptor.name, context)) {
			if (seen.has(name))
				context.report(
					keyNode(mapAt(node, 'properties') ?? node, name),
					`the field ${JSON.stringify(name)} stands twice in JSON: an inline object has one of the same name`,
				);
			seen.add(name);
		}
	});
}

/** What stands inline in itself would have no end: that is reported, and is then not inline, so that the rest can be checked. */
export function checkInline(context: ReadContext): void {
	for (const { descriptor, ...made } of [...context.types.values()]) {
		const { name } = descriptor;
		const endless = descriptor.fields.filter((field) => inlineTypes([field]).some((type) => standsWithin(name, type, context)));
		if (endless.length === 0) continue;
		for (const field of endless) {
			const property = mapAt(mapAt(made.node, 'properties'), field.name);
			context.report(
				property === undefined ? made.node : keyNode(property, 'inline'),
				`${JSON.stringify(field.name)} cannot be inline: ${name} would stand inside itself`,
			);
		}
		const fields = descriptor.fields.map(({ inline, ...field }) => (inline && !endless.some(({ name }) => name === field.name) ? { ...field, inline } : field));
		context.types.set(name, { ...made, descriptor: { ...descriptor, fields } });
	}
}

/** Whether the fields of a type stand, through whatever is inline between them, among those of another. */
function standsWithin(inner: string, outer: string, context: ReadContext, seen = new Set<string>()): boolean {
	if (inner === outer) return true;
	if (seen.has(outer)) return false;
	seen.add(outer);
	return inlineTypes(context.types.get(outer)?.descriptor.fields ?? []).some((type) => standsWithin(inner, type, context, seen));
}

function inlineTypes(fields: readonly Field[]): string[] {
	return fields.flatMap(({ inline, schema }) => (inline && schema.kind === 'struct' ? [schema.type] : []));
}

function checkRequired(node: MapNode, descriptor: TypeDescriptor, context: ReadContext): void {
	const names = descriptor.fields.map((field) => field.name);
	const seen = new Set<string>();
	for (const item of listAt(node, 'required')) {
		const name = text(item) ?? '';
		if (!names.includes(name)) context.report(item, `required names ${JSON.stringify(name)}, which is not among the properties${suggestion(name, names)}`);
		if (seen.has(name)) context.report(item, `${JSON.stringify(name)} is listed twice in required`);
		seen.add(name);
	}
}

/** A type has a number for every field (but for what every kind has), or for none. */
function checkNumbers(node: MapNode, descriptor: TypeDescriptor, context: ReadContext): void {
	const properties = mapAt(node, 'properties');
	if (properties === undefined) return;
	const byNumber = new Map(
		descriptor.fields
			.filter((field) => !properties.entries.has(field.name))
			.flatMap((field) => (field.number === undefined ? [] : [[field.number, field.name]])),
	);
	const numbered = [...properties.entries.values()].some(({ value }) => at(value, 'protobuf') !== undefined);
	if (numbered && descriptor.preserveUnknown)
		context.report(keyNode(node, 'preserveUnknown'), 'protobuf would lose fields that are not named: leave this out, or all "protobuf" numbers of this object');
	for (const [name, { key, value }] of properties.entries) {
		const number = numberAt(value, 'protobuf');
		const numberNode = at(value, 'protobuf') ?? key;
		if (number === undefined) {
			if (context.roots.has(node) && Object.hasOwn(rootDocs, name)) continue;
			if (numbered && name !== 'kind' && name !== 'apiVersion')
				context.report(key, `${JSON.stringify(name)} needs a "protobuf" number, as the other fields have one`);
			continue;
		}
		const other = byNumber.get(number);
		if (other !== undefined)
			context.report(numberNode, `protobuf number ${number} is taken by ${JSON.stringify(other)}: the next free one is ${nextFree(byNumber)}`);
		// Set aside by protobuf for its own implementations.
		else if (number >= 19000 && number <= 19999) context.report(numberNode, 'protobuf numbers 19000 to 19999 are reserved');
		else byNumber.set(number, name);
	}
}

function nextFree(taken: ReadonlyMap<unknown, unknown>): number {
	return 1 + Math.max(0, ...[...taken.keys()].map(Number));
}

function checkUnions(node: MapNode, descriptor: TypeDescriptor, context: ReadContext): void {
	const { report } = context;
	const names = (descriptor.unions ?? []).map((union) => union.name);
	for (const [, { value }] of mapAt(node, 'properties')?.entries ?? []) {
		const member = at(value, 'union');
		const union = text(member) ?? '';
		if (member !== undefined && !names.includes(union)) {
			report(
				member,
				names.length === 0
					? `the object around it has no "unions": add unions: {${union}: exactlyOne}`
					: `unknown union ${JSON.stringify(union)}${suggestion(union, names)}`,
			);
		}
	}
	for (const union of descriptor.unions ?? []) {
		const unionNode = mapAt(node, 'unions') as MapNode;
		const members = descriptor.fields.filter((field) => field.union === union.name);
		if (members.length === 0)
			report(keyNode(unionNode, union.name), `the union ${JSON.stringify(union.name)} has no members: mark fields with union: ${union.name}`);
		const discriminator = descriptor.fields.find((field) => field.name === union.discriminator);
		const discriminatorNode = at(at(unionNode, union.name), 'discriminator');
		if (discriminatorNode === undefined || discriminator !== undefined) continue;
		report(
			discriminatorNode,
			`the discriminator ${JSON.stringify(union.discriminator)} is not among the properties${suggestion(
				union.discriminator ?? '',
				descriptor.fields.map((field) => field.name),
			)}`,
		);
	}
}
