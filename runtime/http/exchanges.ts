/**
 * The exchanges of a listener, whatever protocol they come in: a request is given to the handler, its answer to the protocol that
 * writes it. Counts those that are not over, so that a drain knows when there are none.
 */
import { ClientGone } from '../api/client-gone.ts';
import type { ApiResponse, Handler } from '../api/request.ts';
import { compress } from './compression.ts';
import { EndOfTurn } from './end-of-turn.ts';
import { Chunks, endEvents, type OpenEvents } from './event-writer.ts';
import { mostOpenBytes, OpenBodies } from './open-bodies.ts';
import { Turns } from './turns.ts';
import type { OpenRequests, WireRequest } from './wire-request.ts';

export interface ExchangeOptions {
	/** A client that takes nothing of its answer for so long is cut off. */
	readonly answerStallMs: number;
	/** Whether large answers go out as gzip to who asks for it. */
	readonly compresses: boolean;
	readonly handler: Handler;
	/** What must be done before any of the answers that are there by now goes out, once for all of them. Must not throw. */
	readonly beforeAnswers?: () => void;
	/** What went wrong while an answer was written, or in a handler that must not throw. */
	readonly onFailure: (error: unknown) => void;
}

export class Exchanges {
	readonly answerStallMs: number;
	readonly onFailure: (error: unknown) => void;
	readonly requests: OpenRequests = { abortable: new Set(), bodies: new OpenBodies(mostOpenBytes) };
	readonly events: OpenEvents;
	readonly turns = new Turns();
	readonly beforeAnswers: () => void;
	readonly endOfTurn: EndOfTurn;
	readonly #compress: typeof compress;
	readonly #handler: Handler;
	#active = 0;
	#isDraining = false;
	#idle: (() => void) | undefined;

	constructor({ answerStallMs, compresses, handler, beforeAnswers = () => {}, onFailure }: ExchangeOptions) {
		this.beforeAnswers = beforeAnswers;
		this.endOfTurn = new EndOfTurn(beforeAnswers);
		this.answerStallMs = answerStallMs;
		this.onFailure = onFailure;
		this.events = { stallMs: answerStallMs, running: new Set(), unread: new Set(), chunks: new Chunks() };
		this.#compress = compresses ? compress : (_request, response) => response;
		this.#handler = handler;
	}

	/** Requests that have no answer yet, and answers that are being written. */
	get active(): number {
		return this.#active;
	}

	get isDraining(): boolean {
		return this.#isDraining;
	}

	/** One more has come; `ended` is called once for each. */
	came(): void {
		this.#active++;
	}

	ended(): void {
		this.#active--;
		if (this.#active === 0) this.#idle?.();
	}

	/** Sync answers are written in the same turn. `write` throws nothing: whom should it tell? */
	handle(request: WireRequest, write: (response: ApiResponse) => void): void {
		const fail = (error: unknown): void => {
			// Clients may hang up at any time; that is no failure of the server.
			if (!(error instanceof ClientGone)) this.onFailure(error);
			// They may be what went wrong.
			request.outgoing.length = 0;
			write(lastResort);
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

	/** Ends event streams, those to come too; resolves when every request has its answer, or has had `graceMs` and is aborted. */
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

export function isEvents({ body }: ApiResponse): boolean {
	return typeof body === 'object' && 'start' in body;
}

export const plainText = { 'content-type': 'text/plain; charset=utf-8' } as const;

/** When even the stage that turns failures into answers failed. */
export const lastResort = { status: 500, headers: plainText, body: 'Internal error occurred\n' } as const;
