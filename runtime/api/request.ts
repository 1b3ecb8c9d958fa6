/**
 * The neutral request and response that every stage of the path sees; `http/` maps them to HTTP/1.1 and HTTP/2.
 * DESIGN section 6, request path.
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
	/** Absent: nothing was shown (the anonymous user), or it is somebody about whom only is asked. */
	readonly proof?: Proof;
}

/** How it was proved who asks. */
export interface Proof {
	/** Name of the authenticator. */
	readonly method: string;
	/** Who vouches: common name of the authority that signed a certificate, issuer of a token, file of static tokens. */
	readonly authority: string;
	/** For whom the credential is meant; empty: it does not say, and is good for this server. */
	readonly audiences: readonly string[];
}

/** The platform's verbs of resource requests (seed 1), empty for methods that have none; a non-resource request has the lower-case HTTP method. */
export type RequestVerb = Verb | '' | FurtherVerb;

/** What is authorized beside the verb of a request, where the request says that it wants more. */
export type FurtherVerb = 'unsafe-delete-ignore-read-errors' | 'escalate' | 'bind' | ImpersonationVerb | `impersonate-on:${string}`;

/** To act as somebody else; with a colon behind it the name of a constrained way to. */
export type ImpersonationVerb = 'impersonate' | `impersonate:${string}`;

/** What the URL and method say, parsed once. */
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
			/** What follows the subresource, without a slash before it; absent when nothing does. */
			readonly path?: string;
	  }
	| { readonly isResource: false; readonly verb: string };

/** The value as Node gives it: a character for each byte. */
export type HeaderLine = readonly [name: string, value: string];

/** What a certificate proves. Asked with each request, since authorities and time go on while a connection is open. `refused`: it does not hold there. */
export interface Peer {
	/** Whom it names as a client; undefined: nobody. */
	client(): User | 'refused' | undefined;
	/** Its common name as that of a proxy, which speaks for others. */
	proxy(): string | 'refused';
}

export interface ApiRequest {
	/** Upper case. */
	readonly method: string;
	/** Decoded path without the query. */
	readonly path: string;
	/** Raw query without `?`; empty when there is none. */
	readonly query: string;
	/** The query's parameters, parsed on first use; costs nothing when there is no query. */
	parameters(): QueryParameters;
	/** Lower-case names; of a repeated header the values joined by `, `. */
	header(name: string): string | undefined;
	/** Those whose names begin so, in lower case, as they came: a repeated one stands several times. Makes nothing where there are none. */
	headersBeginning(prefix: string): readonly HeaderLine[];
	/** The whole body, at most 3 MiB, read on first use. Throws ApiError RequestEntityTooLarge. */
	body(): Promise<Buffer>;
	/** Aborted when the client goes away, the request times out, or the server has drained long enough. */
	readonly signal: AbortSignal;
	/** Who is at the other end of the connection, as far as a certificate proves it; undefined: it shows none. */
	readonly peer: Peer | undefined;
	/** Address and port of the client. Absent on requests made in the process. */
	readonly remote?: string;
	/** The client asks for a WebSocket instead of an answer, and its connection can become one. */
	readonly webSocket?: WebSocketOffer | undefined;
	/** How the events of a watch are framed; absent: one per line. */
	readonly eventFraming?: LineFraming;
	/** Filled by stages, in the order of the path. */
	info: RequestInfo;
	/** What the endpoint table has for it; undefined where nothing is served. */
	endpoint?: Endpoint | undefined;
	user: User;
	/** Texts for `Warning: 299 - "..."` headers; stages and verbs append. */
	readonly warnings: string[];
	/** Headers that stages add to whatever answer comes: name, value, name, value. Absent on requests made in the process. */
	readonly outgoing?: string[];
	/** Whether somebody has asked for the body. Absent on requests made in the process. */
	readonly bodyAsked?: boolean;
	/** Set where the request is audited; absent: nobody asks. */
	audit?: AuditTrail;
	/** Of those in flight, where it holds one; it holds none while it waits for its body. Written by overload protection and by whoever reads the body. */
	seats?: Seats | undefined;
	/** Nobody waits for its answer any more: the client went away, or has been answered. Absent on requests made in the process. */
	readonly isOver?: boolean;
	/** Aborts `signal`; for the stages that bound a request's time. Absent on requests made in the process. */
	abort?(reason: Error): void;
}

/** Frames for the events of a watch in JSON. Holds nothing of the request: a frame is made once for all watchers of the same framing. */
export interface LineFraming {
	/** Unique among framings. */
	readonly name: string;
	/** `line`: an event and its line feed. `isInitial`: the event belongs to the state with which the watch begins. */
	json(line: Buffer, isInitial: boolean): Buffer;
}

/** What a client offers that would have its answer over a WebSocket (RFC 6455). Who takes it answers 101 with an EventBody of messages. */
export interface WebSocketOffer {
	/** Subprotocols, the one that the client likes best first. An authenticator takes out the one that was its credential. */
	protocols: readonly string[];
	/** Headers of the 101; `answer` gets those that a refusal has beside its Status. Throws ApiError BadRequest, Forbidden. */
	accept(answer: string[]): Readonly<Record<string, string>>;
	/** Makes one message, as the writer of the EventBody takes it. Holds nothing of the request. */
	readonly message: (content: Buffer, isText: boolean) => Buffer;
}

/** Of the requests that may be worked on at once: each that is takes one, as in Kubernetes' priority and fairness. */
export interface Seats {
	/** A promise: when they are there. Throws or rejects with ApiError TooManyRequests when there are none. */
	take(): void | Promise<void>;
	giveBack(): void;
}

/** Where stages, verbs and plugins leave what the audit of a request should say. */
export interface AuditTrail {
	/** It is known who asks. A promise: the request waits until that is told. Throws or rejects where it must not be served without. */
	begin(user: User): void | Promise<void>;
	/** From now on the request is that of somebody else than who asks. `constraint`: the verb by which, where that is a constrained one. */
	actsAs(user: User, constraint?: string): void;
	/** A later value replaces an earlier one. */
	annotate(...annotation: Annotation): void;
}

/** `key`: a qualified name, such as `DOMAIN/what`. `atLeast`: it is told only where requests are told with their bodies. */
export type Annotation = readonly [key: string, value: string, atLeast?: 'Request'];

/** A response body: whole, in prepared pieces, or as a stream that the listener pipes with back pressure (a SizedReadable's size goes into the headers). */
export type ResponseBody = string | Buffer | readonly Buffer[] | Readable | EventBody;

/** A long-lived body: `start` is called once with a writer and ends when the writer's signal aborts or `start` resolves. */
export interface EventBody {
	readonly kind: 'events';
	start(writer: EventWriter): Promise<void>;
	/** Called instead of `start` when nobody will read the body. */
	abandon?(): void;
}

export interface EventWriter {
	/** Hands bytes to the socket; the same Buffer may be given to any number of writers. False: wait for `drained()` before the next. */
	write(bytes: Buffer): boolean;
	drained(): Promise<void>;
	readonly signal: AbortSignal;
}

export interface ApiResponse {
	readonly status: number;
	/** Lower-case names. `content-length` is set by the listener. */
	readonly headers: Readonly<Record<string, string>>;
	readonly body: ResponseBody;
}

/** Sync answers spare the hot path a promise. */
export type Handler = (request: ApiRequest) => ApiResponse | Promise<ApiResponse>;

export type Filter = (next: Handler) => Handler;
