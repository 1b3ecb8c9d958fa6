/** Messages between the store on the main thread and the thread that reads the past. */

import type { PackedStates } from '../../states.ts';
import type { Revision } from '../../store.ts';
import type { LogDamage } from '../checks/damage.ts';
import type { Failure, KeyRun } from '../protocol.ts';

/** What tells the thread that it is this one. */
export interface PastThreadData {
	/** Path of the database file. */
	readonly past: string;
	/** Identity of the history that it must be. */
	readonly history: string;
}

export interface OutlineQuery {
	readonly after: Revision;
	readonly upTo: Revision;
	readonly limit: number;
}

export interface PackedOutline {
	/** resource, namespace, name of each change. */
	readonly texts: readonly string[];
	readonly revisions: readonly Revision[];
	readonly previous: readonly Revision[];
	/** 1: it deleted. */
	readonly deleted: readonly number[];
}

/** The states that changes replaced, in this order. */
export interface ReplacedQuery {
	readonly changes: readonly Revision[];
	/** Their keys: what neighbours share, and the names with line feeds between them. */
	readonly runs: readonly KeyRun[];
	readonly names: string;
	readonly roomEach: number;
}

/** What each request carries and what comes back. */
export interface PastCalls {
	outline: { request: OutlineQuery; reply: PackedOutline };
	/** Fewer than were asked for where they are large, but one at least. */
	replaced: { request: ReplacedQuery; reply: PackedStates };
}

export type PastCallName = keyof PastCalls;

export interface PastRequest<N extends PastCallName = PastCallName> {
	readonly id: number;
	readonly name: N;
	readonly request: PastCalls[N]['request'];
}

export type PastFailure =
	| Failure
	| ({ readonly kind: 'damagedLog' } & LogDamage)
	/** The file could not be opened by one more connection: that says nothing of the data. */
	| { readonly kind: 'unavailable'; readonly message: string };

export type PastReply = { readonly id: number; readonly value: unknown } | { readonly id: number; readonly failure: PastFailure };
