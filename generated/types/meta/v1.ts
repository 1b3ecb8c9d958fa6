// Generated from the specs. Edit those: this file is overwritten.

/**
 * API group and its versions.
 */
export interface APIGroup {
	/**
	 * Kind of the object.
	 */
	kind?: string
	/**
	 * API group and version of the object.
	 */
	apiVersion?: string
	/**
	 * Name of the group.
	 */
	name: string
	/**
	 * Served versions, in order of preference.
	 */
	versions: GroupVersionForDiscovery[]
	/**
	 * Version for clients without a preference.
	 */
	preferredVersion?: GroupVersionForDiscovery
	/**
	 * Server address for each client network.
	 */
	serverAddressByClientCIDRs?: ServerAddressByClientCIDR[]
}

/**
 * Groups except the core group.
 */
export interface APIGroupList {
	/**
	 * Kind of the object.
	 */
	kind?: string
	/**
	 * API group and version of the object.
	 */
	apiVersion?: string
	/**
	 * Groups.
	 */
	groups: APIGroup[]
}

/**
 * Resource or subresource.
 */
export interface APIResource {
	/**
	 * Plural name. A subresource has the name of its resource and a slash in front.
	 */
	name: string
	/**
	 * Singular name.
	 */
	singularName: string
	/**
	 * True if the objects are namespaced.
	 */
	namespaced: boolean
	/**
	 * Group of the kind, if it differs from the group of the list.
	 */
	group?: string
	/**
	 * Version of the kind, if it differs from the version of the list.
	 */
	version?: string
	/**
	 * Kind of the objects.
	 */
	kind: string
	/**
	 * Supported verbs.
	 */
	verbs: string[]
	/**
	 * Short names for the command line.
	 */
	shortNames?: string[]
	/**
	 * Categories of the resource, for example `all`.
	 */
	categories?: string[]
	/**
	 * Hash that changes with the storage version.
	 */
	storageVersionHash?: string
}

/**
 * Resources of one group and version.
 */
export interface APIResourceList {
	/**
	 * Kind of the object.
	 */
	kind?: string
	/**
	 * API group and version of the object.
	 */
	apiVersion?: string
	/**
	 * Group and version.
	 */
	groupVersion: string
	/**
	 * Resources.
	 */
	resources: APIResource[]
}

/**
 * Versions of the core group.
 */
export interface APIVersions {
	/**
	 * Kind of the object.
	 */
	kind?: string
	/**
	 * API group and version of the object.
	 */
	apiVersion?: string
	/**
	 * Served versions.
	 */
	versions: string[]
	/**
	 * Server address for each client network.
	 */
	serverAddressByClientCIDRs: ServerAddressByClientCIDR[]
}

/**
 * Condition: one aspect of an object's state, as its controller observed it.
 */
export interface Condition {
	/**
	 * Type of the condition.
	 */
	type: string
	/**
	 * Status of the condition: True, False or Unknown.
	 */
	status: "True" | "False" | "Unknown"
	/**
	 * Generation of the object that the condition describes.
	 */
	observedGeneration?: number | bigint
	/**
	 * Time of the last change of the status.
	 */
	lastTransitionTime: string
	/**
	 * Machine-readable reason of the last change, in one word.
	 */
	reason: string
	/**
	 * Human-readable explanation of the last change.
	 */
	message: string
}

/**
 * Options for the creation of an object.
 */
export interface CreateOptions {
	/**
	 * Kind of the object.
	 */
	kind?: string
	/**
	 * API group and version of the object.
	 */
	apiVersion?: string
	/**
	 * Stages to skip. `All`, the only valid value, runs every stage but stores nothing.
	 */
	dryRun?: string[]
	/**
	 * Name of the program or person that makes the change, at most 128 printable characters. The server records the manager as owner of the set fields.
	 */
	fieldManager?: string
	/**
	 * Treatment of unknown and duplicate fields: `Ignore` drops them, `Warn` drops them with a warning for each, `Strict` refuses the request.
	 */
	fieldValidation?: string
}

