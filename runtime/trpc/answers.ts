/**
 * API responses inside tRPC messages. tRPC writes a placeholder for each, and its bytes replace the placeholder when the message is sent.
 * No response is parsed, serialised again or buffered, so a list streams as over REST.
 */
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { type ApiError, statusOf } from '../api/errors.ts';
import type { ApiResponse, ResponseBody } from '../api/request.ts';

/** A refusal with the Status that REST clients receive. */
export class StatusError extends Error {
	override readonly name = 'StatusError';
	/** Status object of the refusal. */
	readonly status: Readonly<Record<string, unknown>>;

	constructor(status: Readonly<Record<string, unknown>>) {
		super(String(status.message ?? 'the request failed'));
		this.status = status;
	}

	static of(error: ApiError): StatusError {
		return new StatusError(statusOf(error) as Readonly<Record<string, unknown>>);
	}
}

/** Rejects with the Status when the response is a refusal. */
export async function throwRefusal({ status, body }: ApiResponse): Promise<void> {
	if (status >= 400) throw new StatusError(JSON.parse(await textOf(body)) as Readonly<Record<string, unknown>>);
}

async function textOf(body: ResponseBody): Promise<string> {
	const pieces: Uint8Array[] = [];
	for await (const piece of piecesOf(body)) pieces.push(...(piece instanceof Readable ? await piece.toArray() : [piece]));
	return Buffer.concat(pieces).toString();
}

function piecesOf(body: ResponseBody): readonly Piece[] {
	if (typeof body === 'string') return [Buffer.from(body)];
	if (body instanceof Readable || Buffer.isBuffer(body)) return [body];
	if (!('start' in body)) return body;
	body.abandon?.();
	throw new Error('a stream of events is not a value');
}

/** Part of a message: bytes, or a stream of bytes. */
export type Piece = Buffer | Readable;

interface Unsent {
	readonly pieces: readonly Piece[];
	readonly onSent: () => void;
}

/** API responses of one tRPC call or batch. */
export class Answers {
	/** Prefix of placeholders. It is random, so that no text from clients or objects can contain it. */
	readonly #mark = randomUUID();
	readonly #unsent = new Map<string, Unsent>();
	#count = 0;

	/** Stores a response and returns its placeholder. `onSent` is called when no part of it is in memory any more. */
	keep(body: ResponseBody, onSent: () => void): string {
		const mark = `${this.#mark}/${this.#count++}`;
		const pieces = piecesOf(body);
		// A stream may fail before it is read; the reader still receives the error.
		for (const piece of pieces) if (piece instanceof Readable) piece.on('error', () => undefined).once('close', onSent);
		this.#unsent.set(mark, { pieces, onSent });
		return mark;
	}

	/** Returns the pieces of a tRPC message, with responses in place of placeholders. */
	*piecesOf(message: string): Generator<Piece, void, undefined> {
		for (const [index, part] of message.split(new RegExp(`"(${this.#mark}/\\d+)"`)).entries()) {
			if (index % 2 === 0) yield Buffer.from(part);
			else yield* this.#take(part);
		}
	}

	/** Discards unsent responses. */
	abandon(): void {
		for (const mark of this.#unsent.keys()) for (const piece of this.#take(mark)) if (piece instanceof Readable) piece.destroy();
	}

	*#take(mark: string): Generator<Piece, void, undefined> {
		const unsent = this.#unsent.get(mark);
		if (unsent === undefined) throw new Error('an answer can be sent only once');
		this.#unsent.delete(mark);
		yield* unsent.pieces;
		if (!unsent.pieces.some((piece) => piece instanceof Readable)) unsent.onSent();
	}
}
