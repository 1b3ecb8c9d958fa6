/** Numbers of fields in protobuf: given to all fields of an object or to none, and unlike each other. */
import type { HistoryEntry, Schema, TypeDescriptor } from '../../../runtime/model/catalog.ts';
import type { ReadContext } from '../context.ts';
import { at, keyNode, listAt, type MapNode, mapAt, numberAt, type SpecNode, textAt } from '../source/node.ts';
import { isRootField } from '../types/root-fields.ts';
import type { Keyword } from './keyword.ts';

export const protobuf: Keyword = {
	keyword: 'protobuf',
	belongsTo: 'field',
	shape: { type: 'integer', minimum: 1, maximum: 536870911, description: 'Number of the field in protobuf.' },
	readField({ node }) {
		const number = numberAt(node, 'protobuf');
		return number === undefined ? {} : { number };
	},
	checkField({ node, schema }, { number, history = [] }, context) {
		if (number !== undefined) checkProtobufForm(node, schema, history, context);
	},
	checkType: checkNumbers,
};

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
			if (context.roots.has(node) && isRootField(name)) continue;
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
