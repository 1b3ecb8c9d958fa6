import type { Catalog, TypeDocs } from '../model/catalog.ts';
import type { Vocabulary } from '../model/vocabulary.ts';

/** What the generator made of the specs. */
export interface Generated {
	readonly catalog: Catalog;
	readonly vocabulary: Vocabulary;
	/** Only who shows descriptions loads them. */
	readonly docs: () => Promise<TypeDocs>;
	/** SQL of the reporting views over the objects, where there is one. */
	readonly views?: string;
}
