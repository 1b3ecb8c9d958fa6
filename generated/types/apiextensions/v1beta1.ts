// Generated from the specs. Edit those: this file is overwritten.
import type * as metaV1 from '../meta/v1.ts';

/**
 * A column of tables.
 */
export interface CustomResourceColumnDefinition {
	/**
	 * Its heading.
	 */
	name: string
	/**
	 * What it holds: boolean, date, integer, number or string.
	 */
	type: string
	/**
	 * A format of OpenAPI.
	 */
	format?: string
	/**
	 * What it shows.
	 */
	description?: string
	/**
	 * 0 is always shown, more in wide output.
	 */
	priority?: number
	/**
	 * Where its value stands, as a simple JSON path.
	 */
	JSONPath: string
}

/**
 * How versions become each other.
 */
export interface CustomResourceConversion {
	/**
	 * `None`: but for apiVersion they are alike. `Webhook`: one is asked.
	 */
	strategy: string
	/**
	 * How the webhook is reached.
	 */
	webhookClientConfig?: WebhookClientConfig
	/**
	 * Versions of what it is sent that it understands, most preferred first.
	 */
	conversionReviewVersions?: string[]
}

/**
 * A kind that somebody defines.
 */
export interface CustomResourceDefinition {
	/**
	 * Kind of the object.
	 */
	kind?: "CustomResourceDefinition"
	/**
	 * Group and version of the API in which the object is written.
	 */
	apiVersion?: string
	/**
	 * Metadata that all objects have, such as name and labels.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * What the kind is.
	 */
	spec: CustomResourceDefinitionSpec
	/**
	 * What has become of it.
	 */
	status?: CustomResourceDefinitionStatus
}

/**
 * What is so of a definition.
 */
export interface CustomResourceDefinitionCondition {
	/**
	 * What: NamesAccepted, Established, NonStructuralSchema, Terminating.
	 */
	type: string
	/**
	 * Whether: True, False or Unknown.
	 */
	status: string
	/**
	 * Since when.
	 */
	lastTransitionTime?: string | null
	/**
	 * Why, in a word.
	 */
	reason?: string
	/**
	 * Why, in a sentence.
	 */
	message?: string
	/**
	 * The generation that this is about.
	 */
	observedGeneration?: number | bigint
}

/**
 * A list of CustomResourceDefinition objects.
 */
export interface CustomResourceDefinitionList {
	kind?: "CustomResourceDefinitionList"
	apiVersion?: string
	metadata?: metaV1.ListMeta
	/**
	 * The objects.
	 */
	items: CustomResourceDefinition[]
}

/**
 * What a kind is called.
 */
export interface CustomResourceDefinitionNames {
	/**
	 * In URLs.
	 */
	plural: string
	/**
	 * One of them, in lower case; the kind when absent.
	 */
	singular?: string
	/**
	 * Short names.
	 */
	shortNames?: string[]
	/**
	 * The kind, as manifests have it.
	 */
	kind: string
	/**
	 * The kind of a list of them; the kind with List behind it when absent.
	 */
	listKind?: string
	/**
	 * Groups of kinds that clients name at once, such as all.
	 */
	categories?: string[]
}

/**
 * What a kind is.
 */
export interface CustomResourceDefinitionSpec {
	/**
	 * Its API group: a domain.
	 */
	group: string
	/**
	 * The first of its versions.
	 */
	version?: string
	/**
	 * What it is called.
	 */
	names: CustomResourceDefinitionNames
	/**
	 * Whether its objects belong to a namespace: `Cluster` or `Namespaced`.
	 */
	scope: string
	/**
	 * The schema, of all versions.
	 */
	validation?: CustomResourceValidation
	/**
	 * Subresources, of all versions.
	 */
	subresources?: CustomResourceSubresources
	/**
	 * Its versions.
	 */
	versions?: CustomResourceDefinitionVersion[]
	/**
	 * Columns of tables, of all versions.
	 */
	additionalPrinterColumns?: CustomResourceColumnDefinition[]
	/**
	 * Fields that selectors may name, of all versions.
	 */
	selectableFields?: SelectableField[]
	/**
	 * How versions become each other.
	 */
	conversion?: CustomResourceConversion
	/**
	 * Whether fields that no schema names are kept.
	 */
	preserveUnknownFields?: boolean
}

/**
 * What has become of a definition.
 */
