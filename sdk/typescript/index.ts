/** Entry module for all platforms: Node, browsers, workers. Kinds are imported from the modules of their groups. */
export { Client, type ClientOptions } from './client/client.ts';
export type { ClusterResource, Definition, NamespacedResource, PartDefinition } from './client/definition.ts';
export { ApiError, ConnectionError, isReason, type Reason } from './client/errors.ts';
export type {
	ApiObject,
	Applied,
	AtMostOne,
	AtMostOneOf,
	ExactlyOne,
	ExactlyOneOf,
	InVersion,
	JsonPatchOperation,
	List,
	MergePatch,
	Metadata,
	New,
	Partially,
	Status,
	StatusCause,
	StatusDetails,
	Stored,
	StrategicDirectives,
	StrategicPatch,
} from './client/objects.ts';
export type {
	ApplyOptions,
	CallOptions,
	ChunkOptions,
	DeleteCollectionOptions,
	DeleteOptions,
	EditOptions,
	GetOptions,
	ListOptions,
	WriteOptions,
} from './client/options.ts';
export type { Credentials, Fetch, FetchInit, RetryOptions } from './client/requests.ts';
export type { FieldSelector, LabelSelector, Selection } from './client/selectors.ts';
export type {
	Connect,
	ConnectOptions,
	Create,
	CreatePart,
	Delete,
	DeleteCollection,
	Get,
	In,
	ListAll,
	Patch,
	PatchStrategic,
	Update,
	WaitFor,
	Watch,
} from './client/verbs.ts';
export {
	type Again,
	type ControllerOptions,
	type OwnerReference,
	ownerReference,
	type Reconciled,
	runController,
	type Watched,
	watches,
} from './controller/controller.ts';
export {
	addQuantities,
	compareQuantity,
	type Duration,
	duration,
	durationMs,
	type MicroTime,
	microTime,
	type Quantity,
	quantity,
	quantityNumber,
	type Time,
	time,
	timeDate,
} from './scalars.ts';
export type { Handlers, Informer, InformerOptions } from './watch/informer.ts';
export { keyOf, type WatchEvent, type WatchOptions } from './watch/watch.ts';
