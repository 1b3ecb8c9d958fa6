/** Numbers of fields in protobuf, in specs or given by the tool: all fields of an object have one or none, and each another. */
import type { HistoryEntry, Schema, TypeDescriptor } from '../../../runtime/model/catalog.ts';
import type { ReadContext } from '../context.ts';
import { at, keyNode, listAt, type MapNode, mapAt, numberAt, type SpecNode, textAt } from '../source/node.ts';
import { isSetAside } from '../types/numbers.ts';
import type { Keyword } from './keyword.ts';

export const protobuf: Keyword = {
	keyword: 'protobuf',
	belongsTo: 'field',
	shape: {
		type: 'integer',
		minimum: 1,
		maximum: 536870911,
		description:
			'Number of the field in protobuf. Where other fields of the object have one, or had when it was locked, a field without gets the number that the lock has for it, else the next that no field has or had; an object without any number has no protobuf form.',
	},
	readField({ node, givenNumber }) {
		const number = numberAt(node, 'protobuf') ?? givenNumber;
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

/** No two fields have one number, and none has that of a field that is gone: who still has the older schema would read one for the other. */
function checkNumbers(node: MapNode, descriptor: TypeDescriptor, context: ReadContext): void {
	const properties = mapAt(node, 'properties');
	if (properties === undefined) return;
	const locked = context.lockedNumbers(descriptor.name);
	const numbers = new Map(descriptor.fields.flatMap(({ name, number }) => (number === undefined ? [] : [[name, number]])));
	const byNumber = new Map(
		[...numbers].flatMap(([name, number]) => (at(properties.entries.get(name)?.value, 'protobuf') === undefined ? [[number, name]] : [])),
	);
	if (numbers.size > (context.roots.has(node) ? 1 : 0) && descriptor.preserveUnknown)
		context.report(keyNode(node, 'preserveUnknown'), 'protobuf would lose fields that are not named: leave this out, or all "protobuf" numbers of this object');
	const taken = [...numbers.values(), ...locked.fields.values(), ...locked.reserved.keys()];
	for (const [name, { key, value }] of properties.entries) {
		const number = numberAt(value, 'protobuf');
		const numberNode = at(value, 'protobuf') ?? key;
		if (number === undefined) continue;
		const other = byNumber.get(number);
		const former = locked.reserved.get(number);
		if (other !== undefined)
			context.report(numberNode, `protobuf number ${number} is taken by ${JSON.stringify(other)}: the next free one is ${1 + Math.max(0, ...taken)}`);
		else if (isSetAside(number)) context.report(numberNode, 'protobuf numbers 19000 to 19999 are reserved');
		else if (former !== undefined && former !== name)
			context.report(
				numberNode,
				`protobuf number ${number} was that of ${JSON.stringify(former)}, and who still has that would read one for the other: leave "protobuf" out, and the field gets ${1 + Math.max(0, ...taken)}`,
			);
		byNumber.set(number, name);
	}
}
