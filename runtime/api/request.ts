/**
 * The protocol-independent request and response that every stage of the request path sees; `http/` maps them to HTTP/1.1 and HTTP/2. DESIGN
 * section 6, request path.
 */

import type { Readable } from 'node:stream';
import type { Endpoint } from '../model/endpoint.ts';
import type { Verb } from '../model/verb.ts';
import type { QueryParameters } from './query.ts';

export interface User {
	readonly name: string;
	readonly uid: string;
	readonly groups: readonly string[];
	readonly extra: Readonly<Record<string, readonly string[]>>;
	/** Absent for the anonymous user, and for users that a request only asks about. */
	readonly proof?: Proof;
}

/** Proof of a user's identity. */
export interface Proof {
	/** Name of the authenticator. */
	readonly method: string;
	/** Source of the identity: common name of the client CA, issuer of a token, or file of static tokens. */
	readonly authority: string;
	/** Audiences that the credential names; empty where it names none and is valid for this server. */
	readonly audiences: readonly string[];
}

/**
 * The platform's verbs of resource requests (seed 1), empty for methods without one. A non-resource request has the lower-case HTTP method.
 */
export type RequestVerb = Verb | '' | FurtherVerb;

/** Verbs authorized in addition to the request's own, where the request asks for more. */
export type FurtherVerb =
	| 'unsafe-delete-ignore-read-errors'
	| 'request-serviceaccounts-token-audience'
	| 'escalate'
	| 'bind'
	| 'use'
	| SignerVerb
	| ImpersonationVerb
	| `impersonate-on:${string}`;

/** Verbs on signers of certificates. */
export type SignerVerb = 'approve' | 'sign' | 'attest';

/** Verb for acting as another user; the name of a constrained form follows a colon. */
export type ImpersonationVerb = 'impersonate' | `impersonate:${string}`;

/** Information in the URL and method, parsed once. */
export type RequestInfo =
	| {
			readonly isResource: true;
			readonly verb: RequestVerb;
			/** Empty for the core group. */
			readonly group: string;
			readonly version: string;
			/** Plural, as in the URL. */
			readonly resource: string;
			/** Empty when there is none. */
			readonly subresource: string;
			readonly namespace: string;
			/** Empty for collections. */
			readonly name: string;
			/** Path behind the subresource, without the leading slash; absent where empty. */
			readonly path?: string;
	  }
	| { readonly isResource: false; readonly verb: string };

/** The value is latin1 as in Node: one character for each byte. */
export type HeaderLine = readonly [name: string, value: string];

/**
 * Identity proved by a certificate. It is checked for each request, because client CAs and time change while a connection is open.
 * `refused`: the certificate is not valid for that role.
 */
export interface Peer {
	/** Returns the user that the certificate names as a client, or undefined. */
	client(): User | 'refused' | undefined;
	/** Returns its common name as a proxy that authenticates for its clients. */
	proxy(): string | 'refused';
}

export interface ApiRequest {
	/** HTTP method in upper case. */
	readonly method: string;
	/** Decoded path without the query. */
	readonly path: string;
	/** Raw query without `?`; empty when there is none. */
	readonly query: string;
	/** Returns the query's parameters, parsed on first use. Costs nothing without a query. */
	parameters(): QueryParameters;
	/** Returns a header by its lower-case name; repeated headers are joined by `, `. */
	header(name: string): string | undefined;
	/**
	 * Returns the headers whose lower-case names begin with `prefix`, as received; repeated ones are separate lines. Allocates nothing
	 * where none match.
	 */
	headersBeginning(prefix: string): readonly HeaderLine[];
	/** Returns the whole body, at most 3 MiB, read on first use. Throws ApiError RequestEntityTooLarge. */
	body(): Promise<Buffer>;
	/** Aborted when the client goes away, the request times out, or the server's drain period ends. */
	readonly signal: AbortSignal;
	/** Peer of the connection, as far as a certificate proves it; undefined without a certificate. */
	readonly peer: Peer | undefined;
	/** Address and port of the client. Absent for requests made in the process. */
	readonly remote?: string;
	/** Set when the client asks for a WebSocket instead of an answer, and its connection can become one. */
	readonly webSocket?: WebSocketOffer | undefined;
	/** Set when the client asks for a protocol that can be passed on, and its connection can change to it. */
	readonly tunnel?: TunnelOffer | undefined;
	/** Framing of watch events; absent for one event a line. */
	readonly eventFraming?: LineFraming;
	/** Set by stages in the order of the path. */
	info: RequestInfo;
	/** Entry of the endpoint table; undefined where none is served. */
	endpoint?: Endpoint | undefined;
	user: User;
	/** Texts for `Warning: 299 - "..."` headers; stages and verbs append. */
	readonly warnings: string[];
	/** Headers that stages add to any answer: name, value, name, value. Absent for requests made in the process. */
	readonly outgoing?: string[];
	/** True when the body has been asked for. Absent for requests made in the process. */
	readonly bodyAsked?: boolean;
	/** Set for audited requests. */
	audit?: AuditTrail;
	/** Seats of the request in flight; none while it waits for its body. Set by overload protection and by the reader of the body. */
	seats?: Seats | undefined;
	/** True when no client waits for the answer any more: it went away, or has been answered. Absent for requests made in the process. */
	readonly isOver?: boolean;
	/** Aborts `signal`, for the stages that bound a request's time. Absent for requests made in the process. */
	abort?(reason: Error): void;
}

