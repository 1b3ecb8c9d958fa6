/**
 * A request, as far as priority and fairness has to do with it: which flow it belongs to, how many seats it takes, and whether it has
 * them. It gives them back while its body is still to come, and asks for them anew when that is there.
 */
import type { ApiRequest, Seats } from '../api/request.ts';
import { verbRecord } from '../model/verb.ts';
import type { FlowFigures } from './figures.ts';
import type { Level } from './level.ts';
import type { QueueState, Waiting } from './queue.ts';
import type { SchemaSettings } from './settings.ts';

/** A flow schema in force. */
export interface FlowSchema {
	readonly settings: SchemaSettings;
	readonly level: Level<Ticket>;
	readonly figures: FlowFigures;
	/** Headers of every answer: name, value, name, value. Empty while nobody has seen the objects. */
	readonly headers: readonly string[];
}

/** Who gives seats. */
export interface SeatKeeper {
	/** The ticket's request goes on when it has its seats. Throws or rejects with the refusal. */
	resume(ticket: Ticket): void | Promise<void>;
	leave(ticket: Ticket): void;
}

export class Ticket implements Seats, Waiting {
	readonly request: ApiRequest;
	readonly schema: FlowSchema;
	readonly level: Level<Ticket>;
	/** Requests that only read are counted apart. */
	readonly reads: boolean;
	/** What tells flows of a schema apart. */
	readonly distinguisher: string;
	readonly width: number;
	readonly #keeper: SeatKeeper;
	/** Performance time since which it has its seats; undefined: it has none. */
	seatedAtMs: number | undefined = undefined;
	/** Beyond the turn in which it got them. */
	isHeld = false;
	queue: QueueState | undefined = undefined;
	waitingSinceMs = 0;
	/** Goes on with what waits; `refusal`: or does not. */
	begin: ((refusal?: Error) => void) | undefined = undefined;
	/** What goes on does so in a later microtask. */
	isResumed = false;
	/** What its watchers will take when it is over; known when it has changed something. */
	lingering: { readonly seats: number; readonly ms: number } | undefined = undefined;

	constructor(keeper: SeatKeeper, request: ApiRequest, schema: FlowSchema, level: Level<Ticket>, distinguisher: string, width: number) {
		this.#keeper = keeper;
		this.request = request;
		this.schema = schema;
		const { info } = request;
		this.reads = info.isResource ? verbRecord(info.verb)?.reads === true : true;
		this.level = level;
		this.distinguisher = distinguisher;
		this.width = width;
	}

	get flow(): string {
		return `${this.schema.settings.name}\n${this.distinguisher}`;
	}

	get connection(): string {
		return this.request.remote ?? '';
	}

	take(): void | Promise<void> {
		return this.#keeper.resume(this);
	}

	giveBack(): void {
		if (this.seatedAtMs !== undefined) this.#keeper.leave(this);
	}
}
