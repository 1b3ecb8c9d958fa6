import type { GroupHooks, ServedHooks } from '../api/hooks.ts';
import type { Catalog, TypeDocs } from '../model/catalog.ts';
import type { Vocabulary } from '../model/vocabulary.ts';

/** Output of the generator for a set of specs. */
export interface Generated {
	readonly catalog: Catalog;
	readonly vocabulary: Vocabulary;
	/** Loads the descriptions of types and fields, which only documents need. */
	readonly docs: () => Promise<TypeDocs>;
	/** Hooks of the kinds of additional spec roots, by storage name. */
	readonly rootHooks: Readonly<Record<string, ServedHooks>>;
	/** Hooks of the groups that other servers serve, by group name. */
	readonly rootGroups: Readonly<Record<string, GroupHooks>>;
	/** Entry file of the large-request thread, bundled with the same hooks. Absent: large requests run on the main thread. */
	readonly largeThread?: URL;
	/** SQL that creates the reporting views over the stored objects. */
	readonly views?: string;
}
