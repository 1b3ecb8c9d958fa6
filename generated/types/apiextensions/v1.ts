// Generated from the specs. Edit those: this file is overwritten.
import type * as metaV1 from '../meta/v1.ts';

/**
 * Column of tables.
 */
export interface CustomResourceColumnDefinition {
	/**
	 * Heading of the column.
	 */
	name: string
	/**
	 * Type of the cells: boolean, date, integer, number or string.
	 */
	type: string
	/**
	 * OpenAPI format of the cells.
	 */
	format?: string
	/**
	 * Description of the column.
	 */
	description?: string
	/**
	 * Priority of the column. 0 is always shown; higher numbers only in wide output.
	 */
	priority?: number
	/**
	 * Simple JSON path of the value.
	 */
	jsonPath: string
}

/**
 * Conversion between versions.
 */
export interface CustomResourceConversion {
	/**
	 * Conversion strategy. `None` changes only apiVersion; `Webhook` calls a webhook.
	 */
	strategy: string
	/**
	 * Conversion webhook.
	 */
	webhook?: WebhookConversion
}

/**
 * Definition of a kind at run time. The server serves the kind as soon as its names are accepted.
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
	 * Definition of the kind.
	 */
	spec: CustomResourceDefinitionSpec
	/**
	 * Observed state.
	 */
	status?: CustomResourceDefinitionStatus
}

/**
 * Condition of a definition.
 */
export interface CustomResourceDefinitionCondition {
	/**
	 * Type of the condition: NamesAccepted, Established, NonStructuralSchema or Terminating.
	 */
	type: string
	/**
	 * Status of the condition: True, False or Unknown.
	 */
	status: string
	/**
	 * Time of the last change of the status.
	 */
	lastTransitionTime?: string | null
	/**
	 * Machine-readable reason, in one word.
	 */
	reason?: string
	/**
	 * Human-readable explanation.
	 */
	message?: string
	/**
	 * Generation that the status describes.
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
	 * Objects.
	 */
	items: CustomResourceDefinition[]
}

/**
 * Names of a kind.
 */
export interface CustomResourceDefinitionNames {
	/**
	 * Plural name of the resource, used in URLs.
	 */
	plural: string
	/**
	 * Singular name in lower case. The kind in lower case if absent.
	 */
	singular?: string
	/**
	 * Short names for the command line.
	 */
	shortNames?: string[]
	/**
	 * Name of the kind, used in manifests.
	 */
	kind: string
	/**
	 * Kind of the list. The kind followed by List if absent.
	 */
	listKind?: string
	/**
	 * Categories such as `all`, by which clients select several resources.
	 */
	categories?: string[]
}

/**
 * Definition of a kind.
 */
export interface CustomResourceDefinitionSpec {
	/**
	 * API group: a domain.
	 */
	group: string
	/**
	 * Names of the resource and the kind.
	 */
	names: CustomResourceDefinitionNames
	/**
	 * Scope of the objects: `Cluster` or `Namespaced`.
	 */
	scope: string
	/**
	 * Versions of the kind.
	 */
	versions: CustomResourceDefinitionVersion[]
	/**
	 * Conversion between versions.
	 */
	conversion?: CustomResourceConversion
	/**
	 * True if fields that the schema does not name are preserved. Only for definitions from before v1.
	 */
	preserveUnknownFields?: boolean
}

/**
 * Observed state of a definition.
 */
export interface CustomResourceDefinitionStatus {
	/**
	 * Conditions of the object.
	 */
	conditions?: CustomResourceDefinitionCondition[] | null
	/**
	 * Names that are in use. They can differ from the desired names if another kind of the group holds those.
	 */
	acceptedNames?: CustomResourceDefinitionNames
	/**
	 * Versions in which objects have ever been stored.
	 */
	storedVersions?: string[] | null
	/**
	 * Generation that the status describes.
	 */
	observedGeneration?: number | bigint
}

/**
 * Version of a kind.
 */
