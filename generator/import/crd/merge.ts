/**
 * What an import has to say, what the import before said, and what people have made of that: three texts of one spec to one.
 * What has changed from one import to the next is brought in where nobody has written something else; everything else stays.
 */
import { isDeepStrictEqual } from 'node:util';
import { isMap, isScalar, isSeq, type Pair, type YAMLMap, type YAMLSeq } from 'yaml';
import { documentText, openDocument } from '../yaml.ts';

export interface MergedText {
	readonly text: string;
	/** Paths in the spec where the document has changed and people have written something else, which stays. */
	readonly kept: readonly string[];
}

/** `before`: of the import before; empty when nobody knows. */
export function mergeSpec(before: string, written: string, next: string): MergedText {
	const document = openDocument(written);
	const kept: string[] = [];
	const root = document.contents;
	const incoming = openDocument(next).contents;
	if (isMap(root) && isMap(incoming)) mergeMap(root as YAMLMap, openDocument(before).contents, incoming as YAMLMap, '', kept);
	return { text: isDeepStrictEqual(openDocument(written).toJS(), document.toJS()) ? written : documentText(document), kept };
}

function mergeMap(written: YAMLMap, before: unknown, next: YAMLMap, path: string, kept: string[]): void {
	const old = isMap(before) ? before : undefined;
	for (const [index, pair] of next.items.entries()) {
		const key = keyOf(pair);
		const at = path === '' ? key : `${path}.${key}`;
		const [own, was] = [written.get(key, true), old?.get(key, true)];
		if (own === undefined) {
			// What the import before had and is gone was taken away by somebody.
			if (was === undefined) insert(written, pair, next, index);
			else if (!isSame(was, pair.value)) kept.push(at);
		} else mergeValue(written, key, was, pair, at, kept);
	}
	for (const pair of [...(old?.items ?? [])]) {
		const key = keyOf(pair);
		if (next.has(key) || !written.has(key)) continue;
		if (isSame(written.get(key, true), pair.value)) written.delete(key);
		else kept.push(path === '' ? key : `${path}.${key}`);
	}
}

function mergeValue(written: YAMLMap, key: string, was: unknown, pair: Pair, path: string, kept: string[]): void {
	const own = written.get(key, true);
	if (isSame(own, pair.value)) return;
	if (isMap(own) && isMap(pair.value)) mergeMap(own as YAMLMap, was, pair.value as YAMLMap, path, kept);
	else if (isNamedList(own) && isNamedList(pair.value)) mergeList(own, was, pair.value, path, kept);
	else if (was !== undefined && isSame(own, was)) written.set(key, pair.value);
	else if (was === undefined || !isSame(was, pair.value)) kept.push(path);
}

/** Lists of things with names, such as versions and columns, are merged by these. */
function mergeList(written: YAMLSeq<YAMLMap>, before: unknown, next: YAMLSeq<YAMLMap>, path: string, kept: string[]): void {
	const old = isNamedList(before) ? before.items : [];
	const named = (all: readonly YAMLMap[], name: unknown): YAMLMap | undefined => all.find((one) => one.get('name') === name);
	for (const [index, item] of next.items.entries()) {
		const name = item.get('name');
		const own = named(written.items, name);
		if (own !== undefined) mergeMap(own, named(old, name), item, `${path}[${name}]`, kept);
		else if (named(old, name) === undefined) {
			const before = next.items[index - 1]?.get('name');
			written.items.splice(before === undefined ? 0 : written.items.findIndex((one) => one.get('name') === before) + 1, 0, item);
		}
	}
	for (const item of old) {
		const own = named(written.items, item.get('name'));
		if (own === undefined || named(next.items, item.get('name')) !== undefined) continue;
		if (isSame(own, item)) written.items.splice(written.items.indexOf(own), 1);
		else kept.push(`${path}[${item.get('name')}]`);
	}
}

function isNamedList(node: unknown): node is YAMLSeq<YAMLMap> {
	return isSeq(node) && node.items.length > 0 && node.items.every((item) => isMap(item) && item.has('name'));
}

/** Behind what stands before it in the document that it comes from. */
function insert(written: YAMLMap, pair: Pair, next: YAMLMap, index: number): void {
	for (let at = index - 1; at >= 0; at--) {
		const found = written.items.findIndex((one) => keyOf(one) === keyOf(next.items[at] as Pair));
		if (found < 0) continue;
		written.items.splice(found + 1, 0, pair);
		return;
	}
	written.items.unshift(pair);
}

function keyOf({ key }: Pair): string {
	return String(isScalar(key) ? key.value : key);
}

function isSame(a: unknown, b: unknown): boolean {
	return isDeepStrictEqual(plain(a), plain(b));
}

function plain(node: unknown): unknown {
	if (isMap(node)) return Object.fromEntries(node.items.map((pair) => [keyOf(pair), plain(pair.value)]));
	if (isSeq(node)) return node.items.map(plain);
	return isScalar(node) ? node.value : node;
}
