/** Protobuf numbers of fields, in specs or assigned by the tool. Either all fields of an object have distinct numbers, or none has one. */
import type { TypeDescriptor } from '../../../runtime/model/catalog.ts';
import type { ReadContext } from '../context.ts';
import { at, keyNode, type MapNode, mapAt, numberAt } from '../source/node.ts';
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
			'Number of the field in protobuf. If other fields of the object have numbers, a field without one gets its number from the lock, or else the next unused number. An object without any numbers has no protobuf form.',
	},
	readField({ node, givenNumber }) {
		const number = numberAt(node, 'protobuf') ?? givenNumber;
		return number === undefined ? {} : { number };
	},
	checkType: checkNumbers,
};

/**
 * Checks that no two fields have the same number, and that none has the number of a removed field. A reader with the older schema would
 * take one field for the other.
 */
function checkNumbers(node: MapNode, descriptor: TypeDescriptor, context: ReadContext): void {
	const properties = mapAt(node, 'properties');
	if (properties === undefined) return;
	const locked = context.lockedNumbers(descriptor.name);
	const numbers = new Map(descriptor.fields.flatMap(({ name, number }) => (number === undefined ? [] : [[name, number]])));
	const byNumber = new Map(
		[...numbers].flatMap(([name, number]) => (at(properties.entries.get(name)?.value, 'protobuf') === undefined ? [[number, name]] : [])),
	);
	if (numbers.size > (context.roots.has(node) ? 1 : 0) && descriptor.preserveUnknown)
		context.report(keyNode(node, 'preserveUnknown'), 'protobuf would lose unknown fields: remove this keyword, or all "protobuf" numbers of this object');
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
				`protobuf number ${number} was that of ${JSON.stringify(former)}, and clients with that number would confuse the fields: remove "protobuf", and the field gets ${1 + Math.max(0, ...taken)}`,
			);
		byNumber.set(number, name);
	}
}
