/** Members of maps: keys as JSON names, duplicates reported, `<<` merged at the end. */

import type { Anchors } from './anchors.ts';
import type { NodeLines } from './node-lines.ts';
import type { NodeOptions } from './node-options.ts';
import { malformedYaml } from './problem.ts';
import { setOwn, type YamlMap, type YamlValue } from './value.ts';

/** Maximum number of reported duplicate keys. */
const mostDuplicates = 100;
/** Maximum characters of a key in a message. */
const longestShown = 4096;

export class Members {
	private readonly anchors: Anchors;
	/** Receives a sentence per duplicate key, at most `mostDuplicates`. */
	private readonly duplicates: string[] | undefined;
	private readonly lines: NodeLines | undefined;

	constructor(anchors: Anchors, { duplicates, lines }: Pick<NodeOptions, 'duplicates' | 'lines'>) {
		this.anchors = anchors;
		this.duplicates = duplicates;
		this.lines = lines;
	}

	/** Sets a member. A duplicate is reported with the line of its value, as in Kubernetes. */
	set(object: YamlMap, key: YamlValue, keyLine: number, value: YamlValue, line: number): void {
		const name = nameOf(key, keyLine);
		const { duplicates } = this;
		if (duplicates !== undefined && duplicates.length < mostDuplicates && Object.hasOwn(object, name)) {
			duplicates.push(`line ${line}: key ${quoted(key, name)} already set in map`);
		}
		this.lines?.set(object, name, keyLine);
		setOwn(object, name, value);
	}

	/** Merges the values of `<<`, maps or lists of maps. The map's own keys take precedence, then earlier sources. */
	merge(object: YamlMap, merges: readonly YamlValue[]): void {
		for (const source of merges.flat() as readonly YamlValue[]) {
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
function nameOf(key: YamlValue, line: number): string {
	if (typeof key === 'string') return key;
	if (key !== null && typeof key === 'object') throw malformedYaml(`line ${line}: a map or a list cannot be a key`);
	return String(key);
}

/** Quotes a text key; other scalars stay as they are. */
function quoted(key: YamlValue, name: string): string {
	if (key === null) return '<nil>';
	return typeof key === 'string' ? JSON.stringify(name.length > longestShown ? `${name.slice(0, longestShown)}...` : name) : name;
}