/**
 * Options for the deletion of an object.
 */
export interface DeleteOptions {
	/**
	 * Kind of the object.
	 */
	kind?: string
	/**
	 * API group and version of the object.
	 */
	apiVersion?: string
	/**
	 * Grace period in seconds. Zero removes the object immediately. The kind has a default.
	 */
	gracePeriodSeconds?: number | bigint
	/**
	 * Preconditions of the deletion.
	 */
	preconditions?: Preconditions
	/**
	 * Deprecated in favour of propagationPolicy, and mutually exclusive with it. True if dependents are orphaned.
	 */
	orphanDependents?: boolean
	/**
	 * Treatment of dependents: `Orphan` keeps them, `Background` deletes them afterwards, `Foreground` deletes them first.
	 */
	propagationPolicy?: string
	/**
	 * Stages to skip. `All`, the only valid value, runs every stage but stores nothing.
	 */
	dryRun?: string[]
	/**
	 * True to delete the object even if the stored data cannot be read. Its dependents and finalizers are then ignored.
	 */
	ignoreStoreReadErrorWithClusterBreakingPotential?: boolean
}

/**
 * Requirement on a field.
 */
export interface FieldSelectorRequirement {
	/**
	 * Path of the field.
	 */
	key: string
	/**
	 * Operator: In, NotIn, Exists or DoesNotExist.
	 */
	operator: string
	/**
	 * Values.
	 */
	values?: string[]
}

/**
 * Options for reading an object.
 */
export interface GetOptions {
	/**
	 * Kind of the object.
	 */
	kind?: string
	/**
	 * API group and version of the object.
	 */
	apiVersion?: string
	/**
	 * Minimum version of the data.
	 */
	resourceVersion?: string
}

/**
 * Resource, independent of its version.
 */
export interface GroupResource {
	/**
	 * API group of the resource.
	 */
	group: string
	/**
	 * Plural name of the resource.
	 */
	resource: string
}

/**
 * Version of a group, in combined and separate form.
 */
export interface GroupVersionForDiscovery {
	/**
	 * Group and version.
	 */
	groupVersion: string
	/**
	 * Version without the group.
	 */
	version: string
}

/**
 * Selector of objects by labels. All requirements must be met. An empty selector matches all objects, an absent one none.
 */
export interface LabelSelector {
	/**
	 * Labels with their required values.
	 */
	matchLabels?: { [key: string]: string }
	/**
	 * Additional requirements on labels.
	 */
	matchExpressions?: LabelSelectorRequirement[]
}

/**
 * Requirement on a label.
 */
export interface LabelSelectorRequirement {
	/**
	 * Key of the label.
	 */
	key: string
	/**
	 * Operator: In, NotIn, Exists or DoesNotExist.
	 */
	operator: string
	/**
	 * Values. Required for In and NotIn, forbidden for Exists and DoesNotExist.
	 */
	values?: string[]
}

/**
 * Objects of any kinds.
 */
export interface List {
	/**
	 * Kind of the object.
	 */
	kind?: string
	/**
	 * API group and version of the object.
	 */
	apiVersion?: string
	/**
	 * Metadata of the collection.
	 */
	metadata?: ListMeta
	/**
	 * Objects.
	 */
	items: ({ [key: string]: unknown })[]
}

/**
 * Metadata of a collection.
 */
export interface ListMeta {
	/**
	 * Obsolete. Always empty.
	 */
	selfLink?: string
	/**
	 * Version at which the collection was read. A watch can start from it.
	 */
	resourceVersion?: string
	/**
	 * Token of the next page. Empty on the last page.
	 */
	continue?: string
	/**
	 * Number of items after this page. Absent if selectors are used or no items follow.
	 */
	remainingItemCount?: number | bigint
	/**
	 * Shard of the collection.
	 */
	shardInfo?: ShardInfo
}

