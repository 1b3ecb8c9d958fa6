/** Served versions of a kind, as ownership needs them. Managers name fields in the version in which they wrote. */
import type { JsonObject } from '../model/catalog.ts';
import type { Difference } from './objects/compare.ts';
import { compare } from './objects/compare.ts';
import { ListIndexes } from './objects/list-index.ts';
import type { StructMerge } from './objects/merge-schema.ts';
import { type FieldSet, isEmpty, recursiveDifference } from './sets/field-set.ts';

export interface Versions {
	/** Returns a version; undefined when it is not served, or no longer served. */
	of(apiVersion: string): ObjectVersion | undefined;
	/** Converts an object from the version in its `apiVersion` to another. */
	convert(object: JsonObject, apiVersion: string): JsonObject;
}

export interface ObjectVersion {
	/** Merge type of the version, from `MergeSchemas.object`. */
	readonly type: StructMerge;
	/** Fields that the endpoint does not write, such as the status of the object itself; they get no owner there. */
	readonly reset: FieldSet;
	/** Initial content of an object: `emptyObject` for built-in types, empty for others. */
	readonly empty: JsonObject;
}

/** Changes of a write, in each version in which a manager owns fields; computed on first use. */
export class Change {
	readonly #versions: Versions;
	readonly #before: JsonObject | undefined;
	readonly #after: JsonObject;
	readonly #known: Map<string, Difference | undefined>;
	readonly #indexes: ListIndexes;

	/**
	 * Takes both objects in `apiVersion`; `before` is undefined for a new object. `indexes` has the lists of both. Throws MalformedError on
	 * list entries without an identity.
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
