/** The versions in which a kind is served, as ownership needs them. Owners name fields in the version in which they wrote. */
import type { JsonObject } from '../model/catalog.ts';
import type { Difference } from './objects/compare.ts';
import { compare } from './objects/compare.ts';
import { ListIndexes } from './objects/list-index.ts';
import type { StructMerge } from './objects/merge-schema.ts';
import { type FieldSet, isEmpty, recursiveDifference } from './sets/field-set.ts';

export interface Versions {
	/** Undefined: not served, or not any more. */
	of(apiVersion: string): ObjectVersion | undefined;
	/** An object of any of the versions, its `apiVersion` says which, in another. */
	convert(object: JsonObject, apiVersion: string): JsonObject;
}

export interface ObjectVersion {
	/** `MergeSchemas.object` of the version's type. */
	readonly type: StructMerge;
	/** Fields that the endpoint does not let anybody write, such as the status of the object itself: nobody comes to own them there. */
	readonly reset: FieldSet;
	/** What an object has before anything is written: `emptyObject` of built-in types, nothing of others. */
	readonly empty: JsonObject;
}

/** What a write changes, in each version in which somebody owns fields; worked out when it is first asked for. */
export class Change {
	readonly #versions: Versions;
	readonly #before: JsonObject | undefined;
	readonly #after: JsonObject;
	readonly #known: Map<string, Difference | undefined>;
	readonly #indexes: ListIndexes;

	/**
	 * Both in `apiVersion`. No `before`: the object is new. `indexes`: of lists in both. Throws MalformedError on entries of lists without
	 * identity.
	 */
	constructor(versions: Versions, apiVersion: string, before: JsonObject | undefined, after: JsonObject, indexes = new ListIndexes()) {
		this.#indexes = indexes;
		this.#versions = versions;
		this.#before = before;
		this.#after = after;
		this.#known = new Map([[apiVersion, differenceIn(versions.of(apiVersion), before, after, indexes)]]);
	}

	/** Undefined: nothing. */
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
