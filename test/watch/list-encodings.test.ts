/** Tests a list with more encodings than the budget holds: the next list finds most of them, and other lists can evict them. */
import { expect, it } from 'vitest';
import { type Encoded, Encodings } from '../../runtime/watch/objects/encodings.ts';

const itemBytes = 744;
/** Bytes of an encoding's record in addition to its content. */
const recordBytes = 256;
const room = 100;

function list(encodings: Encodings, items: readonly Encoded[]): number {
	const number = encodings.beginList();
	let made = 0;
	for (const item of items) {
		encodings.ofList(number, item, 'protobuf', () => {
			made++;
			return Buffer.alloc(itemBytes);
		});
	}
	return made;
}

const objects = (count: number): Encoded[] => Array.from({ length: count }, () => ({ encodings: undefined }));

it('encodes again only what did not fit', () => {
	const encodings = new Encodings(room * (itemBytes + recordBytes));
	const items = objects(150);
	expect([list(encodings, items), list(encodings, items), list(encodings, items)]).toEqual([150, 50, 50]);
	expect(encodings.bytes).toBeLessThanOrEqual(room * (itemBytes + recordBytes));
});

it('gives way when another list is asked for instead', () => {
	const encodings = new Encodings(room * (itemBytes + recordBytes));
	const [first, second] = [objects(100), objects(100)];
	list(encodings, first);
	expect([list(encodings, second), list(encodings, second), list(encodings, second)]).toEqual([100, 100, 0]);
});

it('takes the place of events and single objects, and they take its', () => {
	const encodings = new Encodings(room * (itemBytes + recordBytes));
	const of = (item: Encoded) => encodings.of(item, 'protobuf', () => Buffer.alloc(itemBytes));
	for (const each of objects(100)) of(each);
	list(encodings, []);
	const items = objects(100);
	expect([list(encodings, items), list(encodings, items)]).toEqual([100, 0]);
	for (const each of objects(50)) of(each);
	expect(list(encodings, items)).toBe(50);
});
