/** Parameters that the operations of resources take, with their descriptions. Source: seed 1, "List options", "Dry run", "Field validation". */

export interface Parameter {
	readonly name: string;
	readonly in: 'query' | 'path';
	readonly type: 'string' | 'integer' | 'boolean';
	readonly description: string;
}

function query(name: string, type: Parameter['type'], description: string): Parameter {
	return { name, in: 'query', type, description };
}

export const namespaceParameter: Parameter = { name: 'namespace', in: 'path', type: 'string', description: 'Namespace that the object lives in.' };

export function nameParameter(kind: string): Parameter {
	return { name: 'name', in: 'path', type: 'string', description: `Name of the ${kind}.` };
}

export const pretty = query('pretty', 'string', 'Indents the response for people when it is `true`.');

export const dryRun = query('dryRun', 'string', 'With `All`, the request runs through every stage but nothing is stored. No other value is valid.');

export const fieldManager = query(
	'fieldManager',
	'string',
	'Name of the program or person that makes the change, at most 128 printable characters. Fields that the request sets are recorded as owned by it.',
);

export const applyFieldManager: Parameter = {
	...fieldManager,
	description: `${fieldManager.description} An apply patch cannot do without; other patches may leave it out.`,
};

export const fieldValidation = query(
	'fieldValidation',
	'string',
	'What happens to unknown and duplicate fields of the body: `Ignore` drops them, `Warn` drops them and answers with a warning for each, `Strict` refuses the request.',
);

export const force = query(
	'force',
	'boolean',
	'Takes fields from their present owners when an apply patch sets them to other values. Only valid with apply patches.',
);

export const gracePeriodSeconds = query(
	'gracePeriodSeconds',
	'integer',
	'Seconds that the object may take to end before it is removed; zero removes it at once. The kind decides when it is left out.',
);

export const orphanDependents = query(
	'orphanDependents',
	'boolean',
	'Outdated: use propagationPolicy. Whether the objects that the deleted one owns are left behind. Not valid together with propagationPolicy.',
);

export const propagationPolicy = query(
	'propagationPolicy',
	'string',
	'What happens to the objects that the deleted one owns: `Orphan` leaves them, `Background` deletes them afterwards, `Foreground` deletes them first.',
);

export const deleting: readonly Parameter[] = [dryRun, gracePeriodSeconds, orphanDependents, propagationPolicy];

const selecting: readonly Parameter[] = [
	query(
		'continue',
		'string',
		'Token of the previous page of a list that was cut by limit; all other parameters must stay the same. An expired token answers 410 with another one, which goes on from the present state. Not valid for watches.',
	),
	query('fieldSelector', 'string', 'Only objects whose fields match, for example `metadata.name=a`.'),
	query('labelSelector', 'string', 'Only objects whose labels match, for example `app=web,tier!=cache`.'),
	query('limit', 'integer', 'Most objects that one page of a list may hold; the list says in `metadata.continue` how to go on. All pages show the same state.'),
	query(
		'resourceVersion',
		'string',
		'Version of the data that the request must see; resourceVersionMatch says whether exactly or at least. A watch starts after it.',
	),
	query('resourceVersionMatch', 'string', '`Exact` or `NotOlderThan`: how resourceVersion is meant. Give it whenever a list gives resourceVersion.'),
	query('timeoutSeconds', 'integer', 'Seconds after which the request ends, whatever happens.'),
];

const sendInitialEvents = query(
	'sendInitialEvents',
	'boolean',
	'A watch first sends every present object as an ADDED event, then a bookmark that says so. Needs `resourceVersionMatch=NotOlderThan`.',
);

/** Parameters of a delete of many objects. */
export function deletingMany(initialEvents: boolean): readonly Parameter[] {
	return [...deleting, ...selecting, ...(initialEvents ? [sendInitialEvents] : [])];
}

/** Parameters of lists and watches. */
export function listing(initialEvents: boolean): readonly Parameter[] {
	return [
		query('allowWatchBookmarks', 'boolean', 'A watch may send BOOKMARK events, which say only how far it has come.'),
		...selecting,
		...(initialEvents ? [sendInitialEvents] : []),
		query('watch', 'boolean', 'Streams changes from resourceVersion on, instead of a list.'),
	];
}