/**
 * Options for listing or watching a collection.
 */
export interface ListOptions {
	/**
	 * Kind of the object.
	 */
	kind?: string
	/**
	 * API group and version of the object.
	 */
	apiVersion?: string
	/**
	 * Label selector, for example `app=web,tier!=cache`.
	 */
	labelSelector?: string
	/**
	 * Field selector, for example `metadata.name=a`.
	 */
	fieldSelector?: string
	/**
	 * True to stream changes after resourceVersion instead of returning a list.
	 */
	watch?: boolean
	/**
	 * True if a watch may send BOOKMARK events, which contain only the current version.
	 */
	allowWatchBookmarks?: boolean
	/**
	 * Version of the data, exact or minimum according to resourceVersionMatch. A watch starts after this version.
	 */
	resourceVersion?: string
	/**
	 * Meaning of resourceVersion: `Exact` or `NotOlderThan`. Recommended for every list with resourceVersion.
	 */
	resourceVersionMatch?: string
	/**
	 * Seconds until the server ends the request.
	 */
	timeoutSeconds?: number | bigint
	/**
	 * Maximum number of objects in a page. `metadata.continue` of the page has the token of the next one. All pages show the same state.
	 */
	limit?: number | bigint
	/**
	 * Token of the previous page. All other parameters must be unchanged. The answer to an expired token is 410 with a token that continues at the current state. Not valid for watches.
	 */
	continue?: string
	/**
	 * True if a watch first sends each object as an ADDED event, followed by a bookmark. Requires `resourceVersionMatch=NotOlderThan`.
	 */
	sendInitialEvents?: boolean
	/**
	 * Selector of a shard.
	 */
	shardSelector?: string
}

/**
 * Fields that one manager set with one operation.
 */
export interface ManagedFieldsEntry {
	/**
	 * Name of the manager.
	 */
	manager?: string
	/**
	 * Operation: Apply or Update.
	 */
	operation?: string
	/**
	 * Version of the kind to which the field names belong.
	 */
	apiVersion?: string
	/**
	 * Time of the last change of the entry.
	 */
	time?: string
	/**
	 * Format of the field set: FieldsV1.
	 */
	fieldsType?: string
	/**
	 * Field set: a tree whose keys name fields, list entries and values.
	 */
	fieldsV1?: { [key: string]: unknown }
	/**
	 * Subresource through which the fields were set. Empty for the object itself.
	 */
	subresource?: string
}

/**
 * Name, identity, lifecycle and ownership of an object.
 */
export interface ObjectMeta {
	/**
	 * Name of the object, unique within its kind and namespace. Immutable.
	 */
	name?: string
	/**
	 * Prefix of the name. The server appends random characters if no name is given.
	 */
	generateName?: string
	/**
	 * Namespace of the object. Empty for cluster-scoped kinds.
	 */
	namespace?: string
	/**
	 * Obsolete. Always empty.
	 */
	selfLink?: string
	/**
	 * Unique identity of the object. A later object with the same name has another UID.
	 */
	uid?: string
	/**
	 * Version of the stored object. The value is opaque: compare it for equality and send it back unchanged.
	 */
	resourceVersion?: string
	/**
	 * Number of changes of the desired state. Changes of status and metadata are not counted.
	 */
	generation?: number | bigint
	/**
	 * Time of creation, set by the server.
	 */
	creationTimestamp?: string | null
	/**
	 * Time of the deletion request or, with a grace period, its end. The object is removed once its finalizers are empty.
	 */
	deletionTimestamp?: string
	/**
	 * Grace period in seconds before the object is removed. Set together with deletionTimestamp.
	 */
	deletionGracePeriodSeconds?: number | bigint
	/**
	 * Keys and short values by which selectors find objects.
	 */
	labels?: { [key: string]: string }
	/**
	 * Keys and values for tools. Selectors cannot use them.
	 */
	annotations?: { [key: string]: string }
	/**
	 * Owners of the object. The garbage collector deletes the object when all owners are gone.
	 */
	ownerReferences?: OwnerReference[]
	/**
	 * Finalizers that delay the removal of the object. Each component removes its own when its work is done; the order has no meaning.
	 */
	finalizers?: string[]
	/**
	 * Fields by manager. The server maintains this list; clients rarely need it.
	 */
	managedFields?: ManagedFieldsEntry[]
}

