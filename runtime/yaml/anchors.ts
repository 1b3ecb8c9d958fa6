/** Anchors by name, with a limit on the values that aliases add to a document (CVE-2019-11253). */

import { malformedYaml } from './problem.ts';
import { copy, type YamlValue } from './value.ts';

/** Maximum number of values that aliases and merged maps add. Objects written by people repeat dozens, an attack billions. */
const maxAdded = 10_000;

/** Marks a node that is still being parsed; an alias to it would be endless. */
const open = Symbol('open');

export class Anchors {
	private readonly values = new Map<string, YamlValue | typeof open>();
	private added = 0;

	/** Starts a node with this anchor. */
	begin(name: string): void {
		this.values.set(name, open);
	}

	/** Ends the node. */
	end(name: string, value: YamlValue): void {
		// A nested node may have redefined the name; the later definition stays.
		if (this.values.get(name) === open) this.values.set(name, value);
	}

	/** Returns a copy of the aliased value. Throws YamlError. */
	alias(name: string): YamlValue {
		const value = this.values.get(name);
		if (value === undefined) throw malformedYaml(`unknown anchor '${name}' referenced`);
		if (value === open) throw malformedYaml(`anchor '${name}' value contains itself`);
		this.count(value);
		return copy(value);
	}

	/** Counts a value and all values in it. */
	private count(value: YamlValue): void {
		this.add(1);
		if (value !== null && typeof value === 'object') for (const key in value) this.count((value as { [key: string]: YamlValue })[key] ?? null);
	}

	/** Counts further values. */
	add(values: number): void {
		this.added += values;
		if (this.added > maxAdded) throw malformedYaml('document contains excessive aliasing');
	}
}
