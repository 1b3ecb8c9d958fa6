/**
 * Bounds the number of requests in flight, separately for reading and mutating ones, so that a flood of one kind leaves room for the other.
 * Watches do not count. A request counts only after its body has arrived, because slow clients would otherwise hold all seats. If no seat
 * is free then, it is refused like a new one. As in Kubernetes, administrators count but are never refused, because they must reach an
 * overloaded server.
 */
import { privilegedGroup } from '../api/identity.ts';
import type { ApiRequest, ApiResponse, Filter, Seats } from '../api/request.ts';
import { verbRecord } from '../model/verb.ts';
import { Terminated } from './terminated.ts';

export interface InFlight {
	reading: number;
	mutating: number;
}

export interface OverloadLimits {
	/** `--max-requests-inflight` of kube-apiserver. */
	readonly reading: number;
	/** `--max-mutating-requests-inflight` of kube-apiserver. */
	readonly mutating: number;
}

const defaultLimits: OverloadLimits = { reading: 400, mutating: 200 };

/** Delay after which a refused client may retry. Most requests take milliseconds. */
const retryAfterSeconds = 1;

/** Updates `inFlight` for the metrics. */
export function withOverloadProtection(inFlight: InFlight, limits: OverloadLimits = defaultLimits): Filter {
	const limited = { reading: seatsOf('reading', inFlight, limits.reading), mutating: seatsOf('mutating', inFlight, limits.mutating) };
	const unlimited = { reading: seatsOf('reading', inFlight), mutating: seatsOf('mutating', inFlight) };
	return (next) => (request) => {
		const kind = kindOf(request);
		if (kind === undefined) return next(request);
		const seats = (request.user.groups.includes(privilegedGroup) ? unlimited : limited)[kind];
		seats.take();
		request.seats = seats;
		let result: ApiResponse | Promise<ApiResponse>;
		try {
			result = next(request);
		} catch (error) {
			releaseSeats(request);
			throw error;
		}
		if (result instanceof Promise) {
			return result.then(
				(response) => {
					releaseSeats(request);
					return response;
				},
				(error: unknown) => {
					releaseSeats(request);
					throw error;
				},
			);
		}
		releaseSeats(request);
		return result;
	};
}

function seatsOf(kind: keyof InFlight, inFlight: InFlight, limit = Number.POSITIVE_INFINITY): Seats {
	return {
		take: () => {
			if (inFlight[kind] >= limit) {
				throw new Terminated('TooManyRequests', 'Too many requests, please try again later.', { retryAfterSeconds });
			}
			inFlight[kind]++;
		},
		release: () => {
			inFlight[kind]--;
		},
	};
}

/** Releases the request's seat. A request whose body never arrived has none. */
function releaseSeats(request: ApiRequest): void {
	request.seats?.release();
	request.seats = undefined;
}

/**
 * Returns the bound that applies to a request. Requests that name no resource have none, because health and metrics must be available under
 * any load.
 */
function kindOf(request: ApiRequest): keyof InFlight | undefined {
	const { info } = request;
	if (!info.isResource || request.isLongRunning) return undefined;
	return verbRecord(info.verb)?.reads === true ? 'reading' : 'mutating';
}
