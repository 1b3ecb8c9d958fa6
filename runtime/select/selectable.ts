/** What a selector looks at; the watch cache's objects and events are such. */
export interface Selectable {
	readonly namespace: string;
	readonly name: string;
	readonly labels: Readonly<Record<string, string>>;
	/** Values of the kind's selectable fields by dotted path. */
	readonly fields: Readonly<Record<string, string>>;
}

export type Predicate = (object: Selectable) => boolean;

/** A selector that compares one value of an object with one text. */
export interface Comparison {
	/** Equal for those that look at the same value and match alike, whatever their text. */
	readonly kind: string;
	readonly text: string;
	/** Whether it matches all values but its own, and not its own alone. */
	readonly negated: boolean;
	/** Undefined: the object has none, which equals no text. Throws where the predicate does. */
	valueIn(object: Selectable): string | undefined;
}

/** Matches everything; by identity, so that callers can skip the call. */
export const everything: Predicate = () => true;
export const nothing: Predicate = () => false;

/** All of them; `everything` when there is none. */
export function allOf(predicates: readonly Predicate[]): Predicate {
	const those = predicates.filter((predicate) => predicate !== everything);
	const [first, second] = those;
	if (first === undefined) return everything;
	if (second === undefined) return first;
	return (object) => those.every((predicate) => predicate(object));
}