export interface CustomResourceDefinitionStatus {
	/**
	 * What is so of it.
	 */
	conditions?: CustomResourceDefinitionCondition[] | null
	/**
	 * The names that it has, which others of its group may have taken.
	 */
	acceptedNames?: CustomResourceDefinitionNames
	/**
	 * Versions in which objects were ever stored.
	 */
	storedVersions?: string[] | null
	/**
	 * The generation that this is about.
	 */
	observedGeneration?: number | bigint
}

/**
 * A version of a kind.
 */
export interface CustomResourceDefinitionVersion {
	/**
	 * Its name, such as v1.
	 */
	name: string
	/**
	 * Whether it is served.
	 */
	served: boolean
	/**
	 * Whether objects are stored in it: one version has it.
	 */
	storage: boolean
	/**
	 * Whether its use brings a warning.
	 */
	deprecated?: boolean
	/**
	 * The warning, in place of the usual one.
	 */
	deprecationWarning?: string
	/**
	 * Its schema.
	 */
	schema?: CustomResourceValidation
	/**
	 * Its subresources.
	 */
	subresources?: CustomResourceSubresources
	/**
	 * Columns of tables; the age when there are none.
	 */
	additionalPrinterColumns?: CustomResourceColumnDefinition[]
	/**
	 * Fields that selectors may name.
	 */
	selectableFields?: SelectableField[]
}

/**
 * Where sizes stand in objects, as simple JSON paths.
 */
export interface CustomResourceSubresourceScale {
	/**
	 * The wish, below .spec.
	 */
	specReplicasPath: string
	/**
	 * What is, below .status.
	 */
	statusReplicasPath: string
	/**
	 * A selector as text, below .spec or .status.
	 */
	labelSelectorPath?: string
}

/**
 * That there is a status subresource: it needs nothing else.
 */
export interface CustomResourceSubresourceStatus {
	
}

/**
 * Subresources of a kind.
 */
export interface CustomResourceSubresources {
	/**
	 * Whether there is one: then status is written through it alone.
	 */
	status?: CustomResourceSubresourceStatus
	/**
	 * How the size is asked for, and told.
	 */
	scale?: CustomResourceSubresourceScale
}

/**
 * How objects are checked.
 */
export interface CustomResourceValidation {
	/**
	 * The schema, in the structural part of OpenAPI version 3.
	 */
	openAPIV3Schema?: JSONSchemaProps
}

/**
 * Where more is written.
 */
export interface ExternalDocumentation {
	/**
	 * What is there.
	 */
	description?: string
	/**
	 * Where it is.
	 */
	url?: string
}

/**
 * Any value that JSON can say.
 */
export type JSON = unknown

/**
 * A schema of version 3 of OpenAPI, with extensions. Which parts of it a definition may use, the structural form decides.
 */
