import type { GroupHooks, ServedHooks } from '../api/hooks.ts';
import type { Catalog, TypeDocs } from '../model/catalog.ts';
import type { Vocabulary } from '../model/vocabulary.ts';

/** What the generator made of the specs. */
export interface Generated {
	readonly catalog: Catalog;
	readonly vocabulary: Vocabulary;
	/** Only who shows descriptions loads them. */
	readonly docs: () => Promise<TypeDocs>;
	/** Hooks that spec roots beside the built-in one bring along, by storage name. */
	readonly rootHooks: Readonly<Record<string, ServedHooks>>;
	/** Likewise of groups that other servers have, by group. */
	readonly rootGroups: Readonly<Record<string, GroupHooks>>;
	/** The file of the thread of large requests, with the same hooks. Absent: large requests are handled like all others. */
	readonly largeThread?: URL;
	/** SQL of the reporting views over the objects, where there is one. */
	readonly views?: string;
}
