/** Contract of the stall harness: named cases, each of which sends one hostile request over several concurrent connections. */
import type { ServerProcess } from '../../setup/server.ts';

/** Number of concurrent hostile connections (DESIGN section 11). */
export const connections = 16;

/** Status of the response, or `closed` when the server ended the connection or reset the stream without one. */
export type Outcome = number | 'closed';

/** Target of one hostile connection. */
export interface Connection {
	readonly server: ServerProcess;
	/** Index from 0, for object names that must differ between connections. */
	readonly index: number;
	/** Aborted when the case's time is over. */
	readonly signal: AbortSignal;
}

/** Sends the request once and resolves when its response is read. Called repeatedly for the same connection, sequentially. */
export type Send = (connection: Connection) => Promise<Outcome>;

export interface HostileCase {
	/** Name in the printed table and in docs/conformance/hostile.md. */
	readonly name: string;
	/** Creates the objects that the request needs; not measured. */
	readonly before?: (server: ServerProcess) => Promise<void>;
	/** Called once when the case begins, so that large requests are not built during other measurements. */
	readonly prepare: () => Send;
	/** Accepted outcomes; any other fails the case. */
	readonly answers: readonly Outcome[];
}
