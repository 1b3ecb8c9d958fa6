/** A type in an OpenAPI v2 document, as in the file. */
import type { Json } from '../../runtime/model/catalog.ts';

/** Rules with the same name in specs. */
export const sameRules = [
	'minimum',
	'maximum',
	'multipleOf',
	'minLength',
	'maxLength',
	'pattern',
	'minItems',
	'maxItems',
	'uniqueItems',
	'minProperties',
	'maxProperties',
] as const;

export interface Definition extends Readonly<Partial<Record<(typeof sameRules)[number], Json>>> {
	readonly type?: string;
	readonly description?: string;
	readonly nullable?: boolean;
	readonly format?: string;
	readonly $ref?: string;
	readonly allOf?: readonly Definition[];
	readonly properties?: Readonly<Record<string, Definition>>;
	readonly required?: readonly string[];
	readonly items?: Definition;
	readonly additionalProperties?: Definition | boolean;
	readonly enum?: readonly unknown[];
	readonly default?: Json;
	readonly [extension: `x-${string}`]: unknown;
}

export interface Operation {
	readonly responses?: Readonly<Record<string, { readonly schema?: Definition }>>;
	readonly [extension: `x-${string}`]: unknown;
}

/** Returns an extension by the end of its name, whatever product it contains: `x-...-list-type`. */
export function extension(of: Definition | Operation, ending: string): unknown {
	for (const [name, value] of Object.entries(of)) if (/^x-[a-z0-9]+-/.test(name) && name.replace(/^x-[a-z0-9]+-/, '') === ending) return value;
	return undefined;
}
