/** An object as selectors see it; objects and events of the watch cache implement it. */
export interface Selectable {
	readonly namespace: string;
	readonly name: string;
	readonly labels: Readonly<Record<string, string>>;
	/** Values of the kind's selectable fields, by dotted path. */
	readonly fields: Readonly<Record<string, string>>;
}

export type Predicate = (object: Selectable) => boolean;

/** A selector that compares one field or label with one text. */
export interface Comparison {
	/** Equal for comparisons of the same field or label with the same operator, whatever their text. */
	readonly kind: string;
	readonly text: string;
	/** True when everything but `text` matches, false when only `text` does. */
	readonly negated: boolean;
	/** Returns the compared value; undefined equals no text. Throws where the predicate does. */
	valueIn(object: Selectable): string | undefined;
}

/** Matches everything. Callers test for this function itself and then skip the call. */
export const everything: Predicate = () => true;
export const nothing: Predicate = () => false;

/** Matches when all predicates match; returns `everything` for none. */
export function allOf(predicates: readonly Predicate[]): Predicate {
	const those = predicates.filter((predicate) => predicate !== everything);
	const [first, second] = those;
	if (first === undefined) return everything;
	if (second === undefined) return first;
	return (object) => those.every((predicate) => predicate(object));
}
