/**
 * Definitions that servers refuse, and some that they accept, each as a change of a valid one. kube-apiserver decided which are refused.
 */

type Change = (definition: Loose) => void;
// biome-ignore lint/suspicious/noExplicitAny: cases reach into definitions that are wrong.
export type Loose = any;

export function definition(change: Change = () => {}): Loose {
	const made = {
		apiVersion: 'apiextensions.k8s.io/v1',
		kind: 'CustomResourceDefinition',
		metadata: { name: 'things.example.com' },
		spec: {
			group: 'example.com',
			scope: 'Namespaced',
			names: { plural: 'things', singular: 'thing', kind: 'Thing', listKind: 'ThingList' },
			versions: [
				{
					name: 'v1',
					served: true,
					storage: true,
					schema: { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties: { size: { type: 'integer' } } } } } },
				},
			],
		},
	};
	change(made);
	return made;
}

const schema =
	(change: (root: Loose, spec: Loose) => void): Change =>
	({ spec }) => {
		const root = spec.versions[0].schema.openAPIV3Schema;
		change(root, root.properties.spec);
	};
const field = (one: Loose): Change =>
	schema((_, spec) => {
		spec.properties.one = one;
	});
const version =
	(change: (version: Loose) => void): Change =>
	({ spec }) =>
		change(spec.versions[0]);
const list = (more: Loose): Loose => ({ type: 'array', items: { type: 'object', properties: { key: { type: 'string' } } }, ...more });
const rule = (of: Loose): Change =>
	schema((_, spec) => {
		spec['x-kubernetes-validations'] = [of];
	});

