/** Messages between the store on the main thread and the thread that reads history. */

import type { Revision } from '../../store.ts';
import type { LogDamage } from '../checks/damage.ts';
import type { Failure, PackedRows } from '../protocol.ts';

/** Worker data that selects this role. */
export interface HistoryThreadData {
	/** Path of the database file. */
	readonly historyOf: string;
	/** Identity of the history that the file must have. */
	readonly history: string;
}

export interface CountQuery {
	readonly revision: Revision;
	readonly resource: string;
	/** Absent for all namespaces. */
	readonly namespace: string | undefined;
}

export interface RowsQuery extends CountQuery {
	/** Key after which the rows begin. */
	readonly after: { readonly namespace: string; readonly name: string } | undefined;
	readonly limit: number;
}

/** Request and reply types of each call. */
export interface HistoryCalls {
	/** The reply may hold fewer rows than requested when they are large, but at least one. */
	at: { request: RowsQuery; reply: PackedRows };
	countAt: { request: CountQuery; reply: number };
}

export type HistoryCallName = keyof HistoryCalls;

export interface HistoryRequest<N extends HistoryCallName = HistoryCallName> {
	readonly id: number;
	readonly name: N;
	readonly request: HistoryCalls[N]['request'];
}

export type HistoryFailure =
	| Failure
	| ({ readonly kind: 'damagedLog' } & LogDamage)
	/** The file could not be opened by another connection, which implies no problem with the data. */
	| { readonly kind: 'unavailable'; readonly message: string };

export type HistoryReply = { readonly id: number; readonly value: unknown } | { readonly id: number; readonly failure: HistoryFailure };
