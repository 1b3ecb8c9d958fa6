// Generated from the specs. Edit those: this file is overwritten.

/**
 * A group and its versions.
 */
export interface APIGroup {
	/**
	 * Kind of the object.
	 */
	kind?: string
	/**
	 * Group and version in which it is written.
	 */
	apiVersion?: string
	/**
	 * Name of the group.
	 */
	name: string
	/**
	 * Versions served, most preferred first.
	 */
	versions: GroupVersionForDiscovery[]
	/**
	 * Version that clients should use when they have no wish.
	 */
	preferredVersion?: GroupVersionForDiscovery
	/**
	 * Which address clients of which network should use.
	 */
	serverAddressByClientCIDRs?: ServerAddressByClientCIDR[]
}

/**
 * All groups but the core one.
 */
export interface APIGroupList {
	/**
	 * Kind of the object.
	 */
	kind?: string
	/**
	 * Group and version in which it is written.
	 */
	apiVersion?: string
	/**
	 * The groups.
	 */
	groups: APIGroup[]
}

/**
 * A resource or subresource.
 */
export interface APIResource {
	/**
	 * Plural name, followed by /subresource for a subresource.
	 */
	name: string
	/**
	 * Singular name.
	 */
	singularName: string
	/**
	 * Whether its objects live in namespaces.
	 */
	namespaced: boolean
	/**
	 * Group of the kind when it is not the list's.
	 */
	group?: string
	/**
	 * Version of the kind when it is not the list's.
	 */
	version?: string
	/**
	 * Kind of the objects.
	 */
	kind: string
	/**
	 * What can be done with it.
	 */
	verbs: string[]
	/**
	 * Abbreviations for the command line.
	 */
	shortNames?: string[]
	/**
	 * Groupings that it belongs to, for example `all`.
	 */
	categories?: string[]
	/**
	 * Changes when objects are stored in another version.
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
	 * Group and version in which it is written.
	 */
	apiVersion?: string
	/**
	 * Group and version.
	 */
	groupVersion: string
	/**
	 * The resources.
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
	 * Group and version in which it is written.
	 */
	apiVersion?: string
	/**
	 * Versions served.
	 */
	versions: string[]
	/**
	 * Which address clients of which network should use.
	 */
	serverAddressByClientCIDRs: ServerAddressByClientCIDR[]
}

/**
 * One aspect of an object's state, as its controller sees it.
 */
export interface Condition {
	/**
	 * Which aspect.
	 */
	type: string
	/**
	 * Whether it holds.
	 */
	status: "True" | "False" | "Unknown"
	/**
	 * Generation of the object that the condition was computed from.
	 */
	observedGeneration?: number | bigint
	/**
	 * When the status last changed.
	 */
	lastTransitionTime: string
	/**
	 * Why it changed, in one word for programs.
	 */
	reason: string
	/**
	 * Why it changed, in words for people.
	 */
	message: string
}

/**
 * How an object is created.
 */
export interface CreateOptions {
	/**
	 * Kind of the object.
	 */
	kind?: string
	/**
	 * Group and version in which it is written.
	 */
	apiVersion?: string
	/**
	 * With `All`, the request runs through every stage but nothing is stored. No other value is valid.
	 */
	dryRun?: string[]
	/**
	 * Name of the program or person that makes the change, at most 128 printable characters. Fields that the request sets are recorded as owned by it.
	 */
	fieldManager?: string
	/**
	 * What happens to unknown and duplicate fields of the body: `Ignore` drops them, `Warn` drops them and answers with a warning for each, `Strict` refuses the request.
	 */
	fieldValidation?: string
}

/**
 * How an object is deleted.
 */
export interface DeleteOptions {
	/**
	 * Kind of the object.
	 */
	kind?: string
	/**
	 * Group and version in which it is written.
	 */
	apiVersion?: string
	/**
	 * Seconds that the object may take to end before it is removed; zero removes it at once. The kind decides when it is left out.
	 */
	gracePeriodSeconds?: number | bigint
	/**
	 * What must hold for the deletion to happen.
	 */
	preconditions?: Preconditions
	/**
	 * Outdated: use propagationPolicy. Whether the objects that the deleted one owns are left behind. Not valid together with propagationPolicy.
	 */
	orphanDependents?: boolean
	/**
	 * What happens to the objects that the deleted one owns: `Orphan` leaves them, `Background` deletes them afterwards, `Foreground` deletes them first.
	 */
	propagationPolicy?: string
	/**
	 * With `All`, the request runs through every stage but nothing is stored. No other value is valid.
	 */
	dryRun?: string[]
	/**
	 * Delete even when the stored object cannot be read. Nothing that depends on it is cleaned up then.
	 */
	ignoreStoreReadErrorWithClusterBreakingPotential?: boolean
}

