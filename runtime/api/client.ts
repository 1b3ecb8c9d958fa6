/**
 * In-process client: parts of the server send requests to the server as a named user, without a connection. Authorization and all later
 * stages apply.
 */
import type { User } from './request.ts';

export interface ClientRequest {
	/** HTTP method in upper case. */
	readonly method: string;
	readonly path: string;
	/** Raw query without `?`. */
	readonly query?: string;
	/** Body, sent as JSON of type `contentType`, which defaults to `application/json`. */
	readonly body?: object;
	readonly contentType?: string;
	readonly signal: AbortSignal;
}

export interface Client {
	/** Resolves to the object in the response. Rejects with ApiError when the request fails. */
	ask(request: ClientRequest): Promise<unknown>;
}

/** Returns a client that acts with exactly this user's rights. */
export type ClientAs = (user: User) => Client;
