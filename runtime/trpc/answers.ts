/**
 * Answers of the API inside the messages of tRPC. tRPC writes a mark in place of each answer; the bytes of the API take the mark's place
 * when the message is sent. So no answer is parsed, written again or held: a list streams as it does over REST.
 */
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { type ApiError, statusOf } from '../api/errors.ts';
import type { ApiResponse, ResponseBody } from '../api/request.ts';

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

/** Rejects with the Status of a refusal. */
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
	throw new Error('a stream of events is no value');
}

/** Bytes of a message, or a stream of them. */
export type Piece = Buffer | Readable;

interface Unsent {
	readonly pieces: readonly Piece[];
	readonly onSent: () => void;
}

/** The answers of one call of tRPC, or of one batch. */
export class Answers {
	/** Random: no text of a client or of an object can contain it. */
	readonly #mark = randomUUID();
	readonly #unsent = new Map<string, Unsent>();
	#count = 0;

	/** Returns the value that tRPC writes in place of the answer. `onSent` is called when nothing of the answer is held any more. */
	keep(body: ResponseBody, onSent: () => void): string {
		const mark = `${this.#mark}/${this.#count++}`;
		const pieces = piecesOf(body);
		// The stream that sends a list finds its error there, however early it came.
		for (const piece of pieces) if (piece instanceof Readable) piece.on('error', () => undefined).once('close', onSent);
		this.#unsent.set(mark, { pieces, onSent });
		return mark;
	}

	/** A message of tRPC with the answers in it. */
	*piecesOf(message: string): Generator<Piece, void, undefined> {
		for (const [index, part] of message.split(new RegExp(`"(${this.#mark}/\\d+)"`)).entries()) {
			if (index % 2 === 0) yield Buffer.from(part);
			else yield* this.#take(part);
		}
	}

	/** No further answer is sent. */
	abandon(): void {
		for (const mark of this.#unsent.keys()) for (const piece of this.#take(mark)) if (piece instanceof Readable) piece.destroy();
	}

	*#take(mark: string): Generator<Piece, void, undefined> {
		const unsent = this.#unsent.get(mark);
		if (unsent === undefined) throw new Error('an answer is sent once');
		this.#unsent.delete(mark);
		yield* unsent.pieces;
		if (!unsent.pieces.some((piece) => piece instanceof Readable)) unsent.onSent();
	}
}
