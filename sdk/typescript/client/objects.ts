/** Types of objects: as sent, as stored by the server, and as the partial forms of patches and applies. */

/** Fields that this client needs of any object; each kind has more. */
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

/** A stored object: its metadata has a name and the fields that the server sets. */
export type Stored<T> = T & { metadata: { name: string; uid: string; resourceVersion: string; creationTimestamp: string } };

/** An object to send. `apiVersion` and `kind` may be omitted: the client adds them. */
export type New<T> = { [K in keyof T as K extends 'apiVersion' | 'kind' ? never : K]: T[K] } & {
	[K in keyof T & ('apiVersion' | 'kind')]?: T[K];
};

/** The same object in another version with the same fields. */
export type InVersion<T, Version extends string> = { [K in keyof T as K extends 'apiVersion' ? never : K]: T[K] } & { apiVersion: Version };

/** A list, or one chunk of it. */
export interface List<T> {
	metadata: {
		/** Version at which the list was made; a watch can continue from here. */
		resourceVersion: string;
		/** Set when more objects follow: pass it as `continue`. */
		continue?: string;
		/** Number of objects that follow, when the server knows it. */
		remainingItemCount?: number;
	};
	items: T[];
}

type Plain = string | number | bigint | boolean | null | undefined;

/** A merge patch (RFC 7386): null removes a field, and lists are replaced as a whole. */
export type MergePatch<T> = unknown extends T ? T : T extends Plain | readonly unknown[] ? T : { [K in keyof T]?: MergePatch<T[K]> | null };

/** A partial object: every field may be omitted, also in entries of lists. */
export type Partially<T> = unknown extends T
	? T
	: T extends Plain
		? T
		: T extends readonly (infer Item)[]
			? Partially<Item>[]
			: { [K in keyof T]?: Partially<T[K]> };

/** The body of an apply: the fields that this manager owns, with the object's name. */
export type Applied<T> = Partially<New<T>> & { metadata: { name: string } };

/** A strategic merge patch: entries of lists are merged by their keys, and directives remove entries. */
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

/** Fields of exactly one of these groups. */
export type ExactlyOneOf<Groups, All = Groups> = Groups extends unknown ? Groups & { [K in Exclude<Names<All>, keyof Groups>]?: never } : never;

/** Fields of one of these groups, or of none. */
export type AtMostOneOf<Groups> = ExactlyOneOf<Groups> | { [K in Names<Groups>]?: never };

/** Response of the server when it has no object to return, and when it refuses. */
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
	/** Kind of an invalid object, else the resource. */
	kind?: string;
	uid?: string;
	causes?: StatusCause[];
	retryAfterSeconds?: number;
}

/** One error of a refused request. */
export interface StatusCause {
	reason?: string;
	message?: string;
	/** Path of the field: `spec.containers[0].name`. */
	field?: string;
}