export interface JSONSchemaProps {
	/**
	 * Not allowed in definitions.
	 */
	id?: string
	/**
	 * Not allowed in definitions.
	 */
	$schema?: string
	/**
	 * Not allowed in definitions.
	 */
	$ref?: string
	/**
	 * What the value is for.
	 */
	description?: string
	/**
	 * array, boolean, integer, number, object or string.
	 */
	type?: string
	/**
	 * The form of a text or the size of a number, by name.
	 */
	format?: string
	/**
	 * A heading.
	 */
	title?: string
	/**
	 * Filled in where nothing is sent.
	 */
	default?: JSON
	/**
	 * The largest number.
	 */
	maximum?: number
	/**
	 * Whether maximum itself is too large.
	 */
	exclusiveMaximum?: boolean
	/**
	 * The smallest number.
	 */
	minimum?: number
	/**
	 * Whether minimum itself is too small.
	 */
	exclusiveMinimum?: boolean
	/**
	 * The most characters.
	 */
	maxLength?: number | bigint
	/**
	 * The fewest characters.
	 */
	minLength?: number | bigint
	/**
	 * A regular expression that the text must match.
	 */
	pattern?: string
	/**
	 * The most entries of a list.
	 */
	maxItems?: number | bigint
	/**
	 * The fewest entries of a list.
	 */
	minItems?: number | bigint
	/**
	 * Not allowed in definitions.
	 */
	uniqueItems?: boolean
	/**
	 * What numbers are multiples of.
	 */
	multipleOf?: number
	/**
	 * The values allowed.
	 */
	enum?: JSON[]
	/**
	 * The most fields of an object.
	 */
	maxProperties?: number | bigint
	/**
	 * The fewest fields of an object.
	 */
	minProperties?: number | bigint
	/**
	 * Fields that must be there.
	 */
	required?: string[]
	/**
	 * What a list holds.
	 */
	items?: JSONSchemaPropsOrArray
	/**
	 * All of which the value must fit.
	 */
	allOf?: JSONSchemaProps[]
	/**
	 * Of which the value must fit exactly one.
	 */
	oneOf?: JSONSchemaProps[]
	/**
	 * Of which the value must fit one or more.
	 */
	anyOf?: JSONSchemaProps[]
	/**
	 * Which the value must not fit.
	 */
	not?: JSONSchemaProps
	/**
	 * The fields of an object, by name.
	 */
	properties?: { [key: string]: JSONSchemaProps }
	/**
	 * What all other fields are, or whether there may be any.
	 */
	additionalProperties?: JSONSchemaPropsOrBool
	/**
	 * Not allowed in definitions.
	 */
	patternProperties?: { [key: string]: JSONSchemaProps }
	/**
	 * Not allowed in definitions.
	 */
	dependencies?: { [key: string]: JSONSchemaPropsOrStringArray }
	/**
	 * Not allowed in definitions.
	 */
	additionalItems?: JSONSchemaPropsOrBool
	/**
	 * Not allowed in definitions.
	 */
	definitions?: { [key: string]: JSONSchemaProps }
	/**
	 * Where more is written.
	 */
	externalDocs?: ExternalDocumentation
	/**
	 * A value.
	 */
	example?: JSON
	/**
	 * Whether null is a value.
	 */
	nullable?: boolean
	/**
	 * True: fields that no schema names are kept.
	 */
	"x-orch-preserve-unknown-fields"?: boolean
	/**
	 * Whether the object is one of the API itself, with apiVersion, kind and metadata.
	 */
	"x-orch-embedded-resource"?: boolean
	/**
	 * Whether the value is an integer or a text.
	 */
	"x-orch-int-or-string"?: boolean
	/**
	 * Fields that tell the entries of a list apart.
	 */
	"x-orch-list-map-keys"?: string[]
	/**
	 * Who may own what of a list: atomic, set or map.
	 */
	"x-orch-list-type"?: string
	/**
	 * Whether an object has one owner or many: atomic or granular.
	 */
	"x-orch-map-type"?: string
	/**
	 * Rules in CEL, over self and oldSelf.
	 */
	"x-orch-validations"?: ValidationRule[]
}

/**
 * A schema, or a list of them, which definitions do not allow.
 */
export type JSONSchemaPropsOrArray = JSONSchemaProps | JSONSchemaProps[]

/**
 * A schema, or whether anything is allowed.
 */
export type JSONSchemaPropsOrBool = boolean | JSONSchemaProps

/**
 * A schema, or names of fields.
 */
export type JSONSchemaPropsOrStringArray = JSONSchemaProps | string[]

/**
 * A field that selectors may name.
 */
export interface SelectableField {
	/**
	 * Where it stands, as a simple JSON path without indexes.
	 */
	jsonPath: string
}

/**
 * A service of the cluster.
 */
export interface ServiceReference {
	/**
	 * Its namespace.
	 */
	namespace: string
	/**
	 * Its name.
	 */
	name: string
	/**
	 * The path that is asked.
	 */
	path?: string
	/**
	 * Its port.
	 */
	port?: number
}

/**
 * A rule in CEL.
 */
export interface ValidationRule {
	/**
	 * The expression, which must hold.
	 */
	rule: string
	/**
	 * What is said when it does not hold.
	 */
	message?: string
	/**
	 * The same, as an expression that gives a text.
	 */
	messageExpression?: string
	/**
	 * Why the value is refused: FieldValueInvalid, FieldValueForbidden, FieldValueRequired or FieldValueDuplicate.
	 */
	reason?: string
	/**
	 * The field that is to blame.
	 */
	fieldPath?: string
	/**
	 * Whether the rule holds of new objects as well, where oldSelf is none.
	 */
	optionalOldSelf?: boolean
}

/**
 * How a webhook is reached: by its URL, or as a service of the cluster.
 */
export interface WebhookClientConfig {
	/**
	 * The URL, with the scheme https.
	 */
	url?: string
	/**
	 * The service.
	 */
	service?: ServiceReference
	/**
	 * Authorities that vouch for it, as PEM; those of the system when absent.
	 */
	caBundle?: string
}

/**
 * A webhook that converts objects.
 */
export interface WebhookConversion {
	/**
	 * How it is reached.
	 */
	clientConfig?: WebhookClientConfig
	/**
	 * Versions of what it is sent that it understands, most preferred first.
	 */
	conversionReviewVersions: string[]
}
