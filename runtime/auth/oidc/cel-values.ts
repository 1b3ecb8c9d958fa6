/** Converts parsed JSON to values of expressions: objects become maps, and all numbers are doubles, as Kubernetes parses claims. */
export function toCel(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(toCel);
	if (typeof value !== 'object' || value === null) return value;
	return new Map(Object.entries(value).map(([key, item]) => [key, toCel(item)]));
}