/**
 * One condition on the value of one field.
 */
export interface FieldSelectorRequirement {
	/**
	 * Field that is looked at.
	 */
	key: string
	/**
	 * How its value relates to `values`: In, NotIn, Exists or DoesNotExist.
	 */
	operator: string
	/**
	 * Values compared with.
	 */
	values?: string[]
}

/**
 * How an object is read.
 */
export interface GetOptions {
	/**
	 * Kind of the object.
	 */
	kind?: string
	/**
	 * Group and version in which it is written.
	 */
	apiVersion?: string
	/**
	 * How recent the answer must be.
	 */
	resourceVersion?: string
}

/**
 * A resource, whatever its version.
 */
export interface GroupResource {
	/**
	 * Its API group.
	 */
	group: string
	/**
	 * Its name, in the plural.
	 */
	resource: string
}

/**
 * A version of a group, together and apart.
 */
export interface GroupVersionForDiscovery {
	/**
	 * Group and version.
	 */
	groupVersion: string
	/**
	 * Version alone.
	 */
	version: string
}

/**
 * Chooses objects by their labels; everything given must hold. An empty selector chooses all, an absent one none.
 */
export interface LabelSelector {
	/**
	 * Labels that must have exactly these values.
	 */
	matchLabels?: { [key: string]: string }
	/**
	 * Further conditions on labels.
	 */
	matchExpressions?: LabelSelectorRequirement[]
}

/**
 * One condition on the value of one label.
 */
export interface LabelSelectorRequirement {
	/**
	 * Label that is looked at.
	 */
	key: string
	/**
	 * How its value relates to `values`: In, NotIn, Exists or DoesNotExist.
	 */
	operator: string
	/**
	 * Values compared with. Needed for In and NotIn, not allowed for Exists and DoesNotExist.
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
	 * Group and version in which it is written.
	 */
	apiVersion?: string
	/**
	 * Metadata of the collection.
	 */
	metadata?: ListMeta
	/**
	 * The objects.
	 */
	items: ({ [key: string]: unknown })[]
}

/**
 * What a collection says about itself.
 */
export interface ListMeta {
	/**
	 * No longer filled in.
	 */
	selfLink?: string
	/**
	 * Version at which the collection was read; a watch can start from it.
	 */
	resourceVersion?: string
	/**
	 * Token that fetches the next chunk; empty on the last.
	 */
	continue?: string
	/**
	 * How many items follow this chunk. Absent when selectors are used or nothing follows.
	 */
	remainingItemCount?: number | bigint
	/**
	 * Which shard of the collection this is.
	 */
	shardInfo?: ShardInfo
}

/**
 * How a collection is read or watched.
 */
export interface ListOptions {
	/**
	 * Kind of the object.
	 */
	kind?: string
	/**
	 * Group and version in which it is written.
	 */
	apiVersion?: string
	/**
	 * Only objects whose labels match, for example `app=web,tier!=cache`.
	 */
	labelSelector?: string
	/**
	 * Only objects whose fields match, for example `metadata.name=a`.
	 */
	fieldSelector?: string
	/**
	 * Streams changes from resourceVersion on, instead of a list.
	 */
	watch?: boolean
	/**
	 * A watch may send BOOKMARK events, which say only how far it has come.
	 */
	allowWatchBookmarks?: boolean
	/**
	 * Version of the data that the request must see; resourceVersionMatch says whether exactly or at least. A watch starts after it.
	 */
	resourceVersion?: string
	/**
	 * `Exact` or `NotOlderThan`: how resourceVersion is meant. Give it whenever a list gives resourceVersion.
	 */
	resourceVersionMatch?: string
	/**
	 * Seconds after which the request ends, whatever happens.
	 */
	timeoutSeconds?: number | bigint
	/**
	 * Most objects that one page of a list may hold; the list says in `metadata.continue` how to go on. All pages show the same state.
	 */
	limit?: number | bigint
	/**
	 * Token of the previous page of a list that was cut by limit; all other parameters must stay the same. An expired token answers 410 with another one, which goes on from the present state. Not valid for watches.
	 */
	continue?: string
	/**
	 * A watch first sends every present object as an ADDED event, then a bookmark that says so. Needs `resourceVersionMatch=NotOlderThan`.
	 */
	sendInitialEvents?: boolean
	/**
	 * Which shard of the collection.
	 */
	shardSelector?: string
}

/**
 * The fields that one manager set in one way.
 */
