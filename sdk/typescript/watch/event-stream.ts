/** Sends a watch request and yields the events of its response, until it ends or breaks. */
import { ApiError, ConnectionError } from '../client/errors.ts';
import { parse } from '../client/json.ts';
import type { ApiObject, Status, Stored } from '../client/objects.ts';
import type { Query, Requests } from '../client/requests.ts';

/** Event as the server sends it. An error event is thrown, and ends the stream. */
export interface RawEvent {
	readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK';
	readonly object: Stored<ApiObject>;
}

/** Maximum duration of a watch request in seconds. The next request continues it. */
const longestSeconds = 480;
/** Time beyond the requested duration after which a watch counts as broken, in milliseconds. A server that has vanished sends nothing. */
const graceMs = 30_000;

/**
 * Yields events. Throws ApiError (for a refused request or an error event) and ConnectionError. Rejects with the reason of the signal when
 * that is aborted.
 */
export async function* eventsOf(requests: Requests, path: string, query: Query, signal: AbortSignal | undefined): AsyncGenerator<RawEvent, void, undefined> {
	const timeoutSeconds = Math.round(longestSeconds * (1 + Math.random() * 0.25));
	const ending = new AbortController();
	const abort = (): void => ending.abort(signal?.reason);
	if (signal?.aborted) abort();
	signal?.addEventListener('abort', abort, { once: true });
	const timer = setTimeout(() => ending.abort(), timeoutSeconds * 1000 + graceMs);
	const request = `GET ${path}`;
	try {
		const asked = { ...query, watch: true, allowWatchBookmarks: true, timeoutSeconds };
		const response = await requests.open({ method: 'GET', path, query: asked, signal: ending.signal });
		for await (const line of linesOf(response, request)) yield eventIn(line, request);
	} catch (error) {
		if (signal?.aborted) throw signal.reason;
		// The response lasted longer than requested. The next watch continues.
		if (!ending.signal.aborted) throw error;
	} finally {
		clearTimeout(timer);
		signal?.removeEventListener('abort', abort);
		ending.abort();
	}
}

async function* linesOf(response: Response, request: string): AsyncGenerator<string, void, undefined> {
	const reader = response.body?.getReader();
	if (reader === undefined) return;
	const decoder = new TextDecoder();
	let rest = '';
	try {
		for (;;) {
			const { done, value } = await reader.read().catch((error: unknown) => {
				throw new ConnectionError(request, error);
			});
			if (done) return;
			rest += decoder.decode(value, { stream: true });
			let from = 0;
			for (let end = rest.indexOf('\n'); end >= 0; end = rest.indexOf('\n', from)) {
				if (end > from) yield rest.slice(from, end);
				from = end + 1;
			}
			rest = rest.slice(from);
		}
	} finally {
		// A consumer that stops early needs no more events. A broken body cannot be cancelled.
		await reader.cancel().catch(() => undefined);
	}
}

function eventIn(line: string, request: string): RawEvent {
	let event: { readonly type: RawEvent['type'] | 'ERROR'; readonly object: Stored<ApiObject> };
	try {
		event = parse(line) as typeof event;
	} catch (error) {
		throw new ConnectionError(request, new Error('an event is no JSON: the answer is damaged', { cause: error }));
	}
	if (event.type !== 'ERROR') return event as RawEvent;
	const status = event.object as unknown as Partial<Status>;
	throw new ApiError(status.code ?? 500, status, { request });
}
