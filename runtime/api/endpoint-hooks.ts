/**
 * What hooks answer where nothing of the store is the answer: endpoints that are computed or observed, connections, and groups of other
 * servers. The generator emits their types for each kind that declares such endpoints (`generated/hooks.ts`).
 */

import type { Authorizer } from './authorization.ts';
import type { ApiRequest, ApiResponse, RequestVerb, User } from './request.ts';
import type { StoredObjects } from './stored-objects.ts';
import type { Tokens } from './tokens.ts';

/** Of whom and by whom it is asked. */
interface Asked<Parent> {
	readonly user: User;
	/** Empty for kinds of the cluster. */
	readonly namespace: string;
	/** Of the object whose subresource it is; empty when there is none. */
	readonly name: string;
	/** That object in its storage version, as of now; undefined for a kind of which nothing is stored. Not to be changed. */
	readonly parent: Parent;
	/** Texts for the Warning header. */
	readonly warnings: string[];
	/** Aborted when nobody waits for the answer any more. */
	readonly signal: () => AbortSignal;
}

export interface ComputeRequest<Sent = object, Parent = object | undefined> extends Asked<Parent> {
	/** What was sent: read, defaulted, admitted and valid. */
	readonly object: Sent;
	/** Nothing outside may change. */
	readonly dryRun: boolean;
	/** What the metadata that was sent says of the object whose subresource it is: of `object` the server has taken it away. Empty texts: nothing. */
	readonly preconditions: { readonly uid: string; readonly resourceVersion: string };
	/** For what the answer is about. */
	readonly objects: StoredObjects;
	/** Who may do what. */
	readonly authorizer: Authorizer;
	/** Whose a bearer token is. */
	readonly tokens: Tokens;
	/** The time at which it was asked, as objects have it. */
	readonly now: string;
	/** What the audit should say of it. `key`: a qualified name. */
	readonly annotate: (key: string, value: string) => void;
}

/** That it is done, or is not, where there is nothing to show. Without a code it is a success. */
export interface ComputedStatus {
	readonly kind: 'Status';
	readonly status: 'Success' | 'Failure';
	readonly message?: string;
	readonly code?: number;
}

/** Makes the answer to a create, which is sent as 201 (a Status with its code). Refuses by throwing an ApiError. */
export type Compute<Sent = object, Given = object, Parent = object | undefined> = (
	request: ComputeRequest<Sent, Parent>,
) => Given | ComputedStatus | Promise<Given | ComputedStatus>;

export interface ObserveRequest {
	/** Aborted when nobody waits for the answer any more. */
	readonly signal: () => AbortSignal;
	/** Resolves when the store answers, and rejects when it does not. */
	readonly reachStore: () => Promise<void>;
}

/** What there is, by name, each with what finds it: a get asks for one, a list for all at once. Names and metadata are the caller's to set. */
export type Observe<Given = object> = (request: ObserveRequest) => Readonly<Record<string, () => Promise<Given>>>;

export interface ConnectRequest<Options = object, Parent = object | undefined> extends Asked<Parent> {
	/** The query by its type. */
	readonly options: Options;
	readonly verb: RequestVerb;
	/** What follows the subresource in the URL, without a slash before it; empty for endpoints that take no path. */
	readonly path: string;
	/** What the URL names with the object, of endpoints that take that; empty texts: nothing. */
	readonly scheme: string;
	readonly port: string;
	/** For its body and headers. */
	readonly request: ApiRequest;
	/** For what the answer is about. */
	readonly objects: StoredObjects;
}

/** Writes the answer itself: a text, a stream, another server's answer. */
export type Connect<Options = object, Parent = object | undefined> = (request: ConnectRequest<Options, Parent>) => ApiResponse | Promise<ApiResponse>;

/** Answers everything below `/apis/GROUP/VERSION`; the caller is known and allowed. */
export type ProxyAnswer = (request: ApiRequest) => ApiResponse | Promise<ApiResponse>;