export interface ManagedFieldsEntry {
	/**
	 * Who set the fields.
	 */
	manager?: string
	/**
	 * How they were set: Apply or Update.
	 */
	operation?: string
	/**
	 * Version of the kind in which the fields are named.
	 */
	apiVersion?: string
	/**
	 * When the entry last changed.
	 */
	time?: string
	/**
	 * Form of the field set; only FieldsV1 exists.
	 */
	fieldsType?: string
	/**
	 * The field set: a tree whose keys name fields, list entries and values.
	 */
	fieldsV1?: { [key: string]: unknown }
	/**
	 * Subresource through which the fields were set; empty for the object itself.
	 */
	subresource?: string
}

/**
 * Name, identity, life and ownership of an object.
 */
export interface ObjectMeta {
	/**
	 * Name of the object, unique among those of its kind in its namespace. It cannot change.
	 */
	name?: string
	/**
	 * Prefix of a name that the server completes with random characters when no name is given.
	 */
	generateName?: string
	/**
	 * Namespace that the object lives in; empty on kinds that belong to the whole cluster.
	 */
	namespace?: string
	/**
	 * No longer filled in.
	 */
	selfLink?: string
	/**
	 * Identity of this very object. A later object of the same name has another one.
	 */
	uid?: string
	/**
	 * Version of the object as stored. Opaque: compare for equality, and send back what was received.
	 */
	resourceVersion?: string
	/**
	 * Counts changes of what was asked for; changes of status and metadata do not count.
	 */
	generation?: number | bigint
	/**
	 * When the server made the object.
	 */
	creationTimestamp?: string | null
	/**
	 * When deletion was asked for, or when the grace period ends. The object goes away when its finalizers are empty.
	 */
	deletionTimestamp?: string
	/**
	 * Seconds that the object is given to end by itself; set along with deletionTimestamp.
	 */
	deletionGracePeriodSeconds?: number | bigint
	/**
	 * Short keys and values by which objects are selected.
	 */
	labels?: { [key: string]: string }
	/**
	 * Keys and values that tools keep with an object; they cannot be selected by.
	 */
	annotations?: { [key: string]: string }
	/**
	 * Objects that this one belongs to. It is collected when all of them are gone.
	 */
	ownerReferences?: OwnerReference[]
	/**
	 * Duties that must be done before the object may go. Whoever has done one removes it; their order means nothing.
	 */
	finalizers?: string[]
	/**
	 * Which manager set which field. The server keeps it; clients rarely need to look.
	 */
	managedFields?: ManagedFieldsEntry[]
}

/**
 * Another object that an object belongs to, in the same namespace or in none.
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
	 * Identity of the owner.
	 */
	uid: string
	/**
	 * Whether this owner is the one that controls the object; at most one does.
	 */
	controller?: boolean
	/**
	 * Whether a foreground deletion of the owner waits for this object.
	 */
	blockOwnerDeletion?: boolean
}

/**
 * An object of which only the metadata is shown.
 */
export interface PartialObjectMetadata {
	/**
	 * Kind of the object.
	 */
	kind?: string
	/**
	 * Group and version in which it is written.
	 */
	apiVersion?: string
	/**
	 * Metadata of the object.
	 */
	metadata?: ObjectMeta
}

/**
 * A collection of which only the metadata is shown.
 */
export interface PartialObjectMetadataList {
	/**
	 * Kind of the object.
	 */
	kind?: string
	/**
	 * Group and version in which it is written.
	 */
	apiVersion?: string
	/**
	 * Metadata of the collection.
	 */
	metadata?: ListMeta
	/**
	 * The objects.
	 */
	items: PartialObjectMetadata[]
}

/**
 * How an object is patched.
 */
export interface PatchOptions {
	/**
	 * Kind of the object.
	 */
	kind?: string
	/**
	 * Group and version in which it is written.
	 */
	apiVersion?: string
	/**
	 * With `All`, the request runs through every stage but nothing is stored. No other value is valid.
	 */
	dryRun?: string[]
	/**
	 * Takes fields from their present owners when an apply patch sets them to other values. Only valid with apply patches.
	 */
	force?: boolean
	/**
	 * Name of the program or person that makes the change, at most 128 printable characters. Fields that the request sets are recorded as owned by it. An apply patch cannot do without; other patches may leave it out.
	 */
	fieldManager?: string
	/**
	 * What happens to unknown and duplicate fields of the body: `Ignore` drops them, `Warn` drops them and answers with a warning for each, `Strict` refuses the request.
	 */
	fieldValidation?: string
}

/**
 * What must hold for an operation to happen; otherwise it is a conflict.
 */
export interface Preconditions {
	/**
	 * Identity that the object must have.
	 */
	uid?: string
	/**
	 * Version that the object must have.
	 */
	resourceVersion?: string
}

/**
 * Address of the server for clients of a network.
 */
