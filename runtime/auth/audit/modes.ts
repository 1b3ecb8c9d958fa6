/** How a backend takes events: the request waits for it, fails with it, or goes on while events are gathered. */
import { ApiError } from '../../api/errors.ts';
import type { AuditEvent, AuditSink } from './contract.ts';

export type Mode = 'batch' | 'blocking' | 'blocking-strict';

export const modes: readonly Mode[] = ['batch', 'blocking', 'blocking-strict'];

/** Where lines go. Throws or rejects with the reason why they are lost. */
export interface Output {
	write(events: readonly AuditEvent[]): void | Promise<void>;
	/** It never answers with a promise. */
	readonly isQuick?: true;
	close(): Promise<void>;
}

/** Of the events that were to be written, so many were not, for a reason of their own. */
export class PartlyLost extends Error {
	readonly events: number;

	constructor(events: number, reason: unknown) {
		super((reason as Error).message, { cause: reason });
		this.events = events;
	}
}

export interface ModeOptions {
	/** Of the backend, for people. */
	readonly name: string;
	readonly lost: (events: number) => void;
	/** A sentence. */
	readonly report: (sentence: string) => void;
}

/** While a backend fails, this is said once in so long. */
const reportEveryMs = 30_000;

/** Says that events are lost, and when it works again, without a line for each. */
class Losses {
	readonly #options: ModeOptions;
	#saidMs = Number.NEGATIVE_INFINITY;
	#fails = false;

	constructor(options: ModeOptions) {
		this.#options = options;
	}

	lost(events: number, error: unknown): void {
		this.#options.lost(events);
		this.#fails = true;
		const now = performance.now();
		if (now - this.#saidMs < reportEveryMs) return;
		this.#saidMs = now;
		this.#options.report(`${this.#options.name} loses audit events: ${(error as Error).message}`);
	}

	worked(): void {
		if (!this.#fails) return;
		this.#fails = false;
		this.#saidMs = Number.NEGATIVE_INFINITY;
		this.#options.report(`${this.#options.name} takes audit events again`);
	}
}

function lostOf(events: readonly AuditEvent[], error: unknown): number {
	return error instanceof PartlyLost ? error.events : events.length;
}

/** The request waits until the event is written. In `strict` one whose receipt cannot be told fails; other failures are told in the log. */
export function blocking(output: Output, options: ModeOptions, strict: boolean): AuditSink {
	const losses = new Losses(options);
	const failed = (events: readonly AuditEvent[], error: unknown): void => {
		losses.lost(lostOf(events, error), error);
		if (strict && events.some(({ stage }) => stage === 'RequestReceived'))
			throw new ApiError('InternalError', 'Internal error occurred: the request could not be recorded by the audit, and is not served for that reason');
	};
	const write = (events: readonly AuditEvent[]): void | Promise<void> => {
		try {
			const written = output.write(events);
			if (written !== undefined)
				return written.then(
					() => losses.worked(),
					(error: unknown) => failed(events, error),
				);
			losses.worked();
		} catch (error) {
			failed(events, error);
		}
	};
	if (strict || output.isQuick !== true) return { write: (event) => write([event]), close: () => output.close() };
	const gathered = new Gathered((events) => void write(events));
	return {
		write: (event) => gathered.add(event),
		flush: () => gathered.flush(),
		close: () => {
			gathered.flush();
			return output.close();
		},
	};
}

/** So many are written whether the turn is over or not: those of a busy turn, and no more than a write of a few hundred KiB. */
const mostGathered = 512;

/**
 * What the requests of one turn of the event loop have to tell is one write, before their answers are sent. The receipt of one that is
 * not answered at once is written when it begins to wait.
 */
class Gathered {
	readonly #write: (events: readonly AuditEvent[]) => void;
	#events: AuditEvent[] = [];
	/** Receipts among them of requests that have no answer yet. */
	#unanswered = 0;

	constructor(write: (events: readonly AuditEvent[]) => void) {
		this.#write = write;
	}

	add(event: AuditEvent): void {
		const before = this.#events.at(-1);
		// No answer may follow: that of a watch that ends, or of whoever went away.
		if (before === undefined) setImmediate(() => this.flush());
		this.#events.push(event);
		if (event.stage === 'RequestReceived') {
			if (++this.#unanswered === 1) queueMicrotask(() => this.#waits());
		} else if (before?.stage === 'RequestReceived' && before.id === event.id) this.#unanswered--;
		if (this.#events.length >= mostGathered) this.flush();
	}

	flush(): void {
		const events = this.#events;
		if (events.length === 0) return;
		this.#events = [];
		this.#unanswered = 0;
		this.#write(events);
	}

	#waits(): void {
		if (this.#unanswered > 0) this.flush();
	}
}

export interface BatchOptions {
	/** Events that wait at most; what comes beyond is lost. */
	readonly bufferSize: number;
	readonly maxSize: number;
	readonly maxWaitMs: number;
	/** Batches a second, and at once; undefined: as many as come. */
	readonly throttle: { readonly qps: number; readonly burst: number } | undefined;
}

/** Nobody waits: events are written many at a time, one batch after the other. */
export function batched(output: Output, options: ModeOptions, { bufferSize, maxSize, maxWaitMs, throttle }: BatchOptions): AuditSink {
	const losses = new Losses(options);
	const bucket = throttle && new Bucket(throttle.qps, throttle.burst);
	const waiting: AuditEvent[] = [];
	let sending: Promise<void> | undefined;
	let timer: NodeJS.Timeout | undefined;
	let isClosing = false;
	const send = async (): Promise<void> => {
		clearTimeout(timer);
		timer = undefined;
		do {
			if (!isClosing) await bucket?.take();
			const batch = waiting.splice(0, maxSize);
			try {
				await output.write(batch);
				losses.worked();
			} catch (error) {
				losses.lost(lostOf(batch, error), error);
			}
			// What is less than a batch waits for its time, unless there is none.
		} while (waiting.length >= maxSize || (isClosing && waiting.length > 0));
	};
	const begin = (): void => {
		sending ??= send().finally(() => {
			sending = undefined;
			schedule();
		});
	};
	const schedule = (): void => {
		if (sending !== undefined || waiting.length === 0) return;
		if (waiting.length >= maxSize || maxWaitMs === 0) begin();
		else timer ??= setTimeout(begin, maxWaitMs).unref();
	};
	return {
		write(event) {
			if (waiting.length >= bufferSize) return losses.lost(1, new Error(`${bufferSize} events are waiting already`));
			waiting.push(event);
			schedule();
		},
		async close() {
			isClosing = true;
			while (waiting.length > 0 || sending !== undefined) {
				begin();
				await sending;
			}
			await output.close();
		},
	};
}

/** So many a second, and some at once after a pause. */
class Bucket {
	readonly #qps: number;
	readonly #burst: number;
	#left: number;
	#atMs = performance.now();

	constructor(qps: number, burst: number) {
		this.#qps = qps;
		this.#burst = burst;
		this.#left = burst;
	}

	async take(): Promise<void> {
		for (;;) {
			const now = performance.now();
			this.#left = Math.min(this.#burst, this.#left + ((now - this.#atMs) * this.#qps) / 1000);
			this.#atMs = now;
			if (this.#left >= 1) {
				this.#left--;
				return;
			}
			await new Promise((resolve) => setTimeout(resolve, ((1 - this.#left) * 1000) / this.#qps).unref());
		}
	}
}
