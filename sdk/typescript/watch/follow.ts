/**
 * Yields all objects and then every change, without an end. It lists, watches from the version of the list, and resumes when the watch ends
 * or breaks, or the server restarts. If the server no longer has the version (410), it lists again.
 */
import { ApiError, ConnectionError } from '../client/errors.ts';
import type { ApiObject, Stored } from '../client/objects.ts';
import { backoff, pause, type Query, type Requests } from '../client/requests.ts';
import { eventsOf } from './event-stream.ts';

type Kept = Stored<ApiObject>;

export type Change =
	/** `ALL`: all existing objects, at the start and whenever events may have been missed. */
	{ readonly type: 'ALL'; readonly objects: readonly Kept[] } | { readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'; readonly object: Kept };

export interface Followed {
	readonly requests: Requests;
	readonly path: string;
	readonly query: Query;
	/** Lists all objects. Returns them with the version of the list. */
	list(signal: AbortSignal | undefined): Promise<{ readonly objects: readonly Kept[]; readonly resourceVersion: string }>;
}

export interface FollowOptions {
	readonly signal?: AbortSignal | undefined;
	/** Version from which to continue, without a list. ApiError `Expired` is thrown when the server no longer has it. */
	readonly resourceVersion?: string | undefined;
	/** Called with the error of an interruption. The stream then continues. */
	readonly onInterruption?: ((error: Error) => void) | undefined;
	/**
	 * True: continues after any error once the first list succeeded. Otherwise a permanent error (a missing right, a removed kind) is
	 * thrown.
	 */
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
			// Backs off when the server ends each watch immediately.
			if (Date.now() - startedAt < 1_000) await pause(backoff(failures++), signal);
		} catch (error) {
			if (signal?.aborted) throw signal.reason;
			if (isForgotten(error)) {
				if (options.resourceVersion !== undefined) throw error;
				version = undefined;
				onInterruption?.(error);
				// The first list comes immediately. Backs off when the server repeatedly no longer has the version.
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
