/**
 * Yields all objects and then every change, without end. It lists, watches from the version of the list, and resumes when the watch ends,
 * breaks, or the server restarts. When the server has forgotten the version (410), it lists again.
 */
import { ApiError, ConnectionError } from '../client/errors.ts';
import type { ApiObject, Stored } from '../client/objects.ts';
import { backoff, pause, type Query, type Requests } from '../client/requests.ts';
import { eventsOf } from './event-stream.ts';

type Kept = Stored<ApiObject>;

export type Change =
	/** All existing objects: once at the start, and again whenever events may have been missed. */
	{ readonly type: 'ALL'; readonly objects: readonly Kept[] } | { readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'; readonly object: Kept };

export interface Followed {
	readonly requests: Requests;
	readonly path: string;
	readonly query: Query;
	/** Lists all objects, with the version of the list. */
	list(signal: AbortSignal | undefined): Promise<{ readonly objects: readonly Kept[]; readonly resourceVersion: string }>;
}

export interface FollowOptions {
	readonly signal?: AbortSignal | undefined;
	/** Version to continue from, without a list. ApiError `Expired` is thrown when the server has forgotten it. */
	readonly resourceVersion?: string | undefined;
	/** Called with the error of an interruption; the stream continues by itself. */
	readonly onInterruption?: ((error: Error) => void) | undefined;
	/** Continues after any error, once it has listed. Otherwise a permanent error (a missing right, a removed kind) is thrown. */
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
			// Backs off from a server that ends every watch immediately.
			if (Date.now() - startedAt < 1_000) await pause(backoff(failures++), signal);
		} catch (error) {
			if (signal?.aborted) throw signal.reason;
			if (isForgotten(error)) {
				if (options.resourceVersion !== undefined) throw error;
				version = undefined;
				onInterruption?.(error);
				// The first time it lists immediately; a server that keeps forgetting the version gets backoff.
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