export interface CustomResourceDefinitionVersion {
	/**
	 * Name of the version, such as v1.
	 */
	name: string
	/**
	 * True if the API serves the version.
	 */
	served: boolean
	/**
	 * True for the version in which objects are stored. Exactly one version has it.
	 */
	storage: boolean
	/**
	 * True if requests get a deprecation warning.
	 */
	deprecated?: boolean
	/**
	 * Text of the deprecation warning. A default text if absent.
	 */
	deprecationWarning?: string
	/**
	 * Schema of the version.
	 */
	schema?: CustomResourceValidation
	/**
	 * Subresources of the version.
	 */
	subresources?: CustomResourceSubresources
	/**
	 * Columns of tables. Only the age if absent.
	 */
	additionalPrinterColumns?: CustomResourceColumnDefinition[]
	/**
	 * Fields that field selectors may name.
	 */
	selectableFields?: SelectableField[]
}

/**
 * Paths of the scale fields, as simple JSON paths.
 */
export interface CustomResourceSubresourceScale {
	/**
	 * Path of the desired number of replicas, below .spec.
	 */
	specReplicasPath: string
	/**
	 * Path of the observed number of replicas, below .status.
	 */
	statusReplicasPath: string
	/**
	 * Path of the serialised label selector, below .spec or .status.
	 */
	labelSelectorPath?: string
}

/**
 * Status subresource. It has no settings.
 */
export interface CustomResourceSubresourceStatus {
	
}

/**
 * Subresources of a kind.
 */
export interface CustomResourceSubresources {
	/**
	 * Enables the status subresource, which is then the only way to write status.
	 */
	status?: CustomResourceSubresourceStatus
	/**
	 * Enables the scale subresource.
	 */
	scale?: CustomResourceSubresourceScale
}

/**
 * Validation of objects.
 */
export interface CustomResourceValidation {
	/**
	 * Structural OpenAPI v3 schema.
	 */
	openAPIV3Schema?: JSONSchemaProps
}

/**
 * Link to further documentation.
 */
export interface ExternalDocumentation {
	/**
	 * Description of the documentation.
	 */
	description?: string
	/**
	 * URL of the documentation.
	 */
	url?: string
}

/**
 * Any JSON value.
 */
export type JSON = unknown

/**
 * OpenAPI v3 schema with extensions. Definitions may use only its structural part.
 */
export interface JSONSchemaProps {
	/**
	 * Forbidden in definitions.
	 */
	id?: string
	/**
	 * Forbidden in definitions.
	 */
	$schema?: string
	/**
	 * Forbidden in definitions.
	 */
	$ref?: string
	/**
	 * Description of the value.
	 */
	description?: string
	/**
	 * Type: array, boolean, integer, number, object or string.
	 */
	type?: string
	/**
	 * Name of the format of a string or number.
	 */
	format?: string
	/**
	 * Title of the value.
	 */
	title?: string
	/**
	 * Default value.
	 */
	default?: JSON
	/**
	 * Maximum of a number.
	 */
	maximum?: number
	/**
	 * True if the maximum is exclusive.
	 */
	exclusiveMaximum?: boolean
	/**
	 * Minimum of a number.
	 */
	minimum?: number
	/**
	 * True if the minimum is exclusive.
	 */
	exclusiveMinimum?: boolean
	/**
	 * Maximum length of a string, in characters.
	 */
	maxLength?: number | bigint
	/**
	 * Minimum length of a string, in characters.
	 */
	minLength?: number | bigint
	/**
	 * Regular expression that a string must match.
	 */
	pattern?: string
	/**
	 * Maximum number of array items.
	 */
	maxItems?: number | bigint
	/**
	 * Minimum number of array items.
	 */
	minItems?: number | bigint
	/**
	 * Forbidden in definitions.
	 */
	uniqueItems?: boolean
	/**
	 * Number of which the value must be a multiple.
	 */
	multipleOf?: number
	/**
	 * Allowed values.
	 */
	enum?: JSON[]
	/**
	 * Maximum number of properties.
	 */
	maxProperties?: number | bigint
	/**
	 * Minimum number of properties.
	 */
	minProperties?: number | bigint
	/**
	 * Required properties.
	 */
	required?: string[]
	/**
	 * Schema of the array items.
	 */
	items?: JSONSchemaPropsOrArray
	/**
	 * Schemas that must all match.
	 */
	allOf?: JSONSchemaProps[]
	/**
	 * Schemas of which exactly one must match.
	 */
	oneOf?: JSONSchemaProps[]
	/**
	 * Schemas of which at least one must match.
	 */
	anyOf?: JSONSchemaProps[]
	/**
	 * Schema that must not match.
	 */
	not?: JSONSchemaProps
	/**
	 * Schemas of the properties, by name.
	 */
	properties?: { [key: string]: JSONSchemaProps }
	/**
	 * Schema of all other properties, or a boolean that allows or forbids them.
	 */
	additionalProperties?: JSONSchemaPropsOrBool
	/**
	 * Forbidden in definitions.
	 */
	patternProperties?: { [key: string]: JSONSchemaProps }
	/**
	 * Forbidden in definitions.
	 */
	dependencies?: { [key: string]: JSONSchemaPropsOrStringArray }
	/**
	 * Forbidden in definitions.
	 */
	additionalItems?: JSONSchemaPropsOrBool
	/**
	 * Forbidden in definitions.
	 */
	definitions?: { [key: string]: JSONSchemaProps }
	/**
	 * Link to further documentation.
	 */
	externalDocs?: ExternalDocumentation
	/**
	 * Example value.
	 */
	example?: JSON
	/**
	 * True if null is allowed.
	 */
	nullable?: boolean
	/**
	 * True if fields that the schema does not name are preserved.
	 */
	"x-orch-preserve-unknown-fields"?: boolean
	/**
	 * True if the object is an API object with apiVersion, kind and metadata.
	 */
	"x-orch-embedded-resource"?: boolean
	/**
	 * True if the value is an integer or a string.
	 */
	"x-orch-int-or-string"?: boolean
	/**
	 * Properties that identify an entry of a list map.
	 */
	"x-orch-list-map-keys"?: string[]
	/**
	 * Ownership of list entries in server-side apply: atomic, set or map.
	 */
	"x-orch-list-type"?: string
	/**
	 * Ownership of properties in server-side apply: atomic or granular.
	 */
	"x-orch-map-type"?: string
	/**
	 * CEL rules over self and oldSelf.
	 */
	"x-orch-validations"?: ValidationRule[]
}

