/** Effect of specs on a single stored object, before findings of several objects are grouped. */

/** Severity. A finding that breaks loses data, or prevents reading or writing the object; one that differs is only visible. */
export type Level = 'breaks' | 'differs';

interface SortFacts {
	readonly level: Level;
	/** Column of the table of counts. */
	readonly counts: 'invalid' | 'loses' | 'changes';
}

/** Sorts of findings; docs/guide/changing-a-kind.md lists them in a table. */
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
	/** Path such as `spec.ports[*].name`, without indices of items and keys of entries. Empty for the object as a whole. */
	readonly field: string;
	/** The apiVersion whose field names the path uses, if it is not the storage version. */
	readonly version?: string;
	/** Description of the problem, without the field and without values of the object. */
	readonly message: string;
}

/** Returns a key that is equal for the same finding in different objects. */
export function keyOf({ sort, field, version = '', message }: Finding): string {
	return [sort, version, field, message].join('\n');
}

/**
 * Returns a key that decides whether a finding is new. It ignores the message, because a field that one rule already refused is not worse
 * when another rule refuses it.
 */
export function seenKeyOf({ sort, field, version = '' }: Finding): string {
	return [sort, version, field].join('\n');
}
