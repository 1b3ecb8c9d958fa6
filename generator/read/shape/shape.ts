/**
 * What each kind of spec file may hold, as JSON Schema. Two things come from it: the check of every spec (`conform.ts`)
 * and the published schema that editors complete from (`generated/spec.schema.json`). Rule keywords come from the rules
 * themselves, so that a new rule is known here without a change.
 */
import { verbs } from '../../../runtime/model/catalog.ts';
import type { Rule } from '../../../runtime/schema/rules/rule.ts';

/** The part of JSON Schema that `conform.ts` understands. */
export interface Shape {
	readonly $ref?: string;
	/** What messages call it, with its article: `a column`. */
	readonly title?: string;
	readonly description?: string;
	readonly type?: JsonType | readonly JsonType[];
	readonly properties?: Readonly<Record<string, Shape>>;
	readonly required?: readonly string[];
	readonly additionalProperties?: boolean | Shape;
	readonly propertyNames?: Shape;
	readonly minProperties?: number;
	readonly items?: Shape;
	readonly minItems?: number;
	readonly enum?: readonly (string | number | boolean)[];
	readonly pattern?: string;
	readonly minLength?: number;
	readonly minimum?: number;
	readonly maximum?: number;
	readonly anyOf?: readonly Shape[];
	readonly [extension: `x-${string}`]: unknown;
}

export type JsonType = 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean' | 'null';

/** What a rule must tell for its keyword to be checked and shown. */
export type RuleKeyword = Pick<Rule, 'keyword' | 'aliases' | 'appliesTo' | 'argument' | 'documentation' | 'checkArgument' | 'expressions'>;

export type FileShape = 'kind' | 'types' | 'group' | 'releases' | 'vocabulary';

export interface Shapes {
	readonly files: Readonly<Record<FileShape, Shape>>;
	readonly $defs: Readonly<Record<string, Shape>>;
}

const text = (description: string, more: Partial<Shape> = {}): Shape => ({ type: 'string', minLength: 1, description, ...more });
const flag = (description: string): Shape => ({ type: 'boolean', description });
const list = (items: Shape, description: string): Shape => ({ type: 'array', items, description });
const ref = (name: string, description?: string): Shape => ({ $ref: `#/$defs/${name}`, ...(description === undefined ? {} : { description }) });
const object = (title: string, properties: Readonly<Record<string, Shape>>, required: readonly string[] = [], description?: string): Shape => ({
	type: 'object',
	title,
	...(description === undefined ? {} : { description }),
	properties,
	...(required.length > 0 ? { required } : {}),
	additionalProperties: false,
});

export const scalarTypes = [
	'string',
	'boolean',
	'integer',
	'number',
	'quantity',
	'time',
	'microTime',
	'duration',
	'intOrString',
	'rawExtension',
	'fieldsV1',
	'any',
	'bytes',
] as const;

export const schemaTypes = ['object', 'array', ...scalarTypes] as const;

/** Keywords that belong to the field, not to its values: they stay with a `$ref` and have no meaning on list items. */
export const fieldKeywords: Readonly<Record<string, Shape>> = {
	protobuf: { type: 'integer', minimum: 1, maximum: 536870911, description: 'Number of the field in protobuf.' },
	presence: {
		type: 'string',
		title: 'a presence',
		enum: ['optional', 'omitZero', 'always', 'nullable'],
		description: 'How an absent or zero value is written. Required fields are written always, lists and maps are omitted when empty, others are optional.',
	},
	default: { description: 'Filled in when the field is absent.' },
	immutable: flag('Updates cannot change, set or unset it.'),
	mayBeEmpty: flag('Validation accepts it empty, though documents call it required or list other values.'),
	writeOnly: flag('Accepted on write, never stored or returned.'),
	lifecycle: object(
		'what the server does with metadata',
		{
			create: {
				type: 'string',
				enum: ['set', 'fill', 'drop'],
				description: 'Of a new object: the server gives the value, gives one where none is sent, or takes none.',
			},
			update: {
				type: 'string',
				enum: ['set', 'fill', 'keep', 'drop'],
				description: 'Of an update: the server gives the value, keeps the old one where none is sent, keeps the old one whatever is sent, or takes none.',
			},
			immutable: flag('An update that would still change it is refused.'),
		},
		[],
		"What the server does with a field of an object's own metadata (of ObjectMeta, and not where a template has one). As sent when absent.",
	),
	inline: flag("The object's own fields stand among the parent's in JSON."),
	union: text('The union of the object around it that the field is a member of.'),
	gate: text('The feature gate without which nobody may begin to use the field: what is sent is dropped, unless the stored object has it already.'),
	withoutGate: {
		anyOf: [
			{ type: 'string', enum: ['refused'] },
			object('what is taken instead', { instead: { description: 'The value that is taken instead of any other.' } }, ['instead']),
		],
		description: 'What happens without the gate if the value is not dropped: the request is refused, or another value is taken.',
	},
	introduced: ref('release', 'The release in which the field appeared.'),
	removed: ref('release', 'The first release without the field.'),
	history: list(ref('history'), 'Keywords that hold from a release on; later entries win.'),
	patchStrategy: {
		type: 'string',
		title: 'a patch strategy',
		enum: ['merge', 'retainKeys', 'merge,retainKeys', 'replace'],
		description: 'How a strategic merge patch treats the field.',
	},
	patchMergeKey: text('The field of the items by which a strategic merge patch tells them apart.'),
	references: {
		type: 'object',
		description: 'The kind that the value names. Documentation only.',
		properties: { kind: text('Kind.') },
		additionalProperties: true,
	},
};