/**
 * Reference to an owner, in the same namespace or cluster-scoped.
 */
export interface OwnerReference {
	/**
	 * Group and version of the owner.
	 */
	apiVersion: string
	/**
	 * Kind of the owner.
	 */
	kind: string
	/**
	 * Name of the owner.
	 */
	name: string
	/**
	 * UID of the owner.
	 */
	uid: string
	/**
	 * True if the owner is the controller of the object. At most one owner is.
	 */
	controller?: boolean
	/**
	 * True if a foreground deletion of the owner waits for this object.
	 */
	blockOwnerDeletion?: boolean
}

/**
 * Object that is reduced to its metadata.
 */
export interface PartialObjectMetadata {
	/**
	 * Kind of the object.
	 */
	kind?: string
	/**
	 * API group and version of the object.
	 */
	apiVersion?: string
	/**
	 * Metadata of the object.
	 */
	metadata?: ObjectMeta
}

/**
 * Collection of objects that are reduced to their metadata.
 */
export interface PartialObjectMetadataList {
	/**
	 * Kind of the object.
	 */
	kind?: string
	/**
	 * API group and version of the object.
	 */
	apiVersion?: string
	/**
	 * Metadata of the collection.
	 */
	metadata?: ListMeta
	/**
	 * Objects.
	 */
	items: PartialObjectMetadata[]
}

/**
 * Options for a patch of an object.
 */
export interface PatchOptions {
	/**
	 * Kind of the object.
	 */
	kind?: string
	/**
	 * API group and version of the object.
	 */
	apiVersion?: string
	/**
	 * Stages to skip. `All`, the only valid value, runs every stage but stores nothing.
	 */
	dryRun?: string[]
	/**
	 * True if an apply patch takes over fields whose values conflict with other managers. Only valid for apply patches.
	 */
	force?: boolean
	/**
	 * Name of the program or person that makes the change, at most 128 printable characters. The server records the manager as owner of the set fields. Required for apply patches, optional for others.
	 */
	fieldManager?: string
	/**
	 * Treatment of unknown and duplicate fields: `Ignore` drops them, `Warn` drops them with a warning for each, `Strict` refuses the request.
	 */
	fieldValidation?: string
}

/**
 * Conditions for an operation. The server answers a conflict if they are not met.
 */
export interface Preconditions {
	/**
	 * Required UID of the object.
	 */
	uid?: string
	/**
	 * Required version of the object.
	 */
	resourceVersion?: string
}

/**
 * Server address for clients of one network.
 */
export interface ServerAddressByClientCIDR {
	/**
	 * Network of the clients.
	 */
	clientCIDR: string
	/**
	 * Host, IP address, host:port or IP:port.
	 */
	serverAddress: string
}

/**
 * Requested part of a collection.
 */
export interface ShardInfo {
	/**
	 * Selector of the shard.
	 */
	selector: string
}

/**
 * Outcome of a request that returns no object, in particular of a failed request.
 */
export interface Status {
	/**
	 * Kind of the object.
	 */
	kind?: string
	/**
	 * API group and version of the object.
	 */
	apiVersion?: string
	/**
	 * Empty except for expired lists, whose new continue token it contains.
	 */
	metadata?: ListMeta
	/**
	 * Success or Failure.
	 */
	status?: string
	/**
	 * Human-readable description.
	 */
	message?: string
	/**
	 * Machine-readable reason, in one word.
	 */
	reason?: string
	/**
	 * Object and causes.
	 */
	details?: StatusDetails
	/**
	 * HTTP status code.
	 */
	code?: number
}

