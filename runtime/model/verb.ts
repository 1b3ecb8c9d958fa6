/**
 * One record per verb of resources, with everything except the implementation, which is in its file below `runtime/verbs/`. Paths, query
 * parameters, limits, metrics, documents and specs use the records. `generated/verbs.ts` joins records and files (seed 1, "API verbs").
 */
export interface VerbRecord {
	/** File below `runtime/verbs/` that exports the implementation as `verb`. */
	readonly file: string;
	/** HTTP method of the request. */
	readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
	/** Target of the path; a watch may address either. */
	readonly of: 'object' | 'collection' | 'either';
	/** True when a request without a namespace addresses the collection in all namespaces. */
	readonly acrossNamespaces?: true;
	/** Subresources with the verb: all, including status and scale, or only those that hooks answer. By default none. */
	readonly ofParts?: 'all' | 'hooked';
	/** Selection of the verb by a request, where another verb has the same method. */
	readonly inPlaceOf?: InPlaceOf;
	/** Name of the type of its query parameters; connections declare their own. */
	readonly options: string;
	/** Request body; absent for a verb without one. */
	readonly body?: VerbBody;
	/** Value of the verb label in metrics. */
	readonly label: string;
	/** True for a read-only verb. Reading and mutating requests have separate limits. */
	readonly reads?: true;
	/** True when the response lasts until the client ends it. It has no time limit and takes no seat. */
	readonly streams?: true;
	readonly documented: DocumentedVerb;
}

interface InPlaceOf {
	/** Query parameter, or path segment before the resource, that selects the verb. */
	readonly word: string;
	readonly byParameter: readonly string[];
	readonly byPath: readonly string[];
}

/** Body: an object of the endpoint's type, a patch of one, or options, which may be absent. */
export type VerbBody = { readonly kind: 'object' } | { readonly kind: 'patch' } | { readonly kind: 'options'; readonly type: string };

/** Description of the verb in OpenAPI documents. */
export interface DocumentedVerb {
	/** Value of the action extension. */
	readonly action: string;
	/** Parts of the OpenAPI operation ID: `word` `delete` and `infix` `Collection` give `deleteCoreV1CollectionPod`. */
	readonly word: string;
	readonly infix?: string;
	/** Description of the operation; `{}` is replaced by the kind. */
	readonly description: string;
	/** Types of the query parameters, when not only `options`. */
	readonly parameters?: readonly string[];
	/** Parameters of these types that the verb does not use. */
	readonly without?: readonly string[];
	/** Successful response: the endpoint's type, a list of it, watch events, a Status, or what the kind returns for deletions. */
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
		documented: {
			action: 'watch',
			word: 'watch',
			description: 'Watches {}. Deprecated: use the list operation with `watch=true`.',
			answer: 'events',
			responses: ok,
		},
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
			// deletecollection has the selectors of a list, not its streaming options.
			without: ['allowWatchBookmarks', 'watch'],
			answer: 'status',
			responses: ok,
		},
	},
} as const satisfies Readonly<Record<string, VerbRecord>>;

/** Content-Type of an apply. Apply is a patch everywhere except in metrics. */
export const applyMediaType = 'application/apply-patch+yaml';

export type Verb = keyof typeof records;

export const verbRecords: Readonly<Record<Verb, VerbRecord>> = records;

export const verbsAsShown = Object.keys(records) as readonly Verb[];

/** Verbs in alphabetical order. */
export const verbs: readonly Verb[] = [...verbsAsShown].sort();

const byWord: ReadonlyMap<string, VerbRecord> = new Map(Object.entries(records));

/** Returns undefined for a word that is no resource verb. */
export function verbRecord(word: string): VerbRecord | undefined {
	return byWord.get(word);
}

/** Returns the verbs that satisfy `holds`, in the order of OpenAPI documents. */
export function verbsThat(holds: (record: VerbRecord) => boolean): readonly Verb[] {
	return verbsAsShown.filter((verb) => holds(verbRecords[verb]));
}

/** Verbs with a streaming response; a set, because every request checks it. */
export const streamingVerbs: ReadonlySet<string> = new Set(verbsThat(({ streams }) => streams === true));

/**
 * Subresources of other servers whose requests stay open as long as the client wants. Kubernetes knows them by these names; kinds of this
 * server declare theirs.
 */
export const longSubresources: ReadonlySet<string> = new Set(['attach', 'exec', 'log', 'portforward', 'proxy']);

/** Verbs by HTTP method: for one object, a subresource, and a collection. */
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

/** Verbs of subresources answered by hooks, one per method, in the order of OpenAPI documents. */
export const verbsOfHooks: readonly Verb[] = verbsThat(({ ofParts }) => ofParts !== undefined);

/** Verbs of every subresource, in alphabetical order. */
export const verbsOfParts: readonly Verb[] = [...verbsThat(({ ofParts }) => ofParts === 'all')].sort();
