/** Keywords of other languages (JSON Schema, OpenAPI, CustomResourceDefinitions, Go, protobuf), with their equivalents in specs. */

/** Ends of the sentence `here that is ...`, by keyword of the other language. */
const words: Readonly<Record<string, string>> = {
	// JSON Schema.
	$defs: 'shared types are in GROUP/types/TOPIC.yaml and referenced by "$ref: types#/Name"',
	$schema: 'the language has only one version',
	additionalItems: 'all entries of a list have one schema: "items"',
	contains: '"cel", with an expression such as self.exists(x, x == 1)',
	definitions: 'shared types are in GROUP/types/TOPIC.yaml and referenced by "$ref: types#/Name"',
	dependencies: '"requiredWhen" on the object',
	dependentRequired: '"requiredWhen" on the object',
	else: '"requiredWhen", or an expression in "cel"',
	if: '"requiredWhen", or an expression in "cel"',
	values: '"additionalProperties", the schema of all values of a map; "enum" for the allowed values',
	patternProperties: '"additionalProperties" with rules in "keys"',
	prefixItems: 'all entries of a list have one schema: "items"',
	propertyNames: '"keys", with rules of the keys',
	readOnly: 'a field that its writers may not set belongs into the status, which is a subresource',
	title: '"description"',
	example: '"examples" of the field, or of the kind, which are tested',
	unevaluatedProperties: 'unknown fields are dropped unless "preserveUnknown" is set',
	// CustomResourceDefinitions.
	'additional-printer-columns': '"columns" of the kind',
	additionalPrinterColumns: '"columns" of the kind',
	openAPIV3Schema: '"schema"',
	jsonPath: '"value", in CEL: self.spec.size for .spec.size',
	shortNames: '"short" of "names"',
	listKind: '"list" of "names"',
	singular: '"singular" of "names"',
	plural: '"plural" of "names"',
	categories: '"categories" of "names"',
	served: 'a version is served from "introduced" until before "removed"; with "onRequest" only on request',
	specReplicasPath: '"replicas"',
	statusReplicasPath: '"statusReplicas"',
	labelSelectorPath: '"selector"',
	conversion: '"converts" of a version',
	validation: '"schema"',
	deprecationWarning: '"deprecated" of a version, with "replacement"',
	metadata: 'every kind has metadata, kind and apiVersion, which the schema omits',
	// Go, TypeScript, protobuf.
	optional: 'fields may be left out unless the object around names them in "required"',
	omitempty: '"presence"',
	tag: '"protobuf", the number of the field',
	number: 'as a keyword "protobuf", the number of the field; as a type "type: number"',
	repeated: '"type: array" with "items"',
	oneof: '"unions" of the object, and "union" of each member',
	int: '"type: integer"',
	int32: '"type: integer" with "format: int32"',
	int64: '"type: integer" with "format: int64"',
	float: '"type: number"',
	double: '"type: number" with "format: double"',
	bool: '"type: boolean"',
	map: '"type: object" with "additionalProperties"',
	list: '"type: array" with "items"',
	byte: '"type: string" with "format: byte"',
	'date-time': '"type: time"',
	'int-or-string': '"type: intOrString"',
	IntOrString: '"type: intOrString"',
	null: '"nullable: true" next to the type',
	readonly: '"immutable" for fields that cannot change; the status for fields that the server sets',
	validate: '"cel", or the rules of the value',
	min: '"minimum" of numbers, "minLength" of text, "minItems" of lists',
	max: '"maximum" of numbers, "maxLength" of text, "maxItems" of lists',
	regex: '"pattern"',
	key: '"listMapKeys" of a list of type map; "keys" for rules of the keys of a map',
};

/** Equivalents of the keywords after `x-PRODUCT-` in OpenAPI documents. */
const extensions: Readonly<Record<string, string>> = {
	'embedded-resource': '"embeddedResource"',
	'group-version-kind': 'the kind of the file and its "versions"',
	'int-or-string': '"type: intOrString"',
	'list-map-keys': '"listMapKeys"',
	'list-type': '"listType"',
	'map-type': '"mapType"',
	'patch-merge-key': '"patchMergeKey"',
	'patch-strategy': '"patchStrategy"',
	'preserve-unknown-fields': '"preserveUnknown", or "type: any"',
	unions: '"unions" of the object, and "union" of each member',
	validations: '"cel"',
};

/** All known keywords of other languages. Extensions have no prefix. */
export const wordsElsewhere: ReadonlyMap<string, string> = new Map([...Object.entries(words), ...Object.entries(extensions)]);

/** Returns the equivalent of a keyword of another language, or undefined when it is unknown. */
export function elsewhere(word: string): string | undefined {
	const [, extension] = /^x-[a-z]+-(.+)$/.exec(word) ?? [];
	const known = extension === undefined ? words : extensions;
	const name = extension ?? word;
	return Object.hasOwn(known, name) ? wordsElsewhere.get(name) : undefined;
}
