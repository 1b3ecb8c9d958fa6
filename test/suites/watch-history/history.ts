/**
 * What any client can record of a server: the writes that took effect, what watches were sent, and what lists said. The checks
 * (`check.ts`) work on that alone, and so serve the cache, the server over HTTP, and several servers over one store alike.
 */

/** Which objects are asked for, by their labels. */
export type Selects = (labels: Readonly<Record<string, string>>) => boolean;

/** A write that took effect: an acknowledged one, or one of unknown outcome that was found afterwards. */
export interface RecordedWrite {
	readonly revision: number;
	readonly namespace: string;
	readonly name: string;
	/** Absent: deleted. */
	readonly value?: string;
	readonly labels?: Readonly<Record<string, string>>;
}

export interface SentEvent {
	readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
	readonly revision: number;
	readonly namespace: string;
	readonly name: string;
	readonly value: string;
	/** Labels of the state before, where the recorder can see them. */
	readonly previousLabels?: Readonly<Record<string, string>>;
}

export interface SentBookmark {
	readonly type: 'BOOKMARK';
	readonly revision: number;
}

export type RecordedEvent = SentEvent | SentBookmark;

/** What somebody asked for. */
export interface Asked {
	/** For messages. */
	readonly name: string;
	/** Empty: all. */
	readonly namespace: string;
	/** Absent: all. */
	readonly object?: string;
	/** Absent: all. */
	readonly selects?: Selects;
}

/** One watch, from its start to its end; a resumed one is another. */
export interface RecordedWatch extends Asked {
	/** Events after this revision were asked for. */
	readonly from: number;
	/** Everything up to here must have been sent (known to the recorder, or by a bookmark); absent: only the order is checked. */
	readonly completeTo?: number;
	readonly events: readonly RecordedEvent[];
}

/** A list, or what a watch begins with: all objects as they were at a revision. */
export interface RecordedState extends Asked {
	readonly revision: number;
	readonly objects: readonly { readonly namespace: string; readonly name: string; readonly revision: number; readonly value: string }[];
}
