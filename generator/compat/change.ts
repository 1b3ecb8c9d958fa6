/** A change between two surfaces: place, sort, consequences. */
import type { Json } from '../../runtime/model/catalog.ts';
import { stringify } from '../../runtime/wire/json/text.ts';
import type { Position } from '../model.ts';

/** Sorts of changes; docs/guide/changing-a-kind.md has a table of them. */
export const sorts = {
	added: 'is new',
	removed: 'is gone',
	renamed: 'has another name',
	moved: 'has moved',
	deprecated: 'is deprecated, or its use brings a warning',
	revived: 'is deprecated no longer',
	tightened: 'accepts fewer values',
	loosened: 'accepts more values',
	retyped: 'has another type',
	defaulted: 'is filled in otherwise when it is absent',
	presented: 'is written otherwise when it is absent or empty',
	merged: 'is merged or owned otherwise',
	converted: 'is converted otherwise between versions',
	renumbered: 'has another protobuf number',
	reused: 'has a protobuf number that another field had',
	preferred: 'another version is preferred',
	stored: 'is stored in another version',
	rescheduled: 'appears or disappears in another release',
	gated: 'depends on another feature gate or stage',
	behaves: 'is answered otherwise',
	shown: 'is shown differently in tables, documents or messages',
} as const;

export type Sort = keyof typeof sorts;

/** Kind of the changed element. */
export type Element = 'release' | 'gate' | 'group' | 'kind' | 'version' | 'subresource' | 'column' | 'type' | 'field';

/** Number of a rule in seed 1, "Versioning". */
export type RuleNumber = 1 | 2 | 3 | 4 | 5 | 8;

export interface Change {
	/**
	 * Name of the changed element: `shop/v1.ProductSpec.size`, `products.shop.example.com version shop.example.com/v1`, `gate FineGrain`.
	 */
	readonly where: string;
	readonly element: Element;
	readonly sort: Sort;
	/** Sentence without subject: `is required from now on`. */
	readonly message: string;
	/** Old and new value as in the lock, when a single value changed. */
	readonly from?: string;
	readonly to?: string;
	/** True when clients that worked may fail. */
	readonly breaking: boolean;
	/** Object that was accepted and is refused, and the reason. */
	readonly example?: string;
	/** Alternative to a breaking change. */
	readonly instead?: string;
	/** Rule that the change breaks; absent for none, as for alpha versions. */
	readonly rule?: RuleNumber;
	/** Release that the API needs: `version` is a new group version, `release` the next release. */
	readonly api: 'none' | 'release' | 'version';
	/** Semver level of client packages. */
	readonly sdk: 'none' | 'patch' | 'minor' | 'major';
	/** Path in lock and spec: section, element, part, keyword. */
	readonly path: readonly string[];
}

export interface PlacedChange extends Change {
	/** Position in a spec; in the lock for an element that no spec has. */
	readonly position: Position | undefined;
	/** Reason for which the change was accepted. */
	readonly accepted?: string;
}

/** Returns the name by which specs accept the change. */
export function nameOf({ where, sort }: Pick<Change, 'where' | 'sort'>): string {
	return `${where} ${sort}`;
}

/** Formats the value of a keyword for people. */
export function shown(value: unknown): string {
	if (value === undefined) return 'nothing';
	const text = typeof value === 'string' ? value : stringify(value as Json);
	return text.length > 200 ? `${text.slice(0, 197)}...` : text;
}
