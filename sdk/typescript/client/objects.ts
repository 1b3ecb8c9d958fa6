/** Types of objects: as they are sent, as the server keeps them, and as patches and applies say parts of them. */

/** What this client needs to know of any object; each kind says more. */
export interface ApiObject {
	apiVersion: string;
	kind: string;
	metadata?: Metadata;
}

/** What this client reads of an object's metadata. */
export interface Metadata {
	name?: string;
	generateName?: string;
	namespace?: string;
	uid?: string;
	resourceVersion?: string;
}

/** An object that the server keeps: its metadata has a name and what the server gives. */
export type Stored<T> = T & { metadata: { name: string; uid: string; resourceVersion: string; creationTimestamp: string } };

/** An object that is sent. `apiVersion` and `kind` may be left out: the client knows them. */
export type New<T> = { [K in keyof T as K extends 'apiVersion' | 'kind' ? never : K]: T[K] } & {
	[K in keyof T & ('apiVersion' | 'kind')]?: T[K];
};

/** The same object in another version, whose fields are the same. */
export type InVersion<T, Version extends string> = { [K in keyof T as K extends 'apiVersion' ? never : K]: T[K] } & { apiVersion: Version };

/** A list, or one chunk of it. */
export interface List<T> {
	metadata: {
		/** The version at which the list was made: a watch goes on from here. */
		resourceVersion: string;
		/** There is more: give it as `continue`. */
		continue?: string;
		/** How many objects follow, where the server knows. */
		remainingItemCount?: number;
	};
	items: T[];
}

type Plain = string | number | bigint | boolean | null | undefined;

/** What a merge patch changes (RFC 7386): null takes a field away, lists are replaced as a whole. */
export type MergePatch<T> = unknown extends T ? T : T extends Plain | readonly unknown[] ? T : { [K in keyof T]?: MergePatch<T[K]> | null };

/** Parts of an object: every field may be left out, and those of entries of lists. */
export type Partially<T> = unknown extends T
	? T
	: T extends Plain
		? T
		: T extends readonly (infer Item)[]
			? Partially<Item>[]
			: { [K in keyof T]?: Partially<T[K]> };

/** What an apply says: the fields that this manager owns, under the name of the object. */
export type Applied<T> = Partially<New<T>> & { metadata: { name: string } };

/** What a strategic merge patch changes: entries of lists are merged by their keys, and directives say what is not. */
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

/** One operation of a JSON patch (RFC 6902). Paths are JSON pointers: `/spec/replicas`. */
export type JsonPatchOperation =
	| { op: 'add' | 'replace' | 'test'; path: string; value: unknown }
	| { op: 'remove'; path: string }
	| { op: 'move' | 'copy'; from: string; path: string };

/** Exactly one of these fields. */
export type ExactlyOne<T> = { [K in keyof T]-?: { [P in K]-?: Exclude<T[P], undefined> } & { [P in Exclude<keyof T, K>]?: never } }[keyof T];

/** One of these fields, or none. */
export type AtMostOne<T> = ExactlyOne<T> | { [K in keyof T]?: never };

type Names<T> = T extends unknown ? keyof T : never;

/** One of these groups of fields, and of no other any field. */
export type ExactlyOneOf<Groups, All = Groups> = Groups extends unknown ? Groups & { [K in Exclude<Names<All>, keyof Groups>]?: never } : never;

/** One of these groups of fields, or none. */
export type AtMostOneOf<Groups> = ExactlyOneOf<Groups> | { [K in Names<Groups>]?: never };

/** What the server answers with when it has no object to answer with, and when it refuses. */
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
	/** The kind where the object is invalid, else the resource. */
	kind?: string;
	uid?: string;
	causes?: StatusCause[];
	retryAfterSeconds?: number;
}

/** One thing that is wrong. */
export interface StatusCause {
	reason?: string;
	message?: string;
	/** Path of the field: `spec.containers[0].name`. */
	field?: string;
}