const structuralKeywords: Readonly<Record<string, Shape>> = {
	$ref: {
		type: 'string',
		title: 'a reference to a type',
		'x-expected': '"types#/Name", "types#/v1beta1.Name" or "../core/types#/Name"',
		pattern: '^(\\.\\./[a-z0-9][a-z0-9.-]*/)?types#/(v[0-9][a-z0-9]*\\.)?[A-Za-z][A-Za-z0-9]*$',
		description: 'A shared type: `types#/Name`, `types#/v1beta1.Name`, `../core/types#/Name`.',
	},
	type: { type: 'string', title: 'a type', enum: schemaTypes, description: 'What the value is.' },
	format: text('Of an integer int32 (default) or int64, of a number double, of text byte, date-time or the name of a text format.'),
	description: text('What it is, in a sentence or more.'),
	properties: {
		type: 'object',
		title: 'the fields of an object',
		description: 'The fields, in the order in which JSON is written.',
		propertyNames: {
			pattern: '^(?!__proto__$)[A-Za-z_$][A-Za-z0-9_$.{}-]*$',
			title: 'a field name',
			description: 'letters, digits, "_", "-", "." and "$", a letter first',
		},
		additionalProperties: ref('schema'),
	},
	required: list(text('A field.'), 'Fields that must be given.'),
	items: ref('schema', 'What a list holds.'),
	additionalProperties: { anyOf: [ref('schema'), { type: 'boolean' }], description: 'What a map holds.' },
	enum: { type: 'array', minItems: 1, items: { type: 'string' }, description: 'The values allowed, in the order in which messages show them.' },
	enumOpen: flag('Documents list the values of enum; others are accepted all the same.'),
	enumGates: {
		type: 'object',
		minProperties: 1,
		description: 'Of some allowed values the feature gate without which nobody may begin to use them.',
		additionalProperties: text('A feature gate.'),
	},
	listType: {
		type: 'string',
		title: 'a list type',
		enum: ['atomic', 'set', 'map'],
		description: 'Who may own what of a list: all of it, each value, or each entry by its keys.',
	},
	listMapKeys: {
		type: 'array',
		minItems: 1,
		items: text('A field of the items.'),
		description: 'The fields that tell the entries of a list of type map apart.',
	},
	mapKeys: { type: 'array', minItems: 1, items: text('A field of the items.'), description: 'The same as listMapKeys.' },
	mayRepeat: {
		anyOf: [{ type: 'boolean' }, { type: 'string', enum: ['silently'] }],
		description: 'Entries of a set or a map-like list may repeat, with a warning or silently, for older kinds whose clients send such lists.',
	},
	mapType: {
		type: 'string',
		title: 'a map type',
		enum: ['atomic', 'granular'],
		description: 'Whether an object or a map has one owner or an owner for each field.',
	},
	markedSince: ref('release', 'The release since which documents and merging know the listType, the mapType or the enum; validation always does.'),
	keys: ref('schema', "Rules of a map's keys, as a schema of type string."),
	unions: {
		type: 'object',
		title: 'the unions of an object',
		minProperties: 1,
		description: 'Unions by name; fields say `union: NAME` to be members.',
		additionalProperties: {
			anyOf: [
				{ type: 'string', enum: ['exactlyOne', 'atMostOne'] },
				object('a union', { members: { type: 'string', enum: ['exactlyOne', 'atMostOne'] }, discriminator: text('The field that names the member chosen.') }, [
					'members',
				]),
			],
		},
	},
	typeName: text('Name of the type made of an object written in place; by default the name of the type around it and the name of the field.', {
		pattern: '^[A-Z][A-Za-z0-9]*$',
		title: 'a type name',
	}),
	preserveUnknown: flag('Fields not named are kept as they are.'),
};

