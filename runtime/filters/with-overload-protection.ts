/** Bounds the requests in flight, reading and mutating apart, so that a flood of one leaves room for the other. Watches do not count. */
import type { ApiRequest, ApiResponse, Filter } from '../api/request.ts';
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

export const defaultLimits: OverloadLimits = { reading: 400, mutating: 200 };

/** Time after which a refused client may hope: requests take milliseconds. */
const retryAfterSeconds = 1;

/** `inFlight` is counted here, for the metrics. */
export function withOverloadProtection(inFlight: InFlight, limits: OverloadLimits = defaultLimits): Filter {
	return (next) => (request) => {
		const kind = kindOf(request);
		if (kind === undefined) return next(request);
		if (inFlight[kind] >= limits[kind]) {
			throw new Terminated('TooManyRequests', 'Too many requests, please try again later.', { retryAfterSeconds });
		}
		inFlight[kind]++;
		let result: ApiResponse | Promise<ApiResponse>;
		try {
			result = next(request);
		} catch (error) {
			inFlight[kind]--;
			throw error;
		}
		if (result instanceof Promise) {
			return result.then(
				(response) => {
					inFlight[kind]--;
					return response;
				},
				(error: unknown) => {
					inFlight[kind]--;
					throw error;
				},
			);
		}
		inFlight[kind]--;
		return result;
	};
}

/** Health and metrics must answer when nothing else does, so only resources count. */
function kindOf(request: ApiRequest): keyof InFlight | undefined {
	const { info } = request;
	if (!info.isResource || isLongRunning(request)) return undefined;
	return verbRecord(info.verb)?.reads ? 'reading' : 'mutating';
}
