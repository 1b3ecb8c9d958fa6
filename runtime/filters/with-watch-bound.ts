/**
 * Bounds the number of open watches. Each costs memory as long as its client wants: with its connection up to a third of a MiB. Its query
 * may have 64 KiB of selectors, whose parsed form is several times as large.
 */
import type { ApiResponse, EventBody, Filter } from '../api/request.ts';
import { streamingVerbs } from '../model/verb.ts';
import { Terminated } from './terminated.ts';

export class OpenWatches {
	open = 0;
	/** Number of characters in the queries of all open watches, and in those of each user. */
	queries = 0;
	readonly #ofUsers = new Map<string, number>();
	readonly #ofResources = new Map<string, number>();

	/**
	 * Counts a watch. The returned function releases it; further calls have no effect. `resource`: name of the resource, with its group.
	 */
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

/**
 * Default bound: enough for a thousand nodes, and at worst 3 GiB. The agent of a node holds about ten watches and restarts each of them
 * within an hour.
 */
export const defaultMaxWatches = 10_000;

/**
 * Bound on the characters in all queries. The queries of ten thousand ordinary watches have two million. The parsed form takes about six
 * bytes a character, 200 MB at the bound.
 */
export const maxWatchQueries = 32 * 1024 * 1024;
/** Bound on the characters in the queries of one user, which leaves room for others. */
export const maxWatchQueriesOfUser = maxWatchQueries / 4;

/** Delay after which a refused client may retry. Watches end within minutes and make room. */
const retryAfterSeconds = 10;

/** Updates `watches` for the metrics. */
export function withWatchBound(watches: OpenWatches, limit: number): Filter {
	return (next) => (request) => {
		const { info, user, query } = request;
		if (!info.isResource || !streamingVerbs.has(info.verb)) return next(request);
		if (watches.open >= limit) throw tooMany(`Too many watches: ${limit} are open, the maximum of this server.`);
		if (watches.queries + query.length > maxWatchQueries) {
			throw tooMany(`Too many long watch queries: the open ones have ${watches.queries} characters, and ${maxWatchQueries} are allowed.`);
		}
		const ofUser = watches.queriesOf(user.name);
		if (ofUser + query.length > maxWatchQueriesOfUser) {
			throw tooMany(`Too many long watch queries of one user: your open ones have ${ofUser} characters, and ${maxWatchQueriesOfUser} are allowed.`);
		}
		const place = watches.take(user.name, query.length, `${info.resource}.${info.group}`);
		try {
			const result = next(request);
			if (!(result instanceof Promise)) return countedUntilEnd(result, place);
			return result.then(
				(response) => countedUntilEnd(response, place),
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

/** Keeps the watch counted until it ends or cannot begin. */
function countedUntilEnd(response: ApiResponse, giveBack: () => void): ApiResponse {
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
