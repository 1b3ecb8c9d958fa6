/**
 * A request in flow control: its flow, width in seats, and whether it holds them. It gives up its seats while its body arrives, and needs
 * them again once the body is complete.
 */
import type { ApiRequest, Seats } from '../api/request.ts';
import { verbRecord } from '../model/verb.ts';
import type { FlowMetrics } from './flow-metrics.ts';
import type { Level } from './level.ts';
import type { QueueState, WaitingRequest } from './queue.ts';
import type { SchemaSettings } from './settings.ts';

/** An active flow schema. */
export interface FlowSchema {
	readonly settings: SchemaSettings;
	readonly level: Level<Ticket>;
	readonly metrics: FlowMetrics;
	/** Headers of every response: name, value, name, value. Empty until the objects have been read. */
	readonly headers: readonly string[];
}

/** Grants and releases seats. */
export interface SeatKeeper {
	/** Resolves when the ticket has seats again. Throws or rejects with the refusal. */
	resume(ticket: Ticket): void | Promise<void>;
	leave(ticket: Ticket): void;
}

export class Ticket implements Seats, WaitingRequest {
	readonly request: ApiRequest;
	readonly schema: FlowSchema;
	readonly level: Level<Ticket>;
	/** True for read-only requests, which are counted separately. */
	readonly reads: boolean;
	/** Separates the flows of one schema, by user or namespace. */
	readonly distinguisher: string;
	readonly width: number;
	readonly #keeper: SeatKeeper;
	/** `performance.now()` when the request got its seats; undefined while it has none. */
	seatedAtMs: number | undefined = undefined;
	/** True when the request holds seats beyond the event loop iteration in which it got them. */
	isHeld = false;
	queue: QueueState | undefined = undefined;
	waitingSinceMs = 0;
	/** Starts the waiting request, or rejects it with `refusal`. */
	begin: ((refusal?: Error) => void) | undefined = undefined;
	/** True when the request continues in a later microtask after waiting. */
	isResumed = false;
	/** Seats that the notification of watchers takes after the request, and for how long; set after a change. */
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

	release(): void {
		if (this.seatedAtMs !== undefined) this.#keeper.leave(this);
	}
}
