/** Members of maps: keys as JSON names, duplicates reported, `<<` merged at the end. */

import type { JsonObject, JsonValue } from '../../model/catalog.ts';
import { cut } from '../../model/cause.ts';
import { setOwn } from '../../model/equal.ts';
import { maxDuplicates } from '../json/duplicates.ts';
import type { Anchors } from './anchors.ts';
import type { NodeLines } from './node-lines.ts';
import type { NodeOptions } from './node-options.ts';
import { malformedYaml } from './problem.ts';

export class Members {
	private readonly anchors: Anchors;
	/** Receives a sentence per duplicate key, at most `maxDuplicates`. */
	private readonly duplicates: string[] | undefined;
	private readonly lines: NodeLines | undefined;

	constructor(anchors: Anchors, { duplicates, lines }: Pick<NodeOptions, 'duplicates' | 'lines'>) {
		this.anchors = anchors;
		this.duplicates = duplicates;
		this.lines = lines;
	}

	/** Sets a member. A duplicate is reported with the line of its value, as in Kubernetes. */
	set(object: JsonObject, key: JsonValue, keyLine: number, value: JsonValue, line: number): void {
		const name = nameOf(key, keyLine);
		const { duplicates } = this;
		if (duplicates !== undefined && duplicates.length < maxDuplicates && Object.hasOwn(object, name)) {
			duplicates.push(`line ${line}: key ${quoted(key, name)} already set in map`);
		}
		this.lines?.set(object, name, keyLine);
		setOwn(object, name, value);
	}

	/** Merges the values of `<<`, maps or lists of maps. The map's own keys take precedence, then earlier sources. */
	merge(object: JsonObject, merges: readonly JsonValue[]): void {
		for (const source of merges.flat() as readonly JsonValue[]) {
			if (source === null || typeof source !== 'object' || Array.isArray(source))
				throw malformedYaml('map merge requires map or sequence of maps as the value');
			const keys = Object.keys(source);
			// Counts the keys, because nested merges copy the same keys once per level.
			this.anchors.add(keys.length);
			for (const key of keys) if (!Object.hasOwn(object, key)) setOwn(object, key, source[key] ?? null);
		}
	}
}

/** Returns the key as a name. Scalars that are no text use their text. */
function nameOf(key: JsonValue, line: number): string {
	if (typeof key === 'string') return key;
	if (key !== null && typeof key === 'object') throw malformedYaml(`line ${line}: a map or a list cannot be a key`);
	return String(key);
}

/** Quotes a text key; other scalars stay as they are. */
function quoted(key: JsonValue, name: string): string {
	if (key === null) return '<nil>';
	return typeof key === 'string' ? JSON.stringify(cut(name)) : name;
}
