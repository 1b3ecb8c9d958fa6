import type { GroupHooks, ServedHooks } from '../api/hooks.ts';
import type { Catalog, TypeDocs } from '../model/catalog.ts';
import type { Vocabulary } from '../model/vocabulary.ts';

/** Output of the generator for the specs. */
export interface Generated {
	readonly catalog: Catalog;
	readonly vocabulary: Vocabulary;
	/** Loads the descriptions, which only their readers need. */
	readonly docs: () => Promise<TypeDocs>;
	/** Hooks of additional spec roots, by storage name. */
	readonly rootHooks: Readonly<Record<string, ServedHooks>>;
	/** Hooks of groups that other servers serve, by group. */
	readonly rootGroups: Readonly<Record<string, GroupHooks>>;
	/** File of the large-request thread, with the same hooks. Absent: large requests are handled like all others. */
	readonly largeThread?: URL;
	/** SQL of the reporting views over the objects, when there are any. */
	readonly views?: string;
}
