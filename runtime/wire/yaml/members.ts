/** Members of maps: keys in their JSON form, duplicates reported, `<<` merged at the end. */

import type { JsonObject, JsonValue } from '../../model/catalog.ts';
import { cut } from '../../model/cause.ts';
import { setOwn } from '../../model/equal.ts';
import { maxDuplicates } from '../json/duplicates.ts';
import type { Anchors } from './anchors.ts';
import type { NodeLines } from './node-lines.ts';
import type { NodeOptions } from './node-options.ts';
import { malformedYaml } from './problem.ts';

/** Adds members to the maps of one document. */
export class Members {
	private readonly anchors: Anchors;
	/** Receives a sentence for each duplicate key, up to `maxDuplicates`. */
	private readonly duplicates: string[] | undefined;
	private readonly lines: NodeLines | undefined;

	constructor(anchors: Anchors, { duplicates, lines }: Pick<NodeOptions, 'duplicates' | 'lines'>) {
		this.anchors = anchors;
		this.duplicates = duplicates;
		this.lines = lines;
	}

	/** Sets a member. A duplicate key is reported at the line of its value, because clients know these sentences and their order. */
	set(object: JsonObject, key: JsonValue, keyLine: number, value: JsonValue, line: number): void {
		const name = nameOf(key, keyLine);
		const { duplicates } = this;
		if (duplicates !== undefined && duplicates.length < maxDuplicates && Object.hasOwn(object, name)) {
			duplicates.push(`line ${line}: key ${quoted(key, name)} already set in map`);
		}
		this.lines?.set(object, name, keyLine);
		setOwn(object, name, value);
	}

	/** Merges maps behind `<<`, each a map or a list of maps. The map's own keys win, then earlier sources. */
	merge(object: JsonObject, merges: readonly JsonValue[]): void {
		for (const source of merges.flat() as readonly JsonValue[]) {
			if (source === null || typeof source !== 'object' || Array.isArray(source))
				throw malformedYaml('map merge requires map or sequence of maps as the value');
			const keys = Object.keys(source);
			// Counts the keys: merges within merges would copy the same keys once per level.
			this.anchors.add(keys.length);
			for (const key of keys) if (!Object.hasOwn(object, key)) setOwn(object, key, source[key] ?? null);
		}
	}
}

/** Returns the key's name. Scalars other than text use their text. */
function nameOf(key: JsonValue, line: number): string {
	if (typeof key === 'string') return key;
	if (key !== null && typeof key === 'object') throw malformedYaml(`line ${line}: a map or a list cannot be a key`);
	return String(key);
}

/** Quotes a text key; other scalars stay bare. */
function quoted(key: JsonValue, name: string): string {
	if (key === null) return '<nil>';
	return typeof key === 'string' ? JSON.stringify(cut(name)) : name;
}
