/** The API request of a procedure, on behalf of the client. It passes all stages, authentication first. */

import { parseQuery, type QueryParameters } from '../api/query.ts';
import type { ApiRequest, AuditTrail, HeaderLine, LineFraming, Peer, RequestInfo, Seats, User } from '../api/request.ts';
import { isInteractive } from '../codec/negotiate.ts';
import type { Endpoint } from '../model/endpoint.ts';
import type { RestRequest } from './input.ts';

/** Headers of the outer request that describe its body and connection, and are not passed on. */
const ofTheCall: ReadonlySet<string> = new Set([
	...['accept', 'accept-encoding', 'content-type', 'content-length', 'content-encoding', 'transfer-encoding', 'connection', 'upgrade'],
	...['expect', 'range', 'if-match', 'if-none-match', 'if-modified-since', 'te', 'trailer', 'last-event-id'],
]);

/** Not passed on within a batch: each request has its own audit id. */
const auditId = 'audit-id';

const nobody: User = { name: '', uid: '', groups: [], extra: {} };

export class InnerRequest implements ApiRequest {
	readonly method: string;
	readonly path: string;
	readonly query: string;
	readonly peer: Peer | undefined;
	readonly remote: string;
	readonly warnings: string[] = [];
	readonly outgoing: string[] = [];
	readonly signal: AbortSignal;
	readonly eventFraming?: LineFraming;
	info: RequestInfo = { isResource: false, verb: '' };
	endpoint: Endpoint | undefined = undefined;
	user: User = nobody;
	audit?: AuditTrail;
	seats: Seats | undefined = undefined;
	readonly #outer: ApiRequest;
	readonly #controller = new AbortController();
	readonly #isOneOfMany: boolean;
	readonly #contentType: string | undefined;
	readonly #bytes: Buffer;
	#parameters: QueryParameters | undefined;
	#bodyAsked = false;

	/** `signal`: aborted when the client no longer needs the response. */
	constructor(
		outer: ApiRequest,
		{ method, path, query, contentType, body }: RestRequest,
		{ isOneOfMany, signal, eventFraming }: { isOneOfMany: boolean; signal: AbortSignal; eventFraming?: LineFraming },
	) {
		this.method = method;
		this.path = path;
		this.query = isInteractive(outer.header('user-agent')) ? compact(query) : query;
		this.peer = outer.peer;
		this.remote = outer.remote ?? '';
		this.signal = AbortSignal.any([signal, this.#controller.signal]);
		if (eventFraming !== undefined) this.eventFraming = eventFraming;
		this.#outer = outer;
		this.#isOneOfMany = isOneOfMany;
		this.#contentType = contentType;
		this.#bytes = body === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(body));
	}

	header(name: string): string | undefined {
		if (name === 'accept') return 'application/json';
		if (name === 'content-type') return this.#contentType;
		if (name === 'content-length') return this.#contentType && String(this.#bytes.length);
		if (ofTheCall.has(name) || (this.#isOneOfMany && name === auditId)) return undefined;
		return this.#outer.header(name);
	}

	headersBeginning(prefix: string): readonly HeaderLine[] {
		return this.#outer.headersBeginning(prefix);
	}

	parameters(): QueryParameters {
		this.#parameters ??= parseQuery(this.query);
		return this.#parameters;
	}

	get bodyAsked(): boolean {
		return this.#bodyAsked;
	}

	/** Returns the body, which is in memory. The first call waits for seats, like a received body (http/body.ts). */
	async body(): Promise<Buffer> {
		if (this.#bodyAsked) return this.#bytes;
		this.#bodyAsked = true;
		const { seats } = this;
		seats?.release();
		this.seats = undefined;
		await seats?.take();
		this.seats = seats;
		return this.#bytes;
	}

	get isOver(): boolean {
		return this.signal.aborted;
	}

	abort(reason: Error): void {
		this.#controller.abort(reason);
	}
}

/** Disables indentation: a program reads the response, even if a browser sends the call. */
function compact(query: string): string {
	return query === '' ? 'pretty=false' : `${query}&pretty=false`;
}
