/**
 * Three-way merge of a spec: new import, previous import, and edited spec. Changes between the imports are applied where the author has
 * edited nothing; everything else stays.
 */
import { isDeepStrictEqual } from 'node:util';
import { isMap, isSeq, type Pair, type YAMLMap, type YAMLSeq } from 'yaml';
import { documentText, openDocument } from '../yaml.ts';
import { carryComments, commentsOf } from './comments.ts';
import { type NamedList, namedList, sorted } from './named-list.ts';
import { isSame, keyOf, plain } from './plain-data.ts';

export interface MergedText {
	readonly text: string;
	/** Paths of edits that stay although the document changed there. */
	readonly kept: readonly string[];
	/** Author's comments that were removed with their node: `path: comment`. */
	readonly comments: readonly string[];
}

/** Merges three texts. `before`: the previous import, empty when unknown. */
export function mergeSpec(before: string, written: string, next: string): MergedText {
	const document = openDocument(written);
	const merge = new Merge(commentsOf(openDocument(before).contents));
	const root = document.contents;
	const incoming = openDocument(next).contents;
	if (isMap(root) && isMap(incoming)) merge.map(root as YAMLMap, openDocument(before).contents, incoming as YAMLMap, '');
	const isChanged = !isDeepStrictEqual(openDocument(written).toJS(), document.toJS());
	return { text: isChanged ? documentText(document) : written, kept: merge.kept, comments: merge.comments };
}

/** Lists without order, whose entries are added and removed singly. */
const sets: ReadonlySet<string> = new Set(['required', 'enum', 'short', 'categories', 'selectableFields']);

class Merge {
	readonly kept: string[] = [];
	readonly comments: string[] = [];
	readonly #imported: ReadonlySet<string>;

	/** `imported`: comments that the import wrote. */
	constructor(imported: readonly string[]) {
		this.#imported = new Set(imported);
	}

	map(written: YAMLMap, before: unknown, next: YAMLMap, path: string): void {
		const old = isMap(before) ? before : undefined;
		for (const [index, pair] of next.items.entries()) {
			const key = keyOf(pair);
			const at = path === '' ? key : `${path}.${key}`;
			const [own, was] = [written.get(key, true), old?.get(key, true)];
			if (own === undefined && !written.has(key)) {
				// The author removed an entry that the previous import had.
				if (was === undefined) insert(written, pair, next, index);
				else if (!isSame(was, pair.value)) this.kept.push(at);
			} else this.#value(written, key, was, pair, at);
		}
		for (const pair of [...(old?.items ?? [])]) {
			const key = keyOf(pair);
			if (next.has(key) || !written.has(key)) continue;
			const at = path === '' ? key : `${path}.${key}`;
			if (!isSame(written.get(key, true), pair.value)) this.kept.push(at);
			else {
				const own = written.items.find((one) => keyOf(one) === key);
				written.delete(key);
				this.#gone(commentsOf(own), at);
			}
		}
	}

	#value(written: YAMLMap, key: string, was: unknown, pair: Pair, path: string): void {
		const own = written.get(key, true);
		if (isSame(own, pair.value)) return;
		const [list, nextList] = [namedList(own), namedList(pair.value)];
		if (isMap(own) && isMap(pair.value)) this.map(own as YAMLMap, was, pair.value as YAMLMap, path);
		else if (list !== undefined && nextList !== undefined && list.by === nextList.by) this.#list(list, namedList(was), nextList, path);
		else if (was !== undefined && isSame(own, was)) {
			this.#gone(carryComments(own, pair.value), path);
			written.set(key, pair.value);
		} else if (sets.has(key) && isSeq(own) && isSeq(was) && isSeq(pair.value)) this.#set(own, was, pair.value, path);
		else if (was === undefined || !isSame(was, pair.value)) this.kept.push(path);
	}

	/** Merges lists of named entries, such as versions and columns, by name. */
	#list(written: NamedList, before: NamedList | undefined, next: NamedList, path: string): void {
		const old = before?.by === next.by ? before : undefined;
		const isInOrder = old !== undefined && isDeepStrictEqual(written.namesIn(old), old.namesIn(written));
		const { items } = written.node;
		for (const [index, item] of next.node.items.entries()) {
			const name = next.nameOf(item);
			const own = written.named(name);
			if (own !== undefined) this.map(own, old?.named(name), item, `${path}[${name}]`);
			else if (old?.named(name) === undefined) {
				const before = next.node.items[index - 1];
				const behind = before === undefined ? undefined : written.named(next.nameOf(before));
				items.splice(behind === undefined ? 0 : items.indexOf(behind) + 1, 0, item);
			} else if (!isSame(old.named(name), item)) this.kept.push(`${path}[${name}]`);
		}
		for (const item of old?.node.items ?? []) {
			const name = next.nameOf(item);
			const own = written.named(name);
			if (own === undefined || next.named(name) !== undefined) continue;
			if (!isSame(own, item)) this.kept.push(`${path}[${name}]`);
			else {
				items.splice(items.indexOf(own), 1);
				this.#gone(commentsOf(own), `${path}[${name}]`);
			}
		}
		if (isInOrder) written.node.items = sorted(written, next);
	}

	#set(written: YAMLSeq, before: YAMLSeq, next: YAMLSeq, path: string): void {
		const has = (list: YAMLSeq, item: unknown): boolean => list.items.some((one) => isSame(one, item));
		const leaving = written.items.filter((item) => has(before, item) && !has(next, item));
		for (const item of leaving) this.#gone(commentsOf(item), `${path}[${plain(item)}]`);
		const coming = next.items.filter((item) => !has(before, item) && !has(written, item));
		written.items = [...written.items.filter((item) => !leaving.includes(item)), ...coming];
	}

	#gone(comments: readonly string[], path: string): void {
		for (const comment of comments) if (!this.#imported.has(comment)) this.comments.push(`${path}: #${comment}`);
	}
}

/** Inserts a pair after the nearest pair that precedes it in the new import. */
function insert(written: YAMLMap, pair: Pair, next: YAMLMap, index: number): void {
	for (let at = index - 1; at >= 0; at--) {
		const found = written.items.findIndex((one) => keyOf(one) === keyOf(next.items[at] as Pair));
		if (found < 0) continue;
		written.items.splice(found + 1, 0, pair);
		return;
	}
	written.items.unshift(pair);
}
