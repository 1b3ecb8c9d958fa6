import type { Catalog, Release, TypeDocs } from '../../model/catalog.ts';
import { compareReleases } from '../../model/release.ts';
import { placeholders, type Vocabulary } from '../../model/vocabulary.ts';

/** What OpenAPI documents are made from. */
export interface OpenApiInput {
	/** Narrowed to the release emulated and spoken in one vocabulary. */
	readonly catalog: Catalog;
	/** Spoken in the same vocabulary. */
	readonly docs: TypeDocs;
	readonly vocabulary: Vocabulary;
	/** Whether allowed values of strings are shown; on when absent. */
	readonly enums?: boolean;
}

/** `title` and `version` of every document: the product's name and `v1.25.0`. */
export function infoOf({ catalog, vocabulary }: OpenApiInput): { readonly title: string; readonly version: string } {
	return { title: placeholders.Product?.(vocabulary) ?? vocabulary.product, version: `v${catalog.release}.0` };
}

/** Key of an extension, for example `x-{product}-list-type`. */
export function extension(vocabulary: Vocabulary, name: string): `x-${string}` {
	return `x-${vocabulary.product}-${name}`;
}

/** What documents say otherwise since a release. */
const since = {
	/** Version 2: parameters that are the same everywhere are said once. */
	sharedParameters: '1.28',
	/** Version 3: scalars that have a definition of their own show no empty object as their default. */
	plainReferences: '1.29',
	/** Version 3: bodies are required where they are. */
	requiredBodies: '1.29',
	/** Version 3: what every group version knows is said to be known in that of the document alone. */
	ownVersionAlone: '1.36',
} as const satisfies Readonly<Record<string, Release>>;

export function isFrom({ catalog }: Pick<OpenApiInput, 'catalog'>, what: keyof typeof since): boolean {
	return compareReleases(catalog.release, since[what]) >= 0;
}
