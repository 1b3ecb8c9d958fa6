import type { Catalog, Release, TypeDocs } from '../../model/catalog.ts';
import { compareReleases } from '../../model/release.ts';
import { placeholders, type Vocabulary } from '../../model/vocabulary.ts';

/** Inputs of OpenAPI documents. */
export interface OpenApiInput {
	/** Catalog narrowed to the emulated release, in one vocabulary. */
	readonly catalog: Catalog;
	/** Descriptions in the same vocabulary. */
	readonly docs: TypeDocs;
	readonly vocabulary: Vocabulary;
	/** Whether to list allowed values of strings. Default: true. */
	readonly enums?: boolean;
}

/** Returns `title` and `version` of every document: the product name, and a version such as `v1.25.0`. */
export function infoOf({ catalog, vocabulary }: OpenApiInput): { readonly title: string; readonly version: string } {
	return { title: placeholders.Product?.(vocabulary) ?? vocabulary.product, version: `v${catalog.release}.0` };
}

/** Returns the key of an extension, for example `x-{product}-list-type`. */
export function extension(vocabulary: Vocabulary, name: string): `x-${string}` {
	return `x-${vocabulary.product}-${name}`;
}

/** Releases that changed the documents. */
const since = {
	/** Version 2: common parameters are defined once. */
	sharedParameters: '1.28',
	/** Version 3: scalars with their own definition have no empty object as default. */
	plainReferences: '1.29',
	/** Version 3: required bodies are marked as required. */
	requiredBodies: '1.29',
	/** Version 3: common kinds are listed only under the document's own group version. */
	ownVersionAlone: '1.36',
} as const satisfies Readonly<Record<string, Release>>;

export function isFrom({ catalog }: Pick<OpenApiInput, 'catalog'>, what: keyof typeof since): boolean {
	return compareReleases(catalog.release, since[what]) >= 0;
}