/**
 * Cause of a failure.
 */
export interface StatusCause {
	/**
	 * Machine-readable reason, in one word.
	 */
	reason?: string
	/**
	 * Human-readable explanation.
	 */
	message?: string
	/**
	 * Path of the invalid field, for example `spec.ports[0].name`.
	 */
	field?: string
}

/**
 * Object of a Status, and the causes of a failure.
 */
export interface StatusDetails {
	/**
	 * Name of the object.
	 */
	name?: string
	/**
	 * Group of the object.
	 */
	group?: string
	/**
	 * Resource or kind of the object.
	 */
	kind?: string
	/**
	 * UID of the object.
	 */
	uid?: string
	/**
	 * All causes of the failure.
	 */
	causes?: StatusCause[]
	/**
	 * Seconds to wait before a retry.
	 */
	retryAfterSeconds?: number
}

/**
 * Objects as rows of a human-readable table.
 */
export interface Table {
	/**
	 * Kind of the object.
	 */
	kind?: string
	/**
	 * API group and version of the object.
	 */
	apiVersion?: string
	/**
	 * Metadata of the collection.
	 */
	metadata?: ListMeta
	/**
	 * Columns of the table.
	 */
	columnDefinitions: TableColumnDefinition[]
	/**
	 * Rows, one for each object.
	 */
	rows: TableRow[]
}

/**
 * Column of a table.
 */
export interface TableColumnDefinition {
	/**
	 * Heading of the column.
	 */
	name: string
	/**
	 * OpenAPI type of the cells.
	 */
	type: string
	/**
	 * OpenAPI format of the cells. `name` marks the column with the object's name.
	 */
	format: string
	/**
	 * Description of the column.
	 */
	description: string
	/**
	 * Priority of the column. 0 is always shown; higher numbers only in wide output.
	 */
	priority: number
}

/**
 * Content of a table besides the cells.
 */
export interface TableOptions {
	/**
	 * Kind of the object.
	 */
	kind?: string
	/**
	 * API group and version of the object.
	 */
	apiVersion?: string
	/**
	 * Object data in each row: None, Metadata or Object.
	 */
	includeObject?: string
}

/**
 * Row of a table.
 */
export interface TableRow {
	/**
	 * Cells, one for each column.
	 */
	cells: unknown[]
	/**
	 * Conditions of the row.
	 */
	conditions?: TableRowCondition[]
	/**
	 * The object, its metadata or null, according to includeObject.
	 */
	object?: { [key: string]: unknown }
}

/**
 * Condition of a row.
 */
export interface TableRowCondition {
	/**
	 * Type of the condition: Completed.
	 */
	type: string
	/**
	 * Status of the condition: True, False or Unknown.
	 */
	status: string
	/**
	 * Machine-readable reason, in one word.
	 */
	reason?: string
	/**
	 * Human-readable explanation.
	 */
	message?: string
}

/**
 * Options for the replacement of an object.
 */
export interface UpdateOptions {
	/**
	 * Kind of the object.
	 */
	kind?: string
	/**
	 * API group and version of the object.
	 */
	apiVersion?: string
	/**
	 * Stages to skip. `All`, the only valid value, runs every stage but stores nothing.
	 */
	dryRun?: string[]
	/**
	 * Name of the program or person that makes the change, at most 128 printable characters. The server records the manager as owner of the set fields.
	 */
	fieldManager?: string
	/**
	 * Treatment of unknown and duplicate fields: `Ignore` drops them, `Warn` drops them with a warning for each, `Strict` refuses the request.
	 */
	fieldValidation?: string
}

/**
 * Change of an object.
 */
export interface WatchEvent {
	/**
	 * Type of the event: ADDED, MODIFIED, DELETED, BOOKMARK or ERROR.
	 */
	type: string
	/**
	 * Object after the change or before the deletion. A Status for ERROR.
	 */
	object: { [key: string]: unknown }
}
