/**
 * Bounds the requests in flight, reading and mutating apart, so that a flood of one leaves room for the other. Watches do not count,
 * nor does a request while its body is still to come: clients that send slowly would keep all seats from the others. A request
 * that finds no seat when its body is there is refused as one that comes. Administrators are counted and never refused, as in Kubernetes:
 * they must reach an overloaded server.
 */
import { privilegedGroup } from '../api/identity.ts';
import type { ApiRequest, ApiResponse, Filter, Seats } from '../api/request.ts';
import { verbRecord } from '../model/verb.ts';
import { isLongRunning } from './long-running.ts';
import { Terminated } from './terminated.ts';

export interface InFlight {
	reading: number;
	mutating: number;
}

export interface OverloadLimits {
	/** The incumbent's `--max-requests-inflight`. */
	readonly reading: number;
	/** The incumbent's `--max-mutating-requests-inflight`. */
	readonly mutating: number;
}

const defaultLimits: OverloadLimits = { reading: 400, mutating: 200 };

/** Time after which a refused client may hope: requests take milliseconds. */
const retryAfterSeconds = 1;

/** `inFlight` is counted here, for the metrics. */
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
			leave(request);
			throw error;
		}
		if (result instanceof Promise) {
			return result.then(
				(response) => {
					leave(request);
					return response;
				},
				(error: unknown) => {
					leave(request);
					throw error;
				},
			);
		}
		leave(request);
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
		giveBack: () => {
			inFlight[kind]--;
		},
	};
}

/** It may have none: its body never came. */
function leave(request: ApiRequest): void {
	request.seats?.giveBack();
	request.seats = undefined;
}

/** Health and metrics must answer when nothing else does, so only resources count. */
function kindOf(request: ApiRequest): keyof InFlight | undefined {
	const { info } = request;
	if (!info.isResource || isLongRunning(request)) return undefined;
	return verbRecord(info.verb)?.reads === true ? 'reading' : 'mutating';
}
