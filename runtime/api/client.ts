/** How parts of the server ask the server itself: as a named user, through authorization and everything behind it, without a connection. */
import type { User } from './request.ts';

export interface ClientRequest {
	/** Upper case. */
	readonly method: string;
	readonly path: string;
	/** Raw, without `?`. */
	readonly query?: string;
	/** Sent as JSON, under this type: `application/json` when absent. */
	readonly body?: object;
	readonly contentType?: string;
	readonly signal: AbortSignal;
}

export interface Client {
	/** The answer's object. Rejects with ApiError when it is refused. */
	ask(request: ClientRequest): Promise<unknown>;
}

/** A client that acts as this user, with the user's rights and nothing more. */
export type ClientAs = (user: User) => Client;
