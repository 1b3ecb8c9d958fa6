/** Modes of a backend: the request waits for it, fails with it, or continues while events are buffered. */
import { ApiError } from '../../api/errors.ts';
import type { AuditEvent, AuditSink } from './contract.ts';

export type Mode = 'batch' | 'blocking' | 'blocking-strict';

export const modes: readonly Mode[] = ['batch', 'blocking', 'blocking-strict'];

/** Destination of events. Throws or rejects with the reason when events are lost. */
export interface Output {
	write(events: readonly AuditEvent[]): void | Promise<void>;
	/** True when `write` is synchronous. */
	readonly isQuick?: true;
	close(): Promise<void>;
}

/** Error of an output that lost some events of a batch; `events` is their number. */
export class PartlyLost extends Error {
	readonly events: number;

	constructor(events: number, reason: unknown) {
		super((reason as Error).message, { cause: reason });
		this.events = events;
	}
}

export interface ModeOptions {
	/** Name of the backend in reports. */
	readonly name: string;
	readonly lost: (events: number) => void;
	/** Reports one sentence. */
	readonly report: (sentence: string) => void;
}

/** Least interval between two reports while a backend fails. */
const reportEveryMs = 30_000;

/** Reports lost events and recovery, with a rate limit instead of a line for each event. */
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
		this.#options.report(`${this.#options.name}: audit events dropped: ${(error as Error).message}`);
	}

	worked(): void {
		if (!this.#fails) return;
		this.#fails = false;
		this.#saidMs = Number.NEGATIVE_INFINITY;
		this.#options.report(`${this.#options.name}: audit events delivered again`);
	}
}

function lostOf(events: readonly AuditEvent[], error: unknown): number {
	return error instanceof PartlyLost ? error.events : events.length;
}

/**
 * Creates a sink that makes the request wait for the write. `strict`: a request whose receipt cannot be recorded fails. Other failures are
 * only logged.
 */
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
	const gathered = new EventBatch((events) => void write(events));
	return {
		write: (event) => gathered.add(event),
		flush: () => gathered.flush(),
		close: () => {
			gathered.flush();
			return output.close();
		},
	};
}

/**
 * Number of buffered events that triggers a flush within an iteration. It keeps a write at a few hundred KiB, enough for a busy iteration.
 */
const mostGathered = 512;

/**
 * Coalesces the events of one event loop iteration into one write, made before the responses are sent. The receipt of a request that is not
 * answered at once is flushed as soon as the request starts to wait.
 */
class EventBatch {
	readonly #write: (events: readonly AuditEvent[]) => void;
	#events: AuditEvent[] = [];
	/** Number of buffered receipts whose request has no response yet. */
	#unanswered = 0;

	constructor(write: (events: readonly AuditEvent[]) => void) {
		this.#write = write;
	}

	add(event: AuditEvent): void {
		const before = this.#events.at(-1);
		// Schedules a flush, because the end of a watch and a client that disconnects have no response that would flush.
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
	/** Limit of buffered events; further events are lost. */
	readonly bufferSize: number;
	readonly maxSize: number;
	readonly maxWaitMs: number;
	/** Batches per second and burst. Undefined: unthrottled. */
	readonly throttle: { readonly qps: number; readonly burst: number } | undefined;
}

/** Creates a sink that buffers events and writes them in consecutive batches. Requests never wait. */
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
			// An incomplete batch waits for the timer, except while closing.
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
			if (waiting.length >= bufferSize) return losses.lost(1, new Error(`the buffer of ${bufferSize} events is full`));
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

/** Token bucket that limits batches per second and allows a burst after a pause. */
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
