/** Returns an object with the list, or without it when it is empty: the model omits empty lists. */
export function unlessEmpty<K extends string, T>(key: K, values: readonly T[]): { [P in K]?: readonly T[] } {
	return (values.length === 0 ? {} : { [key]: values }) as { [P in K]?: readonly T[] };
}
