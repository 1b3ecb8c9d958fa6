/** Answers of the API as values: objects and lists whole, watches event by event, refusals as errors that carry their Status. */
import { ApiError, statusOf } from '../api/errors.ts';
import type { ApiResponse, EventBody, EventWriter, ResponseBody } from '../api/request.ts';

/** Read and written whole, in one turn of the event loop: 2 MiB take some 30 ms. */
const mostBytes = 2 * 1024 * 1024;

/** A refusal, as it would have been answered over HTTP. */
export class StatusError extends Error {
	override readonly name = 'StatusError';
	/** A Status. */
	readonly status: Readonly<Record<string, unknown>>;

	constructor(status: Readonly<Record<string, unknown>>) {
		super(String(status.message ?? 'the request failed'));
		this.status = status;
	}

	static of(error: ApiError): StatusError {
		return new StatusError(statusOf(error) as Readonly<Record<string, unknown>>);
	}
}

/** Rejects with StatusError. */
export async function answeredValue({ status, body }: ApiResponse): Promise<unknown> {
	const text = await textOf(body);
	const value: unknown = text === '' ? undefined : JSON.parse(text);
	if (status >= 400) throw new StatusError(value as Readonly<Record<string, unknown>>);
	return value;
}

/** Rejects with StatusError where the answer is longer than is read. */
async function textOf(body: ResponseBody): Promise<string> {
	if (typeof body === 'string') return within(body.length) && body;
	if (Buffer.isBuffer(body)) return within(body.length) && body.toString();
	if ('start' in body) {
		body.abandon?.();
		throw new Error('a stream of events is no value');
	}
	const pieces: Buffer[] = [];
	let bytes = 0;
	// Leaving the loop ends a stream.
	for await (const piece of body) {
		const chunk = Buffer.from(piece);
		bytes += chunk.length;
		within(bytes);
		pieces.push(chunk);
	}
	return Buffer.concat(pieces).toString();
}

/** True, or throws. */
function within(bytes: number): true {
	if (bytes <= mostBytes) return true;
	throw StatusError.of(
		new ApiError('RequestEntityTooLarge', `the answer has more than ${mostBytes} bytes: ask for fewer objects at a time, with limit and continue`),
	);
}

export interface WatchEvent {
	readonly type: string;
	readonly object: { readonly metadata?: { readonly resourceVersion?: string; readonly annotations?: object } } & Readonly<Record<string, unknown>>;
}

const lineEnd = 0x0a;

/** So many bytes may wait for who reads the events, before the server is told to wait. */
const roomBytes = 64 * 1024;

/** Of a watch. Ends when the watch does; throws StatusError when it says that it cannot go on. `signal`: of who reads. */
export async function* eventsOf(body: EventBody, signal: AbortSignal): AsyncGenerator<WatchEvent, void, undefined> {
	const pipe = new EventPipe(signal);
	const running = body.start(pipe).then(
		() => pipe.end(),
		(error: unknown) => pipe.end(error),
	);
	try {
		for (;;) {
			const line = await pipe.next();
			if (line === undefined) return;
			const event = JSON.parse(line) as WatchEvent;
			if (event.type === 'ERROR') throw new StatusError(event.object);
			yield event;
		}
	} finally {
		pipe.abort();
		await running;
	}
}

/** The writer of an EventBody, whose bytes are read as lines. */
class EventPipe implements EventWriter {
	readonly signal: AbortSignal;
	readonly #controller = new AbortController();
	readonly #lines: string[] = [];
	#part: Buffer[] = [];
	#waiting = 0;
	#ended = false;
	#error: unknown;
	#wakeReader: () => void = () => undefined;
	#wakeWriter: () => void = () => undefined;

	constructor(signal: AbortSignal) {
		this.signal = AbortSignal.any([signal, this.#controller.signal]);
		this.signal.addEventListener('abort', () => this.#wakeWriter(), { once: true });
	}

	write(bytes: Buffer): boolean {
		let from = 0;
		for (let at = bytes.indexOf(lineEnd); at >= 0; at = bytes.indexOf(lineEnd, from)) {
			this.#part.push(bytes.subarray(from, at));
			const line = Buffer.concat(this.#part).toString();
			this.#part = [];
			this.#waiting += line.length;
			this.#lines.push(line);
			from = at + 1;
		}
		// What is given may be written over when this has returned.
		if (from < bytes.length) this.#part.push(Buffer.from(bytes.subarray(from)));
		this.#wakeReader();
		return this.#waiting < roomBytes;
	}

	drained(): Promise<void> {
		if (this.#waiting < roomBytes || this.signal.aborted) return Promise.resolve();
		return new Promise((resolve) => {
			this.#wakeWriter = resolve;
		});
	}

	/** Undefined: there are no more. */
	async next(): Promise<string | undefined> {
		for (;;) {
			const line = this.#lines.shift();
			if (line !== undefined) {
				this.#waiting -= line.length;
				if (this.#waiting < roomBytes) this.#wakeWriter();
				return line;
			}
			if (this.#error !== undefined && !this.signal.aborted) throw this.#error;
			if (this.#ended) return undefined;
			await new Promise<void>((resolve) => {
				this.#wakeReader = resolve;
			});
		}
	}

	end(error?: unknown): void {
		this.#ended = true;
		this.#error = error;
		this.#wakeReader();
	}

	abort(): void {
		this.#controller.abort();
	}
}
