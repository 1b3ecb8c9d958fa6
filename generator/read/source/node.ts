/** Nodes of parsed YAML, each with its position. */
import type { Json } from '../../../runtime/model/catalog.ts';
import type { Position } from '../../model.ts';
import { positionAt, type SpecFile } from './spec-file.ts';

interface NodeBase {
	readonly file: SpecFile;
	/** Offsets into the text of the file. `end` is exclusive. */
	readonly start: number;
	readonly end: number;
}

export interface ScalarNode extends NodeBase {
	readonly kind: 'scalar';
	/** Integers beyond 2^53 are `bigint`. */
	readonly value: string | number | bigint | boolean | null;
}

export interface ListNode extends NodeBase {
	readonly kind: 'list';
	readonly items: readonly SpecNode[];
}

export interface Entry {
	readonly key: ScalarNode;
	readonly value: SpecNode;
	/** Original of a field that `include` or `like` copied. */
	readonly origin?: Origin;
}

/** Another field: the `properties` that contain it, and its name. */
export interface Origin {
	readonly properties: MapNode;
	readonly name: string;
}

export interface MapNode extends NodeBase {
	readonly kind: 'map';
	/** Entries in the order of the file. */
	readonly entries: ReadonlyMap<string, Entry>;
}

export type SpecNode = ScalarNode | ListNode | MapNode;

export function positionOf(node: SpecNode): Position {
	return positionAt(node.file, node.start);
}

/** Returns the value of a key. Returns undefined when the node is no map, lacks the key, or has `null`. */
export function at(node: SpecNode | undefined, key: string): SpecNode | undefined {
	if (node?.kind !== 'map') return undefined;
	const value = node.entries.get(key)?.value;
	return value?.kind === 'scalar' && value.value === null ? undefined : value;
}

export function mapAt(node: SpecNode | undefined, key: string): MapNode | undefined {
	const value = at(node, key);
	return value?.kind === 'map' ? value : undefined;
}

export function listAt(node: SpecNode | undefined, key: string): readonly SpecNode[] {
	const value = at(node, key);
	return value?.kind === 'list' ? value.items : [];
}

export function textAt(node: SpecNode | undefined, key: string): string | undefined {
	return text(at(node, key));
}

export function numberAt(node: SpecNode | undefined, key: string): number | undefined {
	const value = at(node, key);
	return value?.kind === 'scalar' && typeof value.value === 'number' ? value.value : undefined;
}

export function flagAt(node: SpecNode | undefined, key: string): boolean | undefined {
	const value = at(node, key);
	return value?.kind === 'scalar' && typeof value.value === 'boolean' ? value.value : undefined;
}

export function textsAt(node: SpecNode | undefined, key: string): string[] {
	return listAt(node, key).flatMap((item) => text(item) ?? []);
}

export function text(node: SpecNode | undefined): string | undefined {
	return node?.kind === 'scalar' && typeof node.value === 'string' ? node.value : undefined;
}

/** Returns the node of a map's key, for messages about the keyword and not its value. Returns the map when it lacks the key. */
export function keyNode(node: MapNode, key: string): SpecNode {
	return node.entries.get(key)?.key ?? node;
}

/** Returns plain data. `__proto__` is an ordinary key in it. */
export function plain(node: SpecNode): Json {
	switch (node.kind) {
		case 'scalar':
			return node.value;
		case 'list':
			return node.items.map(plain);
		case 'map':
			return Object.fromEntries([...node.entries].map(([key, entry]) => [key, plain(entry.value)]));
	}
}

/** Returns a map with the entries of another map added or replaced. */
export function overlay(node: MapNode, over: MapNode, except: ReadonlySet<string>): MapNode {
	const entries = new Map(node.entries);
	for (const [key, entry] of over.entries) if (!except.has(key)) entries.set(key, entry);
	return { ...node, entries };
}

/** Returns a map without some of its keys. */
export function without(node: MapNode, keys: ReadonlySet<string>): MapNode {
	return { ...node, entries: new Map([...node.entries].filter(([key]) => !keys.has(key))) };
}

/** Returns the innermost node on a path of a server's message, such as `spec.ports[0].name`. */
export function nodeAt(root: SpecNode, path: string): SpecNode {
	let node = root;
	for (const [, name, index] of path.matchAll(/([^.[\]]+)|\[([^\]]*)\]/g)) {
		const next: SpecNode | undefined = node.kind === 'list' ? node.items[Number(index ?? name)] : at(node, name ?? index ?? '');
		if (next === undefined) return node;
		node = next;
	}
	return node;
}

/** Returns the innermost node on a path of field names, list indices and map keys. */
export function nodeOn(root: SpecNode, steps: readonly (string | number)[]): SpecNode {
	let node = root;
	for (const step of steps) {
		const next = node.kind === 'list' ? node.items[Number(step)] : node.kind === 'map' ? node.entries.get(String(step))?.value : undefined;
		if (next === undefined) return node;
		node = next;
	}
	return node;
}

/**
 * Returns the word at an offset of a string, from 0. Returns the whole string when its source differs from its value (escapes, folded
 * lines).
 */
export function within(node: SpecNode, offset: number): SpecNode {
	const value = text(node);
	if (value === undefined || value.trim() === '' || offset > value.length) return node;
	const lineStart = value.lastIndexOf('\n', offset - 1) + 1;
	const line = value.slice(lineStart).split('\n', 1)[0] ?? '';
	const begin = node.file.text.slice(node.start, node.end).indexOf(line);
	if (line === '' || begin < 0) return node;
	const start = node.start + begin + offset - lineStart;
	const length = /^(?:\w+|\W)/.exec(value.slice(offset))?.[0].length ?? 0;
	return { ...node, start: length === 0 ? start - 1 : start, end: length === 0 ? start : start + length };
}
