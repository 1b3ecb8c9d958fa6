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
	/** Current parent object in its storage version; undefined for a kind that is not stored. Hooks must not change it. */
	readonly parent: Parent;
	/** Texts for the Warning header. */
	readonly warnings: string[];
	/** Returns a signal that aborts when no client waits for the answer. */
	readonly signal: () => AbortSignal;
}

export interface ComputeRequest<Sent = object, Parent = object | undefined> extends HookRequest<Parent> {
	/** Object that was sent: decoded, defaulted, admitted and validated. */
	readonly object: Sent;
	/** True when no state may change. */
	readonly dryRun: boolean;
	/**
	 * UID and resource version from the metadata that the client sent: preconditions on the parent object. The server has removed them from
	 * `object`. Empty where absent.
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

/** Result of a request that returns no object. Without a code it is a success. */
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
	/** Returns a signal that aborts when no client waits for the answer. */
	readonly signal: () => AbortSignal;
	/** Checks the store: resolves when it answers, rejects when it does not. */
	readonly reachStore: () => Promise<void>;
}

/**
 * Returns a reader function for each observable object, by object name. A get calls one reader, a list all of them at once. The server sets
 * names and metadata.
 */
export type Observe<Given = object> = (request: ObserveRequest) => Readonly<Record<string, () => Promise<Given>>>;

export interface ConnectRequest<Options = object, Parent = object | undefined> extends HookRequest<Parent> {
	/** Query, decoded by its declared type. */
	readonly options: Options;
	readonly verb: RequestVerb;
	/** Rest of the URL path after the subresource, without the leading slash; empty for endpoints without one. */
	readonly path: string;
	/** Scheme and port from the URL (`https:NAME:PORT`), for endpoints that accept them; empty where absent. */
	readonly scheme: string;
	readonly port: string;
	/** The request, for its body and headers. */
	readonly request: ApiRequest;
	/** Access to stored objects. */
	readonly objects: StoredObjects;
}

/** Returns the response: text, a stream, or the response of another server. */
export type Connect<Options = object, Parent = object | undefined> = (request: ConnectRequest<Options, Parent>) => ApiResponse | Promise<ApiResponse>;

/** Answers all paths below `/apis/GROUP/VERSION`; the caller is authenticated and authorized. */
export type ProxyAnswer = (request: ApiRequest) => ApiResponse | Promise<ApiResponse>;
