/** What specs mean to one object that is stored, by itself: before anybody knows how many have the same. */

/** How bad: what breaks loses data or keeps the object from being written or read; what differs is only seen. */
export type Level = 'breaks' | 'differs';

interface SortFacts {
	readonly level: Level;
	/** What happens to each object, as a table of counts calls it. */
	readonly counts: 'invalid' | 'loses' | 'changes';
}

/** A table of them for people is in docs/guide/changing-a-kind.md. */
export const sorts = {
	kindGone: { level: 'breaks', counts: 'invalid' },
	versionGone: { level: 'breaks', counts: 'invalid' },
	unconverted: { level: 'breaks', counts: 'invalid' },
	outOfScope: { level: 'breaks', counts: 'invalid' },
	invalid: { level: 'breaks', counts: 'invalid' },
	unknown: { level: 'breaks', counts: 'loses' },
	lost: { level: 'breaks', counts: 'loses' },
	hidden: { level: 'differs', counts: 'changes' },
	shownInvalid: { level: 'differs', counts: 'changes' },
	defaulted: { level: 'differs', counts: 'changes' },
} as const satisfies Readonly<Record<string, SortFacts>>;

export type Sort = keyof typeof sorts;

export interface Finding {
	readonly sort: Sort;
	/** `spec.ports[*].name`: which item of a list and which entry of a map is left out. Empty: the object as a whole. */
	readonly field: string;
	/** The apiVersion by whose names the field is called, where that is not the storage version's. */
	readonly version?: string;
	/** What is wrong, without the field, and without any value of the object. */
	readonly message: string;
}

/** What is the same finding in all objects that have it. */
export function keyOf({ sort, field, version = '', message }: Finding): string {
	return [sort, version, field, message].join('\n');
}

/** What was found of an object before is not new, whatever it is said with: a field that a rule has refused already is no more wrong for being refused by another. */
export function seenKeyOf({ sort, field, version = '' }: Finding): string {
	return [sort, version, field].join('\n');
}
