/** Messages between the store on the main thread and the thread that reads history. */

import type { PackedStates } from '../../states.ts';
import type { Revision } from '../../store.ts';
import type { LogDamage } from '../checks/damage.ts';
import type { Failure, KeyRun } from '../protocol.ts';

/** Worker data that selects this role. */
export interface PastThreadData {
	/** Path of the database file. */
	readonly past: string;
	/** Identity of the history that the file must have. */
	readonly history: string;
}

export interface OutlineQuery {
	readonly after: Revision;
	readonly upTo: Revision;
	readonly limit: number;
}

export interface PackedOutline {
	/** Texts of each change: resource, namespace, name. */
	readonly texts: readonly string[];
	readonly revisions: readonly Revision[];
	readonly previous: readonly Revision[];
	/** Flag of each change: 1 for a deletion. */
	readonly deleted: readonly number[];
}

/** Request for the states that changes replaced, in this order. */
export interface ReplacedQuery {
	readonly changes: readonly Revision[];
	/** Keys of the changes: resource and namespace once per run, names joined by line feeds. */
	readonly runs: readonly KeyRun[];
	readonly names: string;
	readonly roomEach: number;
}

/** Request and reply types of each call. */
export interface PastCalls {
	outline: { request: OutlineQuery; reply: PackedOutline };
	/** The reply may hold fewer states than requested when they are large, but at least one. */
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
	/** The file could not be opened by another connection, which implies no problem with the data. */
	| { readonly kind: 'unavailable'; readonly message: string };

export type PastReply = { readonly id: number; readonly value: unknown } | { readonly id: number; readonly failure: PastFailure };
