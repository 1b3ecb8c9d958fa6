/** What a difference between two surfaces is: where, of what sort, what follows from it. */
import type { Json } from '../../runtime/model/catalog.ts';
import { stringify } from '../../runtime/wire/json/text.ts';
import type { Position } from '../model.ts';

/** A reference table of them is in docs/guide/changing-a-kind.md. */
export const sorts = {
	added: 'is new',
	removed: 'is gone',
	renamed: 'has another name',
	moved: 'stands in another place',
	deprecated: 'is deprecated, or its use brings a warning',
	revived: 'is deprecated no longer',
	tightened: 'takes less than before',
	loosened: 'takes more than before',
	retyped: 'holds values of another type',
	defaulted: 'is filled in otherwise when it is absent',
	presented: 'is written otherwise when it is absent or empty',
	merged: 'is merged or owned otherwise',
	converted: 'is converted otherwise between versions',
	renumbered: 'has another protobuf number',
	reused: 'has a protobuf number that another field had',
	preferred: 'another version is preferred',
	stored: 'is stored in another version',
	rescheduled: 'comes or goes with another release',
	gated: 'depends on another feature gate, or on another stage of one',
	behaves: 'is answered otherwise',
	shown: 'looks otherwise in tables, documents or messages',
} as const;

export type Sort = keyof typeof sorts;

/** What kind of thing has changed. */
export type Element = 'release' | 'gate' | 'group' | 'kind' | 'version' | 'subresource' | 'column' | 'type' | 'field';

/** Of the section "Versioning" of seed 1. */
export type RuleNumber = 1 | 2 | 3 | 4 | 5 | 8;

export interface Change {
	/** `shop/v1.ProductSpec.size`, `products.shop.example.com version shop.example.com/v1`, `gate FineGrain`. */
	readonly where: string;
	readonly element: Element;
	readonly sort: Sort;
	/** A sentence without the place: `is required from now on`. */
	readonly message: string;
	/** As the lock says it, where it is one value. */
	readonly from?: string;
	readonly to?: string;
	/** Clients that worked may fail. */
	readonly breaking: boolean;
	/** What to do instead, of what breaks. */
	readonly instead?: string;
	/** The rule that it breaks; absent when it breaks none, as in alpha versions. */
	readonly rule?: RuleNumber;
	/** `version`: of the API, a new group version; `release`: it can go with the next release. */
	readonly api: 'none' | 'release' | 'version';
	/** What it is to client packages, as semver. */
	readonly sdk: 'none' | 'patch' | 'minor' | 'major';
	/** How to find it in a lock and a spec: section, element, part, keyword. */
	readonly path: readonly string[];
}

export interface PlacedChange extends Change {
	/** In a spec; in the lock where no spec has it any more. */
	readonly position: Position | undefined;
	/** Why somebody accepted it. */
	readonly accepted?: string;
}

/** What specs name it by where they accept it. */
export function nameOf({ where, sort }: Pick<Change, 'where' | 'sort'>): string {
	return `${where} ${sort}`;
}

/** What stands under a keyword, as text for people. */
export function shown(value: unknown): string {
	if (value === undefined) return 'nothing';
	const text = typeof value === 'string' ? value : stringify(value as Json);
	return text.length > 200 ? `${text.slice(0, 197)}...` : text;
}
