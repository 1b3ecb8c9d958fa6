/** Values by the names of their anchors, and a bound on what aliases to them add to a document (CVE-2019-11253). */

import type { JsonValue } from '../../model/catalog.ts';
import { copy } from '../../model/equal.ts';
import { malformedYaml } from './problem.ts';

/** Values that aliases and merged maps may add to a document: an object that a person wrote repeats dozens, a bomb billions. */
const maxAdded = 10_000;

/** A node that is still being read, in which an alias to it would never end. */
const open = Symbol('open');

export class Anchors {
	private readonly values = new Map<string, JsonValue | typeof open>();
	private added = 0;

	/** A node with this anchor begins. */
	begin(name: string): void {
		this.values.set(name, open);
	}

	/** The node that began has ended. */
	end(name: string, value: JsonValue): void {
		// Within it the name may have been given anew: that one came later.
		if (this.values.get(name) === open) this.values.set(name, value);
	}

	/** What an alias stands for: a copy of its own, so that nothing is shared. Throws MalformedError. */
	alias(name: string): JsonValue {
		const value = this.values.get(name);
		if (value === undefined) throw malformedYaml(`unknown anchor '${name}' referenced`);
		if (value === open) throw malformedYaml(`anchor '${name}' value contains itself`);
		this.count(value);
		return copy(value);
	}

	/** Counts a value, and every value in it, as added. */
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