export const cases: Readonly<Record<string, Change>> = {
	'as it should be': () => {},
	'a name of its own': (d) => {
		d.metadata.name = 'other.example.com';
	},
	'no group': (d) => void delete d.spec.group,
	'a group without a dot': (d) => {
		d.spec.group = 'example';
		d.metadata.name = 'things.example';
	},
	'no scope': (d) => void delete d.spec.scope,
	'another scope': (d) => {
		d.spec.scope = 'Galaxy';
	},
	'no names': (d) => {
		d.spec.names = {};
	},
	'names that are none': (d) => Object.assign(d.spec.names, { singular: 'A', kind: '1x', listKind: 'a b', shortNames: ['', 'X'], categories: ['A'] }),
	'a kind that is its list': (d) => {
		d.spec.names.listKind = 'Thing';
	},
	'no versions': (d) => {
		d.spec.versions = [];
	},
	'nothing stored': version((v) => {
		v.storage = false;
	}),
	'two stored': ({ spec }) => spec.versions.push({ ...spec.versions[0], name: 'v2' }),
	'a version twice': ({ spec }) => spec.versions.push({ ...spec.versions[0], storage: false }),
	'a version of no name': version((v) => {
		v.name = 'V1!';
	}),
	'two versions, one without a schema': ({ spec }) => spec.versions.push({ name: 'v2', served: true, storage: false }),
	'no schema': version((v) => void delete v.schema),
	'unknown fields kept': (d) => {
		d.spec.preserveUnknownFields = true;
	},
	'a warning of what is not deprecated': version((v) => {
		v.deprecationWarning = 'gone';
	}),
	'a warning of two lines': version((v) => Object.assign(v, { deprecated: true, deprecationWarning: 'gone\nsoon' })),
	'an empty warning': version((v) => Object.assign(v, { deprecated: true, deprecationWarning: '' })),
	'columns that are none': version((v) => {
		v.additionalPrinterColumns = [
			{ name: '', type: 'text', format: 'x', jsonPath: 'spec' },
			{ name: 'a', type: '', jsonPath: '' },
		];
	}),
	'a scale from nowhere': version((v) => {
		v.subresources = { scale: { specReplicasPath: '.status.x', statusReplicasPath: 'x', labelSelectorPath: '.metadata.x' } };
	}),
	'a scale without paths': version((v) => {
		v.subresources = { scale: {} };
	}),
	'a status beside what is no object': version((v) => Object.assign(v, { subresources: { status: {} }, schema: { openAPIV3Schema: { type: 'string' } } })),
	'a status beside anyOf': version((v) => {
		v.subresources = { status: {} };
		v.schema.openAPIV3Schema.anyOf = [{ required: ['spec'] }];
	}),
	'a root that may be null': schema((root) => {
		root.nullable = true;
	}),
	'a root without a type': schema((root) => void delete root.type),
	'a root that is a list': schema((root) => {
		root.type = 'array';
	}),
	'a root that is a map': schema((root) => {
		delete root.properties;
		root.additionalProperties = { type: 'string' };
	}),
	'a field without a type': field({}),
	'a field of another type': field({ type: 'text' }),
	'a field of type null': field({ type: 'null' }),
	'a list of nothing': field({ type: 'array' }),
	'a list of anything': field({ type: 'array', items: {} }),
	'a list of several schemas': field({ type: 'array', items: [{ type: 'string' }] }),
	'fields and a map': field({ type: 'object', properties: { a: { type: 'string' } }, additionalProperties: { type: 'string' } }),
	'words that are not supported': field({
		type: 'object',
		id: 'x',
		$ref: 'y',
		patternProperties: { a: { type: 'string' } },
		definitions: { a: { type: 'string' } },
		dependencies: { a: ['b'] },
		additionalItems: true,
	}),
	'unique items': field({ type: 'array', items: { type: 'string' }, uniqueItems: true }),
	'a pattern that is none': field({ type: 'string', pattern: '(' }),
	'a type under anyOf': field({ type: 'object', properties: { a: { type: 'string' } }, anyOf: [{ type: 'object', properties: { a: { minLength: 1 } } }] }),
	'more than a value under allOf': field({ type: 'string', allOf: [{ default: 'a', title: 'b', description: 'c', nullable: true }] }),
	'a field under oneOf that is declared nowhere': field({ type: 'object', oneOf: [{ properties: { b: { minimum: 1 } } }, { required: ['a'] }] }),
	'items under not that are declared nowhere': field({ type: 'object', not: { items: { minimum: 1 } } }),
	'metadata under anyOf': schema((root) => {
		root.anyOf = [{ properties: { metadata: {} } }];
	}),
	'an integer or a text': field({ 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] }),
	'an integer or a text, in another order': field({ 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'string' }, { type: 'integer' }] }),
	'an integer or a text that keeps unknown fields': field({ 'x-kubernetes-int-or-string': true, 'x-kubernetes-preserve-unknown-fields': true }),
	'unknown fields not kept': field({ type: 'object', 'x-kubernetes-preserve-unknown-fields': false }),
	'an embedded text': field({ type: 'string', 'x-kubernetes-embedded-resource': true }),
	'an embedded object of nothing': field({ type: 'object', 'x-kubernetes-embedded-resource': true }),
	'an embedded map': field({
		type: 'object',
		'x-kubernetes-embedded-resource': true,
		'x-kubernetes-preserve-unknown-fields': true,
		additionalProperties: { type: 'string' },
	}),
	'metadata with labels': schema((root) => {
		root.properties.metadata = { type: 'object', properties: { labels: { type: 'object' } } };
	}),
	'metadata with a short name': schema((root) => {
		root.properties.metadata = { type: 'object', properties: { name: { type: 'string', maxLength: 9 } } };
	}),
	'a kind that is a number': schema((root) => {
		root.properties.kind = { type: 'integer' };
	}),
	'a set of objects': field(list({ 'x-kubernetes-list-type': 'set' })),
	'a set of lists of sets': field({
		type: 'array',
		'x-kubernetes-list-type': 'set',
		items: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' },
	}),
	'a set that is an object': field({ type: 'object', 'x-kubernetes-list-type': 'set' }),
	'another list type': field(list({ 'x-kubernetes-list-type': 'bag' })),
	'a list by no keys': field(list({ 'x-kubernetes-list-type': 'map' })),
	'keys of no list by keys': field(list({ 'x-kubernetes-list-map-keys': ['key'] })),
	'keys of a set': field({ type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set', 'x-kubernetes-list-map-keys': ['key'] }),
	'keys that are no fields': field(list({ 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['other', 'key', 'key'] })),
	'a key that may be absent': field(list({ 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['key'] })),
	'a key that is an object': field(
		list({
			'x-kubernetes-list-type': 'map',
			'x-kubernetes-list-map-keys': ['key'],
			items: { type: 'object', required: ['key'], properties: { key: { type: 'object' } } },
		}),
	),
	'entries by keys that may be null': field(
		list({
			'x-kubernetes-list-type': 'map',
			'x-kubernetes-list-map-keys': ['key'],
			items: { type: 'object', nullable: true, required: ['key'], properties: { key: { type: 'string', nullable: true } } },
		}),
	),
	'texts by keys': field({ type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['key'] }),
	'another map type': field({ type: 'object', 'x-kubernetes-map-type': 'loose' }),
	'a map type of a text': field({ type: 'string', 'x-kubernetes-map-type': 'atomic' }),
	'a default': field({ type: 'integer', default: 3 }),
	'a default of another type': field({ type: 'integer', default: 'three' }),
	'a default beyond the bounds': field({ type: 'integer', maximum: 2, default: 3 }),
	'a default that the pattern refuses': field({ type: 'string', pattern: '^a', default: 'b' }),
	'a default not among the values': field({ type: 'string', enum: ['a', 'b'], default: 'c' }),
	'a default with fields of no schema': field({ type: 'object', properties: { a: { type: 'string' } }, default: { a: 'x', b: 1 } }),
	'a default that lacks what is required': field({ type: 'object', required: ['a'], properties: { a: { type: 'string' } }, default: {} }),
	'a default beside formats that nobody knows': field({ type: 'string', default: 'b', anyOf: [{ format: 'colour' }, { minLength: 9 }] }),
	'a default that must not be': field({ type: 'string', default: 'b', not: { format: 'colour' } }),
	'a default of the metadata': schema((root) => {
		root.properties.metadata = { type: 'object', properties: { name: { type: 'string', default: 'x' } } };
	}),
	'a default of a map': field({ type: 'object', additionalProperties: { type: 'string' }, default: { a: 'b' } }),
	'a default of a default': field({ type: 'object', default: {}, properties: { a: { type: 'string', default: 'x' } } }),
	'a rule': rule({ rule: 'self.size > 0' }),
	'a rule of nothing': rule({ rule: ' ' }),
	'a rule that is none': rule({ rule: 'self.size >' }),
	'a rule about a field that there is not': rule({ rule: 'self.other > 0' }),
	'a rule about a field without a type': schema((root) => {
		root.properties.spec.properties.free = { type: 'array', items: { 'x-kubernetes-preserve-unknown-fields': true } };
		root.properties.spec['x-kubernetes-validations'] = [{ rule: 'has(self.free)' }];
	}),
	'a rule about a field that no schema names': schema((root) => {
		root.properties.spec['x-kubernetes-preserve-unknown-fields'] = true;
		root.properties.spec['x-kubernetes-validations'] = [{ rule: 'has(self.other)' }];
	}),
	'a rule that gives a number': rule({ rule: 'self.size' }),
	'a rule that compares a number with a text': rule({ rule: 'self.size == "a"' }),
	'a message of two lines': rule({ rule: 'self.size > 0', message: 'a\nb' }),
	'a blank message': rule({ rule: 'self.size > 0', message: ' ' }),
	'a rule of two lines without a message': rule({ rule: 'self.size >\n0' }),
	'a rule about the field that is blamed': rule({ rule: 'self.size > 0', fieldPath: '.size' }),
	'a rule that blames what there is not': rule({ rule: 'self.size > 0', fieldPath: '.other' }),
	'a rule that blames no path': rule({ rule: 'self.size > 0', fieldPath: 'size' }),
	'a rule that blames a name in quotes': rule({ rule: 'self.size > 0', fieldPath: "['size']" }),
	'a rule that blames a name that is not quoted': rule({ rule: 'self.size > 0', fieldPath: '[size]' }),
	'a rule that blames an entry of a map': schema((_, spec) => {
		spec.properties.map = { type: 'object', additionalProperties: { type: 'string' } };
		spec['x-kubernetes-validations'] = [{ rule: 'self.size > 0', fieldPath: ".map['a.b']" }];
	}),
	'a rule that blames an entry of a list': schema((_, spec) => {
		spec.properties.list = { type: 'array', items: { type: 'string' } };
		spec['x-kubernetes-validations'] = [{ rule: 'self.size > 0', fieldPath: '.list[0]' }];
	}),
	'a rule that blames a path without an end': rule({ rule: 'self.size > 0', fieldPath: '.size.' }),
	'a selectable field': version((v) => {
		v.selectableFields = [{ jsonPath: '.spec.size' }];
	}),
	'a selectable entry of a map': version((v) => {
		v.schema.openAPIV3Schema.properties.spec.properties.map = { type: 'object', additionalProperties: { type: 'string' } };
		v.selectableFields = [{ jsonPath: '.spec.map.a' }];
	}),
	'selectable fields that are none': version((v) => {
		v.selectableFields = [
			{ jsonPath: ".spec['size']" },
			{ jsonPath: '.spec.other' },
			{ jsonPath: 'spec.size' },
			{ jsonPath: '.spec' },
			{ jsonPath: '.spec.' },
			{},
		];
	}),
	'a selectable field twice': version((v) => {
		v.selectableFields = [{ jsonPath: '.spec.size' }, { jsonPath: '.spec.size' }];
	}),
	'a selectable field with a name of its own': version((v) => {
		v.schema.openAPIV3Schema.properties.spec.properties['1 a'] = { type: 'string' };
		v.selectableFields = [{ jsonPath: '.spec.1 a' }];
	}),
	'a webhook with authorities that are none': (d) => {
		d.spec.conversion = {
			strategy: 'Webhook',
			webhook: { clientConfig: { url: 'https://example.com', caBundle: 'AAAA' }, conversionReviewVersions: ['v1'] },
		};
	},
	'a rule of the root that reads the name': schema((root) => {
		root['x-kubernetes-validations'] = [{ rule: "self.metadata.name != 'default' && self.metadata.generateName == '' && self.kind == self.apiVersion" }];
	}),
	'a rule of the root that reads the name, beside metadata': schema((root) => {
		root.properties.metadata = { type: 'object' };
		root['x-kubernetes-validations'] = [{ rule: "self.metadata.name == 'default' ? has(self.spec) : true" }];
	}),
	'a rule of the root that reads the name, beside what is said of the name': schema((root) => {
		root.properties.metadata = { type: 'object', properties: { name: { type: 'string', maxLength: 6 } } };
		root['x-kubernetes-validations'] = [{ rule: 'self.metadata.name.size() > self.metadata.generateName.size()' }];
	}),
	'a rule of the root that reads labels': schema((root) => {
		root['x-kubernetes-validations'] = [{ rule: "self.metadata.labels['a'] == 'b'" }];
	}),
	'a rule of an embedded object that reads its name': field({
		type: 'object',
		'x-kubernetes-embedded-resource': true,
		'x-kubernetes-preserve-unknown-fields': true,
		'x-kubernetes-validations': [{ rule: "self.metadata.name == self.kind && self.apiVersion == 'v1'" }],
	}),
	'a rule of an embedded object that reads its namespace': field({
		type: 'object',
		'x-kubernetes-embedded-resource': true,
		'x-kubernetes-preserve-unknown-fields': true,
		'x-kubernetes-validations': [{ rule: "self.metadata.namespace == 'a'" }],
	}),
	'a transition': rule({ rule: 'self.size >= oldSelf.size' }),
	'a transition of entries': field({ type: 'array', items: { type: 'string', 'x-kubernetes-validations': [{ rule: 'self == oldSelf' }] } }),
	'a transition of entries by keys': field(
		list({
			'x-kubernetes-list-type': 'map',
			'x-kubernetes-list-map-keys': ['key'],
			items: { type: 'object', required: ['key'], properties: { key: { type: 'string' } }, 'x-kubernetes-validations': [{ rule: 'self.key == oldSelf.key' }] },
		}),
	),
	'a rule that is too dear': field({
		type: 'array',
		items: { type: 'string' },
		'x-kubernetes-validations': [{ rule: 'self.all(a, self.all(b, self.all(c, a != b || b != c)))' }],
	}),
	'a rule under anyOf': field({ type: 'integer', anyOf: [{ 'x-kubernetes-validations': [{ rule: 'self > 1' }] }, { minimum: 1 }] }),
	'a conversion by nobody': (d) => {
		d.spec.conversion = { strategy: 'Webhook' };
	},
	'a conversion by a webhook that nothing leads to': (d) => {
		d.spec.conversion = { strategy: 'Webhook', webhook: { clientConfig: {}, conversionReviewVersions: [] } };
	},
	'a conversion by a webhook over http': (d) => {
		d.spec.conversion = {
			strategy: 'Webhook',
			webhook: { clientConfig: { url: 'http://example.com/x?y' }, conversionReviewVersions: ['v2', 'v2', 'X'] },
		};
	},
	'a webhook without its strategy': (d) => {
		d.spec.conversion = { strategy: 'None', webhook: { clientConfig: { url: 'https://example.com' }, conversionReviewVersions: ['v1'] } };
	},
	'another strategy': (d) => {
		d.spec.conversion = { strategy: 'Luck' };
	},
	'a group of the platform': (d) => {
		d.spec.group = 'things.k8s.io';
		d.metadata.name = 'things.things.k8s.io';
	},
	'a group of the platform that somebody knows of': (d) => {
		d.spec.group = 'things.k8s.io';
		d.metadata = { name: 'things.things.k8s.io', annotations: { 'api-approved.kubernetes.io': 'https://example.com/pull/1' } };
	},
	'a group of the platform with a word': (d) => {
		d.spec.group = 'things.k8s.io';
		d.metadata = { name: 'things.things.k8s.io', annotations: { 'api-approved.kubernetes.io': 'yes' } };
	},
};
