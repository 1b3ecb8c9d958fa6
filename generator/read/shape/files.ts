/**
 * The contents of each kind of spec file, as JSON Schema. It drives the check of every spec (`conform.ts`) and the published schema for
 * editors (`generated/spec.schema.json`). Keywords of schemas come from their own records, structural ones and rules alike, so a new
 * keyword needs no change here.
 */
import { verbs } from '../../../runtime/model/verb.ts';
import { keywords, structuralWords } from '../keywords/index.ts';
import { kindFile } from './kind-file.ts';
import { accepted, flag, label, object, path, type RuleKeyword, ref, type Shape, type Shapes, set, text } from './shape.ts';

/** Returns the shapes of the structural keywords, by every spelling. */
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
			description: 'Rules on the whole object, checked in this order.',
			items: object('a rule', rulesOnly),
		},
		conversion: object(
			'a conversion step',
			{
				type: text('A type of this version: the paths start at each of its values. Absent: they start at the object.'),
				here: {
					anyOf: [path('Path in this version.'), parts],
					description: 'Where it stands in this version.',
				},
				separator: text('What stands in a text between the parts of it that are fields of their own in the other version; the last part takes the rest.'),
				storage: {
					anyOf: [
						path('Path in the storage version.'),
						object('a split by type', { integer: path('Where a number goes.'), string: path('Where text goes.') }, ['integer', 'string']),
						parts,
					],
					description: 'Where it stands in the storage version.',
				},
				values: {
					type: 'array',
					minItems: 1,
					description: 'Values, compared whole, that are others in the storage version.',
					items: object('a value that differs', { here: { description: 'In this version.' }, storage: { description: 'In the storage version.' } }, [
						'here',
						'storage',
					]),
				},
				entries: {
					type: 'array',
					minItems: 1,
					description: 'Of a map of texts: entries that the storage version does not have in it.',
					items: object(
						'an entry of a map',
						{
							key: text('Its key.'),
							storage: path('The field of the storage version that it is.'),
							repeats: path('The field, of both versions, that it says again: it is left out where it does, and shown where the map does not have it.'),
						},
						['key'],
					),
				},
				whenAbsent: {
					description:
						'The value of an absent field: with `storage`, the one that the storage version gets when there is none here; with `here`, the one that this version shows when the storage version has none. A field that both versions have may be filled so, where one of them requires it.',
				},
			},
			[],
		),
		subresource: object(
			'a subresource',
			{
				name: text('Last part of its URL.', { ...label, title: 'the name of a subresource' }),
				verbs: set({ type: 'string', title: 'a verb', enum: verbs }, 'What it can be asked.', { minItems: 1 }),
				group: text("Group of what it takes; the kind's own when absent.", { minLength: 0 }),
				version: ref('apiVersion', "Version of what it takes; the storage version's when absent."),
				kind: text("Kind of what it takes. The kind's own: another way of writing the object. Another: a hook answers."),
				introduced: ref('release', 'The first release that serves it; always served when absent.'),
				removed: ref('release', 'The first release that no longer serves it.'),
				gate: text('The feature gate without which it is not served.'),
				also: {
					type: 'array',
					minItems: 1,
					items: object(
						'another version of what it takes',
						{
							version: ref('apiVersion', 'Its name.'),
							before: ref('release', 'Up to this release it is the version that discovery names, and the only one.'),
						},
						['version'],
					),
					description: 'Other versions of what it takes that may be sent, whose types are alike.',
				},
				gives: object(
					'what a subresource gives',
					{
						group: text("Group; the kind's own when absent.", { minLength: 0 }),
						version: ref('apiVersion', "The storage version's when absent."),
						kind: text('Kind of the answer; Status without a group is what every group answers with where no object is the answer.'),
					},
					['kind'],
				),
				connect: object(
					'a connection',
					{
						options: text('Type of the parameters of the query.'),
						group: text("Group of that type; the kind's own when absent.", { minLength: 0 }),
						version: ref('apiVersion', "Version of that type; the storage version's when absent."),
						path: flag('Whether a path may follow the name of the subresource, which the hook is given; any method may be used then.'),
						port: flag('Whether the URL may name a scheme and a port with the object, as in https:NAME:8443, which the hook is given.'),
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
				introduced: ref('release', 'The first release that shows it; always shown when absent.'),
				removed: ref('release', 'The first release that no longer shows it.'),
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
	const types = object(
		'a file of types',
		{
			version: ref('apiVersion', "The API version of these types; the group's most preferred when absent."),
			like: ref(
				'apiVersion',
				'A version whose types under `types/` this version has as well, but for those that it declares itself: what differs is all that is written.',
			),
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
			description: text('What it is about.'),
			versions: set(ref('apiVersion'), 'Most preferred first.', { minItems: 1 }),
			openapi: text('Prefix of its names in OpenAPI documents.'),
			protobuf: text('Prefix of its protobuf packages.'),
			priority: { type: 'integer', minimum: 1, description: 'Place in discovery: higher first, groups of equal priority by name; 1000 when absent.' },
			versionPriorities: {
				type: 'object',
				title: 'the priorities of versions',
				description: 'Of each version the priority with which it is registered: higher first, 1 to 1000; 100 when absent.',
				additionalProperties: { type: 'integer', minimum: 1, maximum: 1000 },
			},
			custom: flag(
				"Whether it is a user's own group: items of its lists carry kind and apiVersion, as Kubernetes' do for groups of CustomResourceDefinitions, and those of built-in groups do not. Absent: by its name, as built-in groups have no dot or are under `{groupDomain}`.",
			),
			emptyIsGiven: flag(
				'Whether a text, a list or a map that is sent empty is there: it is kept, and does what `required` asks for, as in groups of CustomResourceDefinitions. Otherwise required values must not be empty, and lists and maps are left out when they are.',
			),
			proxied: flag('Whether another server has what lies below it: a hook passes requests on.'),
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
				description: 'The day on which each came out, as YYYY-MM-DD: of all releases, and of older ones.',
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
	return { files: { kind: kindFile(), types, group, releases, vocabulary }, $defs };
}
