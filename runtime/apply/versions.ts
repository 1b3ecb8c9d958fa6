/** Served versions of a kind, for field ownership: managers name fields in the version in which they wrote. */
import type { JsonObject } from '../model/catalog.ts';
import type { Difference } from './objects/compare.ts';
import { compare } from './objects/compare.ts';
import { ListIndexes } from './objects/list-index.ts';
import type { StructMerge } from './objects/merge-schema.ts';
import { type FieldSet, isEmpty, recursiveDifference } from './sets/field-set.ts';

export interface Versions {
	/** Returns a version; undefined when it is not served. */
	of(apiVersion: string): ObjectVersion | undefined;
	/** Converts an object from the version in its `apiVersion` to another. */
	convert(object: JsonObject, apiVersion: string): JsonObject;
}

export interface ObjectVersion {
	/** Merge type of the version, from `MergeSchemas.object`. */
	readonly type: StructMerge;
	/** Fields that the endpoint does not write, such as the status at the main resource; writes to it do not own them. */
	readonly reset: FieldSet;
	/** Initial content of an object: `emptyObject` for built-in types, empty for others. */
	readonly empty: JsonObject;
}

/** Difference that a write makes, in each version in which managers own fields; computed when needed. */
export class Change {
	readonly #versions: Versions;
	readonly #before: JsonObject | undefined;
	readonly #after: JsonObject;
	readonly #known: Map<string, Difference | undefined>;
	readonly #indexes: ListIndexes;

	/**
	 * Both objects are in `apiVersion`; `before` is undefined for a create. `indexes`: of the lists in both. Throws MalformedError on list
	 * entries without keys.
	 */
	constructor(versions: Versions, apiVersion: string, before: JsonObject | undefined, after: JsonObject, indexes = new ListIndexes()) {
		this.#indexes = indexes;
		this.#versions = versions;
		this.#before = before;
		this.#after = after;
		this.#known = new Map([[apiVersion, differenceIn(versions.of(apiVersion), before, after, indexes)]]);
	}

	/** Returns the difference in a version; undefined when there is none. */
	in(apiVersion: string): Difference | undefined {
		if (!this.#known.has(apiVersion)) {
			const convert = (object: JsonObject): JsonObject => this.#versions.convert(object, apiVersion);
			const [before, after] = [this.#before && convert(this.#before), convert(this.#after)];
			this.#known.set(apiVersion, differenceIn(this.#versions.of(apiVersion), before, after, this.#indexes));
		}
		return this.#known.get(apiVersion);
	}
}

function differenceIn(version: ObjectVersion | undefined, before: JsonObject | undefined, after: JsonObject, indexes: ListIndexes): Difference | undefined {
	if (version === undefined) return undefined;
	const { type, reset, empty } = version;
	const found = compare(type, before ?? empty, after, indexes);
	if (found === undefined || isEmpty(reset)) return found;
	const changed = recursiveDifference(found.changed, reset);
	const removed = recursiveDifference(found.removed, reset);
	return isEmpty(changed) && isEmpty(removed) ? undefined : { changed, removed };
}