/** Every structural keyword: what is neither here nor a rule is a misspelling. */
export const structural: ReadonlySet<string> = new Set([...Object.keys(structuralKeywords), ...Object.keys(fieldKeywords)]);

function ruleShapes(rules: readonly RuleKeyword[]): Record<string, Shape> {
	const shapes: Record<string, Shape> = {};
	for (const rule of rules) {
		const argument = { ...(rule.argument as Shape), description: rule.documentation };
		const withMessage = object('a rule with its own message', { value: argument, message: text("Replaces the rule's own message.") }, ['value', 'message']);
		for (const keyword of [rule.keyword, ...(rule.aliases ?? [])])
			if (!structural.has(keyword)) shapes[keyword] = { anyOf: [argument, withMessage], description: rule.documentation };
	}
	return shapes;
}

/** The form of a path; what is of another form is reported when files are read. */
export const pathPattern = '^[A-Za-z_$][A-Za-z0-9_$-]*(\\.[A-Za-z_$][A-Za-z0-9_$-]*)*$';
/** What paths of other languages begin with: JSONPath, CEL, kubectl. */
export const pathPrefix = '^(self|\\$)?\\.+';

const path = (description: string): Shape =>
	text(description, {
		pattern: pathPattern,
		title: 'a path',
		'x-expected': 'a path such as spec.replicas, without a leading dot',
		'x-superfluous': pathPrefix,
	});

