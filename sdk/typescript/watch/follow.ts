/**
 * What there is, and every change since, for as long as one likes: lists, watches from the version of the list, and goes on where it stood
 * when the watch ends, breaks, or the server restarts. When the server has forgotten where it stood (410), it lists anew.
 */
import { ApiError, ConnectionError } from '../client/errors.ts';
import type { ApiObject, Stored } from '../client/objects.ts';
import { backoff, pause, type Query, type Requests } from '../client/requests.ts';
import { eventsOf } from './event-stream.ts';

type Kept = Stored<ApiObject>;

export type Change =
	/** What there is: all of it, once at the beginning and again whenever events may have been missed. */
	{ readonly type: 'ALL'; readonly objects: readonly Kept[] } | { readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'; readonly object: Kept };

export interface Followed {
	readonly requests: Requests;
	readonly path: string;
	readonly query: Query;
	/** Everything, with the version at which it is so. */
	list(signal: AbortSignal | undefined): Promise<{ readonly objects: readonly Kept[]; readonly resourceVersion: string }>;
}

export interface FollowOptions {
	readonly signal?: AbortSignal | undefined;
	/** Goes on from here, without a list. Where the server has forgotten it, ApiError `Expired` is thrown. */
	readonly resourceVersion?: string | undefined;
	/** Told why it was interrupted; it goes on by itself. */
	readonly onInterruption?: ((error: Error) => void) | undefined;
	/** Goes on whatever the server says, once it has listed. Else what will not pass by itself (a right that is missing, a kind that is gone) is thrown. */
	readonly persistent?: boolean | undefined;
}

export async function* follow(followed: Followed, options: FollowOptions): AsyncGenerator<Change, void, undefined> {
	const { signal, onInterruption, persistent = false } = options;
	let version = options.resourceVersion;
	let hasBegun = version !== undefined;
	let failures = 0;
	for (;;) {
		signal?.throwIfAborted();
		const startedAt = Date.now();
		try {
			if (version === undefined) {
				const { objects, resourceVersion } = await followed.list(signal);
				yield { type: 'ALL', objects };
				version = resourceVersion;
				hasBegun = true;
			}
			for await (const { type, object } of eventsOf(followed.requests, followed.path, { ...followed.query, resourceVersion: version }, signal)) {
				failures = 0;
				version = object.metadata.resourceVersion;
				if (type !== 'BOOKMARK') yield { type, object };
			}
			// A server that ends every watch at once is not asked all the time.
			if (Date.now() - startedAt < 1_000) await pause(backoff(failures++), signal);
		} catch (error) {
			if (signal?.aborted) throw signal.reason;
			if (isForgotten(error)) {
				if (options.resourceVersion !== undefined) throw error;
				version = undefined;
				onInterruption?.(error);
				// Once it is listed at once; a server that forgets all the time is not asked all the time.
				if (failures++ > 0) await pause(backoff(failures), signal);
				continue;
			}
			if (!hasBegun || !(error instanceof Error) || !(persistent || willPass(error))) throw error;
			onInterruption?.(error);
			await pause(backoff(failures++), signal);
		}
	}
}

function isForgotten(error: unknown): error is ApiError {
	return error instanceof ApiError && error.status === 410;
}

function willPass(error: unknown): boolean {
	return error instanceof ConnectionError || (error instanceof ApiError && (error.status === 429 || error.status >= 500));
}
