/**
 * History that a client can record of any server: effective writes, watch events, and list results. The checks (`check.ts`) depend only on
 * it and therefore apply to the cache, the server over HTTP, and several servers over one store.
 */

/** Predicate that selects objects by their labels. */
export type Selects = (labels: Readonly<Record<string, string>>) => boolean;

/** A write that took effect: acknowledged, or of unknown outcome and found later. */
export interface RecordedWrite {
	readonly revision: number;
	readonly namespace: string;
	readonly name: string;
	/** Written value; absent for a delete. */
	readonly value?: string;
	readonly labels?: Readonly<Record<string, string>>;
}

export interface SentEvent {
	readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
	readonly revision: number;
	readonly namespace: string;
	readonly name: string;
	readonly value: string;
	/** Labels of the previous state, when the recorder can see them. */
	readonly previousLabels?: Readonly<Record<string, string>>;
}

export interface SentBookmark {
	readonly type: 'BOOKMARK';
	readonly revision: number;
}

export type RecordedEvent = SentEvent | SentBookmark;

/** Selection of a watch or list. */
export interface Asked {
	/** Name used in messages. */
	readonly name: string;
	/** Namespace; empty selects all. */
	readonly namespace: string;
	/** Object name; absent selects all. */
	readonly object?: string;
	/** Label predicate; absent selects all. */
	readonly selects?: Selects;
}

/** One watch from start to end; a resumed watch is recorded separately. */
export interface RecordedWatch extends Asked {
	/** Revision after which events were requested. */
	readonly from: number;
	/**
	 * Revision up to which all events must have been sent, known to the recorder or from a bookmark. When absent, only the order is
	 * checked.
	 */
	readonly completeTo?: number;
	readonly events: readonly RecordedEvent[];
}

/** A list, or the initial state of a watch: all objects at one revision. */
export interface RecordedState extends Asked {
	readonly revision: number;
	readonly objects: readonly { readonly namespace: string; readonly name: string; readonly revision: number; readonly value: string }[];
}
