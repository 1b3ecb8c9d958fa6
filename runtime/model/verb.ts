/**
 * The verbs of resources: a record each with all that is said of a verb apart from what it does (`verbs/index.ts` has a row for
 * that). Paths, query parameters, metrics and documents read these. Seed 1, "API verbs".
 */
interface VerbRecord {
	/** By which it is asked for. */
	readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
	/** What its path names. A watch is of either. */
	readonly of: 'object' | 'collection' | 'either';
	/** Of a collection that lies in namespaces: whether it may be asked for in all of them at once. */
	readonly acrossNamespaces: boolean;
	/** Name of the type of its query parameters; connections have types of their own. */
	readonly options: string;
	/** As metrics show it. */
	readonly label: string;
	/** Whether it only reads: reading and mutating requests are bounded apart. */
	readonly reads: boolean;
}

const records = {
	create: { method: 'POST', of: 'collection', acrossNamespaces: false, options: 'meta/v1.CreateOptions', label: 'POST', reads: false },
	delete: { method: 'DELETE', of: 'object', acrossNamespaces: false, options: 'meta/v1.DeleteOptions', label: 'DELETE', reads: false },
	deletecollection: { method: 'DELETE', of: 'collection', acrossNamespaces: false, options: 'meta/v1.ListOptions', label: 'DELETE', reads: false },
	get: { method: 'GET', of: 'object', acrossNamespaces: false, options: 'meta/v1.GetOptions', label: 'GET', reads: true },
	list: { method: 'GET', of: 'collection', acrossNamespaces: true, options: 'meta/v1.ListOptions', label: 'LIST', reads: true },
	patch: { method: 'PATCH', of: 'object', acrossNamespaces: false, options: 'meta/v1.PatchOptions', label: 'PATCH', reads: false },
	update: { method: 'PUT', of: 'object', acrossNamespaces: false, options: 'meta/v1.UpdateOptions', label: 'PUT', reads: false },
	watch: { method: 'GET', of: 'either', acrossNamespaces: true, options: 'meta/v1.ListOptions', label: 'WATCH', reads: true },
} as const satisfies Readonly<Record<string, VerbRecord>>;

export type Verb = keyof typeof records;

export const verbRecords: Readonly<Record<Verb, VerbRecord>> = records;

/** In alphabetical order. */
export const verbs = Object.keys(records) as readonly Verb[];

/** Undefined for a word that is no verb of resources. */
export function verbRecord(word: string): VerbRecord | undefined {
	return Object.hasOwn(records, word) ? records[word as Verb] : undefined;
}

/** What a method asks of one object and of a collection. Of a watch the query tells. */
export const verbsByMethod: Readonly<Record<string, { readonly one: Verb; readonly many: Verb }>> = Object.fromEntries(
	verbs.flatMap((verb) => {
		const { method, of } = verbRecords[verb];
		if (of === 'either') return [];
		const asked = (wanted: VerbRecord['of']): Verb => verbs.find((each) => verbRecords[each].method === method && verbRecords[each].of === wanted) ?? verb;
		return [[method, { one: asked('object'), many: asked('collection') }]];
	}),
);
