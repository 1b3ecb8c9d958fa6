/**
 * The verbs of resources: one row each with everything about a verb except its behaviour, which is in its file in `runtime/verbs/`. Paths,
 * query parameters, bounds, metrics, documents and specs read these rows. `generated/verbs.ts` joins files and rows: a verb is a row here
 * and a file there. Seed 1, "API verbs".
 */
export interface VerbRecord {
	/** File below `runtime/verbs/` that exports `verb`, the implementation. */
	readonly file: string;
	/** HTTP method of the request. */
	readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
	/** Target of the path. A watch accepts either. */
	readonly of: 'object' | 'collection' | 'either';
	/** True when a request may address a namespaced collection in all namespaces at once. */
	readonly acrossNamespaces?: true;
	/** Subresources to which the verb applies: all, including status and scale, or only those that hooks answer. Absent: none. */
	readonly ofParts?: 'all' | 'hooked';
	/** Selection of a verb that shares its method with another verb. */
	readonly inPlaceOf?: InPlaceOf;
	/** Name of the type of its query parameters; connections have types of their own. */
	readonly options: string;
	/** Request body. Absent: the verb has none. */
	readonly body?: VerbBody;
	/** Value of the verb label in metrics. */
	readonly label: string;
	/** True when the verb only reads. Reading and mutating requests have separate limits. */
	readonly reads?: true;
	/** True when the answer lasts as long as the client wants. Its time is not bounded and it takes no seat. */
	readonly streams?: true;
	readonly documented: DocumentedVerb;
}

interface InPlaceOf {
	/** Query parameters that select the verb, and path segments before the resource that do. */
	readonly word: string;
	readonly byParameter: readonly string[];
	readonly byPath: readonly string[];
}

/** An object of the endpoint's type, a patch of one, or options, which may be absent. */
export type VerbBody = { readonly kind: 'object' } | { readonly kind: 'patch' } | { readonly kind: 'options'; readonly type: string };

/** Description of the verb in OpenAPI documents. */
export interface DocumentedVerb {
	/** Value of the action extension. */
	readonly action: string;
	/** Parts of the operation's name: `delete` and `Collection` make deleteCoreV1CollectionPod. */
	readonly word: string;
	readonly infix?: string;
	/** `{}` stands for the kind: of a collection, or of the object that the path names. */
	readonly description: string;
	/** Types of query parameters, when they differ from `options`. */
	readonly parameters?: readonly string[];
	/** Parameters of these types that have no meaning for the verb. */
	readonly without?: readonly string[];
	/** Body of a successful answer: the endpoint's type, a list of it, a stream of events, a Status, or the kind's answer to deletions. */
	readonly answer: 'object' | 'list' | 'events' | 'status' | 'deleted';
	readonly responses: Readonly<Record<string, string>>;
}

const ok = { '200': 'OK' } as const;
const deleteBody = { kind: 'options', type: 'meta/v1.DeleteOptions' } as const;