export interface ServerAddressByClientCIDR {
	/**
	 * The clients' network.
	 */
	clientCIDR: string
	/**
	 * Host, IP, host:port or IP:port to connect to.
	 */
	serverAddress: string
}

/**
 * The part of a collection that was asked for.
 */
export interface ShardInfo {
	/**
	 * Selector that chose the shard.
	 */
	selector: string
}

/**
 * Outcome of a request that returns no object, in particular of one that failed.
 */
export interface Status {
	/**
	 * Kind of the object.
	 */
	kind?: string
	/**
	 * Group and version in which it is written.
	 */
	apiVersion?: string
	/**
	 * Always empty but for tokens of expired lists.
	 */
	metadata?: ListMeta
	/**
	 * Success or Failure.
	 */
	status?: string
	/**
	 * What happened, in words for people.
	 */
	message?: string
	/**
	 * What happened, in one word for programs.
	 */
	reason?: string
	/**
	 * What the outcome is about.
	 */
	details?: StatusDetails
	/**
	 * HTTP status code.
	 */
	code?: number
}

/**
 * One thing that was wrong.
 */
export interface StatusCause {
	/**
	 * What was wrong, in one word for programs.
	 */
	reason?: string
	/**
	 * What was wrong, in words for people.
	 */
	message?: string
	/**
	 * Path of the field at fault, for example `spec.ports[0].name`.
	 */
	field?: string
}

/**
 * The object that a Status is about, and the causes of a failure.
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
	 * Identity of the object.
	 */
	uid?: string
	/**
	 * Everything that was found wrong.
	 */
	causes?: StatusCause[]
	/**
	 * Seconds to wait before the same request is worth repeating.
	 */
	retryAfterSeconds?: number
}

/**
 * Objects as rows for people to read.
 */
export interface Table {
	/**
	 * Kind of the object.
	 */
	kind?: string
	/**
	 * Group and version in which it is written.
	 */
	apiVersion?: string
	/**
	 * Metadata of the collection.
	 */
	metadata?: ListMeta
	/**
	 * What the cells of each row mean.
	 */
	columnDefinitions: TableColumnDefinition[]
	/**
	 * One row for each object.
	 */
	rows: TableRow[]
}

/**
 * What a column holds.
 */
export interface TableColumnDefinition {
	/**
	 * Heading.
	 */
	name: string
	/**
	 * OpenAPI type of the cells.
	 */
	type: string
	/**
	 * OpenAPI format of the cells; `name` marks the column with the object's name.
	 */
	format: string
	/**
	 * What the column says.
	 */
	description: string
	/**
	 * 0 is always shown; higher numbers only where there is room.
	 */
	priority: number
}

/**
 * What a table of objects holds beside its cells.
 */
export interface TableOptions {
	/**
	 * Kind of the object.
	 */
	kind?: string
	/**
	 * Group and version in which it is written.
	 */
	apiVersion?: string
	/**
	 * What each row carries of its object: None, Metadata or Object.
	 */
	includeObject?: string
}

/**
 * One object as cells.
 */
export interface TableRow {
	/**
	 * As many as there are columns.
	 */
	cells: unknown[]
	/**
	 * What marks the row.
	 */
	conditions?: TableRowCondition[]
	/**
	 * The object, its metadata alone, or nothing, as asked for.
	 */
	object?: { [key: string]: unknown }
}

/**
 * A mark on a row.
 */
export interface TableRowCondition {
	/**
	 * Which mark: Completed.
	 */
	type: string
	/**
	 * Whether it holds.
	 */
	status: string
	/**
	 * Why, in one word for programs.
	 */
	reason?: string
	/**
	 * Why, in words for people.
	 */
	message?: string
}

/**
 * How an object is replaced.
 */
export interface UpdateOptions {
	/**
	 * Kind of the object.
	 */
	kind?: string
	/**
	 * Group and version in which it is written.
	 */
	apiVersion?: string
	/**
	 * With `All`, the request runs through every stage but nothing is stored. No other value is valid.
	 */
	dryRun?: string[]
	/**
	 * Name of the program or person that makes the change, at most 128 printable characters. Fields that the request sets are recorded as owned by it.
	 */
	fieldManager?: string
	/**
	 * What happens to unknown and duplicate fields of the body: `Ignore` drops them, `Warn` drops them and answers with a warning for each, `Strict` refuses the request.
	 */
	fieldValidation?: string
}

/**
 * One change of one object.
 */
export interface WatchEvent {
	/**
	 * ADDED, MODIFIED, DELETED, BOOKMARK or ERROR.
	 */
	type: string
	/**
	 * The object after the change, or before its deletion; a Status with ERROR.
	 */
	object: { [key: string]: unknown }
}
