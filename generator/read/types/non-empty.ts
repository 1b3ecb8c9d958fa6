/** A property of a list, left out when the list is empty: the model says nothing rather than "none". */
export function unlessEmpty<K extends string, T>(key: K, values: readonly T[]): { [P in K]?: readonly T[] } {
	return (values.length === 0 ? {} : { [key]: values }) as { [P in K]?: readonly T[] };
}
