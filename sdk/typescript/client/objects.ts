/** Types of objects: as sent, as stored by the server, and as the partial forms of patches and applies. */

/** Fields that this client needs of any object. Each kind has more. */
export interface ApiObject {
	apiVersion: string;
	kind: string;
	metadata?: Metadata;
}

/** Metadata that this client reads. */
export interface Metadata {
	name?: string;
	generateName?: string;
	namespace?: string;
	uid?: string;
	resourceVersion?: string;
}

/** Stored object: its metadata has a name and the fields that the server sets. */
export type Stored<T> = T & { metadata: { name: string; uid: string; resourceVersion: string; creationTimestamp: string } };

/** Object to send. `apiVersion` and `kind` may be omitted; the client adds them. */
export type New<T> = { [K in keyof T as K extends 'apiVersion' | 'kind' ? never : K]: T[K] } & {
	[K in keyof T & ('apiVersion' | 'kind')]?: T[K];
};

/** The same object in another version with the same fields. */
export type InVersion<T, Version extends string> = { [K in keyof T as K extends 'apiVersion' ? never : K]: T[K] } & { apiVersion: Version };

/** List, or a chunk of it. */
export interface List<T> {
	metadata: {
		/** Version of the list, from which a watch can continue. */
		resourceVersion: string;
		/** Set when more objects follow. To be passed as `continue`. */
		continue?: string;
		/** Number of objects that follow, if the server knows it. */
		remainingItemCount?: number;
	};
	items: T[];
}

type Plain = string | number | bigint | boolean | null | undefined;

/** Merge patch (RFC 7386): null removes a field, and a list is replaced as a whole. */
export type MergePatch<T> = unknown extends T ? T : T extends Plain | readonly unknown[] ? T : { [K in keyof T]?: MergePatch<T[K]> | null };

/** Partial object: every field may be omitted, also in entries of lists. */
export type Partially<T> = unknown extends T
	? T
	: T extends Plain
		? T
		: T extends readonly (infer Item)[]
			? Partially<Item>[]
			: { [K in keyof T]?: Partially<T[K]> };

/** Body of an apply: the fields that this manager owns, and the name of the object. */
export type Applied<T> = Partially<New<T>> & { metadata: { name: string } };

/** Strategic merge patch: entries of lists are merged by their keys, and directives remove entries. */
export type StrategicPatch<T> = unknown extends T
	? T
	: T extends Plain
		? T
		: T extends readonly (infer Item)[]
			? StrategicPatch<Item>[]
			: { [K in keyof T]?: StrategicPatch<T[K]> | null } & StrategicDirectives;

export interface StrategicDirectives {
	$patch?: 'merge' | 'replace' | 'delete';
	$retainKeys?: string[];
	[directive: `$setElementOrder/${string}` | `$deleteFromPrimitiveList/${string}`]: unknown[];
}

/** Operation of a JSON patch (RFC 6902). Paths are JSON pointers, such as `/spec/replicas`. */
export type JsonPatchOperation =
	| { op: 'add' | 'replace' | 'test'; path: string; value: unknown }
	| { op: 'remove'; path: string }
	| { op: 'move' | 'copy'; from: string; path: string };

/** Exactly one of these fields. */
export type ExactlyOne<T> = { [K in keyof T]-?: { [P in K]-?: Exclude<T[P], undefined> } & { [P in Exclude<keyof T, K>]?: never } }[keyof T];

/** One of these fields, or none. */
export type AtMostOne<T> = ExactlyOne<T> | { [K in keyof T]?: never };

type Names<T> = T extends unknown ? keyof T : never;

/** Fields of exactly one of these groups. */
export type ExactlyOneOf<Groups, All = Groups> = Groups extends unknown ? Groups & { [K in Exclude<Names<All>, keyof Groups>]?: never } : never;

/** Fields of one of these groups, or of none. */
export type AtMostOneOf<Groups> = ExactlyOneOf<Groups> | { [K in Names<Groups>]?: never };

/** Response of the server when it has no object to return, or when it refuses. */
export interface Status {
	apiVersion: 'v1';
	kind: 'Status';
	metadata?: { continue?: string };
	status?: 'Success' | 'Failure';
	message?: string;
	reason?: string;
	code?: number;
	details?: StatusDetails;
}

export interface StatusDetails {
	name?: string;
	group?: string;
	/** Kind of an invalid object. In other cases, the resource. */
	kind?: string;
	uid?: string;
	causes?: StatusCause[];
	retryAfterSeconds?: number;
}

/** Error of a refused request about one field. */
export interface StatusCause {
	reason?: string;
	message?: string;
	/** Path of the field: `spec.containers[0].name`. */
	field?: string;
}
