/** Accessors for a parsed configuration file, which refuse values of the wrong type. */
import type { Json } from '../model/catalog.ts';

export type ConfigMap = Readonly<Record<string, Json>>;

/** An invalid value in a configuration file. The message begins with its place. */
export class ConfigError extends Error {
	/** Place in the file, such as `plugins[0].name`; empty for the whole file. */
	readonly where: string;

	constructor(where: string, problem: string) {
		super(`${where === '' ? '' : `${where}: `}${problem}`);
		this.where = where;
	}
}

/** Returns the place of a field. */
export function placeIn(where: string, field: string): string {
	return where === '' ? field : `${where}.${field}`;
}

/** Accessors throw a ConfigError of one sentence. `where`: place in the file; empty for the whole file. */
export function mapAt(value: Json | undefined, where: string): ConfigMap {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new ConfigError(where, 'expected a map');
	return value as ConfigMap;
}

export function listAt(value: Json | undefined, where: string): readonly Json[] {
	if (!Array.isArray(value) || value.length === 0) throw new ConfigError(where, 'expected a list with at least one entry');
	return value;
}

/** Reads a list that may be absent or null. */
export function listOrNone(value: Json | undefined, where: string): readonly Json[] {
	if (value === undefined || value === null) return [];
	if (!Array.isArray(value)) throw new ConfigError(where, 'expected a list');
	return value;
}

export function textAt(value: Json | undefined, where: string): string {
	if (typeof value !== 'string' || value === '') throw new ConfigError(where, 'expected a string');
	return value;
}

/** Refuses keys that are not in `names`. */
export function only(map: ConfigMap, where: string, names: readonly string[]): void {
	const odd = Object.keys(map).find((name) => !names.includes(name));
	if (odd !== undefined)
		throw new ConfigError(where, `${JSON.stringify(odd)} is an unknown field${names.length > 0 ? ` (known fields: ${names.join(', ')})` : ''}`);
}
