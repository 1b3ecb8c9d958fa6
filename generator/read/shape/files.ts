/**
 * Contents of each kind of spec file, as JSON Schema. It serves the check of every spec (`conform.ts`) and the published schema for editors
 * (`generated/spec.schema.json`). Records of structural keywords and of rules provide the keywords of schemas, so a new keyword needs no
 * change here.
 */
import { verbs } from '../../../runtime/model/verb.ts';
import { keywords, structuralWords } from '../keywords/index.ts';
import { kindFile } from './kind-file.ts';
import { accepted, flag, label, object, path, type RuleKeyword, ref, type Shape, type Shapes, set, text } from './shape.ts';

/** Returns the shapes of the structural keywords, by each spelling. */
function keywordShapes(): Record<string, Shape> {
	const spelled = keywords.flatMap(({ keyword, aliases = [], shape }): [string, Shape][] => [
		[keyword, shape],
		...aliases.map((alias): [string, Shape] => [alias, { ...shape, description: `The same as ${keyword}.` }]),
	]);
	return Object.fromEntries(spelled);
}

function ruleShapes(rules: readonly RuleKeyword[]): Record<string, Shape> {
	const shapes: Record<string, Shape> = {};
	for (const rule of rules) {
		const argument = { ...(rule.argument as Shape), description: rule.documentation };
		const withMessage = object('a rule with its own message', { value: argument, message: text("Replaces the rule's own message.") }, ['value', 'message']);
		for (const keyword of [rule.keyword, ...(rule.aliases ?? [])])
			if (!structuralWords.has(keyword)) shapes[keyword] = { anyOf: [argument, withMessage], description: rule.documentation };
	}
	return shapes;
}

