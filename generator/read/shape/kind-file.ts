/** Shape of a kind's file. */
import { verbs } from '../../../runtime/model/verb.ts';
import { accepted, flag, letterFirst, list, object, path, ref, type Shape, set, text } from './shape.ts';

export function kindFile(): Shape {
	const life = {
		introduced: ref('release', 'The first release that serves it. Default: all releases serve it.'),
		deprecated: ref('release', 'The release from which on its use brings a warning.'),
		removed: ref('release', 'The first release that does not serve it.'),
	};
	const losses: Shape = {
		type: 'object',
		title: 'what a conversion cannot bring back',
		description:
			'Fields that are lost in a conversion to this version or to the storage version and back, by path, each with the reason why the loss is accepted. Paths do not name lists and maps on the way.',
		additionalProperties: text('Why.'),
	};
	const replacement: Shape = {
		anyOf: [
			ref('apiVersion'),
			object('a replacement', { group: text('Group.', { minLength: 0 }), version: ref('apiVersion'), kind: text('Kind.') }, ['group', 'version', 'kind']),
		],
		description: 'Replacement that the warning of a deprecated version names.',
	};
	const kindVersion = object(
		'a version',
		{
			name: ref('apiVersion'),
			storage: flag('True for the storage version, and for exactly one version.'),
			...life,
			gate: text('Feature gate that must be on.'),
			onRequest: flag('If true, the version is off unless `--runtime-config` turns it on. This is the default of alpha versions.'),
			replacement,
			schema: ref('schema', 'Schema of the version. Default: the schema of the kind.'),
			converts: {
				anyOf: [list(ref('conversion'), 'Steps; they have no order.'), { type: 'string', enum: ['hook'] }],
				description:
					'Conversion to and from the origin: the version that states no steps, at first the storage version. Fields of the same name, and fields with new names in `include` (`renamed`), convert without steps. Write steps for the others, or `hook` if only a hook can convert.',
			},
			convertsTo: ref(
				'apiVersion',
				'Version whose fields `storage` names in the steps of `converts`, if it is not the origin. A move of `storage: true` changes no steps.',
			),
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
					plural: text('Plural name in URLs, in lower case.', {
						pattern: '^[a-z][a-z0-9]{0,62}$',
						title: 'a plural',
						'x-expected': 'lower case letters and digits, a letter first, at most 63 characters',
					}),
					singular: text('Singular name, in lower case.', { ...letterFirst, title: 'a singular' }),
					short: list(text('A short name.', { ...letterFirst, title: 'a short name' }), 'Short names.'),
					categories: set(text('A category.', { ...letterFirst, title: 'a category' }), 'Groups of kinds for which clients can ask together, such as `all`.'),
					list: text('Kind of the list.', kindName),
				},
				['plural'],
			),
			scope: { type: 'string', title: 'a scope', enum: ['Namespaced', 'Cluster'] },
			description: text('Description, in one or more sentences.'),
			nameFormat: {
				type: 'string',
				title: 'a name format',
				enum: ['dns-subdomain', 'dns-label', 'dns-label-1035', 'path-segment'],
				description: 'Format of the names of objects.',
			},
			storageName: text('Name of the resource in the store.'),
			delete: object(
				'what a delete does',
				{
					returns: { type: 'string', enum: ['status', 'object'] },
					orphans: object(
						'what a delete leaves behind',
						{
							in: set(ref('apiVersion'), 'Versions in which a delete without a propagation policy keeps the dependents.', { minItems: 1 }),
							warning: text('Warning for a delete without a propagation policy.'),
						},
						['in'],
					),
				},
				['returns'],
			),
			update: object('what an update does', {
				creates: flag('If true, a PUT of a missing object creates it.'),
				needsVersion: flag('If true, a PUT must contain the resourceVersion on which it is based. Kinds with several writers need this.'),
			}),
			verbs: set({ type: 'string', title: 'a verb', enum: verbs }, 'Verbs of the resource. Default: all.', { minItems: 1 }),
			verbsIntroduced: object(
				'releases by verb',
				Object.fromEntries(verbs.map((verb) => [verb, ref('release', `The first release that has ${verb}.`)])),
				[],
				'First release of verbs that are newer than the kind.',
			),
			stored: flag('If false, objects are not stored, and a hook answers: a review answers creates, and a state that is only read answers gets and lists.'),
			generation: flag('If true, `metadata.generation` counts changes. Default: true if the kind has a spec and a status.'),
			generationIntroduced: ref('release', 'The first release in which `metadata.generation` counts changes, if it is newer than the kind.'),
			versions: { type: 'array', minItems: 1, items: kindVersion, description: 'Versions, the most preferred first. Exactly one is the storage version.' },
			alsoIn: list(
				object(
					'another group',
					{
						group: text('Group.', { minLength: 0 }),
						version: ref('apiVersion'),
						sameAs: ref('apiVersion', 'Version of this kind with the same schema.'),
						schema: ref('schema', 'Schema, if it equals no version of this kind: a reference to a type of that group.'),
						converts: {
							anyOf: [list(ref('conversion'), 'Steps; they have no order.'), { type: 'string', enum: ['hook'] }],
							description: 'Conversion to and from the storage version, as for `versions`. A hook has the name `GROUP/VERSION`.',
						},
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
					onCreate: flag('If true, a create may set the status.'),
					notIn: set(ref('apiVersion'), 'Versions without the status subresource. Their clients write the status with the object.', { minItems: 1 }),
				}),
				scale: object(
					'the scale subresource',
					{
						replicas: path('Path of the desired number of replicas.'),
						statusReplicas: path('Path of the actual number of replicas.'),
						selector: path('Path of the selector of the replicas.'),
					},
					['replicas', 'statusReplicas'],
				),
				other: list(ref('subresource'), 'Further subresources, which hooks answer.'),
			}),
			selectableFields: list(
				{
					anyOf: [
						path('A path from the root of the object.'),
						object(
							'a selectable field',
							{
								field: path('A path from the root of the object.'),
								introduced: ref('release', 'The first release in which selectors can use the field.'),
								indexed: flag('If true, lists and watches that select one value of the field read no other objects. For fields of type string.'),
							},
							['field'],
						),
						object(
							'a label of a field',
							{
								label: text('Name in selectors.'),
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
				'Fields for field selectors, in addition to metadata.name and metadata.namespace.',
			),
			columns: list(ref('column'), 'Columns of tables, after the name and before the age.'),
			schema: ref('schema', 'Schema of the objects. Do not declare apiVersion, kind and metadata; every kind has them.'),
			rules: ref('rules'),
			examples: list(ref('example'), 'Example objects, which are checked, and shown in the documentation.'),
			accepted,
		},
		['kind', 'names', 'scope', 'versions'],
	);
}