/** Framing of watch events in JSON. It keeps no reference to the request: a frame is made once for all watchers with the same framing. */
export interface LineFraming {
	/** Name, unique among framings. */
	readonly name: string;
	/** Frames `line`, an event and its line feed. `isInitial`: the event belongs to the watch's initial state. */
	json(line: Buffer, isInitial: boolean): Buffer;
}

/**
 * A client's offer to receive its answer over a WebSocket (RFC 6455). A handler accepts it by answering 101 with an EventBody of messages.
 */
export interface WebSocketOffer {
	/** Subprotocols in the client's order of preference. An authenticator removes the one that was its credential. */
	protocols: readonly string[];
	/** Returns the headers of the 101. `answer` receives the headers of a refusal's Status. Throws ApiError BadRequest, Forbidden. */
	accept(answer: string[]): Readonly<Record<string, string>>;
	/** Encodes one message for the writer of the EventBody. It keeps no reference to the request. */
	readonly message: (content: Buffer, isText: boolean) => Buffer;
}

/**
 * A client's offer to continue its connection in another protocol. A handler accepts it by answering 101 with an EventBody, which writes
 * bytes in that protocol.
 */
export interface TunnelOffer {
	/** Throws ApiError Forbidden when the page that asks may not do so. */
	check(): void;
	/** Returns the bytes that the client sends in the new protocol. */
	accept(): Readable;
}

/** Seats among the requests in flight: each running request takes some, as in Kubernetes' priority and fairness. */
export interface Seats {
	/** Takes the seats; a promise resolves when they are available. Throws or rejects with ApiError TooManyRequests when there are none. */
	take(): void | Promise<void>;
	giveBack(): void;
}

/** Audit data of a request, added by stages, verbs and plugins. */
export interface AuditTrail {
	/**
	 * Starts the audit when the user is known. The request waits for a returned promise. Throws or rejects where it must not be served
	 * without an audit.
	 */
	begin(user: User): void | Promise<void>;
	/** Records that the request acts as another user from now on. `constraint` is the verb of a constrained impersonation. */
	actsAs(user: User, constraint?: string): void;
	/** Adds an annotation; a later value replaces an earlier one. */
	annotate(...annotation: Annotation): void;
}

/**
 * An audit annotation. `key` is a qualified name, such as `DOMAIN/what`. `atLeast` limits it to audit levels that include request bodies.
 */
export type Annotation = readonly [key: string, value: string, atLeast?: 'Request'];

/**
 * A response body: whole, in pieces, or as a stream that the listener pipes with back pressure. The size of a SizedReadable goes into the
 * headers.
 */
export type ResponseBody = string | Buffer | readonly Buffer[] | Readable | EventBody;

/** A long-lived body. `start` is called once with a writer; the body ends when the writer's signal aborts or `start` resolves. */
export interface EventBody {
	readonly kind: 'events';
	start(writer: EventWriter): Promise<void>;
	/** Called instead of `start` when the body will not be read. */
	abandon?(): void;
}

export interface EventWriter {
	/**
	 * Writes bytes to the socket. The same Buffer may be given to any number of writers. Returns false when the caller should wait for
	 * `drained()`.
	 */
	write(bytes: Buffer): boolean;
	drained(): Promise<void>;
	readonly signal: AbortSignal;
}

export interface ApiResponse {
	readonly status: number;
	/** Headers by lower-case name; the listener sets `content-length`. */
	readonly headers: Readonly<Record<string, string>>;
	readonly body: ResponseBody;
}

/** Handles a request. A synchronous answer spares the hot path a promise. */
export type Handler = (request: ApiRequest) => ApiResponse | Promise<ApiResponse>;

export type Filter = (next: Handler) => Handler;
