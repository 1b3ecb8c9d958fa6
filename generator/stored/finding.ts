/** Effect of specs on one stored object, before findings are grouped. */

/** Severity. `breaks`: data is lost, or the object cannot be read or written. `differs`: the effect is only visible. */
export type Level = 'breaks' | 'differs';

interface SortFacts {
	readonly level: Level;
	/** Column of the table of counts. */
	readonly counts: 'invalid' | 'loses' | 'changes';
}

/** Sorts of findings; docs/guide/changing-a-kind.md has a table of them. */
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
	/** Path such as `spec.ports[*].name`, without indices and keys. Empty for the whole object. */
	readonly field: string;
	/** apiVersion of the field names in the path, when it is not the storage version. */
	readonly version?: string;
	/** Description of the problem, without the field and without values. */
	readonly message: string;
}

/** Returns a key that is the same for the same finding in different objects. */
export function keyOf({ sort, field, version = '', message }: Finding): string {
	return [sort, version, field, message].join('\n');
}

/**
 * Returns the key that decides whether a finding is new. It leaves out the message: a field that one rule refused is not worse when another
 * does.
 */
export function seenKeyOf({ sort, field, version = '' }: Finding): string {
	return [sort, version, field].join('\n');
}
