/** Converts YAML nodes to plain data, and compares nodes by it. */
import { isDeepStrictEqual } from 'node:util';
import { isMap, isScalar, isSeq, type Pair } from 'yaml';

export function keyOf({ key }: Pair): string {
	return String(isScalar(key) ? key.value : key);
}

export function isSame(a: unknown, b: unknown): boolean {
	return isDeepStrictEqual(plain(a), plain(b));
}

export function plain(node: unknown): unknown {
	if (isMap(node)) return Object.fromEntries(node.items.map((pair) => [keyOf(pair), plain(pair.value)]));
	if (isSeq(node)) return node.items.map(plain);
	return isScalar(node) ? node.value : node;
}
