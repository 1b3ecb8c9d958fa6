/** Bounds the watches that are open: each costs memory for as long as its client likes (at most about a third of a MiB with its connection). */
import type { ApiResponse, EventBody, Filter } from '../api/request.ts';
import { streamingVerbs } from '../model/verb.ts';
import { Terminated } from './terminated.ts';

export interface OpenWatches {
	open: number;
}

/** A node's agent holds about ten watches and begins each anew within the hour: this is room for a thousand nodes, and at worst 3 GiB. */
export const defaultMaxWatches = 10_000;

/** Places become free when watches end by themselves, which they do within minutes. */
const retryAfterSeconds = 10;

/** `watches` is counted here. */
export function withWatchBound(watches: OpenWatches, limit: number): Filter {
	return (next) => (request) => {
		if (!request.info.isResource || !streamingVerbs.has(request.info.verb)) return next(request);
		if (watches.open >= limit) {
			throw new Terminated('TooManyRequests', `Too many watches: ${limit} are open, which is all that this server holds. Please try again later.`, {
				retryAfterSeconds,
			});
		}
		const place = takePlace(watches);
		try {
			const result = next(request);
			if (!(result instanceof Promise)) return held(result, place);
			return result.then(
				(response) => held(response, place),
				(error: unknown) => {
					place();
					throw error;
				},
			);
		} catch (error) {
			place();
			throw error;
		}
	};
}

/** What it returns gives the place back, once. */
function takePlace(watches: OpenWatches): () => void {
	let taken = true;
	watches.open++;
	return () => {
		if (taken) watches.open--;
		taken = false;
	};
}

/** The place is held until the watch is over, or will never begin. */
function held(response: ApiResponse, giveBack: () => void): ApiResponse {
	const { body } = response;
	if (typeof body !== 'object' || !('start' in body)) {
		giveBack();
		return response;
	}
	const bounded: EventBody = {
		kind: 'events',
		start: (writer) => body.start(writer).finally(giveBack),
		abandon: () => {
			giveBack();
			body.abandon?.();
		},
	};
	return { ...response, body: bounded };
}
