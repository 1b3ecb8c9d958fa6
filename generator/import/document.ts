/**
 * An OpenAPI v2 document as named definitions. Names are full (`io.example.api.core.v1.Pod`), or the short ones of client generators
 * (`v1.Pod`; `core.v1.Event` where that is ambiguous).
 */
import { type Definition, extension, type Operation } from './definition.ts';
import type { TypeKey } from './facts.ts';
import { withNamedObjects } from './named-objects.ts';

/** A v2 document, as in the file. */
export interface RawDocument {
	readonly swagger?: string;
	readonly definitions: Readonly<Record<string, Definition>>;
	readonly paths?: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

const prefix = '#/definitions/';

export function definitionName(reference: string): string {
	return reference.startsWith(prefix) ? reference.slice(prefix.length) : reference;
}

/** Returns the last three parts of `io.example.api.core.v1.Pod`. For a short name, the package is empty. */
export function keyOf(name: string): TypeKey {
	const parts = name.split('.');
	return { package: parts.at(-3) ?? '', version: parts.at(-2) ?? '', name: parts.at(-1) ?? '' };
}

/** Reports whether the key's version is a valid API version. */
export function hasVersion({ version }: TypeKey): boolean {
	return /^v[1-9][0-9]*((alpha|beta)[1-9][0-9]*)?$/.test(version);
}

export interface OpenApiDocument extends RawDocument {
	/** Definitions by the last three parts of their name. */
	readonly byKey: ReadonlyMap<string, Definition>;
	readonly of: DocumentSource;
}

/**
 * Origin of the document. Schemas of `customResources` are structural and belong to their author: descriptions are imported, and an object
 * without fields has none.
 */
export type DocumentSource = 'server' | 'customResources';

/** Scalar types of definitions that are a single value in JSON, by the end of their name. */
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

export function openApiDocument(raw: RawDocument, of: DocumentSource = 'server'): OpenApiDocument {
	const definitions = withNamedObjects(ofEachVersion(raw.definitions), new Set(Object.keys(scalars)));
	return {
		...raw,
		of,
		definitions,
		byKey: new Map(Object.entries(definitions).map(([name, definition]) => [name.split('.').slice(-3).join('.'), definition])),
	};
}

/** Splits a definition that a kind's versions share into one per version, with the version in its name. */
function ofEachVersion(definitions: RawDocument['definitions']): RawDocument['definitions'] {
	const all = Object.entries(definitions).flatMap(([name, definition]): [string, Definition][] => {
		const kinds = kindsOf(definition);
		const own = keyOf(name);
		const [first] = kinds;
		const isShared = kinds.length > 1 && kinds.every(({ group, kind }) => group === first?.group && kind === own.name);
		const start = name.slice(0, name.length - `${own.version}.${own.name}`.length);
		if (!isShared || kinds.some(({ version }) => version !== own.version && `${start}${version}.${own.name}` in definitions)) return [[name, definition]];
		const [word = ''] = Object.keys(definition).filter((each) => /^x-[a-z0-9]+-group-version-kind$/.test(each));
		return kinds.map((kind) => [`${start}${kind.version}.${own.name}`, { ...definition, [word]: [kind] }]);
	});
	return Object.fromEntries(all);
}

/** Returns the definition of a type, by full or short name. */
export function findDefinition({ byKey }: OpenApiDocument, key: TypeKey): Definition | undefined {
	return byKey.get(`${key.package}.${key.version}.${key.name}`) ?? byKey.get(`${key.version}.${key.name}`);
}

export interface GroupVersionKind {
	readonly group: string;
	readonly version: string;
	readonly kind: string;
}

/** Returns the kind of an operation. */
export function kindOf(operation: Operation): GroupVersionKind | undefined {
	return extension(operation, 'group-version-kind') as GroupVersionKind | undefined;
}

/** Returns the kinds of a definition. A single one means that the definition is its own schema. */
export function kindsOf(definition: Definition): readonly GroupVersionKind[] {
	return (extension(definition, 'group-version-kind') as readonly GroupVersionKind[] | undefined) ?? [];
}