export function makeShapes(rules: readonly RuleKeyword[]): Shapes {
	const rulesOnly = ruleShapes(rules);
	const schema = object('a schema', { ...structuralKeywords, ...fieldKeywords, ...rulesOnly }, [], 'JSON Schema with the keywords of this project.');
	const { history: _, introduced: __, removed: ___, properties: ____, ...changing } = schema.properties ?? {};
	const version = text('An API version.', {
		pattern: '^v[1-9][0-9]*((alpha|beta)[1-9][0-9]*)?$',
		title: 'an API version',
		'x-expected': 'v1, v1beta1, v2alpha1',
	});
	const life = {
		introduced: ref('release', 'The first release that serves it; always served when absent.'),
		deprecated: ref('release', 'The release from which its use brings a warning.'),
		removed: ref('release', 'The first release that does not serve it.'),
	};
	const $defs: Record<string, Shape> = {
		release: { type: 'string', title: 'a release', pattern: '^[0-9]+\\.[0-9]+$', 'x-expected': 'major and minor number in quotes, such as "1.25"' },
		schema,
		history: object(
			'a history entry',
			{ from: ref('release', 'The first release in which these keywords hold.'), ...changing, required: flag('Whether the field must be given.') },
			['from'],
		),
		apiVersion: version,
		rules: {
			type: 'array',
			description: 'Rules on the whole object, checked in this order.',
			items: object('a rule', rulesOnly),
		},
		conversion: object(
			'a conversion step',
			{
				type: text('A type of this version: the paths start at each of its values. Absent: they start at the object.'),
				here: path('Path in this version.'),
				storage: {
					anyOf: [
						path('Path in the storage version.'),
						object('a split by type', { integer: path('Where a number goes.'), string: path('Where text goes.') }, ['integer', 'string']),
					],
					description: 'Where it stands in the storage version.',
				},
				whenAbsent: { description: 'The value that the storage version gets when there is none here.' },
			},
			['storage'],
		),
		subresource: object(
			'a subresource',
			{
				name: text('Last part of its URL.'),
				verbs: { type: 'array', minItems: 1, items: { type: 'string', title: 'a verb', enum: verbs } },
				group: text("Group of what it takes; the kind's own when absent.", { minLength: 0 }),
				version: ref('apiVersion', "Version of what it takes; the storage version's when absent."),
				kind: text("Kind of what it takes. The kind's own: another way of writing the object. Another: a hook answers."),
				gives: object(
					'what a subresource gives',
					{
						group: text("Group; the kind's own when absent.", { minLength: 0 }),
						version: ref('apiVersion', "The storage version's when absent."),
						kind: text('Kind of the answer.'),
					},
					['kind'],
				),
				connect: object(
					'a connection',
					{
						options: text('Type of the parameters of the query.'),
						group: text("Group of that type; the kind's own when absent.", { minLength: 0 }),
						version: ref('apiVersion', "Version of that type; the storage version's when absent."),
						path: flag('Whether a path may follow the name of the subresource, which the hook is given.'),
					},
					['options'],
				),
				writes: {
					type: 'array',
					minItems: 1,
					items: text('A field.'),
					description: 'Fields of the object that it alone changes; it changes nothing else but metadata. Absent: it is another way of writing the object.',
				},
			},
			['name', 'verbs', 'kind'],
		),
		column: object(
			'a column',
			{
				name: text('Heading.'),
				type: { type: 'string', title: 'a type of columns', enum: ['string', 'integer', 'number', 'boolean', 'date'] },
				format: text('Format, as in OpenAPI.'),
				description: text('What it shows.'),
				priority: { type: 'integer', minimum: 0, description: '0 is always shown, 1 and more in wide output only.' },
				value: text('CEL over `self`, a path in its simplest form: self.spec.replicas.'),
				computed: flag('A hook of the kind makes the cells: instead of a value, where no expression can say it.'),
			},
			['name', 'type'],
		),
		example: object(
			'an example',
			{
				name: text('What it shows.'),
				object: { type: 'object', description: 'The object in the storage version, without apiVersion and kind.', additionalProperties: true },
			},
			['name', 'object'],
		),
		gateStage: object(
			'a stage of a gate',
			{
				from: ref('release'),
				stage: { type: 'string', title: 'a stage', enum: ['alpha', 'beta', 'stable', 'deprecated', 'removed'] },
				default: flag('Whether the gate is on unless told otherwise.'),
			},
			['from', 'stage', 'default'],
		),
	};
	const kindVersion = object(
		'a version',
		{
			name: ref('apiVersion'),
			storage: flag('Whether objects are stored in it; true on exactly one.'),
			...life,
			replacement: {
				anyOf: [
					ref('apiVersion'),
					object('a replacement', { group: text('Group.', { minLength: 0 }), version: ref('apiVersion'), kind: text('Kind.') }, ['group', 'version', 'kind']),
				],
				description: 'What to use instead of a deprecated version.',
			},
			schema: ref('schema', "The version's own schema; by default that of the kind."),
			converts: list(ref('conversion'), 'Where matching fields by name is not enough to convert to and from the storage version.'),
		},
		['name'],
	);
	const kindName = { pattern: '^[A-Z][A-Za-z0-9]*$', title: 'a kind name', 'x-expected': 'a capital first, letters and digits only' };
	const kind = object(
		'a kind',
		{
			kind: text('Name, in the singular.', kindName),
			names: object(
				'the names of a kind',
				{
					plural: text('In URLs, lower case.', { pattern: '^[a-z0-9]+$', title: 'a plural', 'x-expected': 'lower case letters and digits' }),
					singular: text('Lower case.'),
					short: list(text('A short name.'), 'Short names.'),
					categories: list(text('A category.'), 'Groups of kinds that clients can name at once, such as all.'),
					list: text('Kind of the list.', kindName),
				},
				['plural'],
			),
			scope: { type: 'string', title: 'a scope', enum: ['Namespaced', 'Cluster'] },
			description: text('What it is, in a sentence or more.'),
			nameFormat: {
				type: 'string',
				title: 'a name format',
				enum: ['dns-subdomain', 'dns-label', 'dns-label-1035', 'path-segment'],
				description: 'How names are checked.',
			},
			storageName: text('Where its objects lie in the store.'),
			delete: object('what a delete does', { returns: { type: 'string', enum: ['status', 'object'] } }, ['returns']),
			update: object('what an update does', {
				creates: flag('Whether a PUT on a name that is free creates the object.'),
				needsVersion: flag('Whether a PUT must carry the resourceVersion that it is based on, as kinds need whose objects several writers share.'),
			}),
			verbs: { type: 'array', minItems: 1, items: { type: 'string', title: 'a verb', enum: verbs }, description: 'All eight when absent.' },
			stored: flag('Whether objects are kept. When false they are only created, and answered by a hook: a review.'),
			generation: flag('Whether metadata.generation counts changes; by default when there is a spec and a status.'),
			versions: { type: 'array', minItems: 1, items: kindVersion, description: 'Most preferred first; exactly one is the storage version.' },
			alsoIn: list(
				object(
					'another group',
					{
						group: text('Group.', { minLength: 0 }),
						version: ref('apiVersion'),
						sameAs: ref('apiVersion', 'The version of this kind that it equals.'),
						...life,
					},
					['group', 'version', 'sameAs'],
				),
				'Other groups that serve the same objects.',
			),
			subresources: object('the subresources of a kind', {
				status: object('the status subresource', {}),
				scale: object(
					'the scale subresource',
					{ replicas: path('Path of the wish.'), statusReplicas: path('Path of what is.'), selector: path('Path of a selector.') },
					['replicas', 'statusReplicas'],
				),
				other: list(ref('subresource'), 'Served by hand-written behaviour.'),
			}),
			selectableFields: list(
				{
					anyOf: [
						path('A path from the root of the object.'),
						object(
							'a label of a field',
							{
								label: text('What selectors call it.'),
								of: { type: 'array', minItems: 1, items: path('A path.'), description: 'The first that is not empty.' },
							},
							['label', 'of'],
						),
					],
				},
				'What field selectors may name beside metadata.name and metadata.namespace.',
			),
			columns: list(ref('column'), 'Columns of tables, after the name and before the age.'),
			schema: ref('schema', 'apiVersion, kind and metadata are never written; every kind has them.'),
			rules: ref('rules'),
			examples: list(ref('example'), 'Real objects: tested, and shown in documentation.'),
		},
		['kind', 'names', 'scope', 'versions'],
	);
	const types = object(
		'a file of types',
		{
			version: ref('apiVersion', "The API version of these types; the group's most preferred when absent."),
			types: {
				type: 'object',
				description: 'Types by name.',
				propertyNames: { pattern: '^[A-Z][A-Za-z0-9]*$', title: 'a type name', description: 'a capital first, letters and digits only' },
				additionalProperties: ref('schema'),
			},
		},
		['types'],
	);
	const group = object(
		'a group',
		{
			group: text('Name of the API group; empty for the core group.', { minLength: 0 }),
			description: text('What it is about.'),
			versions: { type: 'array', minItems: 1, items: ref('apiVersion'), description: 'Most preferred first.' },
			openapi: text('Prefix of its names in OpenAPI documents.'),
			protobuf: text('Prefix of its protobuf packages.'),
			priority: { type: 'integer', minimum: 1, description: 'Place in discovery: higher first, groups of equal priority by name; 1000 when absent.' },
			proxied: flag('Whether another server has what lies below it: a hook passes requests on.'),
		},
		['group', 'versions'],
	);
	const releases = object(
		'the release calendar',
		{
			default: ref('release', 'The release emulated by default.'),
			releases: { type: 'array', minItems: 1, items: ref('release'), description: 'Oldest first.' },
			gates: { type: 'object', description: 'Feature gates by name.', additionalProperties: { type: 'array', minItems: 1, items: ref('gateStage') } },
		},
		['default', 'releases'],
	);
	const vocabulary = object(
		'a vocabulary',
		{
			name: text('Stamped on data directories.'),
			product: text('Name of the product.'),
			groupDomain: text('Domain of API groups.'),
			labelDomain: text('Domain of labels, taints and finalizers.'),
			shortPrefix: text('First part of names such as PREFIX-system.'),
			nodeAgent: text('Name of the agent on each node.'),
			cliName: text('Name of the command-line client.'),
			default: flag('Whether emitted documents use it unless told otherwise.'),
			understands: {
				type: 'array',
				items: text('Name of a vocabulary.'),
				description: 'Vocabularies whose clients are understood as well: their media types, and their extensions in OpenAPI documents.',
			},
		},
		['name', 'product', 'groupDomain', 'labelDomain', 'shortPrefix', 'nodeAgent', 'cliName'],
	);
	return { files: { kind, types, group, releases, vocabulary }, $defs };
}