/** Rows in the order of OpenAPI documents. */
const records = {
	get: {
		file: 'get/get.ts',
		method: 'GET',
		of: 'object',
		ofParts: 'all',
		options: 'meta/v1.GetOptions',
		label: 'GET',
		reads: true,
		documented: { action: 'get', word: 'read', description: 'Reads {}.', parameters: [], answer: 'object', responses: ok },
	},
	list: {
		file: 'list/list.ts',
		method: 'GET',
		of: 'collection',
		acrossNamespaces: true,
		options: 'meta/v1.ListOptions',
		label: 'LIST',
		reads: true,
		documented: { action: 'list', word: 'list', description: 'Lists or watches objects of kind {}.', answer: 'list', responses: ok },
	},
	watch: {
		file: 'watch/watch.ts',
		method: 'GET',
		of: 'either',
		acrossNamespaces: true,
		inPlaceOf: { word: 'watch', byParameter: ['get', 'list'], byPath: ['get', 'list'] },
		options: 'meta/v1.ListOptions',
		label: 'WATCH',
		reads: true,
		streams: true,
		documented: { action: 'watch', word: 'watch', description: 'Outdated way to watch {}: list with `watch=true` instead.', answer: 'events', responses: ok },
	},
	create: {
		file: 'create/create.ts',
		method: 'POST',
		of: 'collection',
		ofParts: 'hooked',
		options: 'meta/v1.CreateOptions',
		body: { kind: 'object' },
		label: 'POST',
		documented: {
			action: 'post',
			word: 'create',
			description: 'Creates a {}.',
			answer: 'object',
			responses: { '200': 'OK', '201': 'Created', '202': 'Accepted' },
		},
	},
	update: {
		file: 'update/update.ts',
		method: 'PUT',
		of: 'object',
		ofParts: 'all',
		options: 'meta/v1.UpdateOptions',
		body: { kind: 'object' },
		label: 'PUT',
		documented: { action: 'put', word: 'replace', description: 'Replaces {}.', answer: 'object', responses: { '200': 'OK', '201': 'Created' } },
	},
	patch: {
		file: 'patch/patch.ts',
		method: 'PATCH',
		of: 'object',
		ofParts: 'all',
		options: 'meta/v1.PatchOptions',
		body: { kind: 'patch' },
		label: 'PATCH',
		documented: { action: 'patch', word: 'patch', description: 'Changes parts of {}.', answer: 'object', responses: { '200': 'OK', '201': 'Created' } },
	},
	delete: {
		file: 'delete/delete.ts',
		method: 'DELETE',
		of: 'object',
		ofParts: 'hooked',
		options: 'meta/v1.DeleteOptions',
		body: deleteBody,
		label: 'DELETE',
		documented: { action: 'delete', word: 'delete', description: 'Deletes {}.', answer: 'deleted', responses: { '200': 'OK', '202': 'Accepted' } },
	},
	deletecollection: {
		file: 'delete/collection.ts',
		method: 'DELETE',
		of: 'collection',
		options: 'meta/v1.ListOptions',
		body: deleteBody,
		label: 'DELETE',
		documented: {
			action: 'deletecollection',
			word: 'delete',
			infix: 'Collection',
			description: 'Deletes every {} that matches.',
			parameters: ['meta/v1.DeleteOptions', 'meta/v1.ListOptions'],
			// A collection is deleted by a list's selectors; the options of a stream have no meaning.
			without: ['allowWatchBookmarks', 'watch'],
			answer: 'status',
			responses: ok,
		},
	},
} as const satisfies Readonly<Record<string, VerbRecord>>;

/** Media type of the body of an apply. Its verb is patch everywhere except in metrics. */
export const applyMediaType = 'application/apply-patch+yaml';

export type Verb = keyof typeof records;

export const verbRecords: Readonly<Record<Verb, VerbRecord>> = records;

/** Verbs in the order of OpenAPI documents. */
export const verbsAsShown = Object.keys(records) as readonly Verb[];

/** Verbs in alphabetical order. */
export const verbs: readonly Verb[] = [...verbsAsShown].sort();

const byWord: ReadonlyMap<string, VerbRecord> = new Map(Object.entries(records));

/** Returns undefined for a word that is not a verb of resources. */
export function verbRecord(word: string): VerbRecord | undefined {
	return byWord.get(word);
}

/** Returns the verbs whose record satisfies `holds`, in the order of OpenAPI documents. */
export function verbsThat(holds: (record: VerbRecord) => boolean): readonly Verb[] {
	return verbsAsShown.filter((verb) => holds(verbRecords[verb]));
}

/** Verbs whose answers stream. Read by every request. */
export const streamingVerbs: ReadonlySet<string> = new Set(verbsThat(({ streams }) => streams === true));

/** Verbs of a method: on one object, on a subresource, and on a collection. */
export const verbsByMethod: Readonly<Record<string, { readonly one: Verb; readonly part: Verb; readonly many: Verb }>> = Object.fromEntries(
	verbsThat(({ inPlaceOf }) => inPlaceOf === undefined).map((verb) => {
		const { method } = verbRecords[verb];
		const first = (holds: (record: VerbRecord) => boolean): Verb | undefined =>
			verbsThat((record) => record.method === method && record.inPlaceOf === undefined && holds(record))[0];
		const one = first(({ of }) => of !== 'collection');
		const many = first(({ of }) => of !== 'object');
		const part = first(({ ofParts }) => ofParts !== undefined);
		return [method, { one: one ?? verb, part: part ?? one ?? verb, many: many ?? verb }];
	}),
);

/** Verbs of subresources that hooks can answer, one for each method, in the order of OpenAPI documents. */
export const verbsOfHooks: readonly Verb[] = verbsThat(({ ofParts }) => ofParts !== undefined);

/** Verbs of every subresource, in alphabetical order. */
export const verbsOfParts: readonly Verb[] = [...verbsThat(({ ofParts }) => ofParts === 'all')].sort();
