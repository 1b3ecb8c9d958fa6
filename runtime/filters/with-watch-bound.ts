/**
 * Bounds open watches. Each costs memory as long as its client likes: up to a third of a MiB with its connection. Its query may have 64 KiB
 * of selectors, which cost a multiple of their size.
 */
import type { ApiResponse, EventBody, Filter } from '../api/request.ts';
import { streamingVerbs } from '../model/verb.ts';
import { Terminated } from './terminated.ts';

export class OpenWatches {
	open = 0;
	/** Characters in the queries of all open watches, and of each user's. */
	queries = 0;
	readonly #ofUsers = new Map<string, number>();
	readonly #ofResources = new Map<string, number>();

	/** Counts a watch; the returned function releases it, once. `resource`: with its group. */
	take(user: string, query: number, resource: string): () => void {
		this.#count(user, query, 1);
		this.#ofResources.set(resource, this.ofResource(resource) + 1);
		let taken = true;
		return () => {
			if (!taken) return;
			taken = false;
			this.#count(user, -query, -1);
			const left = this.ofResource(resource) - 1;
			if (left === 0) this.#ofResources.delete(resource);
			else this.#ofResources.set(resource, left);
		};
	}

	ofResource(resource: string): number {
		return this.#ofResources.get(resource) ?? 0;
	}

	queriesOf(user: string): number {
		return this.#ofUsers.get(user) ?? 0;
	}

	#count(user: string, query: number, watches: 1 | -1): void {
		this.open += watches;
		this.queries += query;
		const ofUser = this.queriesOf(user) + query;
		if (ofUser === 0) this.#ofUsers.delete(user);
		else this.#ofUsers.set(user, ofUser);
	}
}

/** Room for a thousand nodes, and at worst 3 GiB. A node's agent holds about ten watches and restarts each within the hour. */
export const defaultMaxWatches = 10_000;

/**
 * Bound in characters. The queries of ten thousand usual watches have two million. Their parsed form takes about six bytes a character, 200
 * MB at the bound.
 */
export const maxWatchQueries = 32 * 1024 * 1024;
/** Share of one user, which leaves room for others. */
export const maxWatchQueriesOfUser = maxWatchQueries / 4;

/** Watches end by themselves within minutes and make room. */
const retryAfterSeconds = 10;

/** Updates `watches`, which metrics read. */
export function withWatchBound(watches: OpenWatches, limit: number): Filter {
	return (next) => (request) => {
		const { info, user, query } = request;
		if (!info.isResource || !streamingVerbs.has(info.verb)) return next(request);
		if (watches.open >= limit) throw tooMany(`Too many watches: ${limit} are open, which is all that this server holds.`);
		if (watches.queries + query.length > maxWatchQueries) {
			throw tooMany(`Too many long queries of watches: those that are open come to ${watches.queries} characters, and ${maxWatchQueries} are allowed.`);
		}
		const ofUser = watches.queriesOf(user.name);
		if (ofUser + query.length > maxWatchQueriesOfUser) {
			throw tooMany(
				`Too many long queries of watches of one user: yours that are open come to ${ofUser} characters, and ${maxWatchQueriesOfUser} are allowed.`,
			);
		}
		const place = watches.take(user.name, query.length, `${info.resource}.${info.group}`);
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

function tooMany(why: string): Terminated {
	return new Terminated('TooManyRequests', `${why} Please try again later.`, { retryAfterSeconds });
}

/** Holds the watch's place until the watch ends, or cannot begin. */
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