export function makeShapes(rules: readonly RuleKeyword[]): Shapes {
	const rulesOnly = ruleShapes(rules);
	const schema = object('a schema', { ...keywordShapes(), ...rulesOnly }, [], 'JSON Schema with the keywords of this project.');
	const { history: _, introduced: __, removed: ___, properties: ____, ...changing } = schema.properties ?? {};
	const version = text('An API version.', {
		pattern: '^v[1-9][0-9]*((alpha|beta)[1-9][0-9]*)?$',
		title: 'an API version',
		'x-expected': 'v1, v1beta1, v2alpha1',
	});
	const parts: Shape = {
		type: 'array',
		title: 'the parts of a text',
		minItems: 2,
		items: path('Path of a part.'),
		description: 'Paths of the parts of a text, in order: the first is a string, the others are strings or integers.',
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
			description: 'Rules of the whole object, checked in this order.',
			items: object('a rule', rulesOnly),
		},
		conversion: object(
			'a conversion step',
			{
				type: text('Type of this version from whose values the paths start. Default: the paths start at the object.'),
				here: {
					anyOf: [path('Path in this version.'), parts],
					description: 'Path in this version.',
				},
				separator: text('Separator in a text whose parts are separate fields in the other version. The last part takes the rest of the text.'),
				storage: {
					anyOf: [
						path('Path in the storage version.'),
						object('a split by type', { integer: path('Path of a number.'), string: path('Path of a text.') }, ['integer', 'string']),
						parts,
					],
					description: 'Path in the storage version.',
				},
				values: {
					type: 'array',
					minItems: 1,
					description: 'Values that differ between the versions; each is compared as a whole.',
					items: object(
						'a value that differs',
						{ here: { description: 'Value in this version.' }, storage: { description: 'Value in the storage version.' } },
						['here', 'storage'],
					),
				},
				entries: {
					type: 'array',
					minItems: 1,
					description: 'Entries of a map of texts that are fields in the storage version.',
					items: object(
						'an entry of a map',
						{
							key: text('Key of the entry.'),
							storage: path('Field of the storage version that holds the entry.'),
							repeats: path(
								'Field of both versions that the entry repeats. An entry with the same value is not stored, and is added again when the object is shown.',
							),
						},
						['key'],
					),
				},
				whenAbsent: {
					description:
						'Value for an absent field. With `storage`: the value that the storage version gets if this version has none. With `here`: the value that this version shows if the storage version has none. Use it for a field of both versions that only one of them requires.',
				},
			},
			[],
		),
		subresource: object(
			'a subresource',
			{
				name: text('Name, the last part of its URL.', { ...label, title: 'the name of a subresource' }),
				verbs: set({ type: 'string', title: 'a verb', enum: verbs }, 'Verbs of the subresource.', { minItems: 1 }),
				group: text("Group of the type that it takes. Default: the kind's group.", { minLength: 0 }),
				version: ref('apiVersion', 'Version of the type that it takes. Default: the storage version.'),
				kind: text('Kind of the type that it takes. The kind itself: the subresource writes the object. Another kind: a hook answers.'),
				introduced: ref('release', 'The first release that serves it. Default: all releases serve it.'),
				removed: ref('release', 'The first release that does not serve it any more.'),
				gate: text('Feature gate that must be on.'),
				also: {
					type: 'array',
					minItems: 1,
					items: object(
						'another version of what it takes',
						{
							version: ref('apiVersion', 'Its name.'),
							before: ref('release', 'Before this release, only this version is accepted, and discovery names it.'),
						},
						['version'],
					),
					description: 'Other versions of the type that it takes, with similar fields, in which clients may send the body.',
				},
				gives: object(
					'what a subresource gives',
					{
						group: text("Group of the answer. Default: the kind's group.", { minLength: 0 }),
						version: ref('apiVersion', 'Version of the answer. Default: the storage version.'),
						kind: text('Kind of the answer. Status needs no group.'),
					},
					['kind'],
				),
				connect: object(
					'a connection',
					{
						options: text('Type of the query parameters.'),
						group: text("Group of that type. Default: the kind's group.", { minLength: 0 }),
						version: ref('apiVersion', 'Version of that type. Default: the storage version.'),
						path: flag('If true, a path may follow the name of the subresource, with any method. The hook gets the path.'),
						port: flag('If true, the URL may contain a scheme and a port with the name, as in https:NAME:8443. The hook gets both.'),
					},
					['options'],
				),
				writes: {
					type: 'array',
					minItems: 1,
					items: text('A field.'),
					description: 'Fields of the object that only this subresource changes, beside metadata. Default: the subresource writes the whole object.',
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
				description: text('Description of the cells.'),
				introduced: ref('release', 'The first release that shows it. Default: all releases show it.'),
				removed: ref('release', 'The first release that does not show it any more.'),
				priority: { type: 'integer', minimum: 0, description: '0: always shown. 1 and more: shown in wide output only.' },
				value: text('CEL expression over `self`, often a path: `self.spec.replicas`.'),
				computed: flag('If true, a hook computes the cells instead of `value`.'),
			},
			['name', 'type'],
		),
		example: object(
			'an example',
			{
				name: text('Purpose of the example.'),
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
	const types = object(
		'a file of types',
		{
			version: ref('apiVersion', "API version of these types. Default: the group's most preferred version."),
			like: ref('apiVersion', 'Version from which this version takes all types under `types/` that it does not declare itself.'),
			types: {
				type: 'object',
				description: 'Types by name.',
				propertyNames: { pattern: '^[A-Z][A-Za-z0-9]*$', title: 'a type name', description: 'a capital first, letters and digits only' },
				additionalProperties: ref('schema'),
			},
			accepted,
		},
		['types'],
	);
	const group = object(
		'a group',
		{
			group: text('Name of the API group; empty for the core group.', { minLength: 0 }),
			description: text('Description of the group.'),
			versions: set(ref('apiVersion'), 'Most preferred first.', { minItems: 1 }),
			openapi: text('Prefix of the names of types in OpenAPI documents.'),
			protobuf: text('Prefix of the protobuf packages.'),
			priority: { type: 'integer', minimum: 1, description: 'Order in discovery: higher priorities first, groups of equal priority by name. Default: 1000.' },
			versionPriorities: {
				type: 'object',
				title: 'the priorities of versions',
				description: 'Priority with which each version is registered, from 1 to 1000, higher first. Default: 100.',
				additionalProperties: { type: 'integer', minimum: 1, maximum: 1000 },
			},
			custom: flag(
				'If true, items of lists have kind and apiVersion, as for custom resources in Kubernetes. Items of built-in groups have none. Default: false if the name has no dot or is under `{groupDomain}`, otherwise true.',
			),
			emptyIsGiven: flag(
				'If true, an empty text, list or map is kept and satisfies `required`, as in custom resources. Otherwise required values must not be empty, and empty lists and maps are left out.',
			),
			proxied: flag('If true, a hook forwards the requests of the group to another server.'),
			accepted,
		},
		['group', 'versions'],
	);
	const releases = object(
		'the release calendar',
		{
			default: ref('release', 'The release emulated by default.'),
			releases: { type: 'array', minItems: 1, items: ref('release'), description: 'Oldest first.' },
			dates: {
				type: 'object',
				description: 'Day of each release, as YYYY-MM-DD, also of releases that are older than those listed.',
				additionalProperties: { type: 'string', title: 'a day', pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'The day, as YYYY-MM-DD.' },
			},
			gates: { type: 'object', description: 'Feature gates by name.', additionalProperties: { type: 'array', minItems: 1, items: ref('gateStage') } },
			accepted,
		},
		['default', 'releases'],
	);
	const vocabulary = object(
		'a vocabulary',
		{
			name: text('Name, with which data directories are marked.'),
			product: text('Name of the product.'),
			groupDomain: text('Domain of API groups.'),
			labelDomain: text('Domain of labels, taints and finalizers.'),
			shortPrefix: text('First part of names such as PREFIX-system.'),
			nodeAgent: text('Name of the agent on each node.'),
			cliName: text('Name of the command-line client.'),
			default: flag('If true, generated documents use this vocabulary by default.'),
			understands: {
				type: 'array',
				items: text('Name of a vocabulary.'),
				description: 'Other vocabularies whose media types are accepted, and whose extensions OpenAPI documents also contain.',
			},
		},
		['name', 'product', 'groupDomain', 'labelDomain', 'shortPrefix', 'nodeAgent', 'cliName'],
	);
	return { files: { kind: kindFile(), types, group, releases, vocabulary }, $defs };
}
