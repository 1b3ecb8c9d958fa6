/** Values by anchor name, with a bound on the values that aliases add to a document (CVE-2019-11253). */

import type { JsonValue } from '../../model/catalog.ts';
import { copy } from '../../model/equal.ts';
import { malformedYaml } from './problem.ts';

/** Bound on values that aliases and merged maps add. An object that a person wrote repeats dozens, a bomb billions. */
const maxAdded = 10_000;

/** Marks a node that is still being read: an alias to it would never end. */
const open = Symbol('open');

export class Anchors {
	private readonly values = new Map<string, JsonValue | typeof open>();
	private added = 0;

	/** Begins a node with this anchor. */
	begin(name: string): void {
		this.values.set(name, open);
	}

	/** Ends the node that began. */
	end(name: string, value: JsonValue): void {
		// A nested node may have redefined the name; the later definition stays.
		if (this.values.get(name) === open) this.values.set(name, value);
	}

	/** Returns a copy of the aliased value, so that nothing is shared. Throws MalformedError. */
	alias(name: string): JsonValue {
		const value = this.values.get(name);
		if (value === undefined) throw malformedYaml(`unknown anchor '${name}' referenced`);
		if (value === open) throw malformedYaml(`anchor '${name}' value contains itself`);
		this.count(value);
		return copy(value);
	}

	/** Counts a value and every value in it as added. */
	private count(value: JsonValue): void {
		this.add(1);
		if (value !== null && typeof value === 'object') for (const key in value) this.count((value as { [key: string]: JsonValue })[key] ?? null);
	}

	/** Counts further values as added. */
	add(values: number): void {
		this.added += values;
		if (this.added > maxAdded) throw malformedYaml('document contains excessive aliasing');
	}
}
