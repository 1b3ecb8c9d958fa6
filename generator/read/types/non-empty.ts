/** Returns a property with a list, or no property when the list is empty: the model omits empty lists. */
export function unlessEmpty<K extends string, T>(key: K, values: readonly T[]): { [P in K]?: readonly T[] } {
	return (values.length === 0 ? {} : { [key]: values }) as { [P in K]?: readonly T[] };
}
