/**
 * An OpenAPI v2 document as a set of named definitions. Two forms are understood: the raw one (`io.example.api.core.v1.Pod`)
 * and the processed one of client generators (`v1.Pod`, or `core.v1.Event` where the short name is taken).
 */
import type { Json } from '../../runtime/model/catalog.ts';
import type { TypeKey } from './facts.ts';
import { withNamedObjects } from './in-place.ts';

/** Rules that specs have under the same name. */
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

/** As it is in the file. */
export interface RawDocument {
	readonly swagger?: string;
	readonly definitions: Readonly<Record<string, Definition>>;
	readonly paths?: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

const prefix = '#/definitions/';

export function definitionName(reference: string): string {
	return reference.startsWith(prefix) ? reference.slice(prefix.length) : reference;
}

/** `io.example.api.core.v1.Pod` to its last three parts. A short name has no package: it is the empty text. */
export function keyOf(name: string): TypeKey {
	const parts = name.split('.');
	return { package: parts.at(-3) ?? '', version: parts.at(-2) ?? '', name: parts.at(-1) ?? '' };
}

export interface OpenApiDocument extends RawDocument {
	/** By the last three parts of their names. */
	readonly byKey: ReadonlyMap<string, Definition>;
}

/** Definitions that are one value in JSON, by the end of their names. */
export const scalars: Readonly<Record<string, string>> = {
	Quantity: 'quantity',
	Time: 'time',
	MicroTime: 'microTime',
	Duration: 'duration',
	IntOrString: 'intOrString',
	RawExtension: 'rawExtension',
	FieldsV1: 'fieldsV1',
	JSON: 'any',
};

export function openApiDocument(raw: RawDocument): OpenApiDocument {
	const definitions = withNamedObjects(raw.definitions, new Set(Object.keys(scalars)));
	return { ...raw, definitions, byKey: new Map(Object.entries(definitions).map(([name, definition]) => [name.split('.').slice(-3).join('.'), definition])) };
}

/** The definition of a type in either form of document. */
export function findDefinition({ byKey }: OpenApiDocument, key: TypeKey): Definition | undefined {
	return byKey.get(`${key.package}.${key.version}.${key.name}`) ?? byKey.get(`${key.version}.${key.name}`);
}

/** An extension by its ending, whatever the product in its middle: `x-...-list-type`. */
export function extension(of: Definition | Operation, ending: string): unknown {
	for (const [name, value] of Object.entries(of)) if (/^x-[a-z0-9]+-/.test(name) && name.replace(/^x-[a-z0-9]+-/, '') === ending) return value;
	return undefined;
}

export interface GroupVersionKind {
	readonly group: string;
	readonly version: string;
	readonly kind: string;
}

/** The kind that an operation serves. */
export function kindOf(operation: Operation): GroupVersionKind | undefined {
	return extension(operation, 'group-version-kind') as GroupVersionKind | undefined;
}

/** The kinds that a definition is; a definition that is one kind is that kind's schema. */
export function kindsOf(definition: Definition): readonly GroupVersionKind[] {
	return (extension(definition, 'group-version-kind') as readonly GroupVersionKind[] | undefined) ?? [];
}