/**
 * Schema or a list of schemas. Definitions may not use a list.
 */
export type JSONSchemaPropsOrArray = JSONSchemaProps | JSONSchemaProps[]

/**
 * Schema, or a boolean that allows or forbids any value.
 */
export type JSONSchemaPropsOrBool = boolean | JSONSchemaProps

/**
 * Schema, or names of properties.
 */
export type JSONSchemaPropsOrStringArray = JSONSchemaProps | string[]

/**
 * Field that field selectors may name.
 */
export interface SelectableField {
	/**
	 * Simple JSON path of the field, without indexes.
	 */
	jsonPath: string
}

/**
 * Reference to a service of the cluster.
 */
export interface ServiceReference {
	/**
	 * Namespace of the object.
	 */
	namespace: string
	/**
	 * Name.
	 */
	name: string
	/**
	 * URL path of the request.
	 */
	path?: string
	/**
	 * Port of the service.
	 */
	port?: number
}

/**
 * CEL rule.
 */
export interface ValidationRule {
	/**
	 * CEL expression that must be true.
	 */
	rule: string
	/**
	 * Message of the refusal.
	 */
	message?: string
	/**
	 * CEL expression that returns the message.
	 */
	messageExpression?: string
	/**
	 * Reason of the refusal: FieldValueInvalid, FieldValueForbidden, FieldValueRequired or FieldValueDuplicate.
	 */
	reason?: string
	/**
	 * Field that the refusal names.
	 */
	fieldPath?: string
	/**
	 * True if the rule also runs without an old value; oldSelf is then optional.
	 */
	optionalOldSelf?: boolean
}

/**
 * Address of a webhook: a URL or a service of the cluster.
 */
export interface WebhookClientConfig {
	/**
	 * URL with the scheme https.
	 */
	url?: string
	/**
	 * Service of the cluster that runs the webhook.
	 */
	service?: ServiceReference
	/**
	 * PEM certificates of the authorities that signed the server certificate. The system's authorities if absent.
	 */
	caBundle?: string
}

/**
 * Webhook that converts objects between versions.
 */
export interface WebhookConversion {
	/**
	 * Address of the webhook.
	 */
	clientConfig?: WebhookClientConfig
	/**
	 * Versions of ConversionReview that the webhook accepts, in order of preference.
	 */
	conversionReviewVersions: string[]
}
