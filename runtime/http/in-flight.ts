/**
 * Requests in flight, in any protocol: passes each request to the handler, and its answer to the protocol's writer. Counts them, so that a
 * drain knows when they have ended.
 */
import { ClientGone } from '../api/client-gone.ts';
import type { ApiResponse, Handler } from '../api/request.ts';
import { FairQueue } from '../scheduling/fair-queue.ts';
import { FlushQueue } from '../scheduling/flush-queue.ts';
import { compress } from './compression.ts';
import { Chunks, endEvents, type OpenEvents } from './event-writer.ts';
import { mostOpenBytes, OpenBodies } from './open-bodies.ts';
import type { OpenRequests, WireRequest } from './wire-request.ts';

export interface InFlightOptions {
	/** Time without reading after which a client is disconnected. */
	readonly answerStallMs: number;
	/** True when large answers are compressed with gzip for clients that accept it. */
	readonly compresses: boolean;
	readonly handler: Handler;
	/** Called before pending answers are written, once for all of them. Must not throw. */
	readonly beforeAnswers?: () => void;
	/** Receives errors of writing an answer, and errors of the handler, which must not throw. */
	readonly onFailure: (error: unknown) => void;
}

export class InFlight {
	readonly answerStallMs: number;
	readonly onFailure: (error: unknown) => void;
	readonly requests: OpenRequests = { abortable: new Set(), bodies: new OpenBodies(mostOpenBytes) };
	readonly events: OpenEvents;
	readonly queue = new FairQueue();
	readonly beforeAnswers: () => void;
	readonly flushQueue: FlushQueue;
	readonly #compress: typeof compress;
	readonly #handler: Handler;
	#active = 0;
	#isDraining = false;
	#idle: (() => void) | undefined;

	constructor({ answerStallMs, compresses, handler, beforeAnswers = () => {}, onFailure }: InFlightOptions) {
		this.beforeAnswers = beforeAnswers;
		this.flushQueue = new FlushQueue(beforeAnswers);
		this.answerStallMs = answerStallMs;
		this.onFailure = onFailure;
		this.events = { stallMs: answerStallMs, running: new Set(), unread: new Set(), chunks: new Chunks() };
		this.#compress = compresses ? compress : (_request, response) => response;
		this.#handler = handler;
	}

	/** Number of unanswered requests, and of answers that are being written. */
	get active(): number {
		return this.#active;
	}

	get isDraining(): boolean {
		return this.#isDraining;
	}

	/** Counts a request. `ended` must be called once for each. */
	requestStarted(): void {
		this.#active++;
	}

	requestEnded(): void {
		this.#active--;
		if (this.#active === 0) this.#idle?.();
	}

	/**
	 * Handles a request. Synchronous answers are written in the same event loop iteration. `write` must not throw, because no one could
	 * report the error.
	 */
	handle(request: WireRequest, write: (response: ApiResponse) => void): void {
		const fail = (error: unknown): void => {
			// A client may disconnect at any time; this is no failure of the server.
			if (!(error instanceof ClientGone)) this.onFailure(error);
			// The outgoing headers may have caused the error.
			request.outgoing.length = 0;
			write(internalErrorResponse);
		};
		try {
			const response = this.#handler(request);
			if (response instanceof Promise) response.then((value) => this.#compressed(request, value, write)).catch(fail);
			else void this.#compressed(request, response, write)?.catch(fail);
		} catch (error) {
			fail(error);
		}
	}

	#compressed(request: WireRequest, response: ApiResponse, write: (response: ApiResponse) => void): Promise<void> | undefined {
		const result = this.#compress(request, response);
		if (result instanceof Promise) return result.then(write);
		write(result);
		if (this.#isDraining) endEvents(this.events);
		return undefined;
	}

	/** Ends current and future event streams. Resolves when all requests are answered, or after `graceMs`, when it aborts the rest. */
	async drain(graceMs: number): Promise<void> {
		this.#isDraining = true;
		endEvents(this.events);
		const bodiesDrained = this.requests.bodies.drain();
		if (this.#active > 0) await this.#untilIdle(graceMs);
		bodiesDrained();
	}

	#untilIdle(graceMs: number): Promise<void> {
		return new Promise((resolve) => {
			const timer = setTimeout(() => {
				for (const request of this.requests.abortable) request.abort(new Error('the server is shutting down'));
				resolve();
			}, graceMs);
			this.#idle = () => {
				clearTimeout(timer);
				resolve();
			};
		});
	}
}

export function isEventStream({ body }: ApiResponse): boolean {
	return typeof body === 'object' && 'start' in body;
}

export const plainText = { 'content-type': 'text/plain; charset=utf-8' } as const;

/** Answer when the stage that turns failures into answers fails itself. */
export const internalErrorResponse = { status: 500, headers: plainText, body: 'Internal error occurred\n' } as const;
