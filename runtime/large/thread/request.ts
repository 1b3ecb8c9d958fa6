/** A request of the main thread, as far as writes read it. */
import { parseQuery, type QueryParameters } from '../../api/query.ts';
import type { Annotation, ApiRequest, AuditTrail, RequestInfo, User } from '../../api/request.ts';
import { asBuffer } from '../bytes.ts';
import type { GivenRequest } from '../protocol.ts';

export class RemoteRequest implements ApiRequest {
	readonly method: string;
	readonly path: string;
	readonly query: string;
	readonly peer = undefined;
	readonly warnings: string[] = [];
	readonly annotations: Annotation[] = [];
	readonly signal: AbortSignal;
	readonly audit?: AuditTrail;
	info: RequestInfo;
	user: User;
	readonly #headers: GivenRequest['headers'];
	readonly #body: Buffer;

	constructor({ method, path, query, headers, body, info, user, isAudited }: GivenRequest, signal: AbortSignal) {
		this.method = method;
		this.path = path;
		this.query = query;
		this.info = info;
		this.user = user;
		this.signal = signal;
		this.#headers = headers;
		this.#body = asBuffer(body);
		if (isAudited) this.audit = { begin: () => undefined, actsAs: () => undefined, annotate: (...annotation) => void this.annotations.push(annotation) };
	}

	parameters(): QueryParameters {
		return parseQuery(this.query);
	}

	/** Throws for a header that was not sent along; it must not appear absent. */
	header(name: string): string | undefined {
		if (!Object.hasOwn(this.#headers, name)) throw new Error(`the header ${name} is not brought to the thread of large requests`);
		return this.#headers[name];
	}

	headersBeginning(prefix: string): never {
		throw new Error(`headers beginning with ${prefix} are not brought to the thread of large requests`);
	}

	async body(): Promise<Buffer> {
		return this.#body;
	}
}
