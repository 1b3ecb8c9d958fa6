/**
 * Hooks that answer endpoints not backed by the store: computed and observed endpoints, connections, and groups of other servers. The
 * generator emits their types for each kind that declares such endpoints (`generated/hooks.ts`).
 */

import type { Authorizer } from './authorization.ts';
import type { ApiRequest, ApiResponse, RequestVerb, User } from './request.ts';
import type { StoredObjects } from './stored-objects.ts';
import type { Tokens } from './tokens.ts';

/** User and target of a request. */
interface HookRequest<Parent> {
	readonly user: User;
	/** Empty for cluster-scoped kinds. */
	readonly namespace: string;
	/** Name of the subresource's parent object; empty without one. */
	readonly name: string;
	/** Current parent object in its storage version; undefined for a kind that is not stored. Must not be changed. */
	readonly parent: Parent;
	/** Texts for the Warning header. */
	readonly warnings: string[];
	/** Returns a signal that aborts when no client waits for the answer any more. */
	readonly signal: () => AbortSignal;
}

export interface ComputeRequest<Sent = object, Parent = object | undefined> extends HookRequest<Parent> {
	/** Object that was sent: decoded, defaulted, admitted and validated. */
	readonly object: Sent;
	/** True when no state may change. */
	readonly dryRun: boolean;
	/**
	 * UID and resource version of the parent object from the sent metadata, which the server has removed from `object`. Empty where not
	 * given.
	 */
	readonly preconditions: { readonly uid: string; readonly resourceVersion: string };
	/** Access to stored objects. */
	readonly objects: StoredObjects;
	/** Authorizer of the server. */
	readonly authorizer: Authorizer;
	/** Verification and issuing of bearer tokens. */
	readonly tokens: Tokens;
	/** Time of the request in the format of object timestamps. */
	readonly now: string;
	/** Adds an audit annotation; `key` is a qualified name. */
	readonly annotate: (key: string, value: string) => void;
}

/** Outcome of a request that has no object to return. Without a code it is a success. */
export interface ComputedStatus {
	readonly kind: 'Status';
	readonly status: 'Success' | 'Failure';
	readonly message?: string;
	readonly code?: number;
}

/** Computes the answer to a create, which is sent as 201 (a Status with its code). Refuses by throwing an ApiError. */
export type Compute<Sent = object, Given = object, Parent = object | undefined> = (
	request: ComputeRequest<Sent, Parent>,
) => Given | ComputedStatus | Promise<Given | ComputedStatus>;

export interface ObserveRequest {
	/** Returns a signal that aborts when no client waits for the answer any more. */
	readonly signal: () => AbortSignal;
	/** Resolves when the store answers, and rejects when it does not. */
	readonly reachStore: () => Promise<void>;
}

/**
 * Returns the observable objects by name, each with a function that reads it. A get calls one, a list calls all at once. The caller sets
 * names and metadata.
 */
export type Observe<Given = object> = (request: ObserveRequest) => Readonly<Record<string, () => Promise<Given>>>;

export interface ConnectRequest<Options = object, Parent = object | undefined> extends HookRequest<Parent> {
	/** Query, decoded by its declared type. */
	readonly options: Options;
	readonly verb: RequestVerb;
	/** Path behind the subresource in the URL, without the leading slash; empty for endpoints without one. */
	readonly path: string;
	/** Scheme and port that the URL names with the object, for endpoints that accept them; empty where absent. */
	readonly scheme: string;
	readonly port: string;
	/** The request, for its body and headers. */
	readonly request: ApiRequest;
	/** Access to stored objects. */
	readonly objects: StoredObjects;
}

/** Returns the answer itself: a text, a stream, or another server's answer. */
export type Connect<Options = object, Parent = object | undefined> = (request: ConnectRequest<Options, Parent>) => ApiResponse | Promise<ApiResponse>;

/** Answers all paths below `/apis/GROUP/VERSION`; the caller is authenticated and authorized. */
export type ProxyAnswer = (request: ApiRequest) => ApiResponse | Promise<ApiResponse>;
