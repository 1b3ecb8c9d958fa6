/** Order of notices. The reader visits fields in the order of types, but people read a text from top to bottom. */

/** Field that its type does not declare. */
export interface UnknownField {
	/** Path from the root, including the field. */
	readonly steps: readonly (string | number)[];
	readonly notice: string;
}

/** Sorts the fields by their position in the input. The cost is bounded by the number of keys of the objects on the paths. */
export function inOrder(fields: readonly UnknownField[], value: unknown): readonly UnknownField[] {
	if (fields.length < 2) return fields;
	const places = new Map<object, ReadonlyMap<string, number>>();

	function placesIn(parent: object): ReadonlyMap<string, number> {
		let known = places.get(parent);
		if (known === undefined) {
			known = new Map(Object.keys(parent).map((key, place) => [key, place]));
			places.set(parent, known);
		}
		return known;
	}

	return [...fields].sort((a, b) => {
		let parent = value;
		for (let depth = 0; ; depth++) {
			const [left, right] = [a.steps[depth], b.steps[depth]];
			if (left === undefined || right === undefined || parent === null || typeof parent !== 'object') return a.steps.length - b.steps.length;
			if (left !== right) {
				const among = placesIn(parent);
				return (among.get(String(left)) ?? 0) - (among.get(String(right)) ?? 0);
			}
			parent = (parent as Readonly<Record<string | number, unknown>>)[left];
		}
	});
}
