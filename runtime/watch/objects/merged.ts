/** Merges two lists in key order; for a key in both, the first list's object is used. */
import { compare, type Place } from './ordered.ts';

export function merged<A extends Place, B extends Place>(first: Iterable<A>, second: Iterable<B>): Iterable<A | B> {
	return { [Symbol.iterator]: () => merging(first[Symbol.iterator](), second[Symbol.iterator]()) };
}

function* merging<A extends Place, B extends Place>(first: Iterator<A>, second: Iterator<B>): Generator<A | B> {
	let a = first.next();
	let b = second.next();
	while (!a.done && !b.done) {
		const order = compare(a.value, b.value);
		yield order <= 0 ? a.value : b.value;
		if (order <= 0) a = first.next();
		if (order >= 0) b = second.next();
	}
	for (; !a.done; a = first.next()) yield a.value;
	for (; !b.done; b = second.next()) yield b.value;
}
