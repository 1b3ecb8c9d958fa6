/** What the harness against stalls is made of: named cases, each of which sends one hostile request over one of several connections at once. */
import type { ServerProcess } from '../../setup/server.ts';

/** DESIGN section 11: so many hostile connections at once. */
export const connections = 16;

/** The status of the answer; `closed`: the server ended the connection (or reset the stream) without one. */
export type Outcome = number | 'closed';

/** Where one of the hostile connections goes. */
export interface Connection {
	readonly server: ServerProcess;
	/** Counts from 0: for names of objects that must differ between connections. */
	readonly index: number;
	/** Aborted when the case has had its time. */
	readonly signal: AbortSignal;
}

/** Sends the request once and resolves when its answer is read. Called again and again on the same connection, one after the other. */
export type Send = (connection: Connection) => Promise<Outcome>;

export interface HostileCase {
	/** As it stands in the table that is printed, and in docs/conformance/hostile.md. */
	readonly name: string;
	/** Puts there what the request needs; not measured. */
	readonly before?: (server: ServerProcess) => Promise<void>;
	/** Called once for a case, when it begins: large requests are made here and not while others are measured. */
	readonly prepare: () => Send;
	/** What is a right answer; anything else fails the case. */
	readonly answers: readonly Outcome[];
}
