/**
 * A request as priority and fairness sees it: its flow, its width in seats, and whether it has them. It releases its seats while its body
 * is still arriving and asks for them again when the body is complete.
 */
import type { ApiRequest, Seats } from '../api/request.ts';
import { verbRecord } from '../model/verb.ts';
import type { FlowMetrics } from './flow-metrics.ts';
import type { Level } from './level.ts';
import type { QueueState, WaitingRequest } from './queue.ts';
import type { SchemaSettings } from './settings.ts';

/** A flow schema in force. */
export interface FlowSchema {
	readonly settings: SchemaSettings;
	readonly level: Level<Ticket>;
	readonly metrics: FlowMetrics;
	/** Headers of every response: name, value, name, value. Empty until the objects have been read. */
	readonly headers: readonly string[];
}

/** Grants and takes back seats. */
export interface SeatKeeper {
	/** Continues the ticket's request when it has its seats again. Throws or rejects with the refusal. */
	resume(ticket: Ticket): void | Promise<void>;
	leave(ticket: Ticket): void;
}

export class Ticket implements Seats, WaitingRequest {
	readonly request: ApiRequest;
	readonly schema: FlowSchema;
	readonly level: Level<Ticket>;
	/** True for requests that only read, which are counted separately. */
	readonly reads: boolean;
	/** Distinguishes the flows of a schema. */
	readonly distinguisher: string;
	readonly width: number;
	readonly #keeper: SeatKeeper;
	/** `performance.now()` at which the request got its seats; undefined while it has none. */
	seatedAtMs: number | undefined = undefined;
	/** True when the request holds its seats beyond the event loop iteration in which it got them. */
	isHeld = false;
	queue: QueueState | undefined = undefined;
	waitingSinceMs = 0;
	/** Begins the waiting request, or rejects it with `refusal`. */
	begin: ((refusal?: Error) => void) | undefined = undefined;
	/** True when the request was resumed and continues in a later microtask. */
	isResumed = false;
	/** Seats that notifying its watchers takes after the request has finished; set when it has changed an object. */
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
