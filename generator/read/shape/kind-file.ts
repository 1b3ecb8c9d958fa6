/** The shape of a kind's file. */
import { verbs } from '../../../runtime/model/verb.ts';
import { accepted, flag, letterFirst, list, object, path, ref, type Shape, set, text } from './shape.ts';

export function kindFile(): Shape {
	const life = {
		introduced: ref('release', 'The first release that serves it; always served when absent.'),
		deprecated: ref('release', 'The release from which its use brings a warning.'),
		removed: ref('release', 'The first release that does not serve it.'),
	};
	const losses: Shape = {
		type: 'object',
		title: 'what a conversion cannot bring back',
		description:
			'Fields that do not come back from this version or from the storage version, by path (lists and maps are passed through), each with the reason why that is meant.',
		additionalProperties: text('Why.'),
	};
	const replacement: Shape = {
		anyOf: [
			ref('apiVersion'),
			object('a replacement', { group: text('Group.', { minLength: 0 }), version: ref('apiVersion'), kind: text('Kind.') }, ['group', 'version', 'kind']),
		],
		description: 'What to use instead of a deprecated version.',
	};
	const kindVersion = object(
		'a version',
		{
			name: ref('apiVersion'),
			storage: flag('Whether objects are stored in it; true on exactly one.'),
			...life,
			gate: text('The feature gate without which it is not served.'),
			onRequest: flag('Whether only who asks for it is served (`--runtime-config`), as it is with alpha versions unless they say `false`.'),
			replacement,
			schema: ref('schema', "The version's own schema; by default that of the kind."),
			converts: {
				anyOf: [list(ref('conversion'), 'Steps; they have no order.'), { type: 'string', enum: ['hook'] }],
				description:
					'Conversion to and from the storage version, where matching fields by name, or by the new names of `include` (`renamed`), is not enough: steps, or `hook` when only a hook of the kind can convert.',
			},
			loses: losses,
		},
		['name'],
	);
	const kindName = { pattern: '^[A-Z][A-Za-z0-9]{0,62}$', title: 'a kind name', 'x-expected': 'a capital first, letters and digits only, at most 63' };
	return object(
		'a kind',
		{
			kind: text('Name, in the singular.', kindName),
			names: object(
				'the names of a kind',
				{
					plural: text('In URLs, lower case.', {
						pattern: '^[a-z][a-z0-9]{0,62}$',
						title: 'a plural',
						'x-expected': 'lower case letters and digits, a letter first, at most 63 characters',
					}),
					singular: text('Lower case.', { ...letterFirst, title: 'a singular' }),
					short: list(text('A short name.', { ...letterFirst, title: 'a short name' }), 'Short names.'),
					categories: set(text('A category.', { ...letterFirst, title: 'a category' }), 'Groups of kinds that clients can name at once, such as all.'),
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
			delete: object(
				'what a delete does',
				{
					returns: { type: 'string', enum: ['status', 'object'] },
					orphans: object(
						'what a delete leaves behind',
						{
							in: set(ref('apiVersion'), 'Versions through which a delete that says nothing else leaves dependents behind.', { minItems: 1 }),
							warning: text('Warning for a delete without a propagation policy.'),
						},
						['in'],
					),
				},
				['returns'],
			),
			update: object('what an update does', {
				creates: flag('Whether a PUT on a name that is free creates the object.'),
				needsVersion: flag('Whether a PUT must carry the resourceVersion that it is based on, as kinds need whose objects several writers share.'),
			}),
			verbs: set({ type: 'string', title: 'a verb', enum: verbs }, 'All when absent.', { minItems: 1 }),
			verbsIntroduced: object(
				'releases by verb',
				Object.fromEntries(verbs.map((verb) => [verb, ref('release', `The first release that has ${verb}.`)])),
				[],
				'Verbs that came later than the kind.',
			),
			stored: flag('Whether objects are kept. When false a hook answers: what is created, a review, or what is read, a state that is looked at.'),
			generation: flag('Whether metadata.generation counts changes; by default when there is a spec and a status.'),
			generationIntroduced: ref('release', 'The first release in which it does, where that came later than the kind.'),
			versions: { type: 'array', minItems: 1, items: kindVersion, description: 'Most preferred first; exactly one is the storage version.' },
			alsoIn: list(
				object(
					'another group',
					{
						group: text('Group.', { minLength: 0 }),
						version: ref('apiVersion'),
						sameAs: ref('apiVersion', 'The version of this kind that it equals.'),
						schema: ref('schema', 'Its own schema, which that group declares, where it equals none: a reference.'),
						converts: list(ref('conversion'), 'As of versions, to and from the storage version.'),
						loses: losses,
						replacement,
						...life,
					},
					['group', 'version'],
				),
				'Other groups that serve the same objects.',
			),
			subresources: object('the subresources of a kind', {
				status: object('the status subresource', {
					introduced: ref('release', 'The first release that serves it.'),
					removed: ref('release', 'The first release that does not serve it.'),
					onCreate: flag('Whether who creates an object says its status as well.'),
					notIn: set(ref('apiVersion'), 'Versions of the kind that do not have it: their clients write the status with the object.', { minItems: 1 }),
				}),
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
							'a selectable field',
							{
								field: path('A path from the root of the object.'),
								introduced: ref('release', 'The first release in which selectors may name it.'),
								indexed: flag('Lists and watches that select by one value of it look at no other objects. A string.'),
							},
							['field'],
						),
						object(
							'a label of a field',
							{
								label: text('What selectors call it.'),
								of: {
									type: 'array',
									items: path('A path.'),
									description: 'Paths of fields: the first value that is not empty counts. Without paths, every value is empty.',
								},
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
			accepted,
		},
		['kind', 'names', 'scope', 'versions'],
	);
}
