/**
 * Lets each request wait until priority and fairness dispatches it (`flowcontrol/fair-share.ts`), or refuses it. A request with a body
 * joins its queue when the body has arrived, because slow clients would otherwise hold all seats.
 */
import { Readable } from 'node:stream';
import type { ApiRequest, ApiResponse, Filter } from '../api/request.ts';
import type { FairShare } from '../flowcontrol/fair-share.ts';
import type { Ticket } from '../flowcontrol/ticket.ts';
import { type Counts, type WorkEstimate, workEstimate } from '../flowcontrol/work-estimate.ts';
import { streamingVerbs, verbRecord } from '../model/verb.ts';

/** Time without reading after which a client no longer holds seats. A client that reads pauses for less. */
const stallMs = 50;

export function withPriorityAndFairness(share: FairShare, counts: Counts): Filter {
	return (next) => (request) => {
		const { info } = request;
		if (request.isLongRunning && !(info.isResource && streamingVerbs.has(info.verb))) return next(request);
		const schema = share.classify(request);
		if (schema === undefined) return next(request);
		if (schema.headers.length > 0) request.outgoing?.push(...schema.headers);
		const estimate = workEstimate(request, schema.level, counts);
		const ticket = share.ticket(request, schema, estimate.seats);
		request.seats = ticket;
		let result: ApiResponse | Promise<ApiResponse>;
		try {
			result = hasBody(request) ? (share.refuseHopeless(ticket) ?? next(request)) : share.enter(ticket, () => next(request));
		} catch (error) {
			releaseSeats(request);
			throw error;
		}
		if (!(result instanceof Promise)) return over(request, result, ticket, estimate);
		share.holds(ticket);
		return result.then(
			(response) => over(request, response, ticket, estimate),
			(error: unknown) => {
				releaseSeats(request);
				throw error;
			},
		);
	};
}

/** Reports whether requests of the verb have a body that is read. */
function hasBody({ info }: ApiRequest): boolean {
	if (!info.isResource) return false;
	const kind = verbRecord(info.verb)?.body?.kind;
	return kind === 'object' || kind === 'patch';
}

/** Releases the seats of an answered request. A list holds its seats while it is produced and read. */
function over(request: ApiRequest, response: ApiResponse, ticket: Ticket, { after }: WorkEstimate): ApiResponse {
	if (response.status < 300) ticket.lingering = after;
	const { body } = response;
	if (body instanceof Readable && !body.closed) leaveWithin(body, () => releaseSeats(request));
	else releaseSeats(request);
	return response;
}

/**
 * Releases the seats when the body ends, or when the client stops reading. An answer that is not read costs nothing, but would hold its
 * seats as long as the client wants.
 */
function leaveWithin(body: Readable, end: () => void): void {
	let stalling: NodeJS.Timeout | undefined;
	const goesOn = (): void => {
		clearTimeout(stalling);
		stalling = undefined;
	};
	body.on('pause', () => {
		stalling ??= setTimeout(end, stallMs).unref();
	});
	body.on('resume', goesOn);
	body.once('close', () => {
		goesOn();
		end();
	});
}

/** Releases the request's seats. A refused request, or one whose body never arrived, has none. */
function releaseSeats(request: ApiRequest): void {
	request.seats?.release();
	request.seats = undefined;
}
