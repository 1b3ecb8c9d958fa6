/**
 * The verbs of resources: one row each with all that is said of a verb apart from what it does, which its file says
 * (`runtime/verbs/`). Paths, query parameters, bounds, metrics, documents and specs read these rows, and `generated/verbs.ts`
 * puts the file to its row: a verb is a row here and a file there. Seed 1, "API verbs".
 */
export interface VerbRecord {
	/** What does the work: a file below `runtime/verbs/` that exports `verb`. */
	readonly file: string;
	/** By which it is asked for. */
	readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
	/** What its path names. A watch is of either. */
	readonly of: 'object' | 'collection' | 'either';
	/** Of a collection that lies in namespaces: whether it may be asked for in all of them at once. */
	readonly acrossNamespaces?: true;
	/** Whether its method asks for it of parts of an object as well: of all, its status and its scale among them, or of those alone that hooks answer. */
	readonly ofParts?: 'all' | 'hooked';
	/** Of a verb that has no method to itself: how it is asked for in the place of others. */
	readonly inPlaceOf?: InPlaceOf;
	/** Name of the type of its query parameters; connections have types of their own. */
	readonly options: string;
	/** What is sent along; absent: nothing. */
	readonly body?: VerbBody;
	/** As metrics show it. */
	readonly label: string;
	/** Whether it only reads: reading and mutating requests are bounded apart. */
	readonly reads?: true;
	/** Whether its answer goes on as long as the client likes: neither its time is bounded nor does it take a place among the others. */
	readonly streams?: true;
	readonly documented: DocumentedVerb;
}

interface InPlaceOf {
	/** The query parameter that asks for it, and the part of a path that does, before the resource. */
	readonly word: string;
	readonly byParameter: readonly string[];
	readonly byPath: readonly string[];
}

/** An object of the endpoint's own type, a patch of one, or options, which may be left out. */
export type VerbBody = { readonly kind: 'object' } | { readonly kind: 'patch' } | { readonly kind: 'options'; readonly type: string };

/** What OpenAPI documents say of it. */
export interface DocumentedVerb {
	/** Value of the action extension. */
	readonly action: string;
	/** Of the operation's name: `delete` and `Collection` make deleteCoreV1CollectionPod. */
	readonly word: string;
	readonly infix?: string;
	/** `{}` stands for the kind of a collection, and for what an object's path names. */
	readonly description: string;
	/** Types of query parameters, when they are not `options` alone. */
	readonly parameters?: readonly string[];
	/** Parameters of these types that mean nothing to it. */
	readonly without?: readonly string[];
	/** What a success is answered with: the endpoint's own type, a list of it, a stream of events, a Status, or what the kind says of a deletion. */
	readonly answer: 'object' | 'list' | 'events' | 'status' | 'deleted';
	readonly responses: Readonly<Record<string, string>>;
}

const ok = { '200': 'OK' } as const;
const deleteBody = { kind: 'options', type: 'meta/v1.DeleteOptions' } as const;

/** In the order in which documents show them. */
const records = {
	get: {
		file: 'read/get.ts',
		method: 'GET',
		of: 'object',
		ofParts: 'all',
		options: 'meta/v1.GetOptions',
		label: 'GET',
		reads: true,
		documented: { action: 'get', word: 'read', description: 'Reads {}.', parameters: [], answer: 'object', responses: ok },
	},
	list: {
		file: 'read/list.ts',
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
		file: 'write/create.ts',
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
		file: 'write/update.ts',
		method: 'PUT',
		of: 'object',
		ofParts: 'all',
		options: 'meta/v1.UpdateOptions',
		body: { kind: 'object' },
		label: 'PUT',
		documented: { action: 'put', word: 'replace', description: 'Replaces {}.', answer: 'object', responses: { '200': 'OK', '201': 'Created' } },
	},
	patch: {
		file: 'write/patch.ts',
		method: 'PATCH',
		of: 'object',
		ofParts: 'all',
		options: 'meta/v1.PatchOptions',
		body: { kind: 'patch' },
		label: 'PATCH',
		documented: { action: 'patch', word: 'patch', description: 'Changes parts of {}.', answer: 'object', responses: { '200': 'OK', '201': 'Created' } },
	},
	delete: {
		file: 'write/delete.ts',
		method: 'DELETE',
		of: 'object',
		ofParts: 'hooked',
		options: 'meta/v1.DeleteOptions',
		body: deleteBody,
		label: 'DELETE',
		documented: { action: 'delete', word: 'delete', description: 'Deletes {}.', answer: 'deleted', responses: { '200': 'OK', '202': 'Accepted' } },
	},
	deletecollection: {
		file: 'write/delete-collection.ts',
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
			// Collections are deleted by what lists select them by: whether that is a stream means nothing there.
			without: ['allowWatchBookmarks', 'watch'],
			answer: 'status',
			responses: ok,
		},
	},
} as const satisfies Readonly<Record<string, VerbRecord>>;

/** Of the body of a patch that is an apply; the verb is patch all the same, but for metrics. */
export const applyMediaType = 'application/apply-patch+yaml';

export type Verb = keyof typeof records;

export const verbRecords: Readonly<Record<Verb, VerbRecord>> = records;

/** In the order in which documents show them. */
export const verbsAsShown = Object.keys(records) as readonly Verb[];

/** In alphabetical order. */
export const verbs: readonly Verb[] = [...verbsAsShown].sort();

const byWord: ReadonlyMap<string, VerbRecord> = new Map(Object.entries(records));

/** Undefined for a word that is no verb of resources. */
export function verbRecord(word: string): VerbRecord | undefined {
	return byWord.get(word);
}

/** Verbs of which the record says so, in the order in which documents show them. */
export function verbsThat(holds: (record: VerbRecord) => boolean): readonly Verb[] {
	return verbsAsShown.filter((verb) => holds(verbRecords[verb]));
}

/** Those whose answers stream. Every request is asked for it. */
export const streamingVerbs: ReadonlySet<string> = new Set(verbsThat(({ streams }) => streams === true));

/** What a method asks of one object, of a part of it, and of a collection. */
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

/** Verbs of an object's parts that hooks can answer, one for each method, in the order in which documents show them. */
export const verbsOfHooks: readonly Verb[] = verbsThat(({ ofParts }) => ofParts !== undefined);

/** Verbs of every part of an object, in alphabetical order. */
export const verbsOfParts: readonly Verb[] = [...verbsThat(({ ofParts }) => ofParts === 'all')].sort();
