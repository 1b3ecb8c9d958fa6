/**
 * Request and response as all stages of the request path see them, independent of the protocol. `http/` maps them to HTTP/1.1 and HTTP/2.
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
	/** Absent for the anonymous user, and for users named in an access review. */
	readonly proof?: Proof;
}

/** Proof of a user's identity. */
export interface Proof {
	/** Name of the authenticator. */
	readonly method: string;
	/** Source of the identity: common name of the client CA, issuer of a token, or file name of static tokens. */
	readonly authority: string;
	/** Audiences of the credential; empty where it names none and is meant for this server. */
	readonly audiences: readonly string[];
}

/** Verb of a resource request (seed 1); empty for methods without one. For a non-resource request, the HTTP method in lower case. */
export type RequestVerb = Verb | '' | FurtherVerb;

/** Verbs checked in addition to the request's own verb, for requests that need more than one permission. */
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

/** Verb that allows acting as another user; a constrained form has a suffix after a colon. */
export type ImpersonationVerb = 'impersonate' | `impersonate:${string}`;

/** Parsed URL and method. */
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
			/** Rest of the path after the subresource, without the leading slash; absent where empty. */
			readonly path?: string;
	  }
	| { readonly isResource: false; readonly verb: string };

/** The value is latin1 as in Node: one character per byte. */
export type HeaderLine = readonly [name: string, value: string];

/**
 * Identity from a TLS client certificate. It is verified for each request, because client CAs and time change while a connection is open.
 * `refused`: the certificate is invalid for that role.
 */
export interface Peer {
	/** Returns the user of a client certificate, or undefined. */
	client(): User | 'refused' | undefined;
	/** Returns the common name of the certificate, for an authenticating proxy. */
	proxy(): string | 'refused';
}

export interface ApiRequest {
	/** HTTP method in upper case. */
	readonly method: string;
	/** Decoded path without the query. */
	readonly path: string;
	/** Raw query without `?`; empty when there is none. */
	readonly query: string;
	/** Returns the query's parameters, parsed on first use. */
	parameters(): QueryParameters;
	/** Returns a header by its lower-case name; repeated headers are joined by `, `. */
	header(name: string): string | undefined;
	/**
	 * Returns the headers whose lower-case names begin with `prefix`, as received; repeated headers are separate entries. Allocates nothing
	 * when none match.
	 */
	headersBeginning(prefix: string): readonly HeaderLine[];
	/** Returns the whole body, at most 3 MiB, read on first use. Throws ApiError RequestEntityTooLarge. */
	body(): Promise<Buffer>;
	/** Aborted when the client goes away, the request times out, or the server's drain period ends. */
	readonly signal: AbortSignal;
	/** Certificate identity of the connection; undefined without a client certificate. */
	readonly peer: Peer | undefined;
	/** Address and port of the client. Absent for in-process requests. */
	readonly remote?: string;
	/** Set when the client requests a WebSocket upgrade that its connection supports. */
	readonly webSocket?: WebSocketOffer | undefined;
	/** Set when the client requests an upgrade to another protocol that its connection supports. */
	readonly tunnel?: TunnelOffer | undefined;
	/** Framing of watch events; by default one event per line. */
	readonly eventFraming?: LineFraming;
	/** Set by earlier stages. */
	info: RequestInfo;
	/** Served endpoint; undefined where none matches. */
	endpoint?: Endpoint | undefined;
	/** True when the request stays open as long as the client wants. Such a request has no deadline and holds no seat. */
	isLongRunning?: boolean;
	user: User;
	/** Texts for `Warning: 299 - "..."` headers; stages and verbs append to it. */
	readonly warnings: string[];
	/** Headers that stages add to every response: name, value, name, value. Absent for in-process requests. */
	readonly outgoing?: string[];
	/** True when the body has been read. Absent for in-process requests. */
	readonly bodyAsked?: boolean;
	/** Set when the request is audited. */
	audit?: AuditTrail;
	/**
	 * Seats of the request in flow control. It holds none while it waits for its body. Set by flow control and by the reader of the body.
	 */
	seats?: Seats | undefined;
	/** True when no client waits for the answer: it disconnected or has been answered. Absent for in-process requests. */
	readonly isOver?: boolean;
	/** Aborts `signal`; used by stages that limit the request's time. Absent for in-process requests. */
	abort?(reason: Error): void;
}

/** Framing of JSON watch events. Independent of the request, because one frame is shared by all watchers with the same framing. */
export interface LineFraming {
	/** Unique name of the framing. */
	readonly name: string;
	/** Frames `line`, an event with its line feed. `isInitial`: the event belongs to the initial state of the watch. */
	json(line: Buffer, isInitial: boolean): Buffer;
}

/** A client's WebSocket upgrade request (RFC 6455). A handler accepts it by answering 101 with an EventBody of messages. */
export interface WebSocketOffer {
	/** Subprotocols in the client's order of preference. An authenticator removes the one that carries a bearer token. */
	protocols: readonly string[];
	/** Returns the headers of the 101 response. `answer` receives headers for a refusal. Throws ApiError BadRequest, Forbidden. */
	accept(answer: string[]): Readonly<Record<string, string>>;
	/** Encodes one message for the writer of the EventBody. Independent of the request. */
	readonly message: (content: Buffer, isText: boolean) => Buffer;
}

/**
 * A client's request to upgrade its connection to another protocol. A handler accepts it by answering 101 with an EventBody, which writes
 * bytes of that protocol.
 */
export interface TunnelOffer {
	/** Throws ApiError Forbidden when the origin of the page may not do so. */
	check(): void;
	/** Returns the bytes that the client sends after the upgrade. */
	accept(): Readable;
}

/** Seats of a request in flow control (priority and fairness): each running request occupies some. */
export interface Seats {
	/**
	 * Takes the seats; a returned promise resolves when they are free. Throws or rejects with ApiError TooManyRequests when the queue is
	 * full or the wait too long.
	 */
	take(): void | Promise<void>;
	release(): void;
}

/** Audit data of a request, added by stages, verbs and plugins. */
export interface AuditTrail {
	/**
	 * Starts the audit once the user is known. The request waits for a returned promise. Throws or rejects when the request must not be
	 * served unaudited.
	 */
	begin(user: User): void | Promise<void>;
	/** Records an impersonated user. `constraint`: the verb of a constrained impersonation. */
	actsAs(user: User, constraint?: string): void;
	/** Adds an annotation; a later value replaces an earlier one. */
	annotate(...annotation: Annotation): void;
}

/** An audit annotation. `key` is a qualified name, such as `DOMAIN/what`. `atLeast`: lowest audit level that includes the annotation. */
export type Annotation = readonly [key: string, value: string, atLeast?: 'Request'];

/**
 * A response body: complete, in pieces, or a stream that the listener pipes with back pressure. The size of a SizedReadable becomes
 * `content-length`.
 */
export type ResponseBody = string | Buffer | readonly Buffer[] | Readable | EventBody;

/**
 * A long-lived body, such as a watch. `start` is called once with a writer; the body ends when the writer's signal aborts or `start`
 * resolves.
 */
export interface EventBody {
	readonly kind: 'events';
	start(writer: EventWriter): Promise<void>;
	/** Called instead of `start` when the body will not be sent. */
	abandon?(): void;
}

export interface EventWriter {
	/** Writes bytes to the socket. Several writers may share the Buffer. Returns false when the caller should wait for `drained()`. */
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

/** Handles a request. A synchronous result saves a promise on the hot path. */
export type Handler = (request: ApiRequest) => ApiResponse | Promise<ApiResponse>;

export type Filter = (next: Handler) => Handler;
