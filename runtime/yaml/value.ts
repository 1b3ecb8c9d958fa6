/** Values that YAML documents hold, and work on them. */

export type YamlValue = null | boolean | number | bigint | string | YamlValue[] | YamlMap;

export interface YamlMap {
	[key: string]: YamlValue;
}

/** Value that the writer takes; undefined members are left out. */
export type Writable = null | boolean | number | bigint | string | undefined | readonly Writable[] | { readonly [key: string]: Writable };

/** Sets an own property, even for special names (`__proto__`). */
export function setOwn(map: YamlMap, key: string, value: YamlValue): void {
	if (key === '__proto__') Object.defineProperty(map, key, { value, enumerable: true, configurable: true, writable: true });
	else map[key] = value;
}

/** Returns a deep copy. */
export function copy(value: YamlValue): YamlValue {
	if (value === null || typeof value !== 'object') return value;
	if (Array.isArray(value)) return value.map(copy);
	const result: YamlMap = {};
	for (const key of Object.keys(value)) setOwn(result, key, copy(value[key] ?? null));
	return result;
}
