/** Common base of HTTP/1.1 and HTTP/2 requests. Properties that most requests do not need are computed on first use. */
import { ClientGone } from '../api/client-gone.ts';
import { decodePath } from '../api/path.ts';
import { parseQuery, type QueryParameters } from '../api/query.ts';
import type { ApiRequest, HeaderLine, Peer, RequestInfo, Seats, TunnelOffer, User, WebSocketOffer } from '../api/request.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { readBody } from './body.ts';
import type { BodySource } from './body-source.ts';
import type { Connection } from './connection.ts';
import type { OpenBodies } from './open-bodies.ts';

const unparsed: RequestInfo = { isResource: false, verb: '' };
const nobody: User = { name: '', uid: '', groups: [], extra: {} };

/** Requests whose abort signal is in use. The listener aborts them at the end of a drain. */
export type Abortable = Set<WireRequest>;

/** State of open requests that the listener needs for a drain. */
export interface OpenRequests {
	readonly abortable: Abortable;
	readonly bodies: OpenBodies;
}

export abstract class WireRequest implements ApiRequest {
	readonly method: string;
	readonly path: string;
	readonly query: string;
	readonly peer: Peer | undefined;
	readonly remote: string;
	readonly warnings: string[] = [];
	readonly outgoing: string[] = [];
	info: RequestInfo = unparsed;
	endpoint: Endpoint | undefined = undefined;
	isLongRunning = false;
	user: User = nobody;
	seats: Seats | undefined = undefined;
	#controller: AbortController | undefined;
	#body: Promise<Buffer> | undefined;
	#parameters: QueryParameters | undefined;
	readonly #abortable: Abortable;
	readonly #bodies: OpenBodies;

	constructor(method: string, target: string, connection: Connection, { abortable, bodies }: OpenRequests) {
		// Requests to a proxy have the whole URL, which servers must accept, too (RFC 9112 3.2.2).
		const url = target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?]*\/?/i, '/');
		const mark = url.indexOf('?');
		this.method = method;
		this.path = decodePath(mark < 0 ? url : url.slice(0, mark));
		this.query = mark < 0 ? '' : url.slice(mark + 1);
		this.peer = connection.peer;
		this.remote = connection.remote;
		this.#abortable = abortable;
		this.#bodies = bodies;
	}

	/** True when chunked transfer encoding may be used. False for HTTP/1.0, and for HTTP/2, which has its own framing. */
	readonly http11: boolean = false;
	readonly webSocket: WebSocketOffer | undefined = undefined;
	readonly tunnel: TunnelOffer | undefined = undefined;

	abstract header(name: string): string | undefined;
	abstract headersBeginning(prefix: string): readonly HeaderLine[];
	/** Returns the source of the body. */
	protected abstract source(): BodySource;
	/**
	 * Calls the listener once when the answer has ended, immediately if it has ended already. `complete`: true when the whole answer was
	 * passed on.
	 */
	/** True when the request is answered completely or aborted. */
	protected abstract get isClosed(): boolean;
	protected abstract onClose(listener: (complete: boolean) => void): void;

	parameters(): QueryParameters {
		this.#parameters ??= parseQuery(this.query);
		return this.#parameters;
	}

	get bodyAsked(): boolean {
		return this.#body !== undefined;
	}

	body(): Promise<Buffer> {
		this.#body ??= readBody(this.source(), this.header('content-length'), this.#bodies, this);
		return this.#body;
	}

	get isOver(): boolean {
		return this.isClosed || this.#controller?.signal.aborted === true;
	}

	get signal(): AbortSignal {
		if (this.#controller !== undefined) return this.#controller.signal;
		const controller = new AbortController();
		this.#controller = controller;
		this.#abortable.add(this);
		this.onClose((complete) => {
			this.#abortable.delete(this);
			if (!complete) controller.abort(new ClientGone('the client went away'));
		});
		return controller.signal;
	}

	abort(reason: Error): void {
		if (this.#controller === undefined) {
			this.#controller = new AbortController();
		}
		this.#controller.abort(reason);
	}
}

const noLines: readonly HeaderLine[] = [];

/**
 * Returns the headers whose names begin with `prefix`, from a flat list of names (in any case) and values. Called for every request;
 * allocates nothing if there are none.
 */
export function linesBeginning(flat: readonly string[], prefix: string): readonly HeaderLine[] {
	let found: HeaderLine[] | undefined;
	for (let i = 0; i < flat.length; i += 2) {
		const name = flat[i] as string;
		if (!begins(name, prefix)) continue;
		found ??= [];
		found.push([name.toLowerCase(), flat[i + 1] as string]);
	}
	return found ?? noLines;
}

const lowerCaseBit = 0x20;

/** Compares case-insensitively. A letter and its capital differ in one bit, which is also set in digits and `-`. */
function begins(name: string, prefix: string): boolean {
	if (name.length < prefix.length) return false;
	for (let i = 0; i < prefix.length; i++) if ((name.charCodeAt(i) | lowerCaseBit) !== prefix.charCodeAt(i)) return false;
	return true;
}
